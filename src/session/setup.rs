//! The position on the board, as `position` sets it.

use thiserror::Error;

use crate::board::{AnyPosition, Fault, FenError, Move, MoveError};
use crate::protocol::PositionText;
use crate::rules::{Outcome, PlayError, Rules, play};
use crate::search::Root;
use crate::variant::Variant;

/// Why a position was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum SetupError {
    /// The FEN cannot be read.
    #[error("fen: {0}")]
    Fen(#[from] FenError),
    /// A move cannot be read.
    #[error("move {number}: {error}")]
    Unreadable { number: usize, error: MoveError },
    /// A move is not legal.
    #[error("move {number} '{played}': {fault}")]
    Illegal { number: usize, played: Move, fault: Fault },
    /// The game was over before a move.
    #[error("move {number} '{played}': the game is over: {outcome}")]
    AfterTheEnd { number: usize, played: Move, outcome: Outcome },
}

/// The game so far: start, moves, and the position before the first and after each.
///
/// Managers send the whole game again before every move, some several times. The texts of the
/// moves are kept, so that only what is new is read and played.
#[derive(Debug)]
pub(super) struct Setup {
    rules: Rules,
    start_text: String,
    start: AnyPosition,
    played: Vec<Played>,
}

#[derive(Debug)]
struct Played {
    text: String,
    position: AnyPosition,
}

impl Setup {
    /// The start of a variant's game.
    pub fn of(variant: &Variant) -> Self {
        Self {
            rules: variant.rules,
            start_text: variant.fen.to_owned(),
            start: variant.start(),
            played: Vec::new(),
        }
    }

    /// The position on the board, and its rules.
    pub fn root(&self) -> Root {
        Root { position: self.after(self.played.len()), rules: self.rules }
    }

    /// Sets the position as told; where that fails, nothing changes.
    pub fn set(&mut self, variant: &Variant, text: &PositionText) -> Result<(), SetupError> {
        let start_text = text.fen.unwrap_or(variant.fen);
        if start_text == self.start_text {
            return self.replay(text.moves);
        }
        let mut fresh = Self {
            rules: variant.rules,
            start_text: start_text.to_owned(),
            start: start_text.parse()?,
            played: Vec::new(),
        };
        fresh.replay(text.moves)?;
        *self = fresh;
        Ok(())
    }

    /// Replaces the moves by these.
    fn replay(&mut self, moves: &str) -> Result<(), SetupError> {
        let known = moves
            .split_whitespace()
            .zip(&self.played)
            .take_while(|(text, played)| *text == played.text)
            .count();
        let mut position = self.after(known);
        let mut fresh = Vec::new();
        for (index, text) in moves.split_whitespace().enumerate().skip(known) {
            position = step(self.rules, &position, index + 1, text)?;
            fresh.push(Played { text: text.to_owned(), position });
        }
        self.played.truncate(known);
        self.played.append(&mut fresh);
        Ok(())
    }

    fn after(&self, moves: usize) -> AnyPosition {
        match moves.checked_sub(1) {
            Some(last) => self.played[last].position,
            None => self.start,
        }
    }
}

/// Plays the move `text`, the game's `number`th.
fn step(
    rules: Rules,
    position: &AnyPosition,
    number: usize,
    text: &str,
) -> Result<AnyPosition, SetupError> {
    let read = text.parse::<Move>();
    let wanted = read.map_err(|error| SetupError::Unreadable { number, error })?;
    play(rules, position, wanted).map_err(|error| match error {
        PlayError::AfterTheEnd { played, outcome } => {
            SetupError::AfterTheEnd { number, played, outcome }
        }
        PlayError::Illegal { played, fault } => SetupError::Illegal { number, played, fault },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup() -> Setup {
        Setup::of(Variant::default_variant())
    }

    fn set(setup: &mut Setup, fen: Option<&str>, moves: &str) -> Result<(), SetupError> {
        setup.set(Variant::default_variant(), &PositionText { fen, moves })
    }

    fn fen(setup: &Setup) -> String {
        setup.root().position.to_string()
    }

    #[test]
    fn moves_are_added_taken_back_and_replaced() {
        let mut kept = setup();
        for moves in [
            "d1d7,d7g7",
            "d1d7,d7g7 a7a6,a6a5",
            "d1d7,d7g7 a7a6,a6a5 g1g2,g2g1",
            "d1d7,d7g7",
            "d1d7,d7g7 a7b7,b7a7",
            "g1g2,g2g1",
            "",
        ] {
            set(&mut kept, None, moves).expect(moves);
            let mut fresh = setup();
            set(&mut fresh, None, moves).expect(moves);
            assert_eq!(fen(&kept), fen(&fresh), "{moves}");
        }
    }

    #[test]
    fn a_failure_changes_nothing_and_says_where() {
        let mut kept = setup();
        set(&mut kept, None, "d1d7,d7g7").expect("legal");
        let before = fen(&kept);
        for (start, moves, message) in [
            (
                None,
                "d1d7,d7g7 a7a6,a6a5 d1d9,d9d8",
                "move 3 'd1d9,d9d8': no archer of White, who is to move, stands on d1",
            ),
            (
                None,
                "d1d7,d7g7 e4",
                "move 2: 'e4' is not a move: write from, to and shot, as in d1d7,d7g7 or d1-d7/g7",
            ),
            (
                Some("q2/3/2k w"),
                "",
                "fen: row 3, column 2: 'k' is not Q, q, * or a number of empty squares",
            ),
            (
                Some("q*Q/*** w"),
                "a1a2,a2a1",
                "move 1 'a1a2,a2a1': the game is over: Black wins: separated with equal territories, White to move",
            ),
        ] {
            let error = set(&mut kept, start, moves).expect_err(message);
            assert_eq!(error.to_string(), message);
            assert_eq!(fen(&kept), before);
        }
    }

    #[test]
    fn sending_a_long_game_again_costs_microseconds() {
        let mut setup = setup();
        let mut moves = String::new();
        for _ in 0..60 {
            let root = setup.root();
            let Some(played) = root.position.moves().first().copied() else {
                break;
            };
            let longer = format!("{moves} {played}");
            if set(&mut setup, None, &longer).is_err() {
                break;
            }
            moves = longer;
        }
        assert!(setup.played.len() > 20);
        let kept = setup.played.iter().map(|played| played.text.as_ptr());
        let before: Vec<*const u8> = kept.collect();
        set(&mut setup, None, &moves).expect("the same game");
        let after: Vec<*const u8> =
            setup.played.iter().map(|played| played.text.as_ptr()).collect();
        assert_eq!(before, after, "nothing is read or played twice");
    }
}
