//! Whichever searcher the settings choose.

use super::choice::Kind;
use super::{
    AlphaBeta, Control, HashError, Info, Limits, Mcts, Params, Root, SearchResult, Searcher,
    Settings,
};
use crate::eval::{LEAN_WEIGHTS, Weights};

/// The searcher that [`Settings::choice`] names for each search. Only one searches and keeps what it has
/// learned: when they change, the other one's memory is given back, beside the first search of the new one
/// where there is room for both.
pub struct AnySearcher {
    settings: Settings,
    params: Params,
    weights: &'static [Weights; 2],
    kind: Kind,
    searcher: Box<dyn Searcher>,
}

impl AnySearcher {
    /// A searcher with these settings.
    ///
    /// # Errors
    /// [`HashError`] where its memory cannot be had.
    pub fn new(settings: &Settings) -> Result<Self, HashError> {
        Self::tuned(settings, Params::default(), &LEAN_WEIGHTS)
    }

    /// The same with other constants and evaluation weights: for tuning.
    ///
    /// # Errors
    /// [`HashError`] where its memory cannot be had.
    pub fn tuned(
        settings: &Settings,
        params: Params,
        weights: &'static [Weights; 2],
    ) -> Result<Self, HashError> {
        let kind = settings.choice.always().unwrap_or(Kind::AlphaBeta);
        let searcher = searcher(kind, settings, params, weights)?;
        Ok(Self { settings: *settings, params, weights, kind, searcher })
    }

    /// Makes place for a searcher of this kind. Where it cannot have the memory, the old one stays
    /// with what it can have, for it can search as well.
    fn become_kind(&mut self, kind: Kind) {
        if kind == self.kind {
            return;
        }
        let new = || searcher(kind, &self.settings, self.params, self.weights);
        let new = new().or_else(|_| {
            // There is no room for both, so what is given back here is what the other one takes.
            let _ = self.searcher.configure(&Settings { hash_mib: 1, ..self.settings });
            new()
        });
        match new {
            Ok(new) => {
                self.kind = kind;
                give_back(std::mem::replace(&mut self.searcher, new));
            }
            Err(_) => drop(self.searcher.configure(&self.settings)),
        }
    }
}

/// Drops a searcher beside the search that has begun: to give back the pages of a large memory takes
/// its time, some 90 ms for each GiB in use.
fn give_back(searcher: Box<dyn Searcher>) {
    // Where no thread can be had the closure is dropped, and with it the searcher.
    let thread = std::thread::Builder::new().name("give back".to_owned());
    let _ = thread.spawn(move || drop(searcher));
}

fn searcher(
    kind: Kind,
    settings: &Settings,
    params: Params,
    weights: &'static [Weights; 2],
) -> Result<Box<dyn Searcher>, HashError> {
    Ok(match kind {
        Kind::AlphaBeta => Box::new(AlphaBeta::new(settings)?.tuned(params.alphabeta, weights)),
        Kind::Mcts => Box::new(Mcts::new(settings)?.tuned(params.mcts, weights)),
    })
}

impl Searcher for AnySearcher {
    fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(&Info) + Sync),
    ) -> SearchResult {
        self.become_kind(self.settings.kind(root, limits));
        self.searcher.search(root, limits, control, report)
    }

    fn configure(&mut self, settings: &Settings) -> Result<(), HashError> {
        let configured = self.searcher.configure(settings);
        let hash_mib = configured.as_ref().map_or_else(|error| error.kept, |()| settings.hash_mib);
        self.settings = Settings { hash_mib, ..*settings };
        // To be ready takes time, which the next search may not have.
        if let Some(kind) = settings.choice.always() {
            self.become_kind(kind);
        }
        configured
    }

    fn clear(&mut self) {
        self.searcher.clear();
    }
}
