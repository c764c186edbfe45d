//! Positions as text: FEN as Fairy-Stockfish reads and writes it for `amazons`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::any::AnyPosition;
use super::position::{Content, Side};
use super::size::{BoardSize, MAX_SIDE, SizeError};
use super::square::Square;

/// What is wrong with a position's text; rows count from the top, columns are characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// Nothing but white space.
    #[error("empty FEN: rows from the top joined by '/', then w or b, as in q2/3/2Q w")]
    Empty,
    /// A character with no meaning.
    #[error("row {row}, column {column}: '{found}' is not Q, q, * or a number of empty squares")]
    Letter {
        /// The row, from 1 at the top.
        row: usize,
        /// The character's place in the row, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// A run of empty squares that is 0, has a leading zero or is longer than any row.
    #[error(
        "row {row}, column {column}: run of '{found}' empty squares; runs are 1 to {MAX_SIDE} without leading zeros"
    )]
    Run {
        /// The row, from 1 at the top.
        row: usize,
        /// The place of the run's first digit in the row, from 1.
        column: usize,
        /// The digits.
        found: String,
    },
    /// A row of another length than the first.
    #[error(
        "row {row}, column {column}: the row ends with {found} squares where row 1 has {expected}"
    )]
    Ragged {
        /// The row, from 1 at the top.
        row: usize,
        /// The place of the row's last character in it; 0 for an empty row.
        column: usize,
        /// Its squares.
        found: usize,
        /// The squares of the first row.
        expected: usize,
    },
    /// A row of more squares than any board's.
    #[error("row {row}, column {column}: more than {MAX_SIDE} squares in a row")]
    Wide {
        /// The row, from 1 at the top.
        row: usize,
        /// The place of the first character too many, from 1.
        column: usize,
    },
    /// More rows than any board's.
    #[error("{0} rows: at most {MAX_SIDE}")]
    Tall(usize),
    /// Too few files or ranks.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A side has no archer.
    #[error("{side} has no archer ({letter}); each side needs at least one")]
    NoArcher {
        /// The side.
        side: Side,
        /// Its letter.
        letter: char,
    },
    /// The side to move is not there.
    #[error("no side to move after the rows: w or b")]
    NoSide,
    /// The side to move is neither `w` nor `b`.
    #[error("side to move '{0}': w or b")]
    Side(String),
}

/// Reads a FEN; fields after the side to move are ignored.
impl FromStr for AnyPosition {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_whitespace();
        let board = fields.next().ok_or(FenError::Empty)?;
        let (size, contents) = read_board(board)?;
        let side = match fields.next() {
            Some("w") => Side::White,
            Some("b") => Side::Black,
            Some(other) => return Err(FenError::Side(clipped(other))),
            None => return Err(FenError::NoSide),
        };
        for (side, letter) in [(Side::White, 'Q'), (Side::Black, 'q')] {
            if !contents.contains(&Content::Archer(side)) {
                return Err(FenError::NoArcher { side, letter });
            }
        }
        Ok(Self::new(size, &contents, side))
    }
}

/// Errors quote what they found, but not a megabyte of it.
fn clipped(text: &str) -> String {
    text.chars().take(20).collect()
}

fn read_board(board: &str) -> Result<(BoardSize, Vec<Content>), FenError> {
    let tall = board.split('/').count();
    if tall > MAX_SIDE {
        return Err(FenError::Tall(tall));
    }
    let rows = board
        .split('/')
        .enumerate()
        .map(|(row, text)| read_row(row + 1, text))
        .collect::<Result<Vec<_>, _>>()?;
    let expected = rows[0].len();
    let ragged = rows.iter().position(|row| row.len() != expected);
    if let Some(row) = ragged {
        let column = board.split('/').nth(row).map_or(0, |text| text.chars().count());
        return Err(FenError::Ragged { row: row + 1, column, found: rows[row].len(), expected });
    }
    let size = BoardSize::new(expected, tall)?;
    Ok((size, rows.into_iter().rev().flatten().collect()))
}

fn read_row(row: usize, text: &str) -> Result<Vec<Content>, FenError> {
    let mut contents = Vec::new();
    let mut characters = text.chars().enumerate().peekable();
    while let Some((at, character)) = characters.next() {
        let column = at + 1;
        match character {
            'Q' => contents.push(Content::Archer(Side::White)),
            'q' => contents.push(Content::Archer(Side::Black)),
            '*' => contents.push(Content::Obstacle),
            '0'..='9' => {
                let mut found = String::from(character);
                while let Some((_, digit)) = characters.next_if(|(_, next)| next.is_ascii_digit()) {
                    found.push(digit);
                }
                let run = found.parse().unwrap_or(usize::MAX);
                if found.starts_with('0') || run > MAX_SIDE {
                    return Err(FenError::Run { row, column, found: clipped(&found) });
                }
                contents.extend(std::iter::repeat_n(Content::Empty, run));
            }
            found => return Err(FenError::Letter { row, column, found }),
        }
        if contents.len() > MAX_SIDE {
            return Err(FenError::Wide { row, column });
        }
    }
    Ok(contents)
}

/// Writes a FEN: `3q2q3/…/3Q2Q3 w - - 0 1`, the last number that of the full move.
impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.size().ranks()).rev() {
            self.write_row(f, rank)?;
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        let side = match self.side_to_move() {
            Side::White => 'w',
            Side::Black => 'b',
        };
        write!(f, " {side} - - 0 {}", self.full_move())
    }
}

impl AnyPosition {
    fn write_row(&self, f: &mut fmt::Formatter<'_>, rank: usize) -> fmt::Result {
        let mut run = 0;
        for file in 0..self.size().files() {
            let letter = match self.content(Square::new(file, rank)) {
                Content::Empty => {
                    run += 1;
                    continue;
                }
                Content::Obstacle => '*',
                Content::Archer(Side::White) => 'Q',
                Content::Archer(Side::Black) => 'q',
            };
            write_run(f, std::mem::take(&mut run))?;
            write!(f, "{letter}")?;
        }
        write_run(f, run)
    }
}

fn write_run(f: &mut fmt::Formatter<'_>, run: usize) -> fmt::Result {
    if run > 0 { write!(f, "{run}") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<AnyPosition>().expect_err(text).to_string()
    }

    #[test]
    fn what_is_read_is_written_again() {
        for (text, written) in [
            (
                "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
                "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1",
            ),
            ("qQ/2 b - - 7 9", "qQ/2 b - - 0 1"),
            ("1q*1/4/*2Q w", "1q*1/4/*2Q w - - 0 1"),
            ("25q/26/Q25 b", "25q/26/Q25 b - - 0 1"),
        ] {
            assert_eq!(text.parse::<AnyPosition>().unwrap().to_string(), written);
        }
    }

    #[test]
    fn every_fault_has_its_own_message() {
        assert_eq!(
            error(" "),
            "empty FEN: rows from the top joined by '/', then w or b, as in q2/3/2Q w"
        );
        assert_eq!(
            error("qk1/3/2Q w"),
            "row 1, column 2: 'k' is not Q, q, * or a number of empty squares"
        );
        assert_eq!(
            error("q2/3/0QQQ w"),
            "row 3, column 1: run of '0' empty squares; runs are 1 to 26 without leading zeros"
        );
        assert_eq!(
            error("q02/3/2Q w"),
            "row 1, column 2: run of '02' empty squares; runs are 1 to 26 without leading zeros"
        );
        assert_eq!(
            error("55q/3/2Q w"),
            "row 1, column 1: run of '55' empty squares; runs are 1 to 26 without leading zeros"
        );
        assert_eq!(
            error("q2/4/2Q w"),
            "row 2, column 1: the row ends with 4 squares where row 1 has 3"
        );
        assert_eq!(
            error("q//2Q w"),
            "row 2, column 0: the row ends with 0 squares where row 1 has 1"
        );
        assert_eq!(error("q25q/27 w"), "row 1, column 4: more than 26 squares in a row");
        assert_eq!(error(&format!("{}q1 w", "2/".repeat(26))), "27 rows: at most 26");
        assert_eq!(error("q/Q w"), "a board of 1 files and 2 ranks: each must be from 2 to 26");
        assert_eq!(error("q2/3/3 w"), "White has no archer (Q); each side needs at least one");
        assert_eq!(error("3/3/2Q w"), "Black has no archer (q); each side needs at least one");
        assert_eq!(error("q2/3/2Q"), "no side to move after the rows: w or b");
        assert_eq!(error("q2/3/2Q x"), "side to move 'x': w or b");
    }
}
