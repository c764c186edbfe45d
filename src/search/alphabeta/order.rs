//! Which moves look best.

use std::cmp::Reverse;

use super::worker::Worker;
use crate::board::Turn;
use crate::search::best::best_first;

/// A move to search, and how good it looks for the side that makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) turn: Turn,
    pub(super) looks: i32,
}

impl Candidate {
    /// Less for better looks. Equal ones are told apart by the move, so that the order is the same in
    /// every run.
    pub(super) fn rank(self) -> (Reverse<i32>, u32) {
        (Reverse(self.looks), self.turn.code())
    }
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
        best_first(candidates, width, |candidate| candidate.rank());
    }
}
