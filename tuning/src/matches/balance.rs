//! Random openings near balance.

use rand_xoshiro::Xoshiro256PlusPlus;
use strelci::board::AnyPosition;
use strelci::rules::Rules;
use strelci::search::{AlphaBeta, Control, HashError, Limits, Root, Searcher, Settings};
use thiserror::Error;

use super::openings::Opening;
use crate::start::{Start, generator};

/// Makes openings of random plies: each is a pure function of the seed and its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    /// Where they start, taking turns; at least one.
    pub starts: Vec<Start>,
    /// Random plies.
    pub plies: usize,
    /// How far from 0 an opening's value may be, in hundredths of a square; nothing for any value.
    pub balance: Option<u32>,
    /// The seed.
    pub seed: u64,
}

/// An opening that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GeneratorError {
    /// The games from there are too short.
    #[error(
        "from {start} no game goes on after {plies} random plies ({LENGTH_TRIES} were tried): \
         choose fewer with --plies"
    )]
    TooShort {
        /// Where they start.
        start: String,
        /// The plies asked for.
        plies: usize,
    },
    /// The search that values openings has no memory.
    #[error("cannot value openings: {0}")]
    Memory(#[from] HashError),
}

/// A random opening and what a quick search says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The opening.
    pub opening: Opening,
    /// Its value in hundredths of a square for the side to move; 0 where it was not asked for.
    pub value: i32,
}

/// Openings valued in search of one near balance; where none of them is, the nearest is taken.
pub const TRIES: usize = 100;
/// Games tried in search of one that lasts as long as an opening.
const LENGTH_TRIES: usize = 1000;
/// Positions looked at to value an opening.
const NODES: u64 = 2_000;

impl Generator {
    /// The opening of this number: the first that is near balance, or the nearest to it of
    /// [`TRIES`].
    ///
    /// # Errors
    /// [`GeneratorError`] where there is none.
    pub fn opening(&self, number: u64) -> Result<Valued, GeneratorError> {
        let start = &self.starts[(number % self.starts.len() as u64) as usize];
        let mut random = generator(self.seed, number);
        let mut judge = self.balance.map(|_| Judge::new()).transpose()?;
        let mut candidate = || self.candidate(start, judge.as_mut(), &mut random);
        let mut nearest = candidate()?;
        for _ in 1..TRIES {
            if self.is_balanced(&nearest) {
                break;
            }
            let other = candidate()?;
            if other.distance() < nearest.distance() {
                nearest = other;
            }
        }
        Ok(nearest)
    }

    /// Whether an opening's value lies within the balance asked for.
    #[must_use]
    pub fn is_balanced(&self, valued: &Valued) -> bool {
        self.balance.is_none_or(|balance| valued.distance() <= balance)
    }

    fn candidate(
        &self,
        start: &Start,
        judge: Option<&mut Judge>,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<Valued, GeneratorError> {
        let mut openings = (0..LENGTH_TRIES).map(|_| start.random_opening(self.plies, random));
        let found = openings.find(|(moves, _)| moves.len() == self.plies);
        let too_short = || GeneratorError::TooShort { start: start.to_string(), plies: self.plies };
        let (moves, position) = found.ok_or_else(too_short)?;
        let value = judge.map_or(0, |judge| judge.value(start.rules, &position));
        Ok(Valued { opening: Opening { start: *start, moves }, value })
    }
}

impl Valued {
    /// How far it is from balance, in hundredths of a square.
    #[must_use]
    pub const fn distance(&self) -> u32 {
        self.value.unsigned_abs()
    }
}

/// Values positions by a quick search.
struct Judge(AlphaBeta);

impl Judge {
    fn new() -> Result<Self, HashError> {
        Ok(Self(AlphaBeta::new(&Settings { hash_mib: 1, ..Settings::default() })?))
    }

    fn value(&mut self, rules: Rules, position: &AnyPosition) -> i32 {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        self.0.clear();
        let root = Root { position: *position, rules };
        let result = self.0.search(&root, &limits, &Control::running(), &|_| ());
        result.lines.first().map_or(0, |line| line.score.hundredths())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(start: &str, plies: usize, balance: Option<u32>) -> Generator {
        Generator { starts: vec![start.parse().unwrap()], plies, balance, seed: 7 }
    }

    #[test]
    fn openings_are_near_balance_and_come_from_their_number() {
        let generator = made("amazons6", 3, Some(100));
        let openings: Vec<Valued> =
            (0..8).map(|number| generator.opening(number).unwrap()).collect();
        assert!(openings.iter().all(|valued| generator.is_balanced(valued)));
        assert!(openings.iter().all(|valued| valued.opening.moves.len() == 3));
        assert_eq!(generator.opening(5).unwrap(), openings[5]);
        assert_ne!(openings[4], openings[5]);
    }

    #[test]
    fn without_balance_the_first_will_do() {
        let generator = made("strelci6", 4, None);
        let first = generator.opening(0).unwrap();
        assert_eq!(first.value, 0);
        assert_eq!(first.opening.moves.len(), 4);
        assert!(first.opening.game().is_ok());
    }

    #[test]
    fn where_none_is_near_the_nearest_is_taken() {
        // Six archers against one: every opening is good for White, whose turn it is.
        let generator = made("amazons q5/6/6/6/6/QQQQQQ w", 2, Some(1));
        let valued = generator.opening(0).unwrap();
        assert!(valued.value > 1, "{}", valued.value);
        assert!(!generator.is_balanced(&valued));
        assert_eq!(generator.opening(0).unwrap(), valued);
    }

    #[test]
    fn games_that_are_too_short_are_told() {
        let error = made("amazons q1/1Q w", 9, None).opening(0).unwrap_err().to_string();
        assert!(
            error.starts_with("from amazons q1/1Q w - - 0 1 no game goes on after 9"),
            "{error}"
        );
    }
}
