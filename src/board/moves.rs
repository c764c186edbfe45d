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

impl Move {
    /// The bits of [`Move::code`].
    pub const BITS: u32 = 3 * Square::BITS;

    /// The move as a number below 2^[`Move::BITS`], to pack into a word.
    #[inline(always)]
    #[must_use]
    pub const fn code(self) -> u32 {
        (self.from.code() << Square::BITS | self.to.code()) << Square::BITS | self.shot.code()
    }

    /// The move with this [`Move::code`].
    #[inline(always)]
    #[must_use]
    pub const fn from_code(code: u32) -> Self {
        Self {
            from: Square::from_code(code >> (2 * Square::BITS)),
            to: Square::from_code(code >> Square::BITS),
            shot: Square::from_code(code),
        }
    }
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
