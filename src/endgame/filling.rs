//! Filling: how many moves a side still has in territory that is its own.
//!
//! Under Amazons' rules, once the sides are separated each plays on alone, and who runs out of
//! moves first loses. A territory of n empty squares allows at most n moves, but not always so
//! many: some are *defective* (Müller and Tegos, "Experiments in computer Amazons", 2002).

use fxhash::{FxHashMap, FxHashSet};

use crate::board::{Geometry, Position, Side, SquareSet};

/// How many moves a side can make: between these, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// So many are possible for certain.
    pub at_least: u32,
    /// More are impossible.
    pub at_most: u32,
}

impl Capacity {
    const NONE: Self = Self { at_least: 0, at_most: 0 };

    /// Whether the number is known.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.at_least == self.at_most
    }

    fn plus(self, other: Self) -> Self {
        Self { at_least: self.at_least + other.at_least, at_most: self.at_most + other.at_most }
    }
}

/// A region that one side's archers have to themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Region<const N: usize> {
    archers: SquareSet<N>,
    /// The empty squares the archers can reach.
    empty: SquareSet<N>,
}

impl<const N: usize> Region<N> {
    /// The archers with what they can reach of `empty`.
    fn of(geometry: &Geometry<N>, archers: SquareSet<N>, empty: SquareSet<N>) -> Self {
        Self { archers, empty: geometry.flood(archers, empty | archers) & empty }
    }
}

/// Moves that are looked at for the count of one region at the most, on boards of one limb: about a
/// millisecond's work. A count that needs more stays a pair of bounds.
const EFFORT: u32 = 12_000;

/// Remembered counts are dropped when there are more.
const REMEMBERED: usize = 1 << 17;

/// Counts moves, and remembers the counts.
#[derive(Debug, Default)]
pub struct Filling<const N: usize> {
    known: FxHashMap<Region<N>, Capacity>,
}

impl<const N: usize> Filling<N> {
    /// How many moves a side has in a position whose sides are separated.
    pub fn capacity(&mut self, position: &Position<N>, side: Side) -> Capacity {
        let geometry = position.geometry();
        let mut left = position.archers(side);
        let mut total = Capacity::NONE;
        while !left.is_empty() {
            let component = geometry.flood(left.first_alone(), position.open());
            let archers = left & component;
            left = left.without(component);
            let region = Region::of(geometry, archers, position.empty() & component);
            total = total.plus(self.region(geometry, region));
        }
        total
    }

    fn region(&mut self, geometry: &Geometry<N>, region: Region<N>) -> Capacity {
        if self.known.len() > REMEMBERED {
            self.known.clear();
        }
        let mut effort = EFFORT / N as u32;
        let capacity = self.fill(geometry, region, &mut effort);
        self.known.insert(region, capacity);
        capacity
    }

    /// Counts the moves of a region, looking at about `effort` moves.
    fn fill(&mut self, geometry: &Geometry<N>, region: Region<N>, effort: &mut u32) -> Capacity {
        let area = region.empty.count();
        if area <= 1 {
            return Capacity { at_least: area, at_most: area };
        }
        if let Some(&known) = self.known.get(&region) {
            return known;
        }
        let mut capacity = Capacity { at_least: 1, at_most: 1 };
        let successors = successors(geometry, region);
        *effort = effort.saturating_sub(successors.len() as u32);
        for below in successors {
            let bound = 1 + below.empty.count();
            if bound <= capacity.at_least {
                // The successors come with the largest bound first.
                break;
            }
            let below = if *effort == 0 {
                Capacity { at_least: 0, at_most: below.empty.count() }
            } else {
                self.fill(geometry, below, effort)
            };
            capacity.at_least = capacity.at_least.max(1 + below.at_least);
            capacity.at_most = capacity.at_most.max(1 + below.at_most);
            if capacity.at_least == area {
                break;
            }
        }
        // Bounds found with little effort left are not kept: another call may do better.
        if capacity.is_exact() {
            self.known.insert(region, capacity);
        }
        capacity
    }
}

/// What a region becomes by each move, the largest first; of equal ones, those that keep the
/// archers' squares together.
fn successors<const N: usize>(geometry: &Geometry<N>, region: Region<N>) -> Vec<Region<N>> {
    let mut successors = Vec::new();
    for from in region.archers {
        for to in geometry.queen_reach(from, region.empty) {
            let archers = region.archers.without(SquareSet::single(from)).with(to);
            let empty = region.empty.with(from).without(SquareSet::single(to));
            for shot in geometry.queen_reach(to, empty) {
                let shot = SquareSet::single(shot);
                let tight = geometry.widened(shot) & empty;
                let below = Region::of(geometry, archers, empty.without(shot));
                successors.push((below.empty.count(), tight.count(), below));
            }
        }
    }
    // A shot at a square with few empty neighbours rarely cuts anything off.
    successors.sort_by_key(|&(area, open, _)| (std::cmp::Reverse(area), open));
    let mut seen = FxHashSet::default();
    successors.retain(|&(_, _, below)| seen.insert(below));
    successors.into_iter().map(|(_, _, below)| below).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::AnyPosition;

    fn white(fen: &str) -> Capacity {
        match fen.parse().unwrap() {
            AnyPosition::One(position) => Filling::default().capacity(&position, Side::White),
            other => panic!("{other} is too large for this test"),
        }
    }

    fn exactly(moves: u32) -> Capacity {
        Capacity { at_least: moves, at_most: moves }
    }

    #[test]
    fn the_smallest_defective_territory_is_seen() {
        // Three squares in a bent line, the archer in the middle: two empty squares, one move.
        assert_eq!(white("***q/****/**1*/1Q** w"), exactly(1));
        assert_eq!(white("1Q1*/***q w"), exactly(2));
        assert_eq!(white("Q2*/***q w"), exactly(2));
    }

    #[test]
    fn plain_blocks_are_filled_to_the_last_square() {
        assert_eq!(white("Q3*q/4** w"), exactly(7));
        assert_eq!(white("3*q*/1Q1***/3*** w"), exactly(8));
        assert_eq!(white("Q2*Q1/3**1/***q** w"), exactly(7));
    }
}
