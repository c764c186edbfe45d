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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Pentanomial;
    use EloModel::{Logistic, Normalised};

    /// How many of so many matches a test at [0, `elo1`] decides wrongly, at each hypothesis.
    fn wrong(model: EloModel, elo1: f64, promised: f64, matches: u64) -> [f64; 2] {
        let sprt = Sprt::new(model, [0.0, elo1], promised, promised).unwrap();
        let tally = |elo| {
            let opponents = Opponents::new(model, elo, 0.25).unwrap();
            Simulation { sprt, opponents, most_pairs: 1_000_000, seed: 1 }.run(matches)
        };
        let (at_h0, at_h1) = (tally(0.0), tally(elo1));
        assert_eq!((at_h0.undecided, at_h0.matches(), at_h1.matches()), (0, matches, matches));
        [at_h0.h1, at_h1.h0].map(|wrong| wrong as f64 / matches as f64)
    }

    /// Neither error rate is above what is promised by more than three times what the number of
    /// matches leaves to chance; and there are so many that a test which erred twice as often would
    /// fail, with three times its own chance to spare.
    fn keeps_its_promise(model: EloModel, elo1: f64, promised: f64, matches: u64) {
        let chance = |rate: f64| 3.0 * (rate * (1.0 - rate) / matches as f64).sqrt();
        let most = promised + chance(promised);
        assert!(most < 2.0 * promised - chance(2.0 * promised), "too few matches");
        for rate in wrong(model, elo1, promised, matches) {
            assert!(rate <= most, "{model} {elo1}: {rate} is above {most}");
        }
    }

    #[test]
    fn a_test_at_20_elo_keeps_its_promise() {
        keeps_its_promise(Logistic, 20.0, 0.05, 1000);
    }

    #[test]
    fn a_test_at_20_normalised_elo_keeps_its_promise() {
        keeps_its_promise(Normalised, 20.0, 0.1, 500);
    }

    /// With high error rates, for these matches are the longest.
    #[test]
    fn a_test_at_5_elo_keeps_its_promise() {
        keeps_its_promise(Logistic, 5.0, 0.2, 400);
    }

    #[test]
    fn opponents_score_what_they_should() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for (model, elo, bias) in
            [(Logistic, 0.0, 0.25), (Logistic, 100.0, 0.1), (Normalised, 50.0, 0.4)]
        {
            let opponents = Opponents::new(model, elo, bias).unwrap();
            let mut pairs = Pentanomial::default();
            (0..200_000).for_each(|_| pairs.add(opponents.play(&mut random)));
            let told = match model {
                Logistic => pairs.elo(),
                Normalised => pairs.normalised_elo(),
            };
            let told = told.unwrap();
            assert!(told.low < elo && elo < told.high, "{model} {elo}: {told}");
            assert_eq!((pairs.0[1], pairs.0[3]), (0, 0));
        }
    }

    #[test]
    fn bias_makes_pairs_shared() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let opponents = Opponents::new(Logistic, 0.0, 0.4).unwrap();
        let shared = (0..100_000).filter(|_| opponents.play(&mut random) == 2).count();
        assert!((shared as f64 / 100_000.0 - 0.82).abs() < 0.005, "{shared}");
    }

    #[test]
    fn a_seed_gives_the_same_matches_and_a_limit_breaks_them_off() {
        let sprt = Sprt::new(Logistic, [0.0, 20.0], 0.05, 0.05).unwrap();
        let opponents = Opponents::new(Logistic, 20.0, 0.25).unwrap();
        let run = |seed, most_pairs| Simulation { sprt, opponents, most_pairs, seed }.run(20);
        assert_eq!(run(7, 10_000), run(7, 10_000));
        assert_ne!(run(7, 10_000), run(8, 10_000));
        assert_eq!(run(7, 10), Tally { undecided: 20, pairs: 200, ..Tally::default() });
    }

    #[test]
    fn opponents_that_cannot_be_are_told() {
        for (model, elo, bias) in [
            (Logistic, 0.0, 0.5),
            (Logistic, 0.0, -0.1),
            (Logistic, 400.0, 0.25),
            (Normalised, 0.0, 0.7),
            (Normalised, f64::INFINITY, 0.1),
            (Logistic, f64::NAN, 0.1),
        ] {
            let told = Opponents::new(model, elo, bias).unwrap_err().to_string();
            let begin =
                format!("no opponents are {elo} {model} Elo apart with an opening bias of {bias};");
            assert!(told.starts_with(&begin), "{told}");
        }
    }
}
