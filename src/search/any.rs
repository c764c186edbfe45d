//! Whichever searcher the settings choose, in one memory.

use super::choice::Kind;
use super::{
    AlphaBeta, Control, HashError, Info, Limits, Mcts, Root, SearchResult, Searcher, Settings,
};

/// The searcher that [`Settings::choice`] names for each search. Only one exists at a time: the other
/// one takes its memory, and with it all it has learned.
pub struct AnySearcher {
    settings: Settings,
    kind: Kind,
    searcher: Box<dyn Searcher>,
}

impl AnySearcher {
    /// A searcher with these settings.
    ///
    /// # Errors
    /// [`HashError`] where its memory cannot be had.
    pub fn new(settings: &Settings) -> Result<Self, HashError> {
        let kind = Kind::AlphaBeta;
        Ok(Self { settings: *settings, kind, searcher: searcher(kind, settings)? })
    }

    /// Makes place for a searcher of this kind. Where it cannot have the memory, the old one stays,
    /// for it can search as well.
    fn become_kind(&mut self, kind: Kind) {
        if kind == self.kind {
            return;
        }
        // What is given back here is what the other one takes, so neither change fails but where
        // something else has taken the memory in between.
        let _ = self.searcher.configure(&Settings { hash_mib: 1, ..self.settings });
        match searcher(kind, &self.settings) {
            Ok(searcher) => (self.kind, self.searcher) = (kind, searcher),
            Err(_) => drop(self.searcher.configure(&self.settings)),
        }
    }
}

fn searcher(kind: Kind, settings: &Settings) -> Result<Box<dyn Searcher>, HashError> {
    Ok(match kind {
        Kind::AlphaBeta => Box::new(AlphaBeta::new(settings)?),
        Kind::Mcts => Box::new(Mcts::new(settings)?),
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
        self.become_kind(self.settings.choice.kind(root, limits));
        self.searcher.search(root, limits, control, report)
    }

    fn configure(&mut self, settings: &Settings) -> Result<(), HashError> {
        let configured = self.searcher.configure(settings);
        let hash_mib = configured.as_ref().map_or_else(|error| error.kept, |()| settings.hash_mib);
        self.settings = Settings { hash_mib, ..*settings };
        configured
    }

    fn clear(&mut self) {
        self.searcher.clear();
    }
}
