//! The plies before the last: the best-looking moves are searched deeper.

use super::order::Candidate;
use super::worker::{Best, Node, Shared, Worker};
use crate::board::{Position, Turn};
use crate::eval::{Preference, Score};
use crate::search::account::Stopped;
use crate::search::steps::Step;
use crate::search::sweep::Sweep;
use crate::search::window::Window;

impl<const N: usize> Worker<'_, N> {
    /// A node of depth 2 or more: the remembered move is searched before any other is evaluated,
    /// since it often cuts off, and then the best-looking ones.
    pub(super) fn branch(
        &mut self,
        node: &Node<'_, N>,
        remembered: Option<Turn>,
    ) -> Result<Best, Stopped> {
        let mut best = Best::NONE;
        if let Some(turn) = remembered
            && self.try_remembered(node, turn, &mut best)?
        {
            return Ok(best);
        }
        let mut steps = std::mem::take(&mut self.frame(node.ply).steps);
        self.look_at_steps(node.position, &mut steps)?;
        let (first, rest) = steps.split_at(steps.len().min(self.shared.params.step_width as usize));
        self.try_steps(node, first, remembered, &mut best)?;
        let enough = self.may_pass_over(node.window, best.score) || best.score >= node.window.beta;
        if !enough && !rest.is_empty() {
            self.try_steps(node, rest, remembered, &mut best)?;
        }
        self.frame(node.ply).steps = steps;
        Ok(best)
    }

    /// Searches the remembered move of a node; says whether no other need be looked at.
    fn try_remembered(
        &mut self,
        node: &Node<'_, N>,
        turn: Turn,
        best: &mut Best,
    ) -> Result<bool, Stopped> {
        let ended = self.ending(node, turn)?;
        if ended.turn.is_none() {
            return self.try_move(node, turn, 0, best);
        }
        self.take_ended(node, ended, best);
        Ok(self.is_unmatched(node, ended))
    }

    /// A move with its value, where it ends the game.
    fn ending(&mut self, node: &Node<'_, N>, turn: Turn) -> Result<Best, Stopped> {
        let Shared { preference, rules, .. } = *self.shared;
        let mut sweep = Sweep::new(node.position, preference, rules, node.ply);
        let mut ended = Best::NONE;
        sweep.add(turn);
        sweep.finish(&self.evaluator, |turn, score, is_over| {
            if is_over {
                ended.improve(score, turn);
            }
        });
        self.count(sweep.take_evaluated())?;
        Ok(ended)
    }

    /// Takes a move that ends the game for the best, where it is better. It is no killer move: such
    /// moves are found before any is searched.
    fn take_ended(&mut self, node: &Node<'_, N>, ended: Best, best: &mut Best) {
        if ended.score > best.score {
            *best = ended;
            if ended.score > node.window.alpha {
                self.end_pv(node.ply, ended.turn);
            }
        }
    }

    /// Whether no other move need be looked at beside one that ends the game: it cuts off, or wins,
    /// and nothing is shorter than a win at once. (Where length comes first, a larger margin at the
    /// same length is not looked for.)
    fn is_unmatched(&self, node: &Node<'_, N>, ended: Best) -> bool {
        let shortest = ended.score.is_won() && self.shared.preference == Preference::Length;
        shortest || ended.score >= node.window.beta
    }

    /// Searches the best-looking moves of some steps, but not the remembered one, which has been;
    /// `best` is what others have come to. How many of them are tried, and how deep, does not depend on
    /// how many of other steps were: those are proven lost, or win by less than is asked for.
    fn try_steps(
        &mut self,
        node: &Node<'_, N>,
        steps: &[Step],
        remembered: Option<Turn>,
        best: &mut Best,
    ) -> Result<(), Stopped> {
        let ply = node.ply;
        let ended = self.expand(node.position, ply, steps, remembered)?;
        self.take_ended(node, ended, best);
        if self.is_unmatched(node, ended) {
            return Ok(());
        }
        let mut candidates = std::mem::take(&mut self.frame(ply).candidates);
        self.order(&mut candidates, self.width(node.depth), ply);
        let tried = usize::from(remembered.is_some());
        let result = self.try_moves(node, &candidates, tried, best);
        self.frame(ply).candidates = candidates;
        result
    }

    /// Evaluates the moves of some steps; those that end the game go into the value returned, the
    /// others, but for the remembered one, into the frame's candidates, in no order.
    fn expand(
        &mut self,
        position: &Position<N>,
        ply: usize,
        steps: &[Step],
        remembered: Option<Turn>,
    ) -> Result<Best, Stopped> {
        let mut candidates = std::mem::take(&mut self.frame(ply).candidates);
        candidates.clear();
        let mut ended = Best::NONE;
        let mut take = |turn: Turn, score: Score, is_over: bool| {
            if is_over {
                ended.improve(score, turn);
            } else if Some(turn) != remembered {
                candidates.push(Candidate { turn, looks: score.hundredths() });
            }
        };
        let mut sweep = Sweep::new(position, self.shared.preference, self.shared.rules, ply);
        for step in steps {
            sweep.put_all(&step.bundle(position), &self.evaluator, &mut take);
            self.count(sweep.take_evaluated())?;
        }
        sweep.finish(&self.evaluator, &mut take);
        self.count(sweep.take_evaluated())?;
        self.frame(ply).candidates = candidates;
        Ok(ended)
    }

    /// Searches candidates in order, after so many tried moves, until one cuts off, enough were tried
    /// or the others are futile; those that another thread is searching come last.
    fn try_moves(
        &mut self,
        node: &Node<'_, N>,
        candidates: &[Candidate],
        tried: usize,
        best: &mut Best,
    ) -> Result<(), Stopped> {
        let width = self.width(node.depth);
        let mut deferred = Vec::new();
        for (number, candidate) in (tried..).zip(candidates) {
            if self.may_pass_over(node.window, best.score) {
                let needed = node.window.alpha.max(best.score);
                if number >= width {
                    break;
                }
                if let Some(most) = self.futile(candidate.looks, candidates.len(), needed) {
                    best.score = best.score.max(most);
                    break;
                }
            }
            let child = node.position.after_turn(candidate.turn);
            if number > 0 && self.is_taken(&child, node.depth - 1) {
                deferred.push((number, candidate.turn));
            } else if self.try_move(node, candidate.turn, number, best)? {
                return Ok(());
            }
        }
        for (number, turn) in deferred {
            if self.try_move(node, turn, number, best)? {
                break;
            }
        }
        Ok(())
    }

    /// Searches one move of a node; says whether it cuts off.
    fn try_move(
        &mut self,
        node: &Node<'_, N>,
        turn: Turn,
        number: usize,
        best: &mut Best,
    ) -> Result<bool, Stopped> {
        let Node { position, depth, window, ply } = *node;
        let child = position.after_turn(turn);
        let asked = Window { alpha: window.alpha.max(best.score), beta: window.beta };
        let child = Node { position: &child, depth: depth - 1, window: asked, ply: ply + 1 };
        let score = self.child(&child, number)?;
        if score > best.score {
            best.improve(score, turn);
            if score > window.alpha {
                self.set_pv(ply, turn);
            }
            if score >= window.beta {
                self.frame(ply).killers.add(turn);
                return Ok(true);
            }
        }
        Ok(false)
    }
}
