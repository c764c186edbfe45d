//! A turn: an archer's step and its shot; and all the shots of one step in a bundle.

use std::fmt;

use super::set::SquareSet;
use super::square::Square;

/// One turn: the archer on `from` moves to `to` and shoots an obstacle onto `shot`.
///
/// Shown as on the wire, `d1d7,d7g7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the archer stood.
    pub from: Square,
    /// Where it moved to.
    pub to: Square,
    /// Where it put the obstacle; may be `from`.
    pub shot: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, shot } = self;
        write!(f, "{from}{to},{to}{shot}")
    }
}

/// All legal moves that share an archer's step: a *bundle*.
///
/// Squares are bit indices here: a bundle belongs to one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSet<const N: usize> {
    /// The index of the square the archer leaves.
    pub from: usize,
    /// The index of the square it moves to.
    pub to: usize,
    /// The squares it can then shoot at; never empty, for it can shoot back at `from`.
    pub shots: SquareSet<N>,
}

/// A move by the bit indices of its squares, packed in [`Turn::BITS`] bits: what a search on one
/// board handles in place of a [`Move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn(u32);

const INDEX_BITS: u32 = 10;
const INDEX_MASK: u32 = (1 << INDEX_BITS) - 1;

impl Turn {
    /// The bits of [`Turn::code`]; all of them set is no move.
    pub const BITS: u32 = 3 * INDEX_BITS;

    /// The archer on the square of index `from` moves to `to` and shoots at `shot`.
    #[inline(always)]
    #[must_use]
    pub const fn new(from: usize, to: usize, shot: usize) -> Self {
        Self(((from as u32) << INDEX_BITS | to as u32) << INDEX_BITS | shot as u32)
    }

    /// The index of the square the archer leaves.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> usize {
        (self.0 >> (2 * INDEX_BITS)) as usize
    }

    /// The index of the square it moves to.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> usize {
        (self.0 >> INDEX_BITS & INDEX_MASK) as usize
    }

    /// The index of the square it shoots at.
    #[inline(always)]
    #[must_use]
    pub const fn shot(self) -> usize {
        (self.0 & INDEX_MASK) as usize
    }

    /// The turn as a number below 2^[`Turn::BITS`].
    #[inline(always)]
    #[must_use]
    pub const fn code(self) -> u32 {
        self.0
    }

    /// The turn with this [`Turn::code`].
    #[inline(always)]
    #[must_use]
    pub const fn from_code(code: u32) -> Self {
        Self(code)
    }
}
