//! The score of a match, pair by pair in order of their numbers.
//!
//! Games may end in any order where several are played at once. What is counted does not depend on
//! that: a pair counts when it and every pair before it are complete, and nothing after the pair
//! with which a sequential test decides.

use std::collections::BTreeMap;

use strelci::board::Side;

use super::record::Record;
use super::schedule::{Encounter, Schedule};
use super::settings::Settings;
use crate::shard::Shard;
use crate::stats::{Pentanomial, Sprt, Verdict};

/// The score of a match so far.
#[derive(Clone, Debug)]
pub struct Tally {
    schedule: Schedule,
    sprt: Option<Sprt>,
    verdict: Verdict,
    /// Pairs counted, from the first on.
    counted: u64,
    /// Games that wait for their pair's turn, and whether the first of the encounter has won.
    waiting: BTreeMap<u64, bool>,
    /// The pairs of each encounter by the points of its first engine.
    scores: Vec<Pentanomial>,
}

impl Tally {
    /// Before the first game.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let schedule = settings.schedule();
        Self {
            // A shard does not see the pairs before its own.
            sprt: settings.sprt.filter(|_| settings.shard == Shard::WHOLE),
            verdict: Verdict::Undecided,
            counted: 0,
            waiting: BTreeMap::new(),
            scores: vec![Pentanomial::default(); schedule.encounters().len()],
            schedule,
        }
    }

    /// Adds a game of the match, which was not added before.
    pub fn add(&mut self, record: &Record) {
        let fixture = self.schedule.fixture(record.game);
        let first_is_white = fixture.seat(Side::White) == fixture.encounter.first;
        let first_won = (record.result.winner() == Side::White) == first_is_white;
        self.waiting.insert(record.game, first_won);
        while self.verdict == Verdict::Undecided && self.count_next() {}
    }

    /// Counts the next pair, if both its games are there.
    fn count_next(&mut self) -> bool {
        let Some(pair) = self.schedule.pair(self.counted) else { return false };
        let games = [2 * pair, 2 * pair + 1];
        let won = games.map(|game| self.waiting.get(&game).copied());
        let [Some(one), Some(other)] = won else { return false };
        for game in games {
            self.waiting.remove(&game);
        }
        self.counted += 1;
        let score = &mut self.scores[self.schedule.place(pair)];
        score.add(2 * (usize::from(one) + usize::from(other)));
        if let Some(sprt) = &self.sprt {
            self.verdict = sprt.verdict(score);
        }
        true
    }

    /// Whether there is nothing left to play.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.verdict != Verdict::Undecided || self.schedule.pair(self.counted).is_none()
    }

    /// The pairs that are played here.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.schedule.pairs()
    }

    /// The pairs counted.
    #[must_use]
    pub const fn counted(&self) -> u64 {
        self.counted
    }

    /// Games that are not counted: their pair is not complete, or waits for one before it, or a
    /// test was decided before it.
    #[must_use]
    pub fn uncounted(&self) -> usize {
        self.waiting.len()
    }

    /// The test that may end the match, and what it says.
    #[must_use]
    pub fn test(&self) -> Option<(Sprt, Verdict)> {
        self.sprt.map(|sprt| (sprt, self.verdict))
    }

    /// Who met whom, with the pairs counted by the points of the first.
    pub fn scores(&self) -> impl Iterator<Item = (Encounter, Pentanomial)> {
        self.schedule.encounters().iter().copied().zip(self.scores.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::won_by;
    use super::super::settings::tests::twins;
    use super::*;
    use crate::stats::EloModel;

    fn only_score(tally: &Tally) -> Pentanomial {
        tally.scores().map(|(_, score)| score).sum()
    }

    /// A tally after games of these numbers and winners.
    fn after(settings: &Settings, games: &[(u64, &str)]) -> Tally {
        let mut tally = Tally::new(settings);
        for &(game, winner) in games {
            tally.add(&won_by(game, winner));
        }
        tally
    }

    #[test]
    fn pairs_are_counted_by_the_first_engines_points() {
        let games = [(0, "a"), (1, "a"), (2, "b"), (3, "b"), (4, "a"), (5, "b")];
        let tally = after(&twins(4), &games);
        assert_eq!(only_score(&tally), Pentanomial([1, 0, 1, 0, 1]));
        assert_eq!((tally.counted(), tally.uncounted(), tally.is_finished()), (3, 0, false));
    }

    #[test]
    fn a_pair_waits_for_those_before_it() {
        let games = [(3, "a"), (2, "a"), (1, "b")];
        let mut tally = after(&twins(2), &games);
        assert_eq!((tally.counted(), tally.uncounted()), (0, 3));
        tally.add(&won_by(0, "b"));
        assert_eq!((tally.counted(), tally.uncounted(), tally.is_finished()), (2, 0, true));
        assert_eq!(only_score(&tally), Pentanomial([1, 0, 0, 0, 1]));
    }

    #[test]
    fn a_test_decides_the_same_in_any_order() {
        let sprt = Sprt::new(EloModel::Logistic, [0.0, 100.0], 0.05, 0.05).unwrap();
        let settings = Settings { sprt: Some(sprt), ..twins(100) };
        let winner = |game: u64| if game.is_multiple_of(5) { "b" } else { "a" };
        let games: Vec<(u64, &str)> = (0..80).map(|game| (game, winner(game))).collect();
        let in_order = after(&settings, &games);
        let mut shuffled = games.clone();
        shuffled.reverse();
        let shuffled = after(&settings, &shuffled);
        assert!(in_order.is_finished() && in_order.counted() < 40);
        assert_eq!(in_order.test().unwrap().1, Verdict::AcceptH1);
        assert_eq!(only_score(&in_order), only_score(&shuffled));
        assert_eq!(in_order.uncounted(), shuffled.uncounted());
    }

    #[test]
    fn a_shard_counts_its_own_pairs() {
        let settings = Settings { shard: "1/2".parse().unwrap(), ..twins(4) };
        let tally = after(&settings, &[(6, "a"), (7, "a"), (2, "a"), (3, "b")]);
        assert_eq!((tally.counted(), tally.is_finished()), (2, true));
    }
}
