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

    /// Adds the rows of the game with this fingerprint.
    pub(super) fn add_rows(&mut self, fingerprint: u64, rows: Vec<Row<F>>) {
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

    /// How many positions there are on either side of the split.
    #[must_use]
    pub const fn positions(&self) -> Split<usize> {
        Split { train: self.rows.train.len(), validation: self.rows.validation.len() }
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

impl Split<usize> {
    /// Both sides together.
    #[must_use]
    pub const fn total(self) -> usize {
        self.train + self.validation
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

#[cfg(test)]
mod tests {
    use strelci::board::AnyPosition;

    use super::*;
    use crate::fit::samples::random_game;

    const LABELS: Labels = Labels { seed: 1, result_share: 0.25, win_scale: 400.0 };

    impl Features for usize {
        /// The number of empty squares.
        fn of(position: &AnyPosition) -> Self {
            position.empty_squares()
        }
    }

    fn data(numbers: impl Iterator<Item = u64>) -> Data<usize> {
        let mut data = Data::new(LABELS);
        numbers.for_each(|number| data.add(&random_game(number, |_, _| Some(0))));
        data
    }

    fn rows(data: &Data<usize>) -> Vec<Row<usize>> {
        [data.train(), data.validation()].concat()
    }

    #[test]
    fn positions_become_rows_with_targets() {
        // The search saw 400 hundredths at every ply but the first and the fourth.
        let game = random_game(3, |number, _| (number != 0 && number != 3).then_some(400));
        let mut data = Data::<usize>::new(LABELS);
        data.add(&game);
        let searched = 1.0 / (1.0 + (-1.0_f64).exp());
        let expected =
            game.positions().enumerate().filter(|&(number, _)| number != 0 && number != 3);
        let expected = expected.map(|(number, saved)| {
            let won = (number > 3).then(|| saved.is_won());
            let share = if won.is_some() { 0.25 } else { 0.0 };
            let result = f64::from(u8::from(saved.is_won()));
            let target = (share * result + (1.0 - share) * searched) as f32;
            Row { features: saved.position.empty_squares(), target, won }
        });
        assert_eq!(rows(&data), expected.collect::<Vec<_>>());
    }

    #[test]
    fn a_tenth_of_the_games_is_kept_to_validate() {
        let data = data(0..400);
        let games = data.games();
        assert_eq!(games.total(), 400);
        assert!((25..=55).contains(&games.validation), "{games:?}");
        assert_eq!(data.positions().validation, data.validation().len());
        assert_eq!(data.positions().total(), rows(&data).len());
    }

    #[test]
    fn the_split_follows_from_the_game_alone() {
        let games = |data: Data<usize>| {
            let mut lengths: Vec<usize> =
                data.validation().iter().map(|row| row.features).collect();
            lengths.sort_unstable();
            lengths
        };
        assert_eq!(games(data(0..60)), games(data((0..60).rev())));
    }

    #[test]
    fn a_game_that_was_added_before_is_left_out() {
        let once = data(0..20);
        let twice = data((0..20).chain(5..9));
        assert_eq!((once.repeated(), twice.repeated()), (0, 4));
        assert_eq!(twice.games(), once.games());
        assert_eq!(twice.checksum(), once.checksum());
    }

    #[test]
    fn checksums_tell_data_apart() {
        assert_ne!(data(0..20).checksum(), data(0..21).checksum());
        assert_ne!(data(0..20).checksum(), data(1..21).checksum());
    }

    #[test]
    fn the_mean_loss_is_that_of_the_rows() {
        let row = |target| Row { features: 0_usize, target, won: None };
        let rows = [row(0.0), row(1.0), row(0.5), row(0.5)];
        let loss = mean_loss(&rows, NonZeroUsize::MIN, |_| LogOdds(0.0));
        assert!((loss - 2.0_f64.ln()).abs() < 1e-12);
    }
}
