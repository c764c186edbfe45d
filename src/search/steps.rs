//! Steps before shots: how good each step of an archer looks while nothing is shot.

use crate::board::{MoveSet, Position, Turn};
use crate::eval::Evaluator;
use crate::survey::LANES;

/// An archer's step with all its shots, and how good it looks before a shot: in hundredths of a
/// square, for the side that takes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<const N: usize> {
    pub(super) bundle: MoveSet<N>,
    pub(super) looks: i32,
}

impl<const N: usize> Step<N> {
    /// The step as a move that changes nothing by its shot: at the square the archer stands on.
    pub(super) const fn turn(&self) -> Turn {
        let MoveSet { from, to, .. } = self.bundle;
        Turn::new(from, to, to)
    }
}

/// Replaces `steps` by those the side to move can take, the best-looking first.
pub(super) fn look_at_steps<const N: usize>(
    evaluator: &Evaluator<N>,
    position: &Position<N>,
    steps: &mut Vec<Step<N>>,
) {
    steps.clear();
    steps.extend(position.bundles().map(|bundle| Step { bundle, looks: 0 }));
    for steps in steps.chunks_mut(LANES) {
        let turns = std::array::from_fn(|lane| steps[lane.min(steps.len() - 1)].turn());
        let verdicts = evaluator.children(position, &turns);
        for (step, looks) in steps.iter_mut().zip(verdicts.estimates) {
            step.looks = looks;
        }
    }
    steps.sort_by_key(|step| std::cmp::Reverse(step.looks));
}
