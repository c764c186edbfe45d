//! A game: its start, its moves, and how it has ended.

use crate::board::{AnyPosition, Move, Side};
use crate::rules::{self, PlayError, Rules, outcome_of};
use crate::search::Root;

/// A game that is being played.
#[derive(Debug)]
pub(super) struct Game {
    rules: Rules,
    start: AnyPosition,
    /// Each move with the position after it.
    played: Vec<(Move, AnyPosition)>,
    resigned: Option<Side>,
}

impl Game {
    pub(super) const fn new(root: &Root) -> Self {
        Self { rules: root.rules, start: root.position, played: Vec::new(), resigned: None }
    }

    pub(super) const fn start(&self) -> &AnyPosition {
        &self.start
    }

    pub(super) fn moves(&self) -> impl Iterator<Item = Move> {
        self.played.iter().map(|&(played, _)| played)
    }

    /// The position now, and the rules.
    pub(super) fn root(&self) -> Root {
        Root { position: *self.position_after(self.played.len()), rules: self.rules }
    }

    fn position_after(&self, moves: usize) -> &AnyPosition {
        let last = moves.checked_sub(1).and_then(|last| self.played.get(last));
        last.map_or(&self.start, |(_, position)| position)
    }

    pub(super) fn side_to_move(&self) -> Side {
        self.position_after(self.played.len()).side_to_move()
    }

    /// Who has won and why, once the game is over.
    pub(super) fn end(&self) -> Option<String> {
        if let Some(side) = self.resigned {
            return Some(format!("{} wins: {side} resigned", !side));
        }
        let Root { position, rules } = self.root();
        outcome_of(rules, &position).map(|outcome| outcome.to_string())
    }

    pub(super) fn play(&mut self, played: Move) -> Result<(), PlayError> {
        let Root { position, rules } = self.root();
        let after = rules::play(rules, &position, played)?;
        self.played.push((played, after));
        Ok(())
    }

    /// Ends the game as lost for a side.
    pub(super) const fn resign(&mut self, side: Side) {
        self.resigned = Some(side);
    }

    /// Takes back a resignation, or everything from the last move of a person on; false where there
    /// is none.
    pub(super) fn undo(&mut self, is_person: impl Fn(Side) -> bool) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let is_persons = |&move_: &usize| is_person(self.position_after(move_).side_to_move());
        let last = (0..self.played.len()).rev().find(is_persons);
        if let Some(last) = last {
            self.played.truncate(last);
        }
        last.is_some()
    }
}
