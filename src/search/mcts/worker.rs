//! One thread of the search: simulations, from the root down and back.

use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

use crossbeam_utils::CachePadded;

use super::layer::Layer;
use super::node::{Below, Node};
use super::params::MctsParams;
use super::proof::verdict;
use super::select::Puct;
use super::tree::Tree;
use crate::board::{Position, Turn};
use crate::endgame::Filling;
use crate::eval::{Evaluator, Preference, Score, Weights};
use crate::isa::Isa;
use crate::rules::Rules;
use crate::search::account::{Account, Spender, Stopped};
use crate::search::steps::Step;

/// What all threads and rounds of one search share.
pub(super) struct Shared<'s> {
    pub(super) account: Account<'s>,
    pub(super) params: &'s MctsParams,
    pub(super) puct: Puct,
    pub(super) rules: Rules,
    pub(super) preference: Preference,
    /// The only moves to consider at the root; all, where it is empty.
    pub(super) wanted: Vec<Turn>,
    /// Simulations that have come to an end. All threads write here: in a cache line of its own it is
    /// in the way of nothing that is only read.
    pub(super) simulations: CachePadded<AtomicU64>,
    /// The deepest ply looked at.
    pub(super) selective_depth: CachePadded<AtomicUsize>,
}

impl Shared<'_> {
    /// Simulations that have come to an end, all threads together.
    pub(super) fn simulations(&self) -> u64 {
        self.simulations.load(Ordering::Relaxed)
    }
}

/// A stretch of a search in which no node moves: all threads work on the tree until one of them has
/// a reason to halt.
pub(super) struct Round<'r, const N: usize> {
    pub(super) shared: &'r Shared<'r>,
    pub(super) tree: &'r Tree,
    /// The root's position.
    pub(super) position: &'r Position<N>,
    /// Whether the root was proven when the round began: then the proofs of more lines are wanted.
    was_proven: bool,
    /// The weightiest [`Halt`] there is a reason for, as a number.
    halt: AtomicU8,
}

/// Why a round ends: of several reasons the last one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Halt {
    /// There is no reason.
    No,
    /// The root has been proven.
    Proven,
    /// The memory is used up.
    Full,
    /// Every child of the root is proven.
    Exhausted,
    /// More is of no use, or not allowed.
    Enough,
    /// The search must end.
    Stopped,
}

impl Halt {
    const ALL: [Self; 6] =
        [Self::No, Self::Proven, Self::Full, Self::Exhausted, Self::Enough, Self::Stopped];
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl<'r, const N: usize> Round<'r, N> {
    pub(super) fn new(shared: &'r Shared<'r>, tree: &'r Tree, position: &'r Position<N>) -> Self {
        let was_proven = tree.root().score().is_proven();
        Self { shared, tree, position, was_proven, halt: AtomicU8::new(Halt::No as u8) }
    }

    /// Makes all threads halt.
    pub(super) fn end(&self, reason: Halt) {
        self.halt.fetch_max(reason as u8, Ordering::Relaxed);
    }

    /// Why the threads halt, if they do.
    pub(super) fn halt(&self) -> Halt {
        Halt::ALL[usize::from(self.halt.load(Ordering::Relaxed))]
    }

    /// The step to look at next where the root is proven and the proofs of more lines are wanted: one
    /// whose shots pruning has taken, which may have been among the best, or else that of the most
    /// urgent turn.
    pub(super) fn open_step(&self) -> Option<&'r Node> {
        let (tree, root) = (self.tree, self.tree.root());
        let families = tree.children(root).iter().map(|step| (step, tree.children(step)));
        let bare = families.clone().find(|(_, shots)| shots.is_empty()).map(|(step, _)| step);
        bare.or_else(|| self.shared.puct.select_step(root, families))
    }

    /// Makes the other threads halt should a panic take this one away: the search waits for them.
    pub(super) const fn guard(&self) -> Guard<'_, 'r, N> {
        Guard(self)
    }
}

/// See [`Round::guard`]. A thread that ends well leaves the others at work, unlike with
/// [`Account::closing`].
pub(super) struct Guard<'g, 'r, const N: usize>(&'g Round<'r, N>);

impl<const N: usize> Drop for Guard<'_, '_, N> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end(Halt::Stopped);
        }
    }
}

/// One thread of a search.
pub(super) struct Worker<const N: usize> {
    pub(super) evaluator: Evaluator<N>,
    pub(super) filling: Filling<N>,
    pub(super) spender: Spender,
    /// The steps of the position that is being expanded.
    pub(super) steps: Vec<Step>,
    /// The shots of the step that is being expanded.
    pub(super) shots: Vec<(Turn, Score)>,
}

impl<const N: usize> Worker<N> {
    pub(super) fn new(root: &Position<N>, rules: Rules, weights: &'static [Weights; 2]) -> Self {
        Self {
            evaluator: Evaluator::new(root.geometry(), rules, weights, Isa::best()),
            filling: Filling::default(),
            spender: Spender::default(),
            steps: Vec::new(),
            shots: Vec::new(),
        }
    }

    /// Does simulations until all threads together have done so many since the beginning of the
    /// search, or there is a reason for all of them to halt.
    pub(super) fn run(&mut self, round: &Round<'_, N>, target: u64) {
        let _guard = round.guard();
        let mut path = Vec::new();
        while round.halt() == Halt::No && round.shared.simulations() < target {
            if let Err(reason) = self.simulate(round, &mut path) {
                round.end(reason);
            } else if !round.was_proven && round.tree.root().score().is_proven() {
                round.end(Halt::Proven);
            }
        }
    }

    /// One simulation: down to a node without children, which gets some, and back with its value.
    fn simulate<'r>(&mut self, round: &Round<'r, N>, path: &mut Vec<&'r Node>) -> Result<(), Halt> {
        path.clear();
        let descended = self.descend(round, path);
        // Also where it was broken off: the others rely on it that whoever was first at a node has
        // left a visit.
        back_up(round, path);
        descended?;
        round.shared.simulations.fetch_add(1, Ordering::Relaxed);
        let (deepest, depth) = (&round.shared.selective_depth, path.len().div_ceil(2));
        if depth > deepest.load(Ordering::Relaxed) {
            deepest.fetch_max(depth, Ordering::Relaxed);
        }
        Ok(self.spender.pass(&round.shared.account)?)
    }

    /// Goes down from the root by the most urgent children, and expands the last one.
    fn descend<'r>(&mut self, round: &Round<'r, N>, path: &mut Vec<&'r Node>) -> Result<(), Halt> {
        let mut node = round.tree.root();
        let mut position = *round.position;
        let mut layer = Layer::Position;
        loop {
            node.enter();
            path.push(node);
            let children = match node.below() {
                Below::Children(children) => round.tree.nodes(children),
                // The value it has must do: another thread is finding a better one.
                Below::Claimed => return Ok(()),
                Below::Nothing => {
                    if layer == Layer::Position && self.settle(round, node, &position) {
                        return Ok(());
                    }
                    let wanted = if path.len() <= 2 { &round.shared.wanted[..] } else { &[] };
                    return self.expand(round, node, &position, layer, wanted);
                }
            };
            let is_for_more_lines = path.len() == 1 && round.was_proven;
            let next = if is_for_more_lines {
                round.open_step()
            } else {
                round.shared.puct.select(node, children)
            };
            match next {
                Some(child) => node = child,
                None if path.len() == 1 => return Err(Halt::Exhausted),
                // Others have proven all that is below; it is for the way back to see that.
                None => return Ok(()),
            }
            if layer == Layer::Step {
                position = position.after_turn(node.turn());
            }
            layer = layer.below();
        }
    }
}

/// Takes the value of the last node of a path back to the root, and sees what is proven by it.
fn back_up<const N: usize>(round: &Round<'_, N>, path: &[&Node]) {
    let Shared { puct, preference, .. } = round.shared;
    let mut layer = if path.len() % 2 == 1 { Layer::Position } else { Layer::Step };
    let mut from_below: Option<(f32, Score)> = None;
    // What is found of a node changes only with a child's score, or where a child is seen the first
    // time: a look at all siblings, which other threads are writing to, is worth being saved.
    let mut is_news = true;
    for node in path.iter().rev() {
        let before = node.score();
        if is_news {
            let children = round.tree.children(node);
            if !children.is_empty() {
                node.set_score(verdict(layer, children, *preference));
            }
        }
        let score = node.score();
        let value = match from_below {
            // A child that is proven lost says nothing of its parent: another will be chosen.
            Some((value, below)) if !below.is_proven() && !score.is_proven() => layer.value(value),
            _ => puct.chance(score),
        };
        is_news = from_below.is_none() || score != before || node.visits() == 0;
        node.visit(value);
        from_below = Some((value, score));
        layer = layer.above();
    }
}
