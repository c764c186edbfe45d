//! Counting the leaves of the game tree to a fixed depth: the test of move generation and rules.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::board::{AnyPosition, Move, Position, Turn};
use crate::rules::{Rules, outcome};
use crate::with_position;

/// The number of positions `depth` plies below this one. A finished position has no moves.
#[must_use]
pub fn perft<const N: usize>(rules: Rules, position: &Position<N>, depth: u32) -> u64 {
    leaves(&|| false, rules, position, depth).unwrap_or_default()
}

/// [`perft`], or nothing once `is_stopped` says so.
fn leaves<const N: usize>(
    is_stopped: &impl Fn() -> bool,
    rules: Rules,
    position: &Position<N>,
    depth: u32,
) -> Option<u64> {
    match depth {
        0 => Some(1),
        _ if outcome(rules, position).is_some() => Some(0),
        1 => Some(position.count_moves()),
        _ if is_stopped() => None,
        _ => position
            .bundles()
            .flat_map(|bundle| bundle.shots.into_iter().map(move |shot| (bundle, shot)))
            .map(|(bundle, shot)| {
                let turn = Turn::new(bundle.from, bundle.to, shot);
                leaves(is_stopped, rules, &position.after_turn(turn), depth - 1)
            })
            .sum(),
    }
}

/// [`perft`] for each move of the position, in the order of [`AnyPosition::moves`], counted on the
/// current rayon pool. `depth` is that of the whole, at least 1.
#[must_use]
pub fn divide(rules: Rules, position: &AnyPosition, depth: u32) -> Vec<(Move, u64)> {
    divide_unless(&|| false, rules, position, depth).unwrap_or_default()
}

/// [`divide`], or nothing once `is_stopped` says so, which is asked all the time.
#[must_use]
pub fn divide_unless(
    is_stopped: &(impl Fn() -> bool + Sync),
    rules: Rules,
    position: &AnyPosition,
    depth: u32,
) -> Option<Vec<(Move, u64)>> {
    with_position!(position, position => {
        if depth == 0 || outcome(rules, position).is_some() {
            return Some(Vec::new());
        }
        let moves: Vec<Move> = position.moves().collect();
        let count = |&played: &Move| {
            let below = leaves(is_stopped, rules, &position.after(played), depth - 1)?;
            Some((played, below))
        };
        moves.par_iter().map(count).collect()
    })
}

/// [`perft`] on a board of any size, on the current rayon pool.
#[must_use]
pub fn count(rules: Rules, position: &AnyPosition, depth: u32) -> u64 {
    match depth {
        0 | 1 => with_position!(position, position => perft(rules, position, depth)),
        _ => divide(rules, position, depth).iter().map(|(_, leaves)| leaves).sum(),
    }
}
