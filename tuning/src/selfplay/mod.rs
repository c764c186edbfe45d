//! Games of the engine against itself, and the file they are kept in.
//!
//! - [`Plan`]: all that decides what is played, at the head of every file.
//! - [`SavedGame`]: a finished game with the values of its positions.
//! - [`format`](mod@format): the file, byte by byte.
//! - [`Reader`] and [`Writer`]: such files read, begun, mended and continued.

mod blocks;
mod bytes;
mod choices;
mod fault;
pub mod format;
mod plan;
mod reader;
mod saved;
mod writer;

pub use choices::{ChoiceError, MoveLimit, Plies, WeightedStart};
pub use fault::{Damage, FileError, FileFault, Place};
pub use format::DecodeError;
pub use plan::{Difference, Plan, PlanError};
pub use reader::Reader;
pub use saved::{GameError, SavedGame, SavedPly, SavedPosition};
pub use writer::{Recovered, Writer};
