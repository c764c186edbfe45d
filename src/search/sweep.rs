//! Evaluating the moves of one position, four at a time, and seeing which of them end the game.

use arrayvec::ArrayVec;

use crate::board::{MoveSet, Position, Turn};
use crate::eval::{Detail, Evaluator, Preference, Proof, Score};
use crate::rules::{Outcome, Reason, Rules, separated};
use crate::survey::LANES;

/// Moves of one position on their way through the evaluator. `ply` is the position's distance from
/// the root: proven results are counted from there.
pub(super) struct Sweep<'p, const N: usize> {
    position: &'p Position<N>,
    preference: Preference,
    rules: Rules,
    ply: usize,
    /// Moves that wait to be evaluated.
    waiting: ArrayVec<Turn, LANES>,
    /// Moves evaluated and not yet counted.
    evaluated: u64,
}

impl<'p, const N: usize> Sweep<'p, N> {
    pub(super) fn new(
        position: &'p Position<N>,
        preference: Preference,
        rules: Rules,
        ply: usize,
    ) -> Self {
        Self { position, preference, rules, ply, waiting: ArrayVec::new(), evaluated: 0 }
    }

    /// Adds one of the first [`LANES`] moves.
    pub(super) fn add(&mut self, turn: Turn) {
        self.waiting.push(turn);
    }

    /// How many moves were evaluated since this was asked last.
    #[inline(always)]
    pub(super) fn take_evaluated(&mut self) -> u64 {
        std::mem::take(&mut self.evaluated)
    }

    /// Adds a move; `take` is shown each evaluated one with its score and whether it ends the game.
    #[inline(always)]
    fn put(&mut self, turn: Turn, evaluator: &Evaluator<N>, take: impl FnMut(Turn, Score, bool)) {
        self.add(turn);
        if self.waiting.is_full() {
            self.finish(evaluator, take);
        }
    }

    /// Adds all moves of a bundle: see [`Sweep::put`].
    #[inline(always)]
    pub(super) fn put_all(
        &mut self,
        bundle: &MoveSet<N>,
        evaluator: &Evaluator<N>,
        mut take: impl FnMut(Turn, Score, bool),
    ) {
        for shot in bundle.shots {
            self.put(Turn::new(bundle.from, bundle.to, shot), evaluator, &mut take);
        }
    }

    /// Evaluates what is waiting.
    pub(super) fn finish(
        &mut self,
        evaluator: &Evaluator<N>,
        mut take: impl FnMut(Turn, Score, bool),
    ) {
        let Some(&first) = self.waiting.first() else { return };
        let mut turns = [first; LANES];
        turns[..self.waiting.len()].copy_from_slice(&self.waiting);
        let verdicts = evaluator.children(self.position, &turns);
        for lane in 0..self.waiting.len() {
            let turn = turns[lane];
            match self.ending(turn, verdicts.apart[lane], verdicts.blocked[lane]) {
                Some(outcome) => take(turn, self.result(outcome), true),
                None => take(turn, Score::estimate(verdicts.estimates[lane]), false),
            }
        }
        self.evaluated += self.waiting.len() as u64;
        self.waiting.clear();
    }

    /// How the game ends with this move, if it does.
    #[inline(always)]
    fn ending(&self, turn: Turn, apart: bool, blocked: bool) -> Option<Outcome> {
        if apart && self.rules == Rules::Strelci {
            let child = self.position.after_turn(turn);
            if !child.is_contested() {
                return Some(separated(&child));
            }
        }
        let winner = self.position.side_to_move();
        blocked.then_some(Outcome { winner, reason: Reason::Blocked })
    }

    fn result(&self, outcome: Outcome) -> Score {
        let margin = match outcome.reason {
            Reason::Separated { margin } => margin,
            Reason::Blocked => 0,
        };
        let won = outcome.winner == self.position.side_to_move();
        let proof = Proof { won, plies: self.ply + 1, detail: Detail::Margin(margin) };
        Score::proven(self.preference, proof)
    }
}
