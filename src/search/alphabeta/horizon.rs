//! The last ply: no move is searched deeper.

use super::worker::{Best, Worker};
use crate::board::{Position, Turn};
use crate::eval::Score;
use crate::search::account::Stopped;
use crate::search::sweep::Sweep;
use crate::search::window::Window;

impl<const N: usize> Worker<'_, N> {
    /// The last ply: the best of all moves by evaluation.
    pub(super) fn horizon(
        &mut self,
        position: &Position<N>,
        window: Window,
        ply: usize,
        remembered: Option<Turn>,
    ) -> Result<Best, Stopped> {
        let mut best = Best::NONE;
        let mut sweep = Sweep::new(position, self.shared.preference, self.shared.rules, ply);
        let killers = self.frame(ply).killers;
        let killers = killers.turns().filter(|&turn| position.allows(turn));
        for turn in remembered.into_iter().chain(killers) {
            sweep.add(turn);
        }
        sweep.finish(&self.evaluator, |turn, score, _| best.improve(score, turn));
        if best.score < window.beta {
            let mut steps = std::mem::take(&mut self.frame(ply).steps);
            self.look_at_steps(position, &mut steps)?;
            for step in &steps {
                // The steps come with the best first, and no shot mends one that looks too bad.
                let most = Score::estimate(step.looks + self.shared.params.step_margin);
                let too_bad = most < window.alpha.max(best.score);
                if too_bad && self.may_pass_over(window, best.score) {
                    // What waits may win: then the largest margin may be asked for.
                    sweep.finish(&self.evaluator, |turn, score, _| best.improve(score, turn));
                    if best.score >= window.beta || self.may_pass_over(window, best.score) {
                        best.score = best.score.max(most);
                        break;
                    }
                }
                sweep.put_all(&step.bundle(position), &self.evaluator, |turn, score, _| {
                    best.improve(score, turn);
                });
                self.count(sweep.take_evaluated())?;
                if best.score >= window.beta {
                    break;
                }
            }
            sweep.finish(&self.evaluator, |turn, score, _| best.improve(score, turn));
            self.frame(ply).steps = steps;
        }
        self.count(sweep.take_evaluated())?;
        if let Some(turn) = best.turn {
            if best.score >= window.beta {
                self.frame(ply).killers.add(turn);
            }
            if best.score > window.alpha {
                self.end_pv(ply, Some(turn));
            }
        }
        Ok(best)
    }
}
