//! Simulated matches: how often a test decides wrongly, and how many pairs it takes.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use super::elo::{EloModel, NORMALISED_SCALE, score_of};
use super::sprt::{Sprt, Verdict};

/// Two sides of known strength, and openings that favour one colour; no game is drawn.
///
/// The first side wins with a chance of its score plus the bias in the game where it has the better
/// colour, and of its score less the bias in the other one. That mean score is exact, and the more
/// the openings decide, the more pairs are shared: at even strength ½ + 2·bias² of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opponents {
    score: f64,
    bias: f64,
}

/// Opponents that cannot be: some chance would lie outside 0 to 1.
#[derive(Clone, Debug, PartialEq, Error)]
#[error(
    "no opponents are {elo} {model} Elo apart with an opening bias of {bias}; it is what the better \
     colour adds to the chance of winning, from 0 to below 0.5, and less the further apart they are"
)]
pub struct OpponentsError {
    elo: f64,
    model: EloModel,
    bias: f64,
}

impl Opponents {
    /// Opponents so much Elo of that model apart, with openings of that bias.
    ///
    /// # Errors
    /// [`OpponentsError`] where a game had no chance from 0 to 1.
    pub fn new(model: EloModel, elo: f64, bias: f64) -> Result<Self, OpponentsError> {
        let score = match model {
            EloModel::Logistic => score_of(elo),
            EloModel::Normalised => 0.5 + distance(elo / NORMALISED_SCALE, bias),
        };
        let chances = 0.0..=1.0;
        let fair = chances.contains(&(score - bias)) && chances.contains(&(score + bias));
        if fair && (0.0..0.5).contains(&bias) {
            Ok(Self { score, bias })
        } else {
            Err(OpponentsError { elo, model, bias })
        }
    }

    /// The half points of the first side in a pair of games.
    fn play(self, random: &mut Xoshiro256PlusPlus) -> usize {
        let chances = [self.score + self.bias, self.score - self.bias];
        chances.into_iter().filter(|&chance| random.random::<f64>() < chance).count() * 2
    }
}

/// How far a score is from a half where that is so many standard deviations of a game, which are
/// √(score·(1 − score) − bias²).
fn distance(deviations: f64, bias: f64) -> f64 {
    deviations * ((0.25 - bias * bias) / (1.0 + deviations * deviations)).sqrt()
}

/// What a test decided in simulated matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Matches in which H0 was accepted.
    pub h0: u64,
    /// Matches in which H1 was accepted.
    pub h1: u64,
    /// Matches that were broken off.
    pub undecided: u64,
    /// Pairs of all matches.
    pub pairs: u64,
}

impl Tally {
    /// How many matches there are.
    #[must_use]
    pub const fn matches(&self) -> u64 {
        self.h0 + self.h1 + self.undecided
    }

    /// Pairs of a match, on average.
    #[must_use]
    pub fn mean_pairs(&self) -> f64 {
        self.pairs as f64 / self.matches() as f64
    }

    fn count(&mut self, verdict: Verdict, pairs: u64) {
        match verdict {
            Verdict::AcceptH0 => self.h0 += 1,
            Verdict::AcceptH1 => self.h1 += 1,
            Verdict::Undecided => self.undecided += 1,
        }
        self.pairs += pairs;
    }
}

/// Matches to simulate. The same ones for the same seed.
#[derive(Clone, Copy, Debug)]
pub struct Simulation {
    /// The test, which looks at every pair as it comes in.
    pub sprt: Sprt,
    /// Who plays.
    pub opponents: Opponents,
    /// Where a match that is not decided is broken off.
    pub most_pairs: u64,
    /// What the games come from.
    pub seed: u64,
}

impl Simulation {
    /// Plays so many matches.
    #[must_use]
    pub fn run(&self, matches: u64) -> Tally {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut tally = Tally::default();
        for _ in 0..matches {
            let pairs = (0..self.most_pairs).map(|_| self.opponents.play(&mut random));
            match self.sprt.first_decision(pairs) {
                Some(decision) => tally.count(decision.verdict, decision.pairs.pairs()),
                None => tally.count(Verdict::Undecided, self.most_pairs),
            }
        }
        tally
    }
}
