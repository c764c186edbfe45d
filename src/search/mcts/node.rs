//! A node of the tree: half a cache line, shared by all threads without locks.

use std::ops::Range;
use std::sync::atomic::{AtomicI32, AtomicU16, AtomicU32, AtomicU64, Ordering};

use zerocopy::FromZeros;

use crate::board::Turn;
use crate::eval::Score;

/// A position after a shot, or a position between step and shot.
///
/// All values are for the side that has made the move into the node. Proven lengths are counted
/// from the position the turn began in.
#[derive(Debug, Default, FromZeros)]
#[repr(align(32))]
pub(super) struct Node {
    /// The values of all visits, in units of 2^-[`VALUE_BITS`] of a win.
    sum: AtomicU64,
    /// The code of the turn that led here; one into a step shoots at the archer's own square.
    turn: AtomicU32,
    visits: AtomicU32,
    /// See [`Node::score`].
    score: AtomicI32,
    /// The index of the first child, [`LEAF`] or [`CLAIMED`].
    first: AtomicU32,
    count: AtomicU16,
    /// In units of 1 / [`u16::MAX`].
    prior: AtomicU16,
    /// Threads that are below this node now; between two rounds, see [`Node::mark`].
    pending: AtomicU32,
}

const _: () = assert!(size_of::<Node>() == 32);

/// Fractional bits of the sum of values: 2^40 visits fit.
const VALUE_BITS: u32 = 24;

/// No child of another node is the root's, which has index 0.
const LEAF: u32 = 0;
/// A thread is making the children.
const CLAIMED: u32 = u32::MAX;

/// What a node has below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Below {
    /// Nothing yet.
    Nothing,
    /// Another thread is at work on it.
    Claimed,
    /// Children at these indices.
    Children(Range<usize>),
}

impl Node {
    /// Makes this a node without visits, and without a prior.
    pub(super) fn reset(&self, turn: Turn, score: Score) {
        self.sum.store(0, Ordering::Relaxed);
        self.turn.store(turn.code(), Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.score.store(score.hundredths(), Ordering::Relaxed);
        self.first.store(LEAF, Ordering::Relaxed);
        self.count.store(0, Ordering::Relaxed);
        self.pending.store(0, Ordering::Relaxed);
        self.prior.store(0, Ordering::Relaxed);
    }

    /// Makes this a copy of another node, while no thread is at work.
    pub(super) fn copy(&self, other: &Self) {
        self.sum.store(other.sum.load(Ordering::Relaxed), Ordering::Relaxed);
        self.turn.store(other.turn.load(Ordering::Relaxed), Ordering::Relaxed);
        self.visits.store(other.visits.load(Ordering::Relaxed), Ordering::Relaxed);
        self.score.store(other.score.load(Ordering::Relaxed), Ordering::Relaxed);
        self.first.store(other.first.load(Ordering::Relaxed), Ordering::Relaxed);
        self.count.store(other.count.load(Ordering::Relaxed), Ordering::Relaxed);
        self.prior.store(other.prior.load(Ordering::Relaxed), Ordering::Relaxed);
        self.pending.store(0, Ordering::Relaxed);
    }

    /// The turn that led here.
    #[inline(always)]
    pub(super) fn turn(&self) -> Turn {
        Turn::from_code(self.turn.load(Ordering::Relaxed))
    }

    /// How often values were backed up through this node.
    #[inline(always)]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The sum of the values of its visits, as chances to win.
    #[inline(always)]
    pub(super) fn sum(&self) -> f32 {
        self.sum.load(Ordering::Relaxed) as i64 as f32 * (1.0 / (1u64 << VALUE_BITS) as f32)
    }

    /// The best value found below the node by minimax, its own evaluation at first; or its proven
    /// result.
    #[inline(always)]
    pub(super) fn score(&self) -> Score {
        Score::from_hundredths(self.score.load(Ordering::Relaxed))
    }

    /// Changes the score. A proven one stays: proofs do not change.
    #[inline(always)]
    pub(super) fn set_score(&self, score: Score) {
        // The failure is that of a proven score to change.
        let _ = self.score.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |old| {
            (!Score::from_hundredths(old).is_proven()).then_some(score.hundredths())
        });
    }

    /// Forgets the score, proven or not.
    pub(super) fn forget_score(&self) {
        self.score.store(Score::ZERO.hundredths(), Ordering::Relaxed);
    }

    /// How likely it was thought the best of its family, before anything was known.
    #[inline(always)]
    pub(super) fn prior(&self) -> f32 {
        f32::from(self.prior.load(Ordering::Relaxed)) * (1.0 / f32::from(u16::MAX))
    }

    /// Changes the prior, from 0 to 1.
    pub(super) fn set_prior(&self, prior: f32) {
        self.prior.store((prior * f32::from(u16::MAX)) as u16, Ordering::Relaxed);
    }

    /// How many threads are below this node.
    #[inline(always)]
    pub(super) fn pending(&self) -> u32 {
        self.pending.load(Ordering::Relaxed)
    }

    /// What a compaction of the tree notes of this node, while no thread is at work; 0 before it and
    /// afterwards.
    pub(super) fn mark(&self) -> u32 {
        self.pending()
    }

    /// Changes the mark.
    pub(super) fn set_mark(&self, mark: u32) {
        self.pending.store(mark, Ordering::Relaxed);
    }

    /// Whether simulations have come here, or are coming.
    #[inline(always)]
    pub(super) fn is_visited(&self) -> bool {
        // In the order opposite to that of `visit`, lest its change be missed in between. On machines
        // that reorder loads it may be, for a moment.
        self.pending() > 0 || self.visits() > 0
    }

    /// Whether it has children: its score was found among them, and is not only its looks.
    #[inline(always)]
    pub(super) fn is_parent(&self) -> bool {
        !matches!(self.first.load(Ordering::Relaxed), LEAF | CLAIMED)
    }

    /// A thread goes below this node.
    #[inline(always)]
    pub(super) fn enter(&self) {
        self.pending.fetch_add(1, Ordering::Relaxed);
    }

    /// A thread comes back from below with a value.
    #[inline(always)]
    pub(super) fn visit(&self, value: f32) {
        let value = (value.clamp(0.0, 1.0) * (1u64 << VALUE_BITS) as f32) as u64;
        self.sum.fetch_add(value, Ordering::Relaxed);
        self.visits.fetch_add(1, Ordering::Relaxed);
        self.pending.fetch_sub(1, Ordering::Relaxed);
    }

    /// What is below.
    #[inline(always)]
    pub(super) fn below(&self) -> Below {
        // Pairs with the release of `adopt`: who sees children sees what was written into them.
        match self.first.load(Ordering::Acquire) {
            LEAF => Below::Nothing,
            CLAIMED => Below::Claimed,
            _ => Below::Children(self.children()),
        }
    }

    /// The indices of its children; none where nothing is below.
    #[inline(always)]
    pub(super) fn children(&self) -> Range<usize> {
        match self.first.load(Ordering::Acquire) {
            LEAF | CLAIMED => 0..0,
            first => {
                let count = self.count.load(Ordering::Relaxed);
                first as usize..first as usize + usize::from(count)
            }
        }
    }

    /// Takes a leaf for this thread to make children of; says whether it did, and none came
    /// first.
    pub(super) fn claim(&self) -> bool {
        let claim = (Ordering::Relaxed, Ordering::Relaxed);
        self.first.compare_exchange(LEAF, CLAIMED, claim.0, claim.1).is_ok()
    }

    /// Gives a claimed node back, or drops a node's children.
    pub(super) fn disown(&self) {
        self.first.store(LEAF, Ordering::Relaxed);
    }

    /// Shows the children that have been made. No board has room for 2^16 steps or shots.
    pub(super) fn adopt(&self, children: &Range<usize>) {
        self.count.store(children.len() as u16, Ordering::Relaxed);
        self.first.store(children.start as u32, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Detail, Preference, Proof};

    #[test]
    fn a_visit_counts_once_it_is_over() {
        let node = Node::default();
        node.enter();
        node.visit(0.75);
        node.enter();
        node.visit(0.25);
        node.enter();
        assert_eq!((node.visits(), node.pending()), (2, 1));
        assert!((node.sum() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn proofs_do_not_change() {
        let node = Node::default();
        node.set_score(Score::estimate(70));
        assert_eq!(node.score(), Score::estimate(70));
        let won = Proof { won: true, plies: 3, detail: Detail::Margin(2) };
        let won = Score::proven(Preference::Length, won);
        node.set_score(won);
        node.set_score(Score::estimate(7));
        assert_eq!(node.score(), won);
    }

    #[test]
    fn children_are_made_by_one_thread() {
        let node = Node::default();
        assert_eq!(node.below(), Below::Nothing);
        assert!(node.claim() && !node.claim());
        assert_eq!(node.below(), Below::Claimed);
        node.adopt(&(5..9));
        assert_eq!(node.below(), Below::Children(5..9));
        node.disown();
        assert_eq!(node.children(), 0..0);
    }
}
