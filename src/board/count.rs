//! Counting moves without making them.

use super::geometry::{Geometry, Step};
use super::position::Position;
use super::set::SquareSet;
use crate::isa::{Isa, kernel};

kernel! {
    /// [`Position::count_moves`] with the instructions of `isa`.
    pub fn count_moves(position: &Position<N>) -> u64 = count;
}

impl<const N: usize> Position<N> {
    /// The number of legal moves; whether the game is over is not asked.
    ///
    /// All shots of one archer are counted together: every square it can step to sends a shot out
    /// in each direction at once, and each further square such a shot flies over is one move.
    #[must_use]
    pub fn count_moves(&self) -> u64 {
        count_moves(Isa::best(), self)
    }
}

#[inline(always)]
fn count<const N: usize>(position: &Position<N>) -> u64 {
    let geometry = position.geometry();
    let archers = position.archers(position.side_to_move());
    let mut total = 0;
    for from in archers {
        let steps = geometry.queen_reach(from, position.empty());
        total += u64::from(slide_lengths(geometry, steps, position.empty().with(from)));
    }
    total
}

/// The sum, over all squares of `from`, of the empty squares a queen sees from there.
#[inline(always)]
fn slide_lengths<const N: usize>(
    geometry: &Geometry<N>,
    from: SquareSet<N>,
    empty: SquareSet<N>,
) -> u32 {
    let mut total = 0;
    for direction in 0..4 {
        total += lengths(from, empty, &geometry.rising()[direction], |set, by| set << by);
        total += lengths(from, empty, &geometry.falling()[direction], |set, by| set >> by);
    }
    total
}

#[inline(always)]
fn lengths<const N: usize>(
    from: SquareSet<N>,
    empty: SquareSet<N>,
    step: &Step<N>,
    shift: impl Fn(SquareSet<N>, u32) -> SquareSet<N>,
) -> u32 {
    let open = empty & step.landing;
    let mut flying = shift(from, step.shift) & open;
    let mut total = 0;
    while !flying.is_empty() {
        total += flying.count();
        flying = shift(flying, step.shift) & open;
    }
    total
}
