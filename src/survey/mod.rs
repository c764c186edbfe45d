//! What the board means: how far every square is from either side.
//!
//! [`scan()`] is the hot one, four positions at a time and only counted; [`DistanceMap`] is for one
//! position and people.

mod distance;
mod lanes;
mod scan;
mod slide;

pub use distance::DistanceMap;
pub use lanes::{LANES, Lanes};
pub(crate) use scan::scanned;
pub use scan::{Counts, DISTANCES, Nearer, Scan, Scene, scan};
