//! Going on with the tree of the last search, where the game has gone on.

use super::lines::{Played, turns};
use super::tree::{ROOT, Tree};
use crate::board::Position;

/// The index of the node with a position at most two plies below the root, whose own position was
/// `root`. Several turns may lead to it: the one searched most knows most.
pub(super) fn find<const N: usize>(
    tree: &Tree,
    root: &Position<N>,
    wanted: &Position<N>,
) -> Option<usize> {
    if root == wanted {
        return Some(ROOT);
    }
    let mut found = Vec::new();
    find_below(tree, (ROOT, root), wanted, 2, &mut found);
    found.into_iter().max_by_key(|&index| tree.node(index).visits())
}

fn find_below<const N: usize>(
    tree: &Tree,
    (index, position): (usize, &Position<N>),
    wanted: &Position<N>,
    plies: u32,
    found: &mut Vec<usize>,
) {
    for Played { position: index, .. } in turns(tree, index) {
        let after = position.after_turn(tree.node(index).turn());
        if after == *wanted {
            found.push(index);
        } else if plies > 1 && may_lead(&after, wanted) {
            find_below(tree, (index, &after), wanted, plies - 1, found);
        }
    }
}

/// Whether the next ply may lead from a position to another: the side that has just moved stays
/// where it is, and obstacles stay.
fn may_lead<const N: usize>(position: &Position<N>, wanted: &Position<N>) -> bool {
    let resting = !position.side_to_move();
    position.archers(resting) == wanted.archers(resting)
        && wanted.open().without(position.open()).is_empty()
}
