//! Small choices of a run, each with its text: starts with weights, a range of plies, the limit of a
//! move.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use strelci::search::Limits;
use thiserror::Error;

use crate::start::{Start, StartError};

/// A choice that cannot be read.
#[derive(Debug, Error)]
pub enum ChoiceError {
    /// A weight is no positive number.
    #[error("'{0}': the weight before the colon is a number from 1 to 1000000, as in 3:amazons8")]
    Weight(String),
    /// The start after it cannot be read.
    #[error(transparent)]
    Start(#[from] StartError),
    /// No range of plies.
    #[error("'{0}': plies are a number or a range, as in 4 or 2-6, and at most {most}", most = Plies::MOST)]
    Plies(String),
    /// No limit.
    #[error("'{0}': a limit is nodes N or time MILLISECONDS, at least 1")]
    Limit(String),
}

/// A start, and how often it is played beside the others. Its text is `amazons8`, or `3:amazons8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightedStart {
    /// Its share of the games is this, divided by the sum of all weights.
    pub weight: u32,
    /// The start.
    pub start: Start,
}

impl FromStr for WeightedStart {
    type Err = ChoiceError;

    fn from_str(text: &str) -> Result<Self, ChoiceError> {
        let Some((weight, start)) = text.split_once(':') else {
            return Ok(Self { weight: 1, start: text.parse()? });
        };
        let weight = weight.parse().ok().filter(|weight| (1..=1_000_000).contains(weight));
        let weight = weight.ok_or_else(|| ChoiceError::Weight(text.to_owned()))?;
        Ok(Self { weight, start: start.parse()? })
    }
}

impl fmt::Display for WeightedStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.weight {
            1 => write!(f, "{}", self.start),
            weight => write!(f, "{weight}:{}", self.start),
        }
    }
}

/// How many plies, from the least to the most. Its text is `2-6`, or `4` where both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plies {
    /// The least.
    pub least: usize,
    /// The most.
    pub most: usize,
}

impl Plies {
    /// No game is longer: every ply fills a square of at most 676.
    const MOST: usize = 676;
}

impl FromStr for Plies {
    type Err = ChoiceError;

    fn from_str(text: &str) -> Result<Self, ChoiceError> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let read = || {
            let plies = Self { least: least.parse().ok()?, most: most.parse().ok()? };
            (plies.least <= plies.most && plies.most <= Self::MOST).then_some(plies)
        };
        read().ok_or_else(|| ChoiceError::Plies(text.to_owned()))
    }
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { least, most } = self;
        if least == most { write!(f, "{least}") } else { write!(f, "{least}-{most}") }
    }
}

/// What a move may cost. Its text is `nodes 5000`, or `time 100` for milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLimit {
    /// Positions evaluated: the same games on every machine.
    Nodes(u64),
    /// Wall time: games that cannot be played again.
    Time(Duration),
}

impl MoveLimit {
    /// The limit for one search, at so many hundredths of it. Time stays as it is: no two searches
    /// get the same anyway.
    #[must_use]
    pub fn scaled(self, hundredths: u64) -> Limits {
        match self {
            Self::Nodes(nodes) => {
                let nodes = u128::from(nodes) * u128::from(hundredths) / 100;
                let nodes = u64::try_from(nodes).unwrap_or(u64::MAX).max(1);
                Limits { nodes: Some(nodes), ..Limits::default() }
            }
            Self::Time(time) => Limits { move_time: Some(time), ..Limits::default() },
        }
    }
}

impl FromStr for MoveLimit {
    type Err = ChoiceError;

    fn from_str(text: &str) -> Result<Self, ChoiceError> {
        let read = || {
            let (kind, number) = text.split_once(' ')?;
            let number = number.parse().ok().filter(|&number| number > 0)?;
            match kind {
                "nodes" => Some(Self::Nodes(number)),
                "time" => Some(Self::Time(Duration::from_millis(number))),
                _ => None,
            }
        };
        read().ok_or_else(|| ChoiceError::Limit(text.to_owned()))
    }
}

impl fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Self::Time(time) => write!(f, "time {}", time.as_millis()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_and_their_texts_are_inverse() {
        for text in ["amazons8", "3:strelci q2/3/2Q w - - 0 1"] {
            assert_eq!(text.parse::<WeightedStart>().unwrap().to_string(), text);
        }
        for text in ["0", "4", "2-6"] {
            assert_eq!(text.parse::<Plies>().unwrap().to_string(), text);
        }
        for text in ["nodes 5000", "time 100"] {
            assert_eq!(text.parse::<MoveLimit>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn wrong_choices_are_told() {
        for text in ["0:amazons8", "x:amazons8", ":amazons8", "-1:amazons8", "1000001:amazons8"] {
            let error = text.parse::<WeightedStart>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{text}': the weight")), "{error}");
        }
        let error = "2:chess".parse::<WeightedStart>().unwrap_err().to_string();
        assert!(error.contains("unknown variant 'chess'"), "{error}");
        for text in ["", "-", "6-2", "2-", "677", "a-b"] {
            let error = text.parse::<Plies>().unwrap_err().to_string();
            assert_eq!(
                error,
                format!("'{text}': plies are a number or a range, as in 4 or 2-6, and at most 676")
            );
        }
        for text in ["", "5000", "nodes 0", "time", "depth 3", "nodes -1"] {
            assert!(text.parse::<MoveLimit>().is_err(), "{text}");
        }
    }

    #[test]
    fn limits_scale_without_overflow() {
        let nodes = |nodes, hundredths| MoveLimit::Nodes(nodes).scaled(hundredths).nodes;
        assert_eq!(nodes(5000, 105), Some(5250));
        assert_eq!(nodes(1, 95), Some(1));
        assert_eq!(nodes(u64::MAX, 105), Some(u64::MAX));
        let time = Duration::from_millis(70);
        assert_eq!(MoveLimit::Time(time).scaled(105).move_time, Some(time));
    }
}
