//! What the results of game pairs say. Pure functions of numbers.
//!
//! Both games of a pair begin with the same opening, with colours swapped, so they are not
//! independent: an opening that favours one colour makes pairs of one point each. Everything here
//! therefore counts pairs ([`Pentanomial`]), never single games.

pub mod cli;
mod elo;
mod likelihood;
mod normal;
mod pentanomial;
mod simulate;
mod sprt;
mod summary;

pub use elo::{EloModel, Interval, NORMALISED_SCALE, elo_of, score_of};
pub use normal::TWO_SIDED_95;
pub use pentanomial::{PairsError, Pentanomial};
pub use simulate::{Opponents, OpponentsError, Simulation, Tally};
pub use sprt::{Decision, Sprt, SprtError, Verdict};
pub use summary::Summary;
