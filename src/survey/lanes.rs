//! Several sets of squares side by side, so that one instruction works on all of them.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

use crate::board::SquareSet;

/// How many positions are surveyed at once: four 64-bit lanes fill an AVX2 register.
pub const LANES: usize = 4;

/// One limb of each lane. Its alignment is that of a vector register, which is what makes
/// compilers keep it in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
struct Row([u64; LANES]);

impl Row {
    const EMPTY: Self = Self([0; LANES]);

    #[inline(always)]
    fn each(mut self, change: impl Fn(u64) -> u64) -> Self {
        for lane in 0..LANES {
            self.0[lane] = change(self.0[lane]);
        }
        self
    }

    #[inline(always)]
    fn zip(mut self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        for lane in 0..LANES {
            self.0[lane] = join(self.0[lane], other.0[lane]);
        }
        self
    }
}

/// [`LANES`] sets of squares, limb by limb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes<const N: usize>([Row; N]);

impl<const N: usize> Lanes<N> {
    /// No square in any lane.
    pub const EMPTY: Self = Self([Row::EMPTY; N]);

    /// The same set in every lane.
    #[inline(always)]
    #[must_use]
    pub fn splat(set: SquareSet<N>) -> Self {
        let mut lanes = Self::EMPTY;
        for limb in 0..N {
            lanes.0[limb] = Row([set.limbs()[limb]; LANES]);
        }
        lanes
    }

    /// A set for each lane.
    #[inline(always)]
    #[must_use]
    pub fn gather(sets: [SquareSet<N>; LANES]) -> Self {
        let mut lanes = Self::EMPTY;
        for limb in 0..N {
            for lane in 0..LANES {
                lanes.0[limb].0[lane] = sets[lane].limbs()[limb];
            }
        }
        lanes
    }

    /// The squares of `self` that are not in `other`, lane by lane.
    #[inline(always)]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Whether every lane is empty.
    #[inline(always)]
    #[must_use]
    pub fn all_empty(&self) -> bool {
        let mut all = Row::EMPTY;
        for limb in 0..N {
            all = all.zip(self.0[limb], |all, limb| all | limb);
        }
        all.0[0] | all.0[1] | all.0[2] | all.0[3] == 0
    }

    /// The number of squares in each lane.
    #[inline(always)]
    #[must_use]
    pub fn counts(&self) -> [u64; LANES] {
        let mut counts = Row::EMPTY;
        for limb in 0..N {
            counts = counts.zip(self.0[limb], |sum, bits| sum + u64::from(bits.count_ones()));
        }
        counts.0
    }
}

macro_rules! lanewise {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<const N: usize> $trait for Lanes<N> {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for limb in 0..N {
                    self.0[limb] = self.0[limb].zip(other.0[limb], |a, b| a $op b);
                }
                self
            }
        }
    };
}

lanewise!(BitAnd, bitand, &);
lanewise!(BitOr, bitor, |);

impl<const N: usize> Not for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn not(mut self) -> Self {
        for limb in 0..N {
            self.0[limb] = self.0[limb].each(|bits| !bits);
        }
        self
    }
}

impl<const N: usize> BitOrAssign for Lanes<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// Moves every square up by `steps` bit positions, from 1 to 63.
impl<const N: usize> Shl<u32> for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, steps: u32) -> Self {
        let (up, down) = (steps & 63, (64 - steps) & 63);
        let mut shifted = Self::EMPTY;
        shifted.0[0] = self.0[0].each(|bits| bits << up);
        for limb in 1..N {
            shifted.0[limb] =
                self.0[limb].zip(self.0[limb - 1], |bits, lower| bits << up | lower >> down);
        }
        shifted
    }
}

/// Moves every square down by `steps` bit positions, from 1 to 63.
impl<const N: usize> Shr<u32> for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, steps: u32) -> Self {
        let (down, up) = (steps & 63, (64 - steps) & 63);
        let mut shifted = Self::EMPTY;
        shifted.0[N - 1] = self.0[N - 1].each(|bits| bits >> down);
        for limb in 0..N - 1 {
            shifted.0[limb] =
                self.0[limb].zip(self.0[limb + 1], |bits, higher| bits >> down | higher << up);
        }
        shifted
    }
}
