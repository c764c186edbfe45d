//! How a game ended, and whose fault that was.

use std::fmt;

use serde::{Deserialize, Serialize};
use strelci::board::Side;
use strelci::rules::{self, Outcome};

use crate::engine::Fault;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The sides are separated, and the winner's territory is larger.
    Separated,
    /// The loser cannot move.
    Blocked,
    /// The result was proven before the end, and the game not played out.
    Adjudicated,
    /// The loser played a move that is not legal.
    IllegalMove,
    /// The loser answered what is no move.
    Nonsense,
    /// The loser said that the game was over, or won by another, against the rules.
    WrongClaim,
    /// The loser's program ended.
    Crash,
    /// The loser gave no answer, long after its time was over.
    Hang,
    /// The loser answered after its time was over.
    Overstep,
    /// The loser's output was more than any engine has reason for.
    Flood,
    /// The loser's program could not be started.
    NotStarted,
    /// The loser cannot be told this game in its protocol.
    Unsuited,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who has won.
    pub winner: Side,
    /// Why.
    pub reason: Reason,
    /// The difference in squares, where the sides were separated under Střelci's rules.
    pub margin: Option<u16>,
    /// What there is to say beyond that: what was wrong, or what was proven.
    pub detail: Option<String>,
}

impl Reason {
    /// Whether the loser misbehaved.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        !matches!(self, Self::Separated | Self::Blocked | Self::Adjudicated)
    }

    /// What a fault is counted as; nothing for an interruption, which is nobody's.
    #[must_use]
    pub const fn of(fault: &Fault) -> Option<Self> {
        Some(match fault {
            Fault::NotStarted(_) => Self::NotStarted,
            Fault::Crashed(_) => Self::Crash,
            Fault::Hung(_) => Self::Hang,
            Fault::Nonsense(_) => Self::Nonsense,
            Fault::WrongClaim(_) => Self::WrongClaim,
            Fault::Flooded(_) => Self::Flood,
            Fault::Unsuited(_) => Self::Unsuited,
            Fault::Interrupted => return None,
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Separated => "separated",
            Self::Blocked => "blocked",
            Self::Adjudicated => "adjudicated",
            Self::IllegalMove => "illegal move",
            Self::Nonsense => "nonsense",
            Self::WrongClaim => "wrong claim",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Overstep => "overstep",
            Self::Flood => "flood",
            Self::NotStarted => "not started",
            Self::Unsuited => "unsuited",
        })
    }
}

impl Ending {
    /// A side lost by its own fault.
    #[must_use]
    pub fn forfeit(loser: Side, reason: Reason, detail: String) -> Self {
        Self { winner: !loser, reason, margin: None, detail: Some(detail) }
    }
}

impl From<Outcome> for Ending {
    fn from(Outcome { winner, reason }: Outcome) -> Self {
        let (reason, margin) = match reason {
            rules::Reason::Separated { margin } => (Reason::Separated, Some(margin)),
            rules::Reason::Blocked => (Reason::Blocked, None),
        };
        Self { winner, reason, margin, detail: None }
    }
}
