//! What determines a climb: the head of its file.

use serde::{Deserialize, Serialize};

use super::climb::Course;
use crate::engine::{EngineSpec, Kind, SpecError};
use crate::matches::balance::Generator;
use crate::start::{Start, StartError};

/// A table of its own for each of two sides in every thread is made for every pair: it is small,
/// in MiB, where nothing else is said.
const USUAL_HASH: &str = "4";

/// All that determines the games of a climb.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Constants, rounds and moves.
    pub course: Course,
    /// Words for both sides: limits and options.
    pub each: String,
    /// Where games start, taking turns.
    pub starts: Vec<String>,
    /// Random plies of an opening.
    pub plies: usize,
    /// How many hundredths of a square an opening may be worth; nothing for any value.
    pub balance: Option<u32>,
    /// By how many per cent the nodes for a move are varied at the most.
    pub vary_nodes: u32,
    /// The engine in this process: another build plays other games.
    pub builtin: String,
    /// The CRC-32 of the file of weights, where both sides are given one.
    pub weights: Option<u32>,
}

impl Settings {
    /// The openings of the pairs, by their numbers.
    ///
    /// # Errors
    /// [`StartError`] for a start that is none.
    pub fn openings(&self) -> Result<Generator, StartError> {
        let starts: Result<Vec<Start>, _> = self.starts.iter().map(|text| text.parse()).collect();
        let Self { plies, balance, course, .. } = self;
        Ok(Generator { starts: starts?, plies: *plies, balance: *balance, seed: course.seed })
    }

    /// The search with these values of the constants.
    ///
    /// # Errors
    /// [`SpecError`] where the words for each side do not describe a search in this process.
    pub fn engine(&self, values: &[i32]) -> Result<EngineSpec, SpecError> {
        let mut spec = EngineSpec::read(&self.each, &self.course.words(values))?;
        if let Kind::Builtin(builtin) = &mut spec.kind {
            // Of an option that is set twice the later value holds.
            builtin.options.insert(0, ("Hash".to_owned(), USUAL_HASH.to_owned()));
        }
        Ok(spec)
    }

    /// The names of what differs.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let parts = [
            ("constants", self.course.knobs == other.course.knobs),
            ("rounds, movement or reach", self.course.gains == other.course.gains),
            ("pairs of a round", self.course.pairs == other.course.pairs),
            ("seed", self.course.seed == other.course.seed),
            ("words for each side", self.each == other.each),
            ("starts", self.starts == other.starts),
            ("plies", self.plies == other.plies),
            ("balance", self.balance == other.balance),
            ("variation of nodes", self.vary_nodes == other.vary_nodes),
            ("engine", self.builtin == other.builtin),
            ("file of weights", self.weights == other.weights),
        ];
        parts.into_iter().filter(|(_, same)| !same).map(|(name, _)| name).collect()
    }
}
