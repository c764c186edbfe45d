//! All that decides what a run plays: the head of every file of games.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::choices::{MoveLimit, Plies, WeightedStart};
use crate::shard::Shard;

/// What a run plays. Game number `n` follows from the plan and `n` alone, whatever the shard, as
/// long as the limit is one of nodes.
///
/// Its text has a line for each setting, `name: value`, always in the same order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Who plays: another engine would play other games.
    pub engine: String,
    /// The seed of every random choice.
    pub seed: u64,
    /// Games of the whole run, all shards together.
    pub games: u64,
    /// The share of them that is in the file.
    pub shard: Shard,
    /// Where games begin; drawn for each game.
    pub starts: Vec<WeightedStart>,
    /// Random obstacles put on the board first: an even number, at most this.
    pub obstacles: usize,
    /// Random plies after the start.
    pub opening: Plies,
    /// Later moves out of a hundred that are played at random.
    pub random: u32,
    /// What every other move may cost.
    pub limit: MoveLimit,
    /// Memory of the transposition table in MiB.
    pub hash_mib: usize,
}

/// A text that is no plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// A line is missing or in another place.
    #[error("no line '{0}: …' where it belongs")]
    Missing(&'static str),
    /// A value cannot be read.
    #[error("{name}: {why}")]
    Value {
        /// The setting.
        name: &'static str,
        /// What is wrong.
        why: String,
    },
}

/// A setting in which two plans differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The setting.
    pub name: &'static str,
    /// Its value in the one plan.
    pub one: String,
    /// Its value in the other.
    pub other: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, one, other } = self;
        write!(f, "{name} {one} against {other}")
    }
}

/// Differences in one line.
pub(super) fn listed(differences: &[Difference]) -> String {
    differences.iter().map(Difference::to_string).collect::<Vec<_>>().join(", ")
}

/// Between two starts in a plan's text; in no FEN.
const BETWEEN_STARTS: &str = ", ";

impl Plan {
    /// How many of the games are in this shard.
    #[must_use]
    pub fn share(&self) -> u64 {
        self.games.saturating_sub(self.shard.index()).div_ceil(self.shard.count())
    }

    /// The number of game `index` of this shard, both from 0; nothing after the last.
    #[must_use]
    pub fn number(&self, index: u64) -> Option<u64> {
        let number = index.checked_mul(self.shard.count())?.checked_add(self.shard.index())?;
        (number < self.games).then_some(number)
    }

    /// The settings that differ in another plan, in order.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let pairs = self.settings().into_iter().zip(other.settings());
        pairs
            .filter(|((_, one), (_, other))| one != other)
            .map(|((name, one), (_, other))| Difference { name, one, other })
            .collect()
    }

    fn settings(&self) -> [(&'static str, String); 10] {
        let starts: Vec<String> = self.starts.iter().map(WeightedStart::to_string).collect();
        [
            ("engine", self.engine.clone()),
            ("seed", self.seed.to_string()),
            ("games", self.games.to_string()),
            ("shard", self.shard.to_string()),
            ("starts", starts.join(BETWEEN_STARTS)),
            ("obstacles", self.obstacles.to_string()),
            ("opening", self.opening.to_string()),
            ("random", self.random.to_string()),
            ("limit", self.limit.to_string()),
            ("hash", self.hash_mib.to_string()),
        ]
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.settings().iter().try_for_each(|(name, value)| writeln!(f, "{name}: {value}"))
    }
}

impl FromStr for Plan {
    type Err = PlanError;

    fn from_str(text: &str) -> Result<Self, PlanError> {
        let mut lines = Lines(text.lines());
        Ok(Self {
            engine: lines.value("engine")?.to_owned(),
            seed: lines.read("seed")?,
            games: lines.read("games")?,
            shard: lines.read("shard")?,
            starts: lines.list("starts")?,
            obstacles: lines.read("obstacles")?,
            opening: lines.read("opening")?,
            random: lines.read("random")?,
            limit: lines.read("limit")?,
            hash_mib: lines.read("hash")?,
        })
    }
}

/// The lines of a plan's text that are still to be read.
struct Lines<'t>(std::str::Lines<'t>);

impl<'t> Lines<'t> {
    fn value(&mut self, name: &'static str) -> Result<&'t str, PlanError> {
        let line = self.0.next().and_then(|line| line.split_once(": "));
        let value = line.filter(|(found, _)| *found == name).map(|(_, value)| value);
        value.ok_or(PlanError::Missing(name))
    }

    fn read<T: FromStr<Err: fmt::Display>>(&mut self, name: &'static str) -> Result<T, PlanError> {
        parsed(name, self.value(name)?)
    }

    fn list<T: FromStr<Err: fmt::Display>>(
        &mut self,
        name: &'static str,
    ) -> Result<Vec<T>, PlanError> {
        self.value(name)?.split(BETWEEN_STARTS).map(|text| parsed(name, text)).collect()
    }
}

fn parsed<T: FromStr<Err: fmt::Display>>(name: &'static str, text: &str) -> Result<T, PlanError> {
    text.parse().map_err(|why: T::Err| PlanError::Value { name, why: why.to_string() })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub const TEXT: &str = concat!(
        "engine: strelci 0.1.0\n",
        "seed: 7\n",
        "games: 11\n",
        "shard: 1/3\n",
        "starts: 2:amazons8, strelci q3/4/4/3Q w - - 0 1\n",
        "obstacles: 4\n",
        "opening: 2-6\n",
        "random: 8\n",
        "limit: nodes 500\n",
        "hash: 4\n",
    );

    #[test]
    fn a_plan_and_its_text_are_inverse() {
        assert_eq!(TEXT.parse::<Plan>().unwrap().to_string(), TEXT);
    }

    #[test]
    fn the_share_of_a_shard_is_numbered() {
        let plan: Plan = TEXT.parse().unwrap();
        assert_eq!(plan.share(), 4);
        let numbers: Vec<_> = (0..5).map(|index| plan.number(index)).collect();
        assert_eq!(numbers, [Some(1), Some(4), Some(7), Some(10), None]);
        assert_eq!(plan.number(u64::MAX), None);
    }

    #[test]
    fn differences_are_named() {
        let plan: Plan = TEXT.parse().unwrap();
        let other = Plan { seed: 8, limit: MoveLimit::Nodes(600), ..plan.clone() };
        let difference = |name, one: &str, other: &str| Difference {
            name,
            one: one.to_owned(),
            other: other.to_owned(),
        };
        assert_eq!(
            plan.differences(&other),
            [difference("seed", "7", "8"), difference("limit", "nodes 500", "nodes 600")]
        );
        assert_eq!(
            listed(&plan.differences(&other)),
            "seed 7 against 8, limit nodes 500 against nodes 600"
        );
        assert_eq!(plan.differences(&plan), []);
    }

    #[test]
    fn a_wrong_text_is_told() {
        let told = |text: String| text.parse::<Plan>().unwrap_err().to_string();
        assert_eq!(told(String::new()), "no line 'engine: …' where it belongs");
        assert_eq!(told(TEXT.replace("games: 11\n", "")), "no line 'games: …' where it belongs");
        assert!(told(TEXT.replace("1/3", "3/3")).starts_with("shard: '3/3': a shard is"));
        assert!(told(TEXT.replace("amazons8", "chess")).starts_with("starts: 'chess': unknown"));
    }
}
