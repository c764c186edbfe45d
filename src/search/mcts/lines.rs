//! What the tree says: the moves of a position in order, and the lines they begin.

use std::cmp::Reverse;

use super::node::Node;
use super::tree::Tree;
use crate::board::Turn;

/// The positions one turn below a node, the best first: proven wins by score, then the most visited
/// first, proven losses by score last.
pub(super) fn best_first<'t>(tree: &'t Tree, position: &Node) -> Vec<&'t Node> {
    let steps = tree.children(position).iter();
    let mut turns: Vec<&Node> = steps.flat_map(|step| tree.children(step)).collect();
    turns.sort_by_cached_key(|node| Reverse(rank(node)));
    turns
}

/// The line that a node begins, as long as its best replies are known.
pub(super) fn line(tree: &Tree, first: &Node) -> Vec<Turn> {
    let best_reply = |node: &&Node| {
        let steps = tree.children(node).iter();
        steps.flat_map(|step| tree.children(step)).max_by_key(|node| rank(node))
    };
    std::iter::successors(Some(first), best_reply).map(Node::turn).collect()
}

/// Greater for better nodes; equal ones are told apart by the turn, so that the order is the same in
/// every run.
fn rank(node: &Node) -> (i32, u32, i32, Reverse<u32>) {
    let score = node.score();
    let class = i32::from(score.is_won()) - i32::from(score.is_lost());
    let visits = if score.is_proven() { 0 } else { node.visits() };
    (class, visits, score.hundredths(), Reverse(node.turn().code()))
}
