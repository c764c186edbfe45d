//! strelci
pub mod bench;
pub mod board;
pub mod cli;
pub mod endgame;
pub mod engine;
pub mod eval;
pub mod isa;
pub mod obstacles;
pub mod perft;
pub mod picture;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod session;
pub mod survey;
pub mod variant;
