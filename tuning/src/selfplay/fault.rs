//! What can be wrong with a file of games.

use std::fmt;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::format::{CONTENT_MOST, DecodeError, VERSION};
use super::plan::{Difference, PlanError, listed};

/// A file of games that cannot be read or written.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: FileFault,
}

/// What is wrong with a file of games.
#[derive(Debug, Error)]
pub enum FileFault {
    /// The system refuses.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A directory, a device, a pipe.
    #[error("is not a regular file")]
    NotRegular,
    /// Another process is at it.
    #[error("another run is writing it")]
    Busy,
    /// It is something else.
    #[error("is not a file of self-play games")]
    Foreign,
    /// It is of a later time.
    #[error("is of version {0} of the format; this program reads version {VERSION}")]
    Version(u8),
    /// It ends within a block: a run was killed there, or a copy is not whole.
    #[error(
        "is cut short in {place}, of which {found} of {due} bytes are there; the same selfplay command cuts that off and goes on"
    )]
    CutShort {
        /// Where.
        place: Place,
        /// The bytes of the block that are there.
        found: u64,
        /// The bytes it should have, or the least it can have.
        due: u64,
    },
    /// Its bytes are not those that were written.
    #[error(
        "is altered in {place}: {damage}; what comes before is whole, and stays if the file is cut to {} bytes", place.offset
    )]
    Altered {
        /// Where.
        place: Place,
        /// How that shows.
        damage: Damage,
    },
    /// It belongs to another run.
    #[error(
        "is of another run, there against here: {}; take the settings it has, or another file",
        listed(.0)
    )]
    OtherPlan(Vec<Difference>),
    /// A game comes out of turn.
    #[error("game {found} is not the next of the run{}", due.map_or_else(String::new, |due| format!(", which is {due}")))]
    OutOfTurn {
        /// Its number.
        found: u64,
        /// The number that is due, if any.
        due: Option<u64>,
    },
}

/// A block of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its number: 0 is the plan's, 1 that of the first game.
    pub block: u64,
    /// Where it begins in the file, in bytes.
    pub offset: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.block {
            0 => write!(f, "the plan at its head (byte {})", self.offset),
            block => write!(f, "block {block} (from byte {})", self.offset),
        }
    }
}

/// How an altered block shows.
#[derive(Debug, Error)]
pub enum Damage {
    /// The checksum of its head.
    #[error("the checksum of its length does not match")]
    Head,
    /// The checksum of its content.
    #[error("the checksum does not match")]
    Content,
    /// A length with the right checksum that is none.
    #[error("a length of {0} bytes, where {CONTENT_MOST} are the most")]
    Length(u32),
    /// A plan with the right checksum that is none.
    #[error("{0}")]
    Plan(#[from] PlanError),
    /// A game with the right checksum that is none.
    #[error("{0}")]
    Game(#[from] DecodeError),
    /// A game that belongs elsewhere.
    #[error("it holds game {found}, where {} is due", due.map_or_else(|| "none".to_owned(), |due| due.to_string()))]
    Order {
        /// Its number.
        found: u64,
        /// The number that is due, if any.
        due: Option<u64>,
    },
}
