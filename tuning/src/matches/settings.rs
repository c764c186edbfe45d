//! The settings that determine the games of a match: the head of its file.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use strelci::board::Side;

use super::schedule::{Fixture, Format, Schedule};
use super::text;
use crate::engine::EngineSpec;
use crate::shard::Shard;
use crate::start::Start;
use crate::stats::{EloModel, Sprt};

/// All that determines the games of a match. Two runs with equal settings play the same games, as
/// far as the engines do not look at the clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Which engines meet.
    pub format: Format,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The engine in this process, where it plays or values openings.
    pub builtin: Option<String>,
    /// The CRC-32 of each file of weights that an engine names, by its path.
    pub weights: BTreeMap<String, u32>,
    /// Where the games begin.
    pub openings: OpeningSettings,
    /// The seed of openings and of the variation of nodes.
    pub seed: u64,
    /// By how many per cent the nodes for a move are varied at the most.
    pub vary_nodes: u32,
    /// Whether games end when their result is proven.
    pub adjudicate: bool,
    /// The test that ends the match early.
    #[serde(deserialize_with = "sprt")]
    pub sprt: Option<Sprt>,
    /// Game pairs between each two engines that meet.
    pub pairs: u64,
    /// Which share of the pairs is played here.
    #[serde(with = "text")]
    pub shard: Shard,
}

/// Where the games of a match begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum OpeningSettings {
    /// From a list, in its order and again from its top.
    Listed {
        /// How many there are.
        count: usize,
        /// The CRC-32 of the openings, one a line as the program writes them.
        crc32: u32,
    },
    /// At random from the seed.
    Random {
        /// Where they start, taking turns.
        #[serde(with = "text::list")]
        starts: Vec<Start>,
        /// Random plies.
        plies: usize,
        /// How far from 0 their value may be, in hundredths of a square; nothing for any value.
        balance: Option<u32>,
    },
}

impl Settings {
    /// The games they ask for.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.engines.len(), self.pairs, self.shard)
    }

    /// The name of the engine that plays a side.
    #[must_use]
    pub fn name(&self, fixture: Fixture, side: Side) -> &str {
        &self.engines[fixture.seat(side)].name
    }

    /// Where these settings differ from those of a file, said in words.
    #[must_use]
    pub fn differences(&self, file: &Self) -> Vec<String> {
        let (here, there) = (self.members(), file.members());
        let paths: BTreeSet<&String> = here.keys().chain(there.keys()).collect();
        let differing = paths.into_iter().filter(|&path| here.get(path) != there.get(path));
        let shown = |members: &BTreeMap<String, Value>, path| {
            members.get(path).map_or_else(|| "not set".to_owned(), Value::to_string)
        };
        differing
            .map(|path| {
                format!("{path} is {} there, {} here", shown(&there, path), shown(&here, path))
            })
            .collect()
    }

    /// Whether these ask for the same match as others, or for more pairs of it.
    ///
    /// # Errors
    /// What else differs, in words.
    pub fn extends(&self, file: &Self) -> Result<(), Vec<String>> {
        let mut allowed = file.clone();
        allowed.pairs = file.pairs.max(self.pairs);
        let differences = self.differences(&allowed);
        if differences.is_empty() { Ok(()) } else { Err(self.differences(file)) }
    }

    /// Every number and text by its path, as in `engines.0.name`.
    fn members(&self) -> BTreeMap<String, Value> {
        let mut members = BTreeMap::new();
        // A struct of numbers, texts and lists can always be written.
        flatten("", serde_json::to_value(self).unwrap_or_default(), &mut members);
        members
    }
}

fn flatten(path: &str, value: Value, members: &mut BTreeMap<String, Value>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                flatten(&below(&key), value, members);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.into_iter().enumerate() {
                flatten(&below(&index.to_string()), value, members);
            }
        }
        leaf => {
            members.insert(path.to_owned(), leaf);
        }
    }
}

/// A test in a file is checked like one on the command line.
fn sprt<'a, D: Deserializer<'a>>(from: D) -> Result<Option<Sprt>, D::Error> {
    #[derive(Deserialize)]
    struct Written {
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    }
    let checked = |Written { elo0, elo1, alpha, beta, model }| {
        Sprt::new(model, [elo0, elo1], alpha, beta).map_err(serde::de::Error::custom)
    };
    Option::deserialize(from)?.map(checked).transpose()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::matches) fn twins(pairs: u64) -> Settings {
        let engine = |name: &str| format!("name={name} nodes=100").parse().unwrap();
        Settings {
            format: Format::Pair,
            engines: vec![engine("a"), engine("b")],
            builtin: Some("strelci 1".to_owned()),
            weights: BTreeMap::from([("lean.rs".to_owned(), 7)]),
            openings: OpeningSettings::Random {
                starts: vec!["strelci6".parse().unwrap()],
                plies: 2,
                balance: None,
            },
            seed: 1,
            vary_nodes: 5,
            adjudicate: false,
            sprt: None,
            pairs,
            shard: Shard::WHOLE,
        }
    }

    #[test]
    fn settings_go_into_json_and_back() {
        let settings = twins(4);
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
        assert!(text.ends_with(r#""pairs":4,"shard":"0/1"}"#), "{text}");
    }

    #[test]
    fn what_differs_is_named() {
        let mut other = twins(4);
        other.engines[1] = "name=c nodes=90".parse().unwrap();
        other.openings = OpeningSettings::Listed { count: 3, crc32: 7 };
        other.builtin = Some("strelci 2".to_owned());
        other.weights.insert("lean.rs".to_owned(), 8);
        assert_eq!(twins(4).differences(&twins(4)), [""; 0]);
        assert_eq!(
            twins(5).differences(&other),
            [
                "builtin is \"strelci 2\" there, \"strelci 1\" here",
                "engines.1 is \"name=c proto=builtin nodes=90 margin=100\" there, \
                 \"name=b proto=builtin nodes=100 margin=100\" here",
                "openings.listed.count is 3 there, not set here",
                "openings.listed.crc32 is 7 there, not set here",
                "openings.random.balance is not set there, null here",
                "openings.random.plies is not set there, 2 here",
                "openings.random.starts.0 is not set there, \"strelci6\" here",
                "pairs is 4 there, 5 here",
                "weights.lean.rs is 8 there, 7 here",
            ]
        );
    }
}
