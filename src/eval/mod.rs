//! How good a position is: mobility and territory.

mod score;

pub use score::{Detail, Preference, Proof, Score};
