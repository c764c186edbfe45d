//! A square by file and rank, the same value on every board size.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::size::{BoardSize, MAX_SIDE};

/// A square: file `a`–`z` and rank 1–26, whatever the board's size.
///
/// Ten bits: five of rank above five of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u16);

/// A text that is not a square's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a square: a file letter a–z and a rank 1–26, as in j10")]
pub struct SquareError(pub(crate) String);

const FILE_BITS: u16 = 5;
const FILE_MASK: u16 = (1 << FILE_BITS) - 1;

impl Square {
    /// The square on `file` and `rank`, both counted from 0.
    ///
    /// # Panics
    /// Where either is 26 or more: no board has such a square.
    #[must_use]
    pub const fn new(file: usize, rank: usize) -> Self {
        assert!(file < MAX_SIDE && rank < MAX_SIDE, "no board has such a square");
        Self((rank as u16) << FILE_BITS | file as u16)
    }

    /// The file, from 0 (`a`).
    #[must_use]
    pub const fn file(self) -> usize {
        (self.0 & FILE_MASK) as usize
    }

    /// The rank, from 0 (`1`).
    #[must_use]
    pub const fn rank(self) -> usize {
        (self.0 >> FILE_BITS) as usize
    }

    /// Whether a board of this size has the square.
    #[must_use]
    pub const fn is_on(self, size: BoardSize) -> bool {
        self.file() < size.files() && self.rank() < size.ranks()
    }

    /// The number of the square on a board of this size: rank by rank from `a1`, from 0.
    #[inline(always)]
    #[must_use]
    pub const fn index(self, size: BoardSize) -> usize {
        self.rank() * size.files() + self.file()
    }

    /// The square with a number: see [`Square::index`].
    ///
    /// # Panics
    /// Where the number is so large that no board has such a square.
    #[must_use]
    pub const fn of_index(index: usize, size: BoardSize) -> Self {
        Self::new(index % size.files(), index / size.files())
    }

    /// Reads a square at the start of `text`, its rank as long as it goes (`a10` is rank ten),
    /// and returns it with the rest.
    #[must_use]
    pub fn read(text: &str) -> Option<(Self, &str)> {
        let letter = text.bytes().next()?.to_ascii_lowercase();
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let digits = text[1..].bytes().take(2).take_while(u8::is_ascii_digit).count();
        let rank: usize = text[1..=digits].parse().ok()?;
        let plain = !text[1..].starts_with('0') && (1..=MAX_SIDE).contains(&rank);
        plain.then(|| (Self::new(usize::from(letter - b'a'), rank - 1), &text[1 + digits..]))
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        match Self::read(text) {
            Some((square, "")) => Ok(square),
            _ => Err(SquareError(text.to_owned())),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() as u8), self.rank() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways_on_every_square() {
        for rank in 0..MAX_SIDE {
            for file in 0..MAX_SIDE {
                let square = Square::new(file, rank);
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
    }

    #[test]
    fn numbers_go_rank_by_rank() {
        let size = BoardSize::new(7, 3).unwrap();
        for index in 0..size.squares() {
            assert_eq!(Square::of_index(index, size).index(size), index);
        }
        assert_eq!(Square::of_index(8, size).to_string(), "b2");
    }

    #[test]
    fn ranks_are_read_as_far_as_they_go() {
        assert_eq!(Square::read("a10b2"), Some((Square::new(0, 9), "b2")));
        assert_eq!(Square::read("a1b2"), Some((Square::new(0, 0), "b2")));
        assert_eq!(Square::read("J7/g7"), Some((Square::new(9, 6), "/g7")));
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in ["", "a", "1", "a0", "a01", "a27", "a99", "á1", "a1x", "aa1", "a-1", "a+1"] {
            assert_eq!(text.parse::<Square>(), Err(SquareError(text.to_owned())), "{text}");
        }
    }
}
