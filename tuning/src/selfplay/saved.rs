//! A finished game with the values the search gave its positions.

use strelci::board::{AnyPosition, Move, Side};
use strelci::eval::Score;
use strelci::rules::{Outcome, PlayError, Reason};
use thiserror::Error;

use crate::game::Game;
use crate::start::Start;

/// A move of a saved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedPly {
    /// What was played.
    pub played: Move,
    /// The search's value of the position before it, in hundredths of a square for the side to
    /// move, proven results included; nothing where the move was played at random.
    pub score: Option<i32>,
}

impl SavedPly {
    /// Whether the score is a proven result: then it is beyond all estimates.
    #[must_use]
    pub fn is_proven(self) -> bool {
        self.score.is_some_and(|score| Score::estimate(score).hundredths() != score)
    }
}

/// A finished game: legal from its start to its end, for it cannot be made otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    number: u64,
    start: Start,
    plies: Vec<SavedPly>,
    outcome: Outcome,
}

/// Plies that are no finished game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// A move cannot be played.
    #[error("ply {ply}: {why}")]
    Move {
        /// The ply, from 1.
        ply: usize,
        /// Why not.
        why: PlayError,
    },
    /// The game goes on after the last of them.
    #[error("the game goes on after its last ply")]
    Unfinished,
}

/// A position of a saved game, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedPosition {
    /// The position.
    pub position: AnyPosition,
    /// What was played in it, and its value.
    pub ply: SavedPly,
    /// Plies to the end of the game, at least 1.
    pub plies_left: usize,
    /// How the game ended.
    pub outcome: Outcome,
}

impl SavedPosition {
    /// Whether the side to move won the game.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.outcome.winner == self.position.side_to_move()
    }

    /// The squares by which the side to move won, negative where it lost; nothing where the loser
    /// could not move.
    #[must_use]
    pub fn margin(&self) -> Option<i32> {
        match self.outcome.reason {
            Reason::Separated { margin } if self.is_won() => Some(i32::from(margin)),
            Reason::Separated { margin } => Some(-i32::from(margin)),
            Reason::Blocked => None,
        }
    }
}

impl SavedGame {
    /// Game `number` of a run, from its start by these plies to its end.
    ///
    /// # Errors
    /// [`GameError`] where the plies are not legal or do not end the game.
    pub fn new(number: u64, start: Start, plies: Vec<SavedPly>) -> Result<Self, GameError> {
        let moves: Vec<Move> = plies.iter().map(|ply| ply.played).collect();
        let game =
            Game::opened(start, &moves).map_err(|(ply, why)| GameError::Move { ply, why })?;
        let outcome = game.outcome().ok_or(GameError::Unfinished)?;
        Ok(Self { number, start, plies, outcome })
    }

    /// Its number in the run.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Where it began.
    #[must_use]
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// Its moves with their scores, from the start to the end.
    #[must_use]
    pub fn plies(&self) -> &[SavedPly] {
        &self.plies
    }

    /// How it ended.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The side that won.
    #[must_use]
    pub const fn winner(&self) -> Side {
        self.outcome.winner
    }

    /// Its positions in order, without the last, in which the game is over.
    pub fn positions(&self) -> impl Iterator<Item = SavedPosition> {
        let mut next = Some(self.start.position);
        let plies = self.plies.iter().zip((1..=self.plies.len()).rev());
        plies.map_while(move |(&ply, plies_left)| {
            let position = next?;
            next = position.play(ply.played).ok();
            Some(SavedPosition { position, ply, plies_left, outcome: self.outcome })
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn plies(moves: &[&str]) -> Vec<SavedPly> {
        let ply = |(at, text): (usize, &&str)| SavedPly {
            played: text.parse().unwrap(),
            score: (at > 0).then_some(-150 * at as i32),
        };
        moves.iter().enumerate().map(ply).collect()
    }

    /// Black separates the sides and wins by two squares to one.
    pub fn tiny(number: u64) -> SavedGame {
        let start = "strelci q3Q/****1/****1 w".parse().unwrap();
        SavedGame::new(number, start, plies(&["e3e2,e2e3", "a3c3,c3d3"])).unwrap()
    }

    /// White, proven to win, leaves Black without a move.
    pub fn blocked(number: u64) -> SavedGame {
        let start = "amazons q*/1Q w".parse().unwrap();
        let ply = SavedPly { played: "b1a1,a1b1".parse().unwrap(), score: Some(1_500_000) };
        SavedGame::new(number, start, vec![ply]).unwrap()
    }

    #[test]
    fn positions_know_what_became_of_them() {
        let game = tiny(3);
        let told = |position: SavedPosition| {
            let fen = position.position.to_string();
            (fen, position.plies_left, position.is_won(), position.margin())
        };
        let positions: Vec<_> = game.positions().map(told).collect();
        assert_eq!(
            positions,
            [
                ("q3Q/****1/****1 w - - 0 1".to_owned(), 2, false, Some(-1)),
                ("q3*/****Q/****1 b - - 0 1".to_owned(), 1, true, Some(1)),
            ]
        );
    }

    #[test]
    fn a_loss_without_a_move_has_no_margin() {
        let game = blocked(0);
        let position = game.positions().next().unwrap();
        assert_eq!((position.is_won(), position.margin()), (true, None));
    }

    #[test]
    fn a_game_is_legal_to_its_end_or_none() {
        let start = *tiny(0).start();
        let made = |moves: &[&str]| SavedGame::new(0, start, plies(moves)).unwrap_err().to_string();
        assert_eq!(made(&["e3e2,e2e3"]), "the game goes on after its last ply");
        assert_eq!(
            made(&["e3e2,e2e3", "a3a2,a2a3"]),
            "ply 2: a3a2,a2a3 is not legal: the archer on a3 cannot move to a2: queen moves over empty squares only"
        );
        assert_eq!(
            made(&["e3e2,e2e3", "a3c3,c3d3", "e2e1,e1e2"]),
            "ply 3: e2e1,e1e2 comes after the end of the game: Black wins: separated, by 1 square"
        );
    }

    #[test]
    fn proven_scores_are_told_from_estimates() {
        let played = "e3e2,e2e3".parse().unwrap();
        let is_proven = |score| SavedPly { played, score }.is_proven();
        assert!(!is_proven(None) && !is_proven(Some(-1_048_575)));
        assert!(is_proven(Some(1_048_576)) && is_proven(Some(-2_000_000)));
    }
}
