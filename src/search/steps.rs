//! Steps before shots: how good each step of an archer looks while nothing is shot.

use std::cmp::Reverse;

use crate::board::{MoveSet, Position, Turn};
use crate::eval::Evaluator;
use crate::survey::LANES;

/// An archer's step, and how good it looks before a shot: in hundredths of a square, for the side
/// that takes it. Small, since sorting moves it about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The step as a move that changes nothing by its shot: at the square the archer stands on.
    pub(super) turn: Turn,
    pub(super) looks: i32,
}

impl Step {
    /// The moves that begin with this step.
    #[inline(always)]
    pub(super) fn bundle<const N: usize>(self, position: &Position<N>) -> MoveSet<N> {
        position.bundle(self.turn.from(), self.turn.to())
    }
}

/// Replaces `steps` by those the side to move can take, the best-looking first.
pub(super) fn look_at_steps<const N: usize>(
    evaluator: &Evaluator<N>,
    position: &Position<N>,
    steps: &mut Vec<Step>,
) {
    steps.clear();
    steps.extend(
        position.steps().map(|(from, to)| Step { turn: Turn::new(from, to, to), looks: 0 }),
    );
    for steps in steps.chunks_mut(LANES) {
        let turns = std::array::from_fn(|lane| steps[lane.min(steps.len() - 1)].turn);
        let verdicts = evaluator.children(position, &turns);
        for (step, looks) in steps.iter_mut().zip(verdicts.estimates) {
            step.looks = looks;
        }
    }
    steps.sort_unstable_by_key(|step| (Reverse(step.looks), step.turn.code()));
}
