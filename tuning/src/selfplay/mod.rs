//! Games of the engine against itself, and the file they are kept in.
//!
//! - [`Plan`]: all that decides what is played, at the head of every file.
//! - [`Generator`]: plays the games of a plan; [`run()`] does so on threads, into a file.
//! - [`SavedGame`]: a finished game with the values of its positions.
//! - [`format`](mod@format): the file, byte by byte.
//! - [`Reader`] and [`Writer`]: such files read, begun, mended and continued.
//! - [`merge()`]: the shards of a run as one file.
//! - [`Description`] and [`Sample`]: what is in such files.

mod blocks;
mod bytes;
mod choices;
pub mod cli;
mod describe;
mod fault;
pub mod format;
mod gate;
mod generate;
mod merge;
mod plan;
mod progress;
mod reader;
mod run;
mod sample;
mod saved;
mod spent;
mod table;
mod writer;

pub use choices::{ChoiceError, MoveLimit, Plies, WeightedStart};
pub use describe::Description;
pub use fault::{Damage, FileError, FileFault, Place};
pub use format::{DecodeError, MAGIC};
pub use generate::{GenerateError, Generator, check};
pub use merge::{MergeError, merge};
pub use plan::{Difference, Plan, PlanError};
pub use reader::Reader;
pub use run::{RunError, Tally, run};
pub use sample::Sample;
pub use saved::{GameError, SavedGame, SavedPly, SavedPosition};
pub use spent::Spent;
pub use writer::{Recovered, Writer};
