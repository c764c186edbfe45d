//! Whichever searcher the settings choose, in one memory.

use super::choice::Kind;
use super::{
    AlphaBeta, Control, HashError, Info, Limits, Mcts, Params, Root, SearchResult, Searcher,
    Settings,
};
use crate::eval::{LEAN_WEIGHTS, Weights};

/// The searcher that [`Settings::choice`] names for each search. Only one exists at a time: the other
/// one takes its memory, and with it all it has learned.
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
        // What is given back here is what the other one takes, so neither change fails but where
        // something else has taken the memory in between.
        let _ = self.searcher.configure(&Settings { hash_mib: 1, ..self.settings });
        match searcher(kind, &self.settings, self.params, self.weights) {
            Ok(searcher) => (self.kind, self.searcher) = (kind, searcher),
            Err(_) => drop(self.searcher.configure(&self.settings)),
        }
    }
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
        // To give back a large memory takes time, which the next search may not have.
        if let Some(kind) = settings.choice.always() {
            self.become_kind(kind);
        }
        configured
    }

    fn clear(&mut self) {
        self.searcher.clear();
    }
}
