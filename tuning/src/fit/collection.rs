//! Positions of games of self-play, split into those to learn from and those to validate by.

use std::collections::HashSet;

use rand::RngExt;
use strelci::rules::play;

use super::data::{Data, Row, Split};
use super::loss::LogOdds;
use super::model::Features;
use super::scale::score_scale;
use crate::selfplay::SavedGame;
use crate::start::generator;

/// One game in so many is kept from the fit to validate it.
const VALIDATED: u32 = 10;

/// A position the search looked at.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Searched<F> {
    /// The position.
    pub features: F,
    /// Its score, in hundredths of a square for the side to move.
    pub score: i32,
    /// Whether that is a proven result.
    pub is_proven: bool,
    /// Whether the side to move won; nothing where a random move came after, which may have turned
    /// the game.
    pub won: Option<bool>,
}

/// How positions are split and labelled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Labels {
    /// Which games are kept to validate is drawn from this.
    pub seed: u64,
    /// How much the result counts in a target, where it is believed; the score of the search counts
    /// the rest, as a chance.
    pub result_share: f64,
    /// Hundredths of a square in a score that raise the odds to win by a factor of e. Without it,
    /// what fits the results to learn from best: then both parts of a target mean the same, whatever
    /// engine played the games.
    pub score_scale: Option<f64>,
}

/// The searched positions of many games, split by game: positions of one game are too much alike to
/// check by some what was learned from the others.
#[derive(Clone, Debug)]
pub struct Collection<F> {
    labels: Labels,
    seen: HashSet<u64>,
    repeated: usize,
    games: Split<usize>,
    positions: Split<Vec<Searched<F>>>,
}

impl<F> Collection<F> {
    /// No games yet.
    #[must_use]
    pub fn new(labels: Labels) -> Self {
        let positions = Split { train: Vec::new(), validation: Vec::new() };
        Self { labels, seen: HashSet::new(), repeated: 0, games: Split::default(), positions }
    }

    /// The rows of the positions.
    #[must_use]
    pub fn labelled(self) -> Data<F> {
        let share = self.labels.result_share;
        let scale = self.labels.score_scale.unwrap_or_else(|| score_scale(&self.results()));
        let row = |searched: Searched<F>| searched.labelled(share, scale);
        let rows = self.positions.map(|searched| searched.into_iter().map(row).collect());
        Data::new(rows, self.games, self.repeated, scale)
    }

    /// Scores with the results they should have foreseen.
    fn results(&self) -> Vec<(i32, bool)> {
        let estimates = self.positions.train.iter().filter(|searched| !searched.is_proven);
        estimates.filter_map(|searched| Some((searched.score, searched.won?))).collect()
    }

    /// Adds the positions of the game with this fingerprint.
    fn add_positions(&mut self, fingerprint: u64, positions: Vec<Searched<F>>) {
        if !self.seen.insert(fingerprint) {
            self.repeated += 1;
        } else if generator(self.labels.seed, fingerprint).random_ratio(1, VALIDATED) {
            self.games.validation += 1;
            self.positions.validation.extend(positions);
        } else {
            self.games.train += 1;
            self.positions.train.extend(positions);
        }
    }
}

impl<F: Features> Collection<F> {
    /// Adds the searched positions of a game, unless the same game was added before: shards and what
    /// was merged from them may both be given.
    ///
    /// The side of the split follows from the seed and the game alone, whatever file it
    /// comes from and in whatever order.
    pub fn add(&mut self, game: &SavedGame) {
        let last_random = game.plies().iter().rposition(|ply| ply.score.is_none());
        let mut positions = Vec::with_capacity(game.plies().len());
        let mut fingerprint = 0;
        for (number, saved) in game.positions().enumerate() {
            fingerprint = mixed(fingerprint, saved.position.key());
            let Some(score) = saved.ply.score else { continue };
            let won = (last_random < Some(number)).then(|| saved.is_won());
            let (features, is_proven) = (F::of(&saved.position), saved.ply.is_proven());
            positions.push(Searched { features, score, is_proven, won });
        }
        self.add_positions(mixed(fingerprint, end(game)), positions);
    }
}

impl<F> Searched<F> {
    fn labelled(self, result_share: f64, score_scale: f64) -> Row<F> {
        let Self { features, score, is_proven, won } = self;
        let searched = if is_proven {
            f64::from(u8::from(score > 0))
        } else {
            LogOdds(f64::from(score) / score_scale).chance()
        };
        let target = won.map_or(searched, |won| {
            let result = f64::from(u8::from(won));
            result_share * result + (1.0 - result_share) * searched
        });
        Row { features, target: target as f32, won }
    }
}

/// A key of the last position, in which no move is played any more, and of the winner.
fn end(game: &SavedGame) -> u64 {
    let last = game.positions().last().and_then(|last| {
        let after = play(game.start().rules, &last.position, last.ply.played);
        after.ok().map(|position| position.key())
    });
    mixed(last.unwrap_or_default(), game.winner() as u64)
}

/// A hash of a list of keys, one more at a time, that depends on their order.
const fn mixed(hash: u64, key: u64) -> u64 {
    (hash ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

#[cfg(test)]
mod tests {
    use strelci::board::AnyPosition;

    use super::*;
    use crate::fit::samples::random_game;
    use crate::selfplay::SavedPly;

    impl Features for usize {
        /// The number of empty squares.
        fn of(position: &AnyPosition) -> Self {
            position.empty_squares()
        }
    }

    const LABELS: Labels = Labels { seed: 1, result_share: 0.25, score_scale: None };

    fn data(numbers: impl Iterator<Item = u64>) -> Data<usize> {
        let mut collection = Collection::new(LABELS);
        numbers.for_each(|number| collection.add(&random_game(number, |_, _| Some(0))));
        collection.labelled()
    }

    #[test]
    fn positions_become_rows_with_targets() {
        // The search saw something at every ply but the first and the fourth.
        let seen = |number: usize| (number != 0 && number != 3).then_some(40 * number as i32);
        let game = random_game(3, |number, _| seen(number));
        let mut collection = Collection::new(LABELS);
        collection.add(&game);
        let data = collection.labelled();
        let row = |(number, saved): (usize, crate::selfplay::SavedPosition)| {
            let searched = 1.0 / (1.0 + (-f64::from(seen(number)?) / data.score_scale()).exp());
            let won = (number > 3).then(|| saved.is_won());
            let result = f64::from(u8::from(saved.is_won()));
            let target = if number > 3 { 0.25 * result + 0.75 * searched } else { searched };
            Some(Row { features: saved.position.empty_squares(), target: target as f32, won })
        };
        let expected: Vec<_> = game.positions().enumerate().filter_map(row).collect();
        assert!(expected.len() > 5);
        assert_eq!([data.train(), data.validation()].concat(), expected);
    }

    #[test]
    fn proven_scores_are_certain_whatever_the_scale() {
        let target = |score| {
            let labels = Labels { result_share: 0.0, score_scale: Some(1e6), ..LABELS };
            let mut collection: Collection<usize> = Collection::new(labels);
            collection.add(&random_game(3, |_, _| Some(score)));
            let data = collection.labelled();
            [data.train(), data.validation()].concat()[0].target
        };
        let [won, lost] = [1_500_000, -1_500_000].map(target);
        assert_eq!((won.to_bits(), lost.to_bits()), (1.0_f32.to_bits(), 0.0_f32.to_bits()));
        assert!((target(0) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn games_that_differ_in_their_last_ply_are_two() {
        let game = random_game(3, |_, _| Some(0));
        let mut plies = game.plies().to_vec();
        let last = plies.pop().unwrap();
        let position = game.positions().last().unwrap().position;
        let other = position.moves().into_iter().filter(|&played| played != last.played);
        let other = other.map(|played| SavedPly { played, ..last }).find_map(|ply| {
            let plies = plies.iter().copied().chain([ply]).collect();
            SavedGame::new(game.number(), *game.start(), plies).ok()
        });
        let mut collection: Collection<usize> = Collection::new(LABELS);
        collection.add(&game);
        collection.add(&other.unwrap());
        let data = collection.labelled();
        assert_eq!((data.games().total(), data.repeated()), (2, 0));
    }

    #[test]
    fn a_tenth_of_the_games_is_kept_to_validate() {
        let data = data(0..400);
        let games = data.games();
        assert_eq!(games.total(), 400);
        assert!((25..=55).contains(&games.validation), "{games:?}");
        assert_eq!(data.positions().validation, data.validation().len());
        assert_eq!(data.positions().train, data.train().len());
    }

    #[test]
    fn the_split_follows_from_the_game_alone() {
        let games = |data: Data<usize>| {
            let mut empty: Vec<usize> = data.validation().iter().map(|row| row.features).collect();
            empty.sort_unstable();
            empty
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
}
