//! Who plays whom, in which game: a pure function of the game's number.
//!
//! Games come in pairs with one opening and the colours changed: games 2p and 2p + 1 are pair p. In
//! each round every encounter of two engines plays one pair, all from the round's opening.

use serde::{Deserialize, Serialize};
use strelci::board::Side;

use crate::shard::Shard;

/// Which engines meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two engines against each other.
    Pair,
    /// Every engine against every other.
    RoundRobin,
    /// The first engine against every other.
    Gauntlet,
}

/// Two engines, by their places in the list; the first comes earlier there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Encounter {
    /// The first.
    pub first: usize,
    /// The second.
    pub second: usize,
}

/// One game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the whole match, from 0.
    pub game: u64,
    /// Who meets.
    pub encounter: Encounter,
    /// The number of its opening.
    pub round: u64,
}

/// All games of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    encounters: Vec<Encounter>,
    rounds: u64,
    shard: Shard,
}

impl Format {
    fn encounters(self, engines: usize) -> Vec<Encounter> {
        let all = (0..engines)
            .flat_map(|first| (first + 1..engines).map(move |second| Encounter { first, second }));
        match self {
            Self::Pair | Self::RoundRobin => all.collect(),
            Self::Gauntlet => all.filter(|encounter| encounter.first == 0).collect(),
        }
    }
}

impl Schedule {
    /// The share of a match in which so many engines meet in so many rounds.
    #[must_use]
    pub fn new(format: Format, engines: usize, rounds: u64, shard: Shard) -> Self {
        Self { encounters: format.encounters(engines), rounds, shard }
    }

    /// Who meets whom.
    #[must_use]
    pub fn encounters(&self) -> &[Encounter] {
        &self.encounters
    }

    /// The number of the pair that is played here after `before` others.
    #[must_use]
    pub fn pair(&self, before: u64) -> Option<u64> {
        let pair = before.checked_mul(self.shard.count())?.checked_add(self.shard.index())?;
        (pair < self.total()).then_some(pair)
    }

    /// How many pairs are played here.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.total().saturating_sub(self.shard.index()).div_ceil(self.shard.count())
    }

    /// Pairs of the whole match.
    fn total(&self) -> u64 {
        self.rounds * self.encounters.len() as u64
    }

    /// The place of a pair's encounter among all encounters.
    #[must_use]
    pub fn place(&self, pair: u64) -> usize {
        (pair % self.encounters.len() as u64) as usize
    }

    /// Whether the game of this number is played here.
    #[must_use]
    pub fn has(&self, game: u64) -> bool {
        game / 2 < self.total() && self.shard.has(game / 2)
    }

    /// The two games of a pair.
    #[must_use]
    pub fn games(&self, pair: u64) -> [Fixture; 2] {
        [2 * pair, 2 * pair + 1].map(|game| self.fixture(game))
    }

    /// The game of this number.
    #[must_use]
    pub fn fixture(&self, game: u64) -> Fixture {
        let pair = game / 2;
        let encounter = self.encounters[self.place(pair)];
        Fixture { game, encounter, round: pair / self.encounters.len() as u64 }
    }
}

impl Fixture {
    /// The number of the pair it belongs to.
    #[must_use]
    pub const fn pair(self) -> u64 {
        self.game / 2
    }

    /// The engine that plays a side: the first of the encounter has White in the pair's first game.
    #[must_use]
    pub fn seat(self, side: Side) -> usize {
        let first_is_white = self.game.is_multiple_of(2);
        if (side == Side::White) == first_is_white {
            self.encounter.first
        } else {
            self.encounter.second
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(format: Format, engines: usize) -> Vec<(usize, usize)> {
        let schedule = Schedule::new(format, engines, 1, Shard::WHOLE);
        schedule.encounters().iter().map(|meeting| (meeting.first, meeting.second)).collect()
    }

    #[test]
    fn who_meets_whom() {
        assert_eq!(met(Format::Pair, 2), [(0, 1)]);
        assert_eq!(met(Format::Gauntlet, 4), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(met(Format::RoundRobin, 4), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
    }

    #[test]
    fn a_pair_has_one_opening_and_both_colours() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 2, Shard::WHOLE);
        let seats = |fixture: Fixture| [fixture.seat(Side::White), fixture.seat(Side::Black)];
        let [one, other] = schedule.games(4);
        assert_eq!((one.game, other.game), (8, 9));
        assert_eq!((one.round, other.round), (1, 1));
        assert_eq!((seats(one), seats(other)), ([0, 2], [2, 0]));
    }

    #[test]
    fn more_rounds_go_on_where_fewer_ended() {
        let few = Schedule::new(Format::Gauntlet, 3, 2, Shard::WHOLE);
        let more = Schedule::new(Format::Gauntlet, 3, 5, Shard::WHOLE);
        assert_eq!((few.pairs(), more.pairs()), (4, 10));
        assert!((0..4).all(|pair| few.games(pair) == more.games(pair)));
        assert!(few.has(7) && !few.has(8) && more.has(8));
    }

    #[test]
    fn shards_share_the_pairs() {
        for (shard, pairs) in [("0/2", vec![0, 2, 4]), ("1/2", vec![1, 3]), ("6/7", vec![])] {
            let schedule = Schedule::new(Format::Pair, 2, 5, shard.parse().unwrap());
            let numbers: Vec<u64> = (0..9).filter_map(|before| schedule.pair(before)).collect();
            assert_eq!((numbers.len() as u64, &numbers), (schedule.pairs(), &pairs));
            assert!((0..5).all(|pair| schedule.has(2 * pair) == pairs.contains(&pair)));
        }
    }
}
