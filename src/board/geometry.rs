//! What is fixed by a board's size: lines through squares, steps in the eight directions, hash keys.

use std::any::Any;
use std::sync::{Mutex, PoisonError};

use fxhash::FxHashMap;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::moves::{Move, Turn};
use super::set::SquareSet;
use super::size::BoardSize;
use super::square::Square;

/// One step in one of the eight directions, as a shift of the whole bitboard.
#[derive(Clone, Copy, Debug)]
pub struct Step<const N: usize> {
    /// Bit positions a square moves by: up for the four rising directions, down for the others.
    pub shift: u32,
    /// The squares such a step can end on: all but the edge it would have wrapped around.
    pub landing: SquareSet<N>,
    /// A shift of two or four steps at once: the most that stays below a limb's 64 bits.
    pub stride: u32,
    /// How many strides, after three single steps, reach the end of the longest slide.
    pub strides: u32,
}

impl<const N: usize> Step<N> {
    /// Whether a stride is of four steps; otherwise it is of two.
    #[inline(always)]
    #[must_use]
    pub const fn strides_by_four(&self) -> bool {
        self.stride == 4 * self.shift
    }
}

/// The squares of one line through a square: those of lower and those of higher bit index.
#[derive(Clone, Copy, Debug)]
struct Line<const N: usize> {
    below: SquareSet<N>,
    above: SquareSet<N>,
}

/// Everything about a board that only depends on its size.
///
/// One is made per size, on first use, and lives as long as the process, so that positions may
/// hold a plain reference and stay `Copy`.
#[derive(Debug)]
pub struct Geometry<const N: usize> {
    size: BoardSize,
    all: SquareSet<N>,
    /// East, north-west, north, north-east: the directions in which bit indices rise.
    rising: [Step<N>; 4],
    /// West, south-east, south, south-west: the opposites, in the same order.
    falling: [Step<N>; 4],
    lines: Vec<[Line<N>; 4]>,
    squares: Vec<Square>,
    keys: Vec<[u64; 3]>,
    black_to_move: u64,
}

/// File and rank differences of the four rising directions, in the order of [`Geometry::rising`].
const RISING: [(isize, isize); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

/// The seed of the hash keys, with the size mixed in: fixed, so that node counts are the same in
/// every run, and boards of two sizes share no key.
const KEY_SEED: u64 = 0x5354_5245_4c43_4921;

/// Geometries by size and width.
type Known = FxHashMap<(BoardSize, usize), &'static (dyn Any + Send + Sync)>;

/// The geometries made so far.
static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

impl<const N: usize> Geometry<N> {
    /// The geometry of boards of this size.
    ///
    /// # Panics
    /// Where `N` limbs are too few for the size.
    #[must_use]
    pub fn of(size: BoardSize) -> &'static Self {
        assert!(size.squares() <= 64 * N, "{size} squares do not fit {N} limbs");
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let geometry = *known
            .get_or_insert_default()
            .entry((size, N))
            .or_insert_with(|| Box::leak(Box::new(Self::make(size))));
        geometry.downcast_ref().expect("the key names the width")
    }

    fn make(size: BoardSize) -> Self {
        let squares: Vec<Square> =
            (0..size.squares()).map(|index| Square::of_index(index, size)).collect();
        let seed = KEY_SEED ^ (size.files() << 8 | size.ranks()) as u64;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self {
            size,
            all: (0..size.squares()).collect(),
            rising: RISING.map(|direction| step(size, direction)),
            falling: RISING.map(|(file, rank)| step(size, (-file, -rank))),
            lines: squares.iter().map(|&square| lines(size, square)).collect(),
            keys: squares.iter().map(|_| random.random()).collect(),
            black_to_move: random.random(),
            squares,
        }
    }

    /// The board's size.
    #[inline(always)]
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Steps east, north-west, north and north-east: shifts up.
    #[inline(always)]
    #[must_use]
    pub const fn rising(&self) -> &[Step<N>; 4] {
        &self.rising
    }

    /// Steps west, south-east, south and south-west: shifts down.
    #[inline(always)]
    #[must_use]
    pub const fn falling(&self) -> &[Step<N>; 4] {
        &self.falling
    }

    /// The bit index of a square that is on the board.
    #[inline(always)]
    #[must_use]
    pub const fn index(&self, square: Square) -> usize {
        square.index(self.size)
    }

    /// The square of a bit index.
    #[inline(always)]
    #[must_use]
    pub fn square(&self, index: usize) -> Square {
        self.squares[index]
    }

    /// The move of a turn on this board.
    #[must_use]
    pub fn played(&self, turn: Turn) -> Move {
        let square = |index| self.square(index);
        Move { from: square(turn.from()), to: square(turn.to()), shot: square(turn.shot()) }
    }

    /// The turn of a move whose squares are on the board.
    #[must_use]
    pub const fn turn(&self, played: Move) -> Turn {
        Turn::new(self.index(played.from), self.index(played.to), self.index(played.shot))
    }

    /// The set together with every square a king step away from it.
    #[inline(always)]
    #[must_use]
    pub fn widened(&self, set: SquareSet<N>) -> SquareSet<N> {
        let (east, west) = (&self.rising[0], &self.falling[0]);
        let row = set | ((set << east.shift) & east.landing) | ((set >> west.shift) & west.landing);
        let (north, south) = (self.rising[2].shift, self.falling[2].shift);
        (row | (row << north) | (row >> south)) & self.all
    }

    /// The empty squares a queen on the square of index `from` can move to or shoot at.
    #[inline(always)]
    #[must_use]
    pub fn queen_reach(&self, from: usize, empty: SquareSet<N>) -> SquareSet<N> {
        let mut reach = SquareSet::EMPTY;
        for line in &self.lines[from] {
            let seen = SquareSet::span(line.below.without(empty), line.above.without(empty));
            reach |= seen & (line.below | line.above);
        }
        reach & empty
    }

    /// The hash key of an archer of side number `side` (0 or 1), or of an obstacle (2).
    #[inline(always)]
    pub(super) fn key(&self, index: usize, what: usize) -> u64 {
        self.keys[index][what]
    }

    /// The hash key that tells Black's turn from White's.
    #[inline(always)]
    pub(super) const fn black_to_move(&self) -> u64 {
        self.black_to_move
    }
}

fn neighbour(size: BoardSize, from: Square, (file, rank): (isize, isize)) -> Option<Square> {
    let file = from.file().checked_add_signed(file).filter(|&file| file < size.files())?;
    let rank = from.rank().checked_add_signed(rank).filter(|&rank| rank < size.ranks())?;
    Some(Square::new(file, rank))
}

fn step<const N: usize>(size: BoardSize, direction: (isize, isize)) -> Step<N> {
    let (file, rank) = direction;
    let back = (-file, -rank);
    let landing = (0..size.squares())
        .filter(|&at| neighbour(size, Square::of_index(at, size), back).is_some())
        .collect();
    let longest = match direction {
        (_, 0) => size.files() - 1,
        (0, _) => size.ranks() - 1,
        _ => size.files().min(size.ranks()) - 1,
    };
    let shift = (rank * size.files() as isize + file).unsigned_abs() as u32;
    let steps: u32 = if 4 * shift < 64 { 4 } else { 2 };
    let strides = (longest as u32).saturating_sub(3).div_ceil(steps);
    Step { shift, landing, stride: steps * shift, strides }
}

fn ray<const N: usize>(size: BoardSize, from: Square, direction: (isize, isize)) -> SquareSet<N> {
    std::iter::successors(neighbour(size, from, direction), |&at| neighbour(size, at, direction))
        .map(|square| square.index(size))
        .collect()
}

fn lines<const N: usize>(size: BoardSize, from: Square) -> [Line<N>; 4] {
    RISING.map(|(file, rank)| Line {
        below: ray(size, from, (-file, -rank)),
        above: ray(size, from, (file, rank)),
    })
}
