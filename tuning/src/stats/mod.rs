//! What the results of game pairs say. Pure functions of numbers.
//!
//! Both games of a pair begin with the same opening, with colours swapped, so they are not
//! independent: an opening that favours one colour makes pairs of one point each. Everything here
//! therefore counts pairs ([`Pentanomial`]), never single games.

mod elo;
mod likelihood;
mod normal;
mod pentanomial;
mod sprt;

pub use elo::{EloModel, Interval, NORMALISED_SCALE, elo_of, score_of};
pub use pentanomial::{PairsError, Pentanomial};
pub use sprt::{Decision, Sprt, SprtError, Verdict};
