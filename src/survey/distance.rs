//! Exact distances on one position, for people, tests and fitting. The search counts the same
//! distances without keeping them: see [`scan`](super::scan).

use crate::board::{Position, Side, SquareSet};

/// How many moves one side needs to bring an archer to each square, by one kind of move, if it may
/// move again and again over the empty squares as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistanceMap {
    /// By bit index. Two bytes, for a winding path on 26×26 can be longer than 255 king moves.
    distances: Vec<Option<u16>>,
}

impl DistanceMap {
    /// Distances in queen moves.
    #[must_use]
    pub fn by_queen<const N: usize>(position: &Position<N>, side: Side) -> Self {
        Self::grown(position, side, |from| {
            let mut reach = SquareSet::EMPTY;
            for index in from {
                reach |= position.geometry().queen_reach(index, position.empty());
            }
            reach
        })
    }

    /// Distances in king moves.
    #[must_use]
    pub fn by_king<const N: usize>(position: &Position<N>, side: Side) -> Self {
        Self::grown(position, side, |from| position.geometry().widened(from))
    }

    /// The map that grows from the archers of `side`, where `spread` says what one move reaches
    /// from any square of a set.
    fn grown<const N: usize>(
        position: &Position<N>,
        side: Side,
        spread: impl Fn(SquareSet<N>) -> SquareSet<N>,
    ) -> Self {
        let mut distances = vec![None; position.size().squares()];
        let mut fresh = position.archers(side);
        let mut left = position.empty();
        let mut distance = 0;
        while !fresh.is_empty() {
            for index in fresh {
                distances[index] = Some(distance);
            }
            fresh = spread(fresh) & left;
            left = left.without(fresh);
            distance += 1;
        }
        Self { distances }
    }

    /// The distance of the square with this bit index: 0 under the side's own archers, nothing
    /// where the side cannot get.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<u16> {
        self.distances[index]
    }
}
