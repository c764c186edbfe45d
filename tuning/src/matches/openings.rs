//! Openings: where the games of a match begin, and the file they are listed in.
//!
//! A line of the file is a start (see [`Start`]), and where moves are played from there before the
//! players are asked, the word `moves` and the moves:
//!
//! ```text
//! # comments and empty lines are passed over
//! amazons8
//! strelci8 moves c1c7,c7f4 f8f5,f5c5
//! amazons q2/3/2Q w
//! ```

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use strelci::board::{Move, MoveError};
use strelci::rules::{Outcome, PlayError};
use thiserror::Error;

use super::text;
use crate::game::Game;
use crate::start::{Start, StartError};

/// A start, and the moves played from there before the players are asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Where the game starts.
    pub start: Start,
    /// The moves; the game goes on after them.
    pub moves: Vec<Move>,
}

/// An opening that cannot be played.
#[derive(Debug, Error)]
#[error("{why}; an opening is written as in: amazons8 moves d1d7,d7g7")]
pub struct OpeningError {
    #[source]
    why: Why,
}

#[derive(Debug, Error)]
enum Why {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("move {number}: {why}")]
    Unreadable { number: usize, why: MoveError },
    #[error("move {number}: {why}")]
    Unplayable { number: usize, why: PlayError },
    #[error("the game is over before the players' first move: {0}")]
    Over(Outcome),
}

/// A list of openings that cannot be used.
#[derive(Debug, Error)]
pub enum ListError {
    /// The file cannot be read.
    #[error("cannot read the openings {}: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: io::Error,
    },
    /// A line is not an opening.
    #[error("{}, line {line}: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: OpeningError,
    },
    /// There is nothing in it.
    #[error("{} lists no opening: one a line, as in: amazons8 moves d1d7,d7g7", .0.display())]
    Empty(PathBuf),
}

/// Reads a file of openings.
///
/// # Errors
/// [`ListError`] names the file, and the line that is wrong.
pub fn read(path: &Path) -> Result<Vec<Opening>, ListError> {
    let bytes = fs::read(path).map_err(|why| ListError::Unreadable { path: path.into(), why })?;
    // What is not UTF-8 is found where it stands: the line cannot be read.
    let text = String::from_utf8_lossy(&bytes);
    let numbered = text.lines().zip(1..).map(|(text, line)| (text.trim(), line));
    let openings = numbered.filter(|(text, _)| !text.is_empty() && !text.starts_with('#'));
    let read = openings.map(|(text, line)| {
        text.parse().map_err(|why| ListError::Line { path: path.into(), line, why })
    });
    let openings = read.collect::<Result<Vec<_>, _>>()?;
    if openings.is_empty() { Err(ListError::Empty(path.into())) } else { Ok(openings) }
}

impl Opening {
    /// The game after the opening.
    ///
    /// # Errors
    /// [`OpeningError`] where a move cannot be played or the game is over after them.
    pub fn game(&self) -> Result<Game, OpeningError> {
        let game = Game::opened(self.start, &self.moves)
            .map_err(|(number, why)| Why::Unplayable { number, why })?;
        match game.outcome() {
            Some(outcome) => Err(Why::Over(outcome).into()),
            None => Ok(game),
        }
    }
}

impl<W: Into<Why>> From<W> for OpeningError {
    fn from(why: W) -> Self {
        Self { why: why.into() }
    }
}

impl FromStr for Opening {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Self, OpeningError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut parts = words.splitn(2, |&word| word == "moves");
        let start = parts.next().unwrap_or_default().join(" ").parse::<Start>()?;
        let moves = parts.next().unwrap_or_default().iter().zip(1..);
        let moves = moves.map(|(text, number)| {
            text.parse().map_err(|why| Why::Unreadable { number, why }.into())
        });
        let opening = Self { start, moves: moves.collect::<Result<_, OpeningError>>()? };
        opening.game().map(|_| opening)
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start.fmt(f)?;
        if !self.moves.is_empty() {
            write!(f, " moves {}", text::join(&self.moves))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_and_its_text_are_inverse() {
        for text in [
            "amazons8",
            "strelci8 moves c1c7,c7f4 f8f5,f5c5",
            "amazons q2/3/2Q w - - 0 1 moves c1c2,c2c1",
        ] {
            assert_eq!(text.parse::<Opening>().unwrap().to_string(), text);
        }
        assert_eq!("amazons8 moves".parse::<Opening>().unwrap().moves, []);
    }

    #[test]
    fn a_wrong_opening_says_what_is_wrong() {
        let told = |text: &str| text.parse::<Opening>().unwrap_err().to_string();
        assert!(told("chess moves").starts_with("'chess': unknown variant 'chess'"));
        assert!(told("amazons8 d1d7,d7g7").starts_with("'amazons8 d1d7,d7g7': "));
        assert!(told("amazons8 moves c1c2,c2c1 x").starts_with("move 2: 'x' is not a move"));
        assert!(told("amazons8 moves c1d3,d3d4").contains("move 1: c1d3,d3d4 is not legal"));
        assert!(told("strelci q*Q/**1/1*1 w").contains("the game is over before"));
        assert!(told("chess").ends_with("as in: amazons8 moves d1d7,d7g7"));
    }

    #[test]
    fn a_list_names_its_file_and_line() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("list.txt");
        let read_back = |text: &[u8]| {
            fs::write(&path, text).unwrap();
            read(&path).map_err(|error| error.to_string())
        };
        assert_eq!(read_back(b"# two\r\n\r\n amazons8 \r\nstrelci6").unwrap().len(), 2);
        let error = read_back(b"amazons8\n# \xff\n\nstrelci\xff\n").unwrap_err();
        assert!(error.contains("list.txt, line 4: "), "{error}");
        let error = read_back(b"# nothing\n").unwrap_err();
        assert!(error.contains("list.txt lists no opening"), "{error}");
        let error = read(&directory.path().join("none")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read the openings "), "{error}");
    }
}
