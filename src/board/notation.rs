//! Moves as people and other programs write them.

use std::str::FromStr;

use thiserror::Error;

use super::moves::Move;
use super::square::Square;

/// A text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// It cannot be read.
    #[error("'{0}' is not a move: write from, to and shot, as in d1d7,d7g7 or d1-d7/g7")]
    Unreadable(String),
    /// The shot starts from another square than the archer's step ends on.
    #[error("'{text}' shoots from {shooter}, but the archer moved to {to}")]
    TwoArchers {
        /// The move's text.
        text: String,
        /// Where the shot starts.
        shooter: Square,
        /// Where the step ended.
        to: Square,
    },
}

/// Reads `d1d7,d7g7` (the wire's spelling), `d1-d7/g7`, `d1-d7(g7)`, `d1-d7xg7`, `d1-d7|g7` and
/// `d1d7g7`.
impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let unreadable = || MoveError::Unreadable(text.chars().take(40).collect());
        let (from, rest) = Square::read(text).ok_or_else(unreadable)?;
        let (to, rest) =
            Square::read(rest.strip_prefix('-').unwrap_or(rest)).ok_or_else(unreadable)?;
        let (shooter, shot) = read_shot(rest).ok_or_else(unreadable)?;
        match shooter {
            Some(shooter) if shooter != to => {
                Err(MoveError::TwoArchers { text: text.to_owned(), shooter, to })
            }
            _ => Ok(Self { from, to, shot }),
        }
    }
}

/// The second half of a move: where the shot starts, if that is said, and where it ends.
fn read_shot(text: &str) -> Option<(Option<Square>, Square)> {
    if let Some(wire) = text.strip_prefix(',') {
        let (shooter, rest) = Square::read(wire)?;
        return Some((Some(shooter), rest.parse().ok()?));
    }
    let bare = match text.strip_prefix('(') {
        Some(bracketed) => bracketed.strip_suffix(')')?,
        None => text.strip_prefix(['/', 'x', '|']).unwrap_or(text),
    };
    Some((None, bare.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_read() {
        let wanted =
            Move { from: Square::new(3, 0), to: Square::new(3, 6), shot: Square::new(6, 6) };
        for text in [
            "d1d7,d7g7",
            "d1-d7/g7",
            "d1-d7(g7)",
            "d1-d7xg7",
            "d1-d7|g7",
            "d1d7g7",
            "D1-D7/G7",
            "d1d7/g7",
        ] {
            assert_eq!(text.parse(), Ok(wanted), "{text}");
        }
        assert_eq!(wanted.to_string(), "d1d7,d7g7");
        let tens = Move { from: Square::new(0, 0), to: Square::new(0, 9), shot: Square::new(0, 0) };
        assert_eq!("a1a10a1".parse(), Ok(tens));
        assert_eq!("a1a10,a10a1".parse(), Ok(tens));
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for text in [
            "",
            "d1",
            "d1d7",
            "d1d7,",
            "d1d7,d7",
            "d1-d7(g7",
            "d1-d7g7)",
            "d1--d7/g7",
            "0000",
            "d1d7,d7g7x",
            "d1 d7 g7",
        ] {
            assert_eq!(text.parse::<Move>(), Err(MoveError::Unreadable(text.into())), "{text}");
        }
        assert_eq!(
            "d1d7,d6g7".parse::<Move>().unwrap_err().to_string(),
            "'d1d7,d6g7' shoots from d6, but the archer moved to d7"
        );
    }
}
