//! Counts of game pairs by their points.

use std::fmt;
use std::iter::Sum;
use std::ops;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

/// Game pairs by the points of the first side in both games: 0, ½, 1, 1½ and 2.
///
/// Its text is the five counts with commas between them, or three (0, 1 and 2 points) in games
/// without draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Pentanomial(pub [u64; 5]);

/// Mean score of the two games for each count, from 0 to 1.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Pentanomial {
    /// Counts one more pair.
    ///
    /// # Panics
    /// Where a pair cannot have so many half points: there are four.
    pub const fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// How many pairs there are.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The first side's mean score, from 0 to 1; nothing without pairs.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        self.mean_of(|score| score)
    }

    /// Whether not all pairs have the same points, so that they say something.
    #[must_use]
    pub fn varies(&self) -> bool {
        self.0.iter().filter(|&&count| count > 0).count() > 1
    }

    /// The variance of the pairs' mean scores around their mean; nothing without pairs.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let mean = self.score()?;
        self.mean_of(|score| (score - mean).powi(2))
    }

    fn mean_of(&self, value: impl Fn(f64) -> f64) -> Option<f64> {
        let pairs = self.pairs();
        let sum: f64 = self.0.iter().zip(SCORES).map(|(&n, score)| n as f64 * value(score)).sum();
        (pairs > 0).then(|| sum / pairs as f64)
    }
}

impl ops::Add for Pentanomial {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|cell| self.0[cell] + other.0[cell]))
    }
}

impl ops::AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Pentanomial {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| sum + one)
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [lost, 0, shared, 0, won] => write!(f, "{lost},{shared},{won}"),
            counts => f.write_str(&counts.map(|count| count.to_string()).join(",")),
        }
    }
}

/// Counts of pairs that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PairsError {
    /// Neither three nor five counts.
    #[error(
        "'{0}' has {1} counts; pairs are three counts (of 0, 1 and 2 points) or five \
         (0, ½, 1, 1½ and 2), as in 12,45,30"
    )]
    Counts(String, usize),
    /// No count.
    #[error("'{1}' in '{0}' is no count of pairs; a count is a whole number from 0 to {MOST}")]
    Number(String, String),
}

/// The most pairs that a count read from text may have: their sum never overflows.
const MOST: u64 = 1_000_000_000_000;

impl FromStr for Pentanomial {
    type Err = PairsError;

    fn from_str(text: &str) -> Result<Self, PairsError> {
        let wrong = |part: &str| PairsError::Number(text.to_owned(), part.trim().to_owned());
        let count = |part: &str| match part.trim().parse() {
            Ok(count) if count <= MOST => Ok(count),
            _ => Err(wrong(part)),
        };
        let counts: Vec<u64> = text.split(',').map(count).collect::<Result<_, _>>()?;
        if let [lost, shared, won] = counts[..] {
            return Ok(Self([lost, 0, shared, 0, won]));
        }
        let all = counts.try_into();
        all.map(Self).map_err(|counts: Vec<_>| PairsError::Counts(text.to_owned(), counts.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_and_the_variance() {
        let pairs = Pentanomial([1, 0, 2, 0, 1]);
        assert_eq!((pairs.pairs(), pairs.score(), pairs.variance()), (4, Some(0.5), Some(0.125)));
        assert_eq!(Pentanomial([0, 1, 0, 1, 0]).variance(), Some(0.0625));
        assert_eq!(Pentanomial([0, 0, 7, 0, 0]).variance(), Some(0.0));
    }

    #[test]
    fn no_pairs_have_no_mean() {
        let none = Pentanomial::default();
        assert_eq!((none.pairs(), none.score(), none.variance()), (0, None, None));
    }

    #[test]
    fn pairs_are_counted_and_summed() {
        let mut first = Pentanomial::default();
        (0..5).chain([2, 4]).for_each(|half_points| first.add(half_points));
        assert_eq!(first, Pentanomial([1, 1, 2, 1, 2]));
        let second = Pentanomial([9, 0, 0, 0, 1]);
        assert_eq!(first + second, Pentanomial([10, 1, 2, 1, 3]));
        assert_eq!([first, second].into_iter().sum::<Pentanomial>(), first + second);
    }

    #[test]
    fn pairs_are_read_with_and_without_draws() {
        assert_eq!("12,45, 30".parse(), Ok(Pentanomial([12, 0, 45, 0, 30])));
        assert_eq!("1,2,3,4,5".parse(), Ok(Pentanomial([1, 2, 3, 4, 5])));
        for text in ["12,45,30", "1,2,3,4,5"] {
            assert_eq!(text.parse::<Pentanomial>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn wrong_pairs_are_told() {
        let told = |text: &str| text.parse::<Pentanomial>().unwrap_err().to_string();
        assert_eq!(
            told("1,2"),
            "'1,2' has 2 counts; pairs are three counts (of 0, 1 and 2 points) or five (0, ½, 1, \
             1½ and 2), as in 12,45,30"
        );
        assert_eq!(
            told("1,-2,3"),
            "'-2' in '1,-2,3' is no count of pairs; a count is a whole number from 0 to \
             1000000000000"
        );
        assert!(told("").starts_with("'' in ''"));
        assert!(told("1,2,1000000000001").starts_with("'1000000000001' in"));
    }

    #[test]
    fn in_json_they_are_five_numbers() {
        let pairs = Pentanomial([1, 2, 3, 4, 5]);
        assert_eq!(serde_json::to_string(&pairs).unwrap(), "[1,2,3,4,5]");
    }
}
