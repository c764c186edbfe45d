//! A set of squares: one bit a square, in as many 64-bit limbs as the board needs.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of squares as a bitboard of `N` limbs; bit `rank * files + file` stands for a square.
///
/// The board's size is not in the value: [`Geometry`](super::Geometry) knows it. `1`, `2`, `4` and
/// `11` limbs (boards up to 64, 128, 256 and 704 squares) are the widths in use: see
/// [`AnyPosition`](super::AnyPosition).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareSet<const N: usize>([u64; N]);

impl<const N: usize> SquareSet<N> {
    /// No square.
    pub const EMPTY: Self = Self([0; N]);

    /// The set of one square, by its bit index.
    #[inline(always)]
    #[must_use]
    pub const fn single(index: usize) -> Self {
        let mut limbs = [0; N];
        limbs[index / 64] = 1 << (index % 64);
        Self(limbs)
    }

    /// The limbs, lowest squares first.
    #[inline(always)]
    #[must_use]
    pub const fn limbs(self) -> [u64; N] {
        self.0
    }

    /// Whether the set holds no square.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        let mut all = 0;
        for limb in 0..N {
            all |= self.0[limb];
        }
        all == 0
    }

    /// The number of squares.
    #[inline(always)]
    #[must_use]
    pub fn count(self) -> u32 {
        let mut count = 0;
        for limb in 0..N {
            count += self.0[limb].count_ones();
        }
        count
    }

    /// Whether the square with this bit index is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn has(self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The squares of `self` that are not in `other`.
    #[inline(always)]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The set with the square of this bit index added.
    #[inline(always)]
    #[must_use]
    pub fn with(self, index: usize) -> Self {
        self | Self::single(index)
    }

    /// The bit index of the first square, if any.
    #[inline(always)]
    #[must_use]
    pub fn first(self) -> Option<usize> {
        self.into_iter().next()
    }

    /// The set of the first square alone, empty for the empty set.
    #[must_use]
    pub fn first_alone(self) -> Self {
        self.first().map_or(Self::EMPTY, Self::single)
    }

    /// The set as one large number less `other` as a number, wrapping.
    #[inline(always)]
    fn wrapping_sub(self, other: Self) -> Self {
        let mut limbs = [0; N];
        let mut borrow = false;
        for limb in 0..N {
            let (difference, under) = self.0[limb].overflowing_sub(other.0[limb]);
            let (difference, under_again) = difference.overflowing_sub(u64::from(borrow));
            limbs[limb] = difference;
            borrow = under | under_again;
        }
        Self(limbs)
    }

    /// The set of the last square alone, or of square 0 for the empty set.
    #[inline(always)]
    fn last_or_zero(self) -> Self {
        let mut limbs = [0; N];
        let mut found = false;
        for limb in (0..N).rev() {
            let bits = self.0[limb] | u64::from(limb == 0);
            let highest = 1 << (bits | 1).ilog2();
            limbs[limb] = if found || bits == 0 { 0 } else { highest };
            found |= bits != 0;
        }
        Self(limbs)
    }

    /// All bit positions from the last of `below` (or from 0) to the first of `above` (or to the
    /// top), both ends included. Every position of `below` must be lower than every one of `above`.
    ///
    /// This is "obstruction difference" (Chess Programming Wiki): one subtraction finds the first
    /// blocker on both sides of a slider.
    #[inline(always)]
    #[must_use]
    pub(super) fn span(below: Self, above: Self) -> Self {
        above ^ above.wrapping_sub(below.last_or_zero())
    }
}

macro_rules! limbwise {
    ($trait:ident, $method:ident, $assign:tt) => {
        impl<const N: usize> $trait for SquareSet<N> {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for limb in 0..N {
                    self.0[limb] $assign other.0[limb];
                }
                self
            }
        }
    };
}

limbwise!(BitAnd, bitand, &=);
limbwise!(BitOr, bitor, |=);
limbwise!(BitXor, bitxor, ^=);

impl<const N: usize> Not for SquareSet<N> {
    type Output = Self;

    #[inline(always)]
    fn not(mut self) -> Self {
        for limb in 0..N {
            self.0[limb] = !self.0[limb];
        }
        self
    }
}

impl<const N: usize> BitOrAssign for SquareSet<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// Moves every square up by `steps` bit positions, from 1 to 63.
impl<const N: usize> Shl<u32> for SquareSet<N> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, steps: u32) -> Self {
        let mut shifted = Self::EMPTY;
        for limb in 0..N {
            let carried = if limb == 0 { 0 } else { self.0[limb - 1] >> ((64 - steps) & 63) };
            shifted.0[limb] = self.0[limb] << (steps & 63) | carried;
        }
        shifted
    }
}

/// Moves every square down by `steps` bit positions, from 1 to 63.
impl<const N: usize> Shr<u32> for SquareSet<N> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, steps: u32) -> Self {
        let mut shifted = Self::EMPTY;
        for limb in 0..N {
            let carried = if limb + 1 == N { 0 } else { self.0[limb + 1] << ((64 - steps) & 63) };
            shifted.0[limb] = self.0[limb] >> (steps & 63) | carried;
        }
        shifted
    }
}

impl<const N: usize> FromIterator<usize> for SquareSet<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Self {
        indices.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The bit indices of a set, in rising order.
#[derive(Clone, Debug)]
pub struct Indices<const N: usize> {
    limbs: [u64; N],
    at: usize,
}

impl<const N: usize> Iterator for Indices<N> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.at < N {
            let limb = self.limbs[self.at];
            if limb != 0 {
                self.limbs[self.at] = limb & (limb - 1);
                return Some(self.at * 64 + limb.trailing_zeros() as usize);
            }
            self.at += 1;
        }
        None
    }
}

impl<const N: usize> IntoIterator for SquareSet<N> {
    type Item = usize;
    type IntoIter = Indices<N>;

    #[inline(always)]
    fn into_iter(self) -> Indices<N> {
        Indices { limbs: self.0, at: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn model<const N: usize>(indices: &[usize]) -> SquareSet<N> {
        indices.iter().copied().collect()
    }

    fn shifted(indices: &[usize], by: isize, top: usize) -> Vec<usize> {
        let mut moved: Vec<usize> = indices
            .iter()
            .filter_map(|&index| index.checked_add_signed(by))
            .filter(|&index| index < top)
            .collect();
        moved.sort_unstable();
        moved.dedup();
        moved
    }

    fn agrees<const N: usize>(indices: &[usize], steps: u32) -> Result<(), TestCaseError> {
        let top = 64 * N;
        let indices: Vec<usize> = indices.iter().map(|index| index % top).collect();
        let set = model::<N>(&indices);
        let up = shifted(&indices, steps as isize, top);
        let down = shifted(&indices, -(steps as isize), top);
        prop_assert_eq!((set << steps).into_iter().collect::<Vec<_>>(), up);
        prop_assert_eq!((set >> steps).into_iter().collect::<Vec<_>>(), down);
        let sorted = shifted(&indices, 0, top);
        prop_assert_eq!(set.count() as usize, sorted.len());
        prop_assert_eq!(set.first(), sorted.first().copied());
        Ok(())
    }

    fn spans<const N: usize>(
        at: usize,
        below: &[usize],
        above: &[usize],
    ) -> Result<(), TestCaseError> {
        let top = 64 * N;
        let at = 1 + at % (top - 2);
        let below: Vec<usize> = below.iter().map(|index| index % at).collect();
        let above: Vec<usize> = above.iter().map(|index| at + 1 + index % (top - at - 1)).collect();
        let low = below.iter().max().copied().unwrap_or(0);
        let high = above.iter().min().copied().unwrap_or(top - 1);
        let span = SquareSet::<N>::span(model(&below), model(&above));
        prop_assert_eq!(span.into_iter().collect::<Vec<_>>(), (low..=high).collect::<Vec<_>>());
        Ok(())
    }

    proptest! {
        #[test]
        fn every_width_agrees_with_a_list(indices in prop::collection::vec(0usize..704, 0..40), steps in 1u32..64) {
            agrees::<1>(&indices, steps)?;
            agrees::<2>(&indices, steps)?;
            agrees::<4>(&indices, steps)?;
            agrees::<11>(&indices, steps)?;
        }

        #[test]
        fn spans_reach_the_nearest_blockers(
            at in 0usize..704,
            below in prop::collection::vec(0usize..704, 0..5),
            above in prop::collection::vec(0usize..704, 0..5),
        ) {
            spans::<1>(at, &below, &above)?;
            spans::<2>(at, &below, &above)?;
            spans::<4>(at, &below, &above)?;
            spans::<11>(at, &below, &above)?;
        }
    }
}
