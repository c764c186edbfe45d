//! What can be known once the sides are separated under Amazons' rules.

mod filling;

pub use filling::{Capacity, Filling};

use crate::board::Position;
use crate::eval::{Detail, Proof};

/// The result of a position whose sides are separated, for the side to move, if the counts of
/// moves decide it.
///
/// The side to move loses when it has no more moves than the other. The loser makes every move it
/// has, so its exact count tells the length of the game; a count that is only bounded tells a
/// bound.
pub fn settled<const N: usize>(filling: &mut Filling<N>, position: &Position<N>) -> Option<Proof> {
    let side = position.side_to_move();
    let (own, other) = (filling.capacity(position, side), filling.capacity(position, !side));
    let (won, loser, plies) = if own.at_most <= other.at_least {
        (false, own, 2 * own.at_most)
    } else if own.at_least > other.at_most {
        (true, other, 2 * other.at_most + 1)
    } else {
        return None;
    };
    let detail = if loser.is_exact() { Detail::Margin(0) } else { Detail::AtMost };
    Some(Proof { won, plies: plies as usize, detail })
}
