//! What the board means: how far every square is from either side.
mod distance;
mod lanes;
mod scan;
mod slide;
pub use distance::DistanceMap;
pub use lanes::{LANES, Lanes};
pub(crate) use scan::scanned;
pub use scan::{Counts, DISTANCES, Nearer, Scan, Scene, scan};
