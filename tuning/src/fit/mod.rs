//! Weights of an evaluation from games of self-play, by logistic regression.
//!
//! Positions become [rows](data::Row): what an evaluator looks at in them, and what the chance of the
//! side to move should be, as the game's result and the search's score say. A
//! [`Model`](model::Model) turns features into odds by its parameters; a
//! [`Descent`](descent::Descent) finds the parameters with the smallest cross-entropy, and stops
//! when the games kept from it no longer profit. The only model so far is
//! [`Lean`](lean::Lean). Rows, descent, checkpoint and pictures take any; for tables or a network
//! [`Fitting`](fitting::Fitting), [`RuleSet`](games::RuleSet) and the command, which name the lean
//! model, its features and the weights it becomes, must take another in its place.

pub mod adam;
pub mod calibration;
pub mod checkpoint;
pub mod cli;
pub mod collection;
pub mod data;
pub mod date;
pub mod descent;
mod exact;
pub mod fitting;
pub mod games;
pub mod lean;
pub mod loss;
pub mod model;
pub mod parts;
pub mod plot;
mod progress;
mod report;
#[cfg(test)]
mod samples;
mod saving;
mod scale;
