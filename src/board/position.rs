//! A position: archers, obstacles and the side to move on a board of one width.

use std::ops::Not;

use super::geometry::Geometry;
use super::moves::{Move, MoveSet, Turn};
use super::set::SquareSet;
use super::size::BoardSize;
use super::square::Square;

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side at the lower edge of the usual start positions; `Q` and `w` in FEN.
    White,
    /// The side at the upper edge; `q` and `b` in FEN.
    Black,
}

impl Not for Side {
    type Output = Self;

    /// The other side.
    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Nothing.
    Empty,
    /// An obstacle, shot or there from the start.
    Obstacle,
    /// An archer.
    Archer(Side),
}

/// Key slot of obstacles, beside 0 and 1 for the archers of the two sides.
const OBSTACLE: usize = 2;

/// A position on a board whose squares fit `N` limbs.
///
/// A small `Copy` value: [`Position::after`] returns a new one. It knows squares, not rules: who
/// has won is said by [`rules`](crate::rules).
#[derive(Clone, Copy, Debug)]
pub struct Position<const N: usize> {
    geometry: &'static Geometry<N>,
    archers: [SquareSet<N>; 2],
    empty: SquareSet<N>,
    key: u64,
    side: Side,
    plies: u16,
}

impl<const N: usize> Position<N> {
    /// The position with this content, given rank by rank from `a1`, and side to move.
    ///
    /// # Panics
    /// Where the contents are not one for each square, or `N` limbs are too few.
    #[must_use]
    pub fn new(size: BoardSize, contents: &[Content], side: Side) -> Self {
        assert_eq!(contents.len(), size.squares(), "one content for each square");
        let geometry = Geometry::of(size);
        let mut position = Self {
            geometry,
            archers: [SquareSet::EMPTY; 2],
            empty: SquareSet::EMPTY,
            key: if side == Side::Black { geometry.black_to_move() } else { 0 },
            side,
            plies: 0,
        };
        for (index, &content) in contents.iter().enumerate() {
            match content {
                Content::Empty => position.empty |= SquareSet::single(index),
                Content::Obstacle => position.key ^= geometry.key(index, OBSTACLE),
                Content::Archer(side) => {
                    position.archers[side as usize] |= SquareSet::single(index);
                    position.key ^= geometry.key(index, side as usize);
                }
            }
        }
        position
    }

    /// What depends on the board's size alone.
    #[inline(always)]
    #[must_use]
    pub const fn geometry(&self) -> &'static Geometry<N> {
        self.geometry
    }

    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.geometry.size()
    }

    /// The side whose turn it is.
    #[inline(always)]
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// The archers of one side.
    #[inline(always)]
    #[must_use]
    pub const fn archers(&self, side: Side) -> SquareSet<N> {
        self.archers[side as usize]
    }

    /// The squares with nothing on them.
    #[inline(always)]
    #[must_use]
    pub const fn empty(&self) -> SquareSet<N> {
        self.empty
    }

    /// The squares without an obstacle: empty ones and those under archers.
    #[inline(always)]
    #[must_use]
    pub fn open(&self) -> SquareSet<N> {
        self.empty | self.archers[0] | self.archers[1]
    }

    /// A 64-bit hash of content and side to move, the same for equal positions of one size.
    #[inline(always)]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Plies played since the position was set up.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.plies as usize
    }

    /// The number of the full move, from 1: it rises after each of Black's moves.
    #[must_use]
    pub fn full_move(&self) -> usize {
        let black_began = (self.side == Side::Black) != (self.plies % 2 == 1);
        1 + usize::midpoint(self.plies(), usize::from(black_began))
    }

    /// What stands on a square of the board.
    #[must_use]
    pub fn content(&self, square: Square) -> Content {
        let index = self.geometry.index(square);
        if self.empty.has(index) {
            Content::Empty
        } else if self.archers[0].has(index) {
            Content::Archer(Side::White)
        } else if self.archers[1].has(index) {
            Content::Archer(Side::Black)
        } else {
            Content::Obstacle
        }
    }

    /// The steps the side to move can take, as indices of the square left and the square reached, in
    /// ascending order. Whether the game is over is not asked.
    #[inline(always)]
    pub fn steps(&self) -> impl Iterator<Item = (usize, usize)> + use<N> {
        let position = *self;
        position.archers(position.side).into_iter().flat_map(move |from| {
            let reach = position.geometry.queen_reach(from, position.empty);
            reach.into_iter().map(move |to| (from, to))
        })
    }

    /// The moves that begin with a step, one of [`Position::steps`].
    #[inline(always)]
    #[must_use]
    pub fn bundle(&self, from: usize, to: usize) -> MoveSet<N> {
        // The archer itself stands on `to`, but no line through a square holds that square.
        MoveSet { from, to, shots: self.geometry.queen_reach(to, self.empty.with(from)) }
    }

    /// The legal moves, a bundle for each archer's step. Whether the game is over is not asked.
    #[inline(always)]
    pub fn bundles(&self) -> impl Iterator<Item = MoveSet<N>> + use<N> {
        let position = *self;
        self.steps().map(move |(from, to)| position.bundle(from, to))
    }

    /// Every legal move, one by one. Whether the game is over is not asked.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<N> {
        let geometry = self.geometry;
        self.bundles().flat_map(move |bundle| {
            let (from, to) = (geometry.square(bundle.from), geometry.square(bundle.to));
            let shots = bundle.shots.into_iter();
            shots.map(move |shot| Move { from, to, shot: geometry.square(shot) })
        })
    }

    /// Whether the side to move can move: some empty square touches one of its archers.
    #[inline(always)]
    #[must_use]
    pub fn can_move(&self) -> bool {
        self.geometry.widened(self.archers(self.side)).meets(self.empty)
    }

    /// Whether a turn, whatever its indices, is legal here. Whether the game is over is not asked.
    #[inline(always)]
    #[must_use]
    pub fn allows(&self, turn: Turn) -> bool {
        let (from, to, shot) = (turn.from(), turn.to(), turn.shot());
        let top = 64 * N;
        from < top
            && to < top
            && shot < top
            && self.archers(self.side).has(from)
            && self.geometry.queen_reach(from, self.empty).has(to)
            && self.geometry.queen_reach(to, self.empty.with(from)).has(shot)
    }

    /// Why a move is not legal here, or nothing where it is. Whether the game is over is not asked.
    #[must_use]
    pub fn fault(&self, played: Move) -> Option<Fault> {
        let Move { from, to, shot } = played;
        let outside = [from, to, shot].into_iter().find(|square| !square.is_on(self.size()));
        if let Some(square) = outside {
            return Some(Fault::OffBoard(square, self.size()));
        }
        if self.content(from) != Content::Archer(self.side) {
            return Some(Fault::NoArcher(from, self.side));
        }
        let [from_index, to_index, shot_index] = [from, to, shot].map(|at| self.geometry.index(at));
        if !self.geometry.queen_reach(from_index, self.empty).has(to_index) {
            return Some(Fault::NoStep(from, to));
        }
        let seen = self.geometry.queen_reach(to_index, self.empty.with(from_index));
        (!seen.has(shot_index)).then_some(Fault::NoShot(to, shot))
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, played: Move) -> Self {
        debug_assert_eq!(self.fault(played), None, "{played} is not legal");
        self.after_turn(self.geometry.turn(played))
    }

    /// The position after a legal move, by bit indices.
    #[inline(always)]
    #[must_use]
    pub fn after_turn(&self, turn: Turn) -> Self {
        let (from, to, shot) = (turn.from(), turn.to(), turn.shot());
        let mut next = *self;
        let mover = self.side as usize;
        let step = SquareSet::single(from) | SquareSet::single(to);
        next.archers[mover] = self.archers[mover] ^ step;
        next.empty =
            self.empty.with(from).without(SquareSet::single(to)).without(SquareSet::single(shot));
        next.key ^= self.geometry.key(from, mover)
            ^ self.geometry.key(to, mover)
            ^ self.geometry.key(shot, OBSTACLE)
            ^ self.geometry.black_to_move();
        next.side = !self.side;
        next.plies += 1;
        next
    }
}

impl<const N: usize> PartialEq for Position<N> {
    /// Equal content, size and side to move; the number of plies played does not count.
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size()
            && self.side == other.side
            && self.archers == other.archers
            && self.empty == other.empty
    }
}

impl<const N: usize> Eq for Position<N> {}

/// What makes a readable move illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A square the board does not have.
    #[error("{0} is not on this {1} board")]
    OffBoard(Square, BoardSize),
    /// No archer of the side to move on the first square.
    #[error("no archer of {1}, who is to move, stands on {0}")]
    NoArcher(Square, Side),
    /// The archer cannot get there: not on a line, or the way is not free.
    #[error("the archer on {0} cannot move to {1}: queen moves over empty squares only")]
    NoStep(Square, Square),
    /// The shot cannot get there.
    #[error("the archer, now on {0}, cannot shoot at {1}: queen lines over empty squares only")]
    NoShot(Square, Square),
}
