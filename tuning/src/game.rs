//! A game being played: a start, the moves from there, and the position they lead to.

use strelci::board::{AnyPosition, Move, Side};
use strelci::rules::{Outcome, PlayError, outcome_of, play};

use crate::start::Start;

/// A game so far.
#[derive(Clone, Debug)]
pub struct Game {
    start: Start,
    moves: Vec<Move>,
    position: AnyPosition,
}

impl Game {
    /// A game before its first move.
    #[must_use]
    pub const fn new(start: Start) -> Self {
        Self { start, moves: Vec::new(), position: start.position }
    }

    /// A game after an opening.
    ///
    /// # Errors
    /// The number of the move that cannot be played, from 1, and why.
    pub fn opened(start: Start, opening: &[Move]) -> Result<Self, (usize, PlayError)> {
        let mut game = Self::new(start);
        for (index, &played) in opening.iter().enumerate() {
            game.play(played).map_err(|why| (index + 1, why))?;
        }
        Ok(game)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`PlayError`] where it is against the rules; the game stays as it was.
    pub fn play(&mut self, played: Move) -> Result<(), PlayError> {
        self.position = play(self.start.rules, &self.position, played)?;
        self.moves.push(played);
        Ok(())
    }

    /// Where it began.
    #[must_use]
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// The moves played, with those of the opening.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// Whose turn it is.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    /// How it ended; nothing while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        outcome_of(self.start.rules, &self.position)
    }
}
