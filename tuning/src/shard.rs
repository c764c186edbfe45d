//! A share of a run, for more than one machine: shards share nothing, and their files are merged.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The units of a run (game pairs, games) that one process does: those whose number leaves `index`
/// when divided by `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

/// The most shares of a run.
const MOST: u64 = 1_000_000;

impl Shard {
    /// The whole run.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// Share number `index`, from 0, of `count`; nothing where there is no such share, or there are
    /// more than a million.
    #[must_use]
    pub const fn new(index: u64, count: u64) -> Option<Self> {
        if index < count && count <= MOST { Some(Self { index, count }) } else { None }
    }

    /// Which share, from 0.
    #[must_use]
    pub const fn index(self) -> u64 {
        self.index
    }

    /// How many shares there are.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.count
    }

    /// All shares of the same run, in order.
    pub fn all(self) -> impl Iterator<Item = Self> {
        (0..self.count).map(move |index| Self { index, ..self })
    }

    /// This share where the other is one of as many; else the other.
    #[must_use]
    pub const fn among(self, other: Self) -> Self {
        if self.count == other.count { self } else { other }
    }

    /// Whether unit `number` of the run belongs here.
    #[must_use]
    pub const fn has(self, number: u64) -> bool {
        number % self.count == self.index
    }

    /// The numbers below `total` that belong here, in order.
    pub fn numbers(self, total: u64) -> impl Iterator<Item = u64> {
        (self.index..total).step_by(self.count as usize)
    }
}

/// A share that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{0}': a shard is written index/count, from 0/count to count-1/count, as in 0/2, and count is at most {MOST}"
)]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let numbers = || {
            let (index, count) = text.split_once('/')?;
            Self::new(index.parse().ok()?, count.parse().ok()?)
        };
        numbers().ok_or_else(|| ShardError(text.to_owned()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_out_every_number_once() {
        let shards = ["0/3", "1/3", "2/3"].map(|text| text.parse::<Shard>().unwrap());
        let mut numbers: Vec<u64> = shards.iter().flat_map(|shard| shard.numbers(11)).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..11).collect::<Vec<_>>());
        assert!(shards.iter().all(|shard| shard.numbers(11).all(|number| shard.has(number))));
    }

    #[test]
    fn a_wrong_shard_is_told() {
        for text in ["", "2", "2/2", "0/0", "a/b", "-1/2", "0/1000001"] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains("index/count"), "{error}");
        }
    }
}
