//! How good a position is: mobility and territory.

mod chance;
mod explain;
mod lean;
mod score;
#[rustfmt::skip]
mod weights;

pub use chance::{score_of_chance, win_chance};
pub use explain::{Archer, Explanation, Influence, Term};
pub use lean::{Evaluator, LeanTerm, TERMS, Verdicts, WEIGHT_SHIFT, Weights, judge, phase, terms};
pub use score::{Detail, Preference, Proof, Score};
pub use weights::{LEAN_WEIGHTS, PHASES, WIN_SCALE};
