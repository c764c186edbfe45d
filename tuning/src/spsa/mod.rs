//! Constants of the search by simultaneous perturbation (SPSA).
//!
//! Each game pair is played between the constants moved a little in one random direction and the
//! same moved the other way; every constant is then moved towards the side that won (J. C. Spall,
//! 1992; fishtest tunes Stockfish so). Pairs come in rounds: all pairs of a round stand at the same
//! place, which is a function of the results of the rounds before it. So a round may be shared out
//! among machines, and its pooled results lead to the same place.

pub mod cli;
pub mod climb;
pub mod file;
pub mod gains;
pub mod merge;
pub mod run;
pub mod settings;
