//! Rows to learn from and rows to validate by.

use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;

use super::loss::LogOdds;
use super::parts::in_parts;

/// A position, and what the chance of its side to move should be.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<F> {
    /// The position.
    pub features: F,
    /// The chance to win that is to be predicted.
    pub target: f32,
    /// Whether the side to move won; nothing where the result says nothing about the position.
    pub won: Option<bool>,
}

impl<F: Hash> Hash for Row<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.features, self.target.to_bits(), self.won).hash(state);
    }
}

/// What is learned from, and what is kept to validate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Split<T> {
    /// To learn from.
    pub train: T,
    /// To validate.
    pub validation: T,
}

impl<T> Split<T> {
    /// The same done to both sides.
    pub fn map<U>(self, change: impl Fn(T) -> U) -> Split<U> {
        Split { train: change(self.train), validation: change(self.validation) }
    }
}

impl Split<usize> {
    /// Both sides together.
    #[must_use]
    pub const fn total(self) -> usize {
        self.train + self.validation
    }
}

/// The rows of many games, and what is known of those.
#[derive(Clone, Debug)]
pub struct Data<F> {
    rows: Split<Vec<Row<F>>>,
    games: Split<usize>,
    repeated: usize,
    score_scale: f64,
}

impl<F> Data<F> {
    /// Rows of so many games; others were left out because they came again, and scores were taken
    /// for chances by this scale.
    #[must_use]
    pub const fn new(
        rows: Split<Vec<Row<F>>>,
        games: Split<usize>,
        repeated: usize,
        score_scale: f64,
    ) -> Self {
        Self { rows, games, repeated, score_scale }
    }

    /// The rows to learn from.
    #[must_use]
    pub fn train(&self) -> &[Row<F>] {
        &self.rows.train
    }

    /// The rows to validate by.
    #[must_use]
    pub fn validation(&self) -> &[Row<F>] {
        &self.rows.validation
    }

    /// How many positions there are on either side of the split.
    #[must_use]
    pub const fn positions(&self) -> Split<usize> {
        Split { train: self.rows.train.len(), validation: self.rows.validation.len() }
    }

    /// How many games there are on either side of the split.
    #[must_use]
    pub const fn games(&self) -> Split<usize> {
        self.games
    }

    /// How many games were left out because they had been added before.
    #[must_use]
    pub const fn repeated(&self) -> usize {
        self.repeated
    }

    /// Hundredths of a square in a score of the search that raise the odds to win by a factor of e.
    #[must_use]
    pub const fn score_scale(&self) -> f64 {
        self.score_scale
    }
}

impl<F: Hash> Data<F> {
    /// A CRC-32 of all rows in their order.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        self.rows.train.hash(&mut hasher);
        self.rows.validation.hash(&mut hasher);
        hasher.finalize()
    }
}

/// The mean cross-entropy in nats of odds given to rows, on so many threads.
pub fn mean_loss<F: Sync>(
    rows: &[Row<F>],
    threads: NonZeroUsize,
    log_odds: impl Fn(&F) -> LogOdds + Sync,
) -> f64 {
    let loss = |row: &Row<F>| log_odds(&row.features).cross_entropy(f64::from(row.target));
    let parts = in_parts(rows, threads, |part| part.iter().map(loss).sum::<f64>());
    parts.iter().sum::<f64>() / rows.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_loss_is_that_of_the_rows() {
        let row = |target| Row { features: (), target, won: None };
        let rows = [row(0.0), row(1.0), row(0.5), row(0.5)];
        let loss = mean_loss(&rows, NonZeroUsize::MIN, |()| LogOdds(0.0));
        assert!((loss - 2.0_f64.ln()).abs() < 1e-12);
    }
}
