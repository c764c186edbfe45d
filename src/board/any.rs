//! A position on a board of any size: the one place that picks the width.

use std::any::Any;

use super::moves::Move;
use super::position::{Content, Fault, Position, Side};
use super::size::BoardSize;
use super::square::Square;

/// A position on a board of any size, in the narrowest of four widths that holds it.
///
/// Everything above a searcher's door speaks of this; the work behind the door is generic over
/// the width: see [`with_position!`](crate::with_position).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyPosition {
    /// Up to 64 squares.
    One(Position<1>),
    /// Up to 128 squares: the 10×10 board is here.
    Two(Position<2>),
    /// Up to 256 squares.
    Four(Position<4>),
    /// Up to 704 squares: every board that can be.
    Eleven(Position<11>),
}

/// Runs an expression that is generic over the width on the position inside an
/// [`AnyPosition`](crate::board::AnyPosition).
///
/// ```
/// use strelci::{board::AnyPosition, with_position};
/// let position: AnyPosition = "q2/3/2Q w".parse().unwrap();
/// assert_eq!(with_position!(&position, inner => inner.count_moves()), 29);
/// ```
#[macro_export]
macro_rules! with_position {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            $crate::board::AnyPosition::One($position) => $body,
            $crate::board::AnyPosition::Two($position) => $body,
            $crate::board::AnyPosition::Four($position) => $body,
            $crate::board::AnyPosition::Eleven($position) => $body,
        }
    };
}

impl AnyPosition {
    /// The position with this content, given rank by rank from `a1`, and side to move.
    ///
    /// # Panics
    /// Where the contents are not one for each square.
    #[must_use]
    pub fn new(size: BoardSize, contents: &[Content], side: Side) -> Self {
        match size.squares() {
            0..=64 => Self::One(Position::new(size, contents, side)),
            65..=128 => Self::Two(Position::new(size, contents, side)),
            129..=256 => Self::Four(Position::new(size, contents, side)),
            _ => Self::Eleven(Position::new(size, contents, side)),
        }
    }

    /// The position inside, where it is of this width.
    #[must_use]
    pub fn of_width<const N: usize>(&self) -> Option<&Position<N>> {
        with_position!(self, position => (position as &dyn Any).downcast_ref())
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        with_position!(self, position => position.size())
    }

    /// The side whose turn it is.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        with_position!(self, position => position.side_to_move())
    }

    /// What stands on a square of the board.
    #[must_use]
    pub fn content(&self, square: Square) -> Content {
        with_position!(self, position => position.content(square))
    }

    /// A 64-bit hash of content and side to move.
    #[must_use]
    pub fn key(&self) -> u64 {
        with_position!(self, position => position.key())
    }

    /// Plies played since the position was set up.
    #[must_use]
    pub fn plies(&self) -> usize {
        with_position!(self, position => position.plies())
    }

    /// The number of the full move, from 1.
    #[must_use]
    pub fn full_move(&self) -> usize {
        with_position!(self, position => position.full_move())
    }

    /// The number of empty squares.
    #[must_use]
    pub fn empty_squares(&self) -> usize {
        with_position!(self, position => position.empty().count() as usize)
    }

    /// Every legal move, by archer, step and shot in order of squares from `a1`. Whether the game
    /// is over is not asked.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        with_position!(self, position => position.moves().collect())
    }

    /// The first of [`AnyPosition::moves`], if there is any.
    #[must_use]
    pub fn first_move(&self) -> Option<Move> {
        with_position!(self, position => position.moves().next())
    }

    /// The number of legal moves; whether the game is over is not asked.
    #[must_use]
    pub fn count_moves(&self) -> u64 {
        with_position!(self, position => position.count_moves())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The [`Fault`] of a move that is not legal here. Whether the game is over is not asked:
    /// [`rules::play`](crate::rules::play) does.
    pub fn play(&self, played: Move) -> Result<Self, Fault> {
        match with_position!(self, position => position.fault(played)) {
            Some(fault) => Err(fault),
            None => Ok(match self {
                Self::One(position) => Self::One(position.after(played)),
                Self::Two(position) => Self::Two(position.after(played)),
                Self::Four(position) => Self::Four(position.after(played)),
                Self::Eleven(position) => Self::Eleven(position.after(played)),
            }),
        }
    }

    /// What stands on every square, rank by rank from `a1`.
    #[must_use]
    pub fn contents(&self) -> Vec<Content> {
        let size = self.size();
        (0..size.squares()).map(|index| self.content(Square::of_index(index, size))).collect()
    }
}
