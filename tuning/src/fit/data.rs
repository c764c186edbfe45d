//! Positions to learn from and positions to check by, from games of self-play.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;

use rand::RngExt;

use super::loss::LogOdds;
use super::model::Features;
use super::parts::in_parts;
use crate::selfplay::SavedGame;
use crate::start::generator;

/// One game in so many is kept from the fit to check it.
const CHECKED: u32 = 10;

/// A position, and what the chance of its side to move should be.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<F> {
    /// The position.
    pub features: F,
    /// The chance to win that is to be predicted.
    pub target: f32,
    /// Whether the side to move won; nothing where a random move came after, which may have turned
    /// the game.
    pub won: Option<bool>,
}

impl<F: Hash> Hash for Row<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.features, self.target.to_bits(), self.won).hash(state);
    }
}

/// How games become rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Labels {
    /// Which games are kept for validation is drawn from this.
    pub seed: u64,
    /// How much the result counts in a target; the search's score counts the rest.
    pub result_share: f64,
    /// Hundredths of a square that raise the odds to win by a factor of e, for scores of the search.
    pub win_scale: f64,
}

impl Labels {
    /// The target of a position with this result, where that is believed, and this score.
    fn target(&self, won: Option<bool>, score: i32) -> f32 {
        let searched = LogOdds(f64::from(score) / self.win_scale).chance();
        let target = won.map_or(searched, |won| {
            let result = f64::from(u8::from(won));
            self.result_share * result + (1.0 - self.result_share) * searched
        });
        target as f32
    }
}

/// The rows of many games, split by game: positions of one game are too much alike to check by some
/// what was learned from the others.
#[derive(Clone, Debug)]
pub struct Data<F> {
    labels: Labels,
    seen: HashSet<u64>,
    repeated: usize,
    games: Split<usize>,
    rows: Split<Vec<Row<F>>>,
}

/// What is learned from, and what is kept to validate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Split<T> {
    /// To learn from.
    pub train: T,
    /// To validate.
    pub validation: T,
}

impl<F: Features> Data<F> {
    /// No games yet.
    #[must_use]
    pub fn new(labels: Labels) -> Self {
        let rows = Split { train: Vec::new(), validation: Vec::new() };
        Self { labels, seen: HashSet::new(), repeated: 0, games: Split::default(), rows }
    }

    /// Adds the searched positions of a game, unless the same game was added before: shards and what
    /// was merged from them may both be given.
    ///
    /// The side of the split follows from the seed and the game's moves alone, whatever file it comes
    /// from and in whatever order.
    pub fn add(&mut self, game: &SavedGame) {
        let last_random = game.plies().iter().rposition(|ply| ply.score.is_none());
        let mut rows = Vec::with_capacity(game.plies().len());
        let mut fingerprint = 0;
        for (number, saved) in game.positions().enumerate() {
            fingerprint = mixed(fingerprint, saved.position.key());
            let Some(score) = saved.ply.score else { continue };
            let won = (last_random < Some(number)).then(|| saved.is_won());
            let target = self.labels.target(won, score);
            rows.push(Row { features: F::of(&saved.position), target, won });
        }
        self.add_rows(fingerprint, rows);
    }

    fn add_rows(&mut self, fingerprint: u64, rows: Vec<Row<F>>) {
        if !self.seen.insert(fingerprint) {
            self.repeated += 1;
        } else if generator(self.labels.seed, fingerprint).random_ratio(1, CHECKED) {
            self.games.validation += 1;
            self.rows.validation.extend(rows);
        } else {
            self.games.train += 1;
            self.rows.train.extend(rows);
        }
    }
}

impl<F> Data<F> {
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

    /// How many positions there are.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.rows.train.len() + self.rows.validation.len()
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
}

/// A hash of a list of keys, one more at a time, that depends on their order.
const fn mixed(hash: u64, key: u64) -> u64 {
    (hash ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
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
