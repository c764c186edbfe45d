//! Why a program says nothing, and whose fault that is.

use std::time::Duration;

use thiserror::Error;

use super::lines::Flood;
use crate::engine::{Fault, clipped};

/// Why there is no line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Trouble {
    /// The program ended or closed its output; how, and its last words.
    #[error("{0}")]
    Ended(String),
    /// None came in time.
    #[error("nothing more came in time")]
    Late,
    /// Too much came.
    #[error(transparent)]
    Flooded(#[from] Flood),
    /// The run is to end.
    #[error("interrupted")]
    Interrupted,
}

impl Trouble {
    /// The fault of a program that should have said something when it was started. `last` is the
    /// last line it said instead.
    pub(crate) fn at_start(self, missing: &str, last: Option<&str>) -> Fault {
        match self {
            Self::Ended(how) => Fault::NotStarted(how),
            Self::Late => Fault::NotStarted(match last {
                Some(last) => format!("no {missing} in time; its last line: {}", clipped(last)),
                None => format!("no {missing} in time"),
            }),
            Self::Flooded(flood) => Fault::Flooded(flood.to_string()),
            Self::Interrupted => Fault::Interrupted,
        }
    }

    /// The fault of a program that was waited for in a game.
    pub(crate) fn in_game(self, waited: Duration) -> Fault {
        match self {
            Self::Ended(how) => Fault::Crashed(how),
            Self::Late => Fault::Hung(waited),
            Self::Flooded(flood) => Fault::Flooded(flood.to_string()),
            Self::Interrupted => Fault::Interrupted,
        }
    }
}
