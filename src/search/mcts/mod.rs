//! Monte-Carlo tree search without chance: a tree that grows where it matters, valued by the
//! evaluation.
//!
//! A search is a great number of *simulations*. Each goes down from the root by the most urgent
//! child of every node, gives children to the node where it ends, and takes the value of that node
//! back up to the root. So the tree grows by a family at a time, deepest where the moves are good;
//! whenever it is asked, the move visited most is the one to play. The playouts at random that gave
//! the method its name (Coulom, "Efficient selectivity and backup operators in Monte-Carlo tree
//! search", 2006) are not made: in this game they are best cut short by an evaluation (Lorentz,
//! "Amazons discover Monte-Carlo", 2008), and ours is good enough to be asked at once.
//!
//! **A turn is two nodes**, a step and a shot ([`layer`]). A position with two thousand moves has a
//! hundred steps, and so a leaf is expanded ([`expand`]) by some hundred evaluations: of all its
//! steps without a shot, and of the shots of the few steps that look best. The shots of the other
//! steps are looked at when the step is first visited. Since every step and every shot has a node,
//! nothing has to be added to a proof that was left out before.
//!
//! **Which child** ([`select`]) is decided by its value and its prior: the better it looked at first,
//! the sooner it is tried, and the more it has been visited, the less there is to learn. The value
//! mixes the mean of its visits with the minimax of the scores below it: the mean alone is slow to
//! believe in a single good reply, minimax alone believes in every error of the evaluation. Scores
//! become chances to win by the scale the evaluation was fitted with.
//!
//! **What is proven** ([`proof`]) goes up as scores do. A child that wins proves its parent lost, a
//! parent all of whose children lose has won; Střelci ends where the sides are separated, and under
//! Amazons' rules the moves that each side has left are counted there. Proven nodes are not visited
//! any more, so a won position is soon searched for nothing but its proof, and the search ends when
//! the root is proven. Where more lines are wanted it goes on, then by the turns of the root whose own
//! result is open, until so many lines are proven.
//!
//! **Threads** share the one tree, whose nodes are atomics ([`node`]). A thread that goes down leaves
//! a mark on its way that counts as lost visits (virtual loss; Chaslot, Winands and van den Herik,
//! "Parallel Monte-Carlo tree search", 2008), so that the others go elsewhere; a leaf belongs to the
//! thread that has claimed it, and whoever comes second takes the value that is there. Nobody waits.
//!
//! **Memory** ([`tree`]) is what the settings say and no more. The search goes in rounds ([`rounds`]),
//! in which no node moves: the first thread looks now and then at what there is, tells lines and sees
//! whether it is enough, at numbers of simulations, so that one thread does the same in every run.
//! A round ends when the tree is full, and it is pruned of what was visited least ([`compact`]). The
//! same move of memory makes the tree of the last search that of the next, when the game has gone on
//! ([`reroot`]).
//!
//! The *depth* of a line is its length in plies, and a limit of depth ends the search when the best
//! line is so long.

mod chances;
mod compact;
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
use self::tree::{ROOT, Tree};
use super::budget::{Budget, Situation};
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
    /// The other threads run here.
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
            pool: pool(settings.threads.saturating_sub(1)),
        })
    }

    /// The same with other constants and evaluation weights: for tuning.
    #[must_use]
    pub fn tuned(self, params: MctsParams, weights: &'static [Weights; 2]) -> Self {
        Self { params, weights, ..self }
    }

    /// Makes the tree one for this root: what is known of it is kept, if that does not take the
    /// greater part of the time. A search of some moves begins anew: the tree has all of them; and
    /// so does a weak one, which must not know more than it may look at.
    fn plant<const N: usize>(
        &mut self,
        wanted: &Grown,
        position: &Position<N>,
        limits: &Limits,
        budget: &Budget,
        control: &Control,
    ) {
        // Whatever comes in between, a tree is only gone on with after a search has ended well.
        let known = self.grown.take().filter(|grown| {
            (grown.root.rules, grown.preference) == (wanted.root.rules, wanted.preference)
                && limits.search_moves.is_empty()
                && self.settings.skill >= Settings::FULL_SKILL
        });
        let old = known.as_ref().and_then(|grown| grown.root.position.of_width::<N>());
        let is_worth_it = budget.hard.is_none_or(|hard| self.tree.keeping() <= hard / 2);
        match old.and_then(|old| reroot::find(&self.tree, old, position)) {
            Some(ROOT) => {}
            Some(index) if is_worth_it => {
                let out_of_time = || budget.hard.is_some_and(|hard| control.elapsed() >= hard);
                let is_over = || control.is_stopped() || out_of_time();
                // What was kept only in part is dropped whole: the search begins anew.
                let _ = self.tree.keep(index, &FxHashSet::default(), &is_over);
            }
            _ => self.tree.clear(),
        }
    }
}

/// Evaluations of all steps and all moves of a position.
fn looks<const N: usize>(position: &Position<N>) -> u64 {
    position.count_moves() + position.steps().count() as u64
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
        let looks = with_position!(&root.position, position => looks(position));
        let limits = self.settings.weakened(limits, looks);
        let preference = self.settings.preference.under(root.rules);
        let grown = Grown { root: *root, preference };
        let situation = Situation::of(&root.position, self.settings.overhead);
        let budget = Budget::of(&limits, situation);
        let mut result = with_position!(&root.position, position => {
            self.plant(&grown, position, &limits, &budget, control);
            Rounds::new(self, &grown, position, &limits, budget, control).run(report)
        });
        // A tree of some moves alone is of no use for a search of all.
        self.grown = limits.search_moves.is_empty().then_some(grown);
        self.settings.choose(&mut result, root.position.key());
        result
    }

    fn configure(&mut self, settings: &Settings) -> Result<(), HashError> {
        if settings.threads != self.settings.threads {
            self.pool = pool(settings.threads.saturating_sub(1));
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
