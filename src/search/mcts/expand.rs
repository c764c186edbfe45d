//! Making children: the steps of a position, and the positions after the shots of a step.
//!
//! A position is expanded by all its steps, evaluated without shots, and the shots of the few that
//! look best; the other steps get theirs when they are first visited. Every step and every shot has
//! a node, so proofs need no second look; that a turn is two nodes keeps their number small.

use std::cmp::Reverse;
use std::ops::Range;

use super::layer::Layer;
use super::node::Node;
use super::proof::verdict;
use super::select::set_priors;
use super::worker::{Halt, Round, Shared, Worker};
use crate::board::{Position, Turn};
use crate::endgame::settled;
use crate::eval::Score;
use crate::rules::Rules;
use crate::search::steps::{Step, look_at_steps};
use crate::search::sweep::Sweep;

impl<const N: usize> Worker<N> {
    /// Makes the children of a node without any; of the root and its steps only those that lead to
    /// `wanted` moves, unless that is empty. `position` is the one the node's turn begins in, or
    /// for the layer of positions the node's own.
    pub(super) fn expand(
        &mut self,
        round: &Round<'_, N>,
        node: &Node,
        position: &Position<N>,
        layer: Layer,
        wanted: &[Turn],
    ) -> Result<(), Halt> {
        if !node.claim() {
            return Ok(());
        }
        let expanded = match layer {
            Layer::Position => self.expand_position(round, node, position, wanted),
            Layer::Step => self.expand_step(round, node, position, wanted),
        };
        if node.children().is_empty() {
            node.disown();
        }
        expanded
    }

    /// Expands every step of the root, so that each of its moves has been seen once, and weighs the
    /// steps by what was seen.
    pub(super) fn prepare(&mut self, round: &Round<'_, N>) -> Result<(), Halt> {
        let (root, position) = (round.tree.root(), round.position);
        let (wanted, preference) = (&round.shared.wanted[..], round.shared.preference);
        self.expand(round, root, position, Layer::Position, wanted)?;
        let steps = round.tree.children(root);
        let expand = |step: &Node| self.expand(round, step, position, Layer::Step, wanted);
        let expanded = steps.iter().try_for_each(expand);
        sort(steps);
        set_priors(steps, round.shared.params.temperature);
        root.set_score(verdict(Layer::Position, steps, preference));
        expanded
    }

    fn expand_position(
        &mut self,
        round: &Round<'_, N>,
        node: &Node,
        position: &Position<N>,
        wanted: &[Turn],
    ) -> Result<(), Halt> {
        let shared = round.shared;
        look_at_steps(&self.evaluator, position, &mut self.steps);
        let counted = self.spender.count(&shared.account, self.steps.len() as u64);
        if !wanted.is_empty() {
            let squares = |turn: Turn| (turn.from(), turn.to());
            let is_wanted =
                |step: &Step| wanted.iter().any(|&turn| squares(turn) == squares(step.turn));
            self.steps.retain(is_wanted);
        }
        let gain = shared.params.shot_gain;
        let looks = self.steps.iter().map(|step| (step.turn, Score::estimate(step.looks + gain)));
        let family = family(round, &looks.collect::<Vec<_>>())?;
        let steps = round.tree.nodes(family.clone());
        let first = &steps[..steps.len().min(shared.params.leaf_steps as usize)];
        let expand = |step: &Node| self.expand(round, step, position, Layer::Step, wanted);
        let looked = first.iter().try_for_each(expand);
        sort(first);
        node.adopt(&family);
        looked?;
        Ok(counted?)
    }

    /// Proves a node by counting moves, where Amazons' rules and a separated position let it; says
    /// whether that was so.
    pub(super) fn settle(
        &mut self,
        round: &Round<'_, N>,
        node: &Node,
        position: &Position<N>,
    ) -> bool {
        let Shared { rules, preference, .. } = *round.shared;
        if rules != Rules::Amazons || position.is_contested() {
            return false;
        }
        let proof = settled(&mut self.filling, position);
        self.spender.labour();
        if let Some(proof) = proof {
            let score = Score::proven(preference, proof);
            node.set_score(Layer::Position.score(score, preference));
        }
        proof.is_some()
    }

    fn expand_step(
        &mut self,
        round: &Round<'_, N>,
        node: &Node,
        position: &Position<N>,
        wanted: &[Turn],
    ) -> Result<(), Halt> {
        let shared = round.shared;
        let bundle = position.bundle(node.turn().from(), node.turn().to());
        let mut sweep = Sweep::new(position, shared.preference, shared.rules, 0);
        let shots = &mut self.shots;
        shots.clear();
        let mut take = |turn: Turn, score: Score, _| {
            if wanted.is_empty() || wanted.contains(&turn) {
                shots.push((turn, score));
            }
        };
        sweep.put_all(&bundle, &self.evaluator, &mut take);
        sweep.finish(&self.evaluator, &mut take);
        shots.sort_unstable_by_key(|&(turn, score)| (Reverse(score), turn.code()));
        let counted = self.spender.count(&shared.account, sweep.take_evaluated());
        let family = family(round, shots)?;
        // Who sees that there are children takes the score for theirs.
        let children = round.tree.nodes(family.clone());
        node.set_score(verdict(Layer::Step, children, shared.preference));
        node.adopt(&family);
        Ok(counted?)
    }
}

/// Puts siblings in the order that [`verdict`] and selection rely on, while no other thread sees
/// them: the visited ones first, then those with the best scores.
fn sort(siblings: &[Node]) {
    let copied = |node: &Node| {
        let copy = Node::default();
        copy.copy(node);
        copy
    };
    let mut sorted: Vec<Node> = siblings.iter().map(copied).collect();
    sorted.sort_by_key(|node| Reverse((node.is_visited(), node.score())));
    for (node, sorted) in siblings.iter().zip(&sorted) {
        node.copy(sorted);
    }
}

/// Makes a family of nodes, best-looking first, from their turns and looks.
fn family<const N: usize>(
    round: &Round<'_, N>,
    children: &[(Turn, Score)],
) -> Result<Range<usize>, Halt> {
    let family = round.tree.allot(children.len()).ok_or(Halt::Full)?;
    let nodes = round.tree.nodes(family.clone());
    for (node, &(turn, looks)) in nodes.iter().zip(children) {
        node.reset(turn, looks);
    }
    set_priors(nodes, round.shared.params.temperature);
    Ok(family)
}
