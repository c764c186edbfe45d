//! Monte-Carlo tree search, without chance: a tree grown where it matters, valued by evaluation.
//!
//! ESSAY

mod chances;
mod expand;
mod layer;
mod lines;
mod node;
mod params;
mod proof;
mod reroot;
mod rounds;
mod select;
mod tree;
mod worker;

use fxhash::FxHashSet;
use rayon::ThreadPool;

pub use self::params::MctsParams;
use self::rounds::Rounds;
use self::tree::Tree;
use super::control::Control;
use super::info::{Info, SearchResult};
use super::limits::Limits;
use super::pool::pool;
use super::{HashError, Root, Searcher, Settings};
use crate::board::Position;
use crate::eval::{LEAN_WEIGHTS, Preference, Weights};
use crate::rules::outcome_of;
use crate::with_position;

/// The Monte-Carlo tree searcher.
#[derive(Debug)]
pub struct Mcts {
    settings: Settings,
    params: MctsParams,
    weights: &'static [Weights; 2],
    tree: Tree,
    /// What the tree was grown for; nothing, where it is not to be gone on with.
    grown: Option<Grown>,
    /// More than one thread run here.
    pool: Option<ThreadPool>,
}

/// What a tree was grown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grown {
    root: Root,
    preference: Preference,
}

impl Mcts {
    /// A searcher with these settings.
    ///
    /// # Errors
    /// [`HashError`] where the memory for the tree cannot be had.
    pub fn new(settings: &Settings) -> Result<Self, HashError> {
        Ok(Self {
            settings: *settings,
            params: MctsParams::default(),
            weights: &LEAN_WEIGHTS,
            tree: Tree::new(settings.hash_mib)?,
            grown: None,
            pool: pool(settings.threads),
        })
    }

    /// The same with other constants and evaluation weights: for tuning.
    #[must_use]
    pub fn tuned(self, params: MctsParams, weights: &'static [Weights; 2]) -> Self {
        Self { params, weights, ..self }
    }

    /// Makes the tree one for this root: what is known of it is kept.
    fn plant<const N: usize>(&mut self, wanted: &Grown, position: &Position<N>) {
        let known = self.grown.filter(|grown| {
            (grown.root.rules, grown.preference) == (wanted.root.rules, wanted.preference)
        });
        let old = known.as_ref().and_then(|grown| grown.root.position.of_width::<N>());
        match old.and_then(|old| reroot::find(&self.tree, old, position)) {
            Some(index) => self.tree.keep(index, &FxHashSet::default()),
            None => self.tree.clear(),
        }
        // Whatever comes in between, a tree is only gone on with after a search has ended well.
        self.grown = None;
    }
}

impl Searcher for Mcts {
    fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(&Info) + Sync),
    ) -> SearchResult {
        if outcome_of(root.rules, &root.position).is_some() {
            return SearchResult::default();
        }
        let limits = self.settings.weakened(limits, root.position.count_moves());
        let preference = self.settings.preference.under(root.rules);
        let grown = Grown { root: *root, preference };
        let mut result = with_position!(&root.position, position => {
            self.plant(&grown, position);
            Rounds::new(self, &grown, position, &limits, control).run(report)
        });
        // A tree of some moves alone is of no use for a search of all.
        self.grown = limits.search_moves.is_empty().then_some(grown);
        self.settings.choose(&mut result, root.position.key());
        result
    }

    fn configure(&mut self, settings: &Settings) -> Result<(), HashError> {
        if settings.threads != self.settings.threads {
            self.pool = pool(settings.threads);
        }
        self.settings = *settings;
        if settings.hash_mib != self.tree.mib() {
            self.grown = None;
        }
        self.tree.resize(settings.hash_mib)
    }

    fn clear(&mut self) {
        self.grown = None;
    }
}
