//! Which moves look best.

use super::worker::Worker;
use crate::board::Turn;

/// A move to search, and how good it looks for the side that makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) turn: Turn,
    pub(super) looks: i32,
}

impl<const N: usize> Worker<'_, N> {
    /// Puts the `width` best-looking moves first, in order.
    pub(super) fn order(&mut self, candidates: &mut [Candidate], width: usize, ply: usize) {
        let killers = self.frame(ply).killers;
        for candidate in candidates.iter_mut() {
            if killers.has(candidate.turn) {
                candidate.looks += self.shared.params.killer_bonus;
            }
        }
        best_first(candidates, width);
    }
}

/// Moves the `count` best-looking candidates to the front, best first.
pub(super) fn best_first(candidates: &mut [Candidate], count: usize) {
    // Equal looks are told apart by the move, so that the order is the same in every run.
    let rank = |candidate: &Candidate| (std::cmp::Reverse(candidate.looks), candidate.turn.code());
    if count < candidates.len() {
        candidates.select_nth_unstable_by_key(count, rank);
        candidates[..count].sort_unstable_by_key(rank);
    } else {
        candidates.sort_unstable_by_key(rank);
    }
}
