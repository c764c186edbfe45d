//! What the board means: how far every square is from either side.
mod lanes;
mod scan;
mod slide;
pub use lanes::{LANES, Lanes};
pub(crate) use scan::scanned;
pub use scan::{Counts, DISTANCES, Nearer, Scan, Scene, scan};
