//! What to play: the searchers and what they share.
//!
//! A search takes a root, limits and a [`Control`], and reports [`Info`]. It never prints, never
//! reads input and never sleeps.

mod account;
mod alphabeta;
mod any;
mod best;
mod budget;
mod busy;
mod choice;
mod control;
mod info;
mod limits;
mod mcts;
mod memory;
mod params;
mod pool;
mod steps;
mod strength;
mod sweep;
mod table;
mod window;

use std::time::Duration;

use thiserror::Error;

use crate::board::AnyPosition;
use crate::eval::Preference;
use crate::rules::Rules;

pub use alphabeta::{AlphaBeta, AlphaBetaParams};
pub use any::AnySearcher;
pub use budget::{Budget, Situation};
pub use choice::{Choice, ChoiceError, Kind, stronger};
pub use control::Control;
pub use info::{Bound, FirstMove, Info, SearchResult};
pub use limits::{Clock, Limits};
pub use mcts::{Mcts, MctsParams};
pub use params::{Param, Params};

/// The position to search, and the rules it is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// The position.
    pub position: AnyPosition,
    /// The rules.
    pub rules: Rules,
}

/// How to search, whatever the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Which searcher plays, where there is a choice: see [`AnySearcher`].
    pub choice: Choice,
    /// Threads that search in parallel, at least 1.
    pub threads: usize,
    /// Memory for the transposition table or the search tree in MiB, at least 1.
    pub hash_mib: usize,
    /// How many of the best lines to find, at least 1.
    pub multi_pv: usize,
    /// What is played for among proven results.
    pub preference: Preference,
    /// Strength from 0 to [`Settings::FULL_SKILL`].
    pub skill: u32,
    /// A move within so many hundredths of a square of the best may be chosen.
    pub variety: u32,
    /// The seed of every random choice.
    pub seed: u64,
    /// Time kept back on every move.
    pub overhead: Duration,
}

impl Settings {
    /// The skill that holds nothing back.
    pub const FULL_SKILL: u32 = 20;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            choice: Choice::Auto,
            threads: 1,
            hash_mib: 64,
            multi_pv: 1,
            preference: Preference::Length,
            skill: Self::FULL_SKILL,
            variety: 0,
            seed: 0,
            overhead: Duration::from_millis(10),
        }
    }
}

/// Memory for a searcher that cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no memory for Hash {mib} MiB{}", if *kept > 0 { format!("; it is {kept} MiB") } else { String::new() })]
pub struct HashError {
    /// What was asked for, in MiB.
    pub mib: usize,
    /// What is there instead, in MiB, or 0.
    pub kept: usize,
}

/// A way of finding the best move.
pub trait Searcher: Send {
    /// Searches until the limits or the control end it, and shows `report` each line as it is
    /// found. Where the game is over or no move may be searched, the result has no move.
    fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(&Info) + Sync),
    ) -> SearchResult;

    /// Changes the settings.
    ///
    /// # Errors
    /// [`HashError`] where the memory cannot be had; everything else is changed all the same.
    fn configure(&mut self, settings: &Settings) -> Result<(), HashError>;

    /// Forgets all that earlier searches have learned.
    fn clear(&mut self);
}
