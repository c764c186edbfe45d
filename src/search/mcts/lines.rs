//! What the tree says: the moves of a position in order, and the lines they begin.

use std::cmp::Reverse;

use super::tree::Tree;
use crate::search::best;

/// The two nodes of a turn, by their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Played {
    pub(super) step: usize,
    /// The position after the shot.
    pub(super) position: usize,
}

/// The turns known from a position, in no order.
pub(super) fn turns(tree: &Tree, position: usize) -> impl Iterator<Item = Played> {
    let steps = tree.children_at(position);
    steps.flat_map(|step| tree.children_at(step).map(move |position| Played { step, position }))
}

/// The `count` best turns known from a position, the best first: proven wins by score, then the most
/// visited ones, proven losses by score last.
pub(super) fn best_first(tree: &Tree, position: usize, count: usize) -> Vec<Played> {
    let mut ranked: Vec<_> =
        turns(tree, position).map(|played| (Reverse(rank(tree, played)), played)).collect();
    best::best_first(&mut ranked, count, |&(rank, _)| rank);
    ranked.into_iter().take(count).map(|(_, played)| played).collect()
}

/// The line that a turn begins, as long as its best replies are known.
pub(super) fn line(tree: &Tree, first: Played) -> Vec<Played> {
    let best_reply =
        |played: &Played| turns(tree, played.position).max_by_key(|&played| rank(tree, played));
    std::iter::successors(Some(first), best_reply).collect()
}

/// Greater for better turns; equal ones are told apart by their squares, so that the order is the
/// same in every run.
fn rank(tree: &Tree, played: Played) -> (i32, u32, i32, Reverse<u32>) {
    let node = tree.node(played.position);
    let score = node.score();
    let class = i32::from(score.is_won()) - i32::from(score.is_lost());
    let visits = if score.is_proven() { 0 } else { node.visits() };
    (class, visits, score.hundredths(), Reverse(node.turn().code()))
}
