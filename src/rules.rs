//! Who has won: both rule sets behind one switch.
//!
//! The readings taken where the original Czech rules of Střelci leave room: the side "on move" is
//! the one whose turn comes next after the separating shot; only empty squares count, not those
//! under archers; archers walled in together without an empty square do not keep the game alive;
//! empty squares that nobody can reach count for nobody.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{AnyPosition, Fault, Move, Position, Side};
use crate::with_position;

/// The rule set a game is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Střelci: the game ends when obstacles separate the sides, and the larger territory wins;
    /// with equal territories the side to move loses. Before that, who cannot move loses.
    Strelci,
    /// The Game of the Amazons: who cannot move loses, and nothing else ends the game.
    Amazons,
}

impl Rules {
    /// The name, as on the wire and the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strelci => "strelci",
            Self::Amazons => "amazons",
        }
    }
}

/// A name that is not a rule set's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown rules '{0}': strelci or amazons")]
pub struct RulesError(String);

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(name: &str) -> Result<Self, RulesError> {
        let known = [Self::Strelci, Self::Amazons].into_iter().find(|rules| rules.name() == name);
        known.ok_or_else(|| RulesError(name.chars().take(40).collect()))
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The sides are separated, and the winner's territory is larger by `margin` squares; 0 where
    /// the territories are equal and the side to move has lost by that.
    Separated {
        /// The difference in squares.
        margin: u16,
    },
    /// The loser cannot move. Such a win has no margin.
    Blocked,
}

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who has won; there are no draws.
    pub winner: Side,
    /// Why.
    pub reason: Reason,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { winner, reason } = self;
        let loser = !*winner;
        match reason {
            Reason::Separated { margin: 0 } => {
                write!(f, "{winner} wins: separated with equal territories, {loser} to move")
            }
            Reason::Separated { margin: 1 } => write!(f, "{winner} wins: separated, by 1 square"),
            Reason::Separated { margin } => {
                write!(f, "{winner} wins: separated, by {margin} squares")
            }
            Reason::Blocked => write!(f, "{winner} wins: {loser} cannot move"),
        }
    }
}

/// The outcome of the game before the turn of the side to move, or nothing while it goes on.
#[inline(always)]
#[must_use]
pub fn outcome<const N: usize>(rules: Rules, position: &Position<N>) -> Option<Outcome> {
    match rules {
        Rules::Strelci if !position.is_contested() => Some(separated(position)),
        Rules::Strelci | Rules::Amazons => blocked(position),
    }
}

/// The result of a position whose sides are separated, under Střelci's rules.
#[must_use]
pub fn separated<const N: usize>(position: &Position<N>) -> Outcome {
    let side = position.side_to_move();
    let territories = position.territories();
    let (own, other) = (territories.of(side).count(), territories.of(!side).count());
    Outcome {
        winner: if own > other { side } else { !side },
        reason: Reason::Separated { margin: own.abs_diff(other) as u16 },
    }
}

/// The loss of a side to move that has no move.
#[inline(always)]
fn blocked<const N: usize>(position: &Position<N>) -> Option<Outcome> {
    let winner = !position.side_to_move();
    (!position.can_move()).then_some(Outcome { winner, reason: Reason::Blocked })
}

/// A move that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The game was over before it.
    #[error("{played} comes after the end of the game: {outcome}")]
    AfterTheEnd {
        /// The move.
        played: Move,
        /// How the game had ended.
        outcome: Outcome,
    },
    /// It is not legal.
    #[error("{played} is not legal: {fault}")]
    Illegal {
        /// The move.
        played: Move,
        /// Why not.
        fault: Fault,
    },
}

/// The outcome on a board of any size: see [`outcome`].
#[must_use]
pub fn outcome_of(rules: Rules, position: &AnyPosition) -> Option<Outcome> {
    with_position!(position, position => outcome(rules, position))
}

/// The territories of White and Black in empty squares: see [`Position::territories`].
#[must_use]
pub fn territory(position: &AnyPosition) -> [usize; 2] {
    with_position!(position, position => {
        let territories = position.territories();
        [Side::White, Side::Black].map(|side| territories.of(side).count() as usize)
    })
}

/// Plays a move of a game that may be over.
///
/// # Errors
/// [`PlayError`] where the game is over or the move is not legal.
pub fn play(rules: Rules, position: &AnyPosition, played: Move) -> Result<AnyPosition, PlayError> {
    match outcome_of(rules, position) {
        Some(outcome) => Err(PlayError::AfterTheEnd { played, outcome }),
        None => position.play(played).map_err(|fault| PlayError::Illegal { played, fault }),
    }
}
