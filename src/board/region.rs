//! Floods and connected components of the ground without obstacles (king steps).

use super::geometry::Geometry;
use super::position::{Position, Side};
use super::set::SquareSet;

impl<const N: usize> Geometry<N> {
    /// The squares of `ground` connected with `seed` by king steps over `ground`, with `seed`.
    #[inline(always)]
    #[must_use]
    pub fn flood(&self, seed: SquareSet<N>, ground: SquareSet<N>) -> SquareSet<N> {
        let mut reached = seed;
        loop {
            let wider = self.widened(reached) & ground | seed;
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }
}

/// The squares of components that hold archers of one side alone: a fact of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Territories<const N: usize> {
    squares: [SquareSet<N>; 2],
    contested: SquareSet<N>,
}

impl<const N: usize> Territories<N> {
    /// The empty squares that are one side's for good.
    #[must_use]
    pub const fn of(&self, side: Side) -> SquareSet<N> {
        self.squares[side as usize]
    }

    /// The empty squares of components that hold archers of both sides.
    #[must_use]
    pub const fn contested(&self) -> SquareSet<N> {
        self.contested
    }
}

impl<const N: usize> Position<N> {
    /// Looks at every component of the non-obstacle squares that holds archers.
    #[must_use]
    pub fn territories(&self) -> Territories<N> {
        let mut territories =
            Territories { squares: [SquareSet::EMPTY; 2], contested: SquareSet::EMPTY };
        let [white, black] = [Side::White, Side::Black].map(|side| self.archers(side));
        let mut left = white | black;
        while !left.is_empty() {
            let component = self.geometry().flood(left.first_alone(), self.open());
            left = left.without(component);
            let ground = component & self.empty();
            match (component.meets(white), component.meets(black)) {
                (true, true) => territories.contested |= ground,
                (is_white, _) => territories.squares[usize::from(!is_white)] |= ground,
            }
        }
        territories
    }

    /// Whether a component with an empty square holds archers of both sides: the sides are not yet
    /// separated. Stops as soon as it has seen one.
    #[inline(always)]
    #[must_use]
    pub fn is_contested(&self) -> bool {
        let geometry = self.geometry();
        let (white, black) = (self.archers(Side::White), self.archers(Side::Black));
        let open = self.open();
        let mut left = white;
        while !left.is_empty() {
            let mut reached = left.first_alone();
            loop {
                if reached.meets(black) && reached.meets(self.empty()) {
                    return true;
                }
                let wider = geometry.widened(reached) & open;
                if wider == reached {
                    break;
                }
                reached = wider;
            }
            left = left.without(reached);
        }
        false
    }
}
