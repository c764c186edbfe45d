//! The climb: where each round stands, as a pure function of the results before it.

use std::collections::BTreeMap;

use rand::RngExt;
use serde::{Deserialize, Serialize};
use strelci::search::Param;

use super::gains::Gains;
use crate::start::generator;

/// Openings draw from the seed as it is, and the variation of nodes from its complement. What
/// turns the seed here, and for the rounding below, gives perturbations a stream that shares no
/// numbers with those: the letters `SPSAsign` and `SPSAfrac`.
const SIGNS: u64 = u64::from_be_bytes(*b"SPSAsign");
const FRACTIONS: u64 = u64::from_be_bytes(*b"SPSAfrac");

/// A constant that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Knob {
    /// Its name in the table of constants.
    pub name: String,
    /// Its value before the first round.
    pub start: i32,
    /// The smallest value.
    pub least: i32,
    /// The largest.
    pub most: i32,
    /// What one step is.
    pub step: i32,
}

impl Knob {
    /// A constant of the table.
    #[must_use]
    pub fn of(param: &Param) -> Self {
        let Param { name, value, least, most, step, .. } = *param;
        Self { name: name.to_owned(), start: value, least, most, step }
    }

    /// The value at a place, in steps from the start.
    #[must_use]
    pub fn value(&self, place: f64) -> f64 {
        let value = f64::from(self.start) + place * f64::from(self.step);
        value.clamp(f64::from(self.least), f64::from(self.most))
    }

    /// The place of the bounds nearest to a place.
    fn clamped(&self, place: f64) -> f64 {
        (self.value(place) - f64::from(self.start)) / f64::from(self.step)
    }
}

/// What determines a climb, beside the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// The constants that are tuned.
    pub knobs: Vec<Knob>,
    /// How far it looks and moves.
    pub gains: Gains,
    /// Game pairs of a round.
    pub pairs: u64,
    /// The seed of perturbations.
    pub seed: u64,
}

/// The game pairs played so far: half points of the side that is perturbed forward, 0 to 4, by the
/// pair's number in the run.
pub type Results = BTreeMap<u64, usize>;

/// The two sides of a pair: the values of the constants, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Moved along the perturbation.
    pub forward: Vec<i32>,
    /// Moved against it.
    pub backward: Vec<i32>,
}

impl Course {
    /// The round a pair belongs to, from 0.
    #[must_use]
    pub const fn round_of(&self, pair: u64) -> u64 {
        pair / self.pairs
    }

    /// The numbers of a round's pairs.
    #[must_use]
    pub const fn pairs_of(&self, round: u64) -> std::ops::Range<u64> {
        round * self.pairs..(round + 1) * self.pairs
    }

    /// How many rounds are played out.
    #[must_use]
    pub fn rounds_done(&self, results: &Results) -> u64 {
        (0..self.gains.rounds).take_while(|&round| self.is_done(round, results)).count() as u64
    }

    /// Whether a round is played out.
    #[must_use]
    pub fn is_done(&self, round: u64, results: &Results) -> bool {
        self.pairs_of(round).all(|pair| results.contains_key(&pair))
    }

    /// Where a round stands, in steps from the start, by the results of the rounds before it.
    #[must_use]
    pub fn place(&self, round: u64, results: &Results) -> Vec<f64> {
        let mut place = vec![0.0; self.knobs.len()];
        for before in 0..round {
            self.climb(before, results, &mut place);
        }
        place
    }

    /// The values at a place, rounded.
    #[must_use]
    pub fn values(&self, place: &[f64]) -> Vec<i32> {
        let value = |(knob, &at): (&Knob, &f64)| knob.value(at).round() as i32;
        self.knobs.iter().zip(place).map(value).collect()
    }

    /// Moves a place by what a round's pairs say.
    fn climb(&self, round: u64, results: &Results, place: &mut [f64]) {
        let mut slope = vec![0.0; self.knobs.len()];
        for (&pair, &half_points) in results.range(self.pairs_of(round)) {
            let gain = half_points as f64 / 2.0 - 1.0;
            for (slope, sign) in slope.iter_mut().zip(self.perturbation(pair)) {
                *slope += gain * sign / self.pairs as f64;
            }
        }
        let movement = self.gains.movement(round);
        for (knob, (at, slope)) in self.knobs.iter().zip(place.iter_mut().zip(slope)) {
            *at = knob.clamped(*at + movement * slope);
        }
    }

    /// The signs of a pair's perturbation: a function of its number alone.
    fn perturbation(&self, pair: u64) -> Vec<f64> {
        let mut random = generator(self.seed ^ SIGNS, pair);
        let mut sign = || if random.random_bool(0.5) { 1.0 } else { -1.0 };
        self.knobs.iter().map(|_| sign()).collect()
    }

    /// What rounds a pair's values, from 0 to below 1: a function of its number alone.
    fn fraction(&self, pair: u64) -> f64 {
        generator(self.seed ^ FRACTIONS, pair).random_range(0.0..1.0)
    }

    /// The values as an engine's words.
    #[must_use]
    pub fn words(&self, values: &[i32]) -> String {
        let word = |(knob, value): (&Knob, &i32)| format!("param.{}={value}", knob.name);
        self.knobs.iter().zip(values).map(word).collect::<Vec<_>>().join(" ")
    }

    /// The sides of a pair whose round stands at `place`.
    #[must_use]
    pub fn sides(&self, pair: u64, place: &[f64]) -> Sides {
        let reach = self.gains.reach(self.round_of(pair));
        let signs = self.perturbation(pair);
        // The same chance rounds all values of a pair, so that halves are not lost on average.
        let fraction = self.fraction(pair);
        let values = |direction: f64| {
            let places = place.iter().zip(&signs).map(|(at, sign)| at + direction * reach * sign);
            let value = |(knob, at): (&Knob, f64)| (knob.value(at) + fraction).floor() as i32;
            self.knobs.iter().zip(places).map(value).collect()
        };
        Sides { forward: values(1.0), backward: values(-1.0) }
    }
}

#[cfg(test)]
mod tests {
    use strelci::search::{Choice, Params};

    use super::*;

    fn course() -> Course {
        let table = Params::table(Choice::AlphaBeta);
        let knob = |name| Knob::of(table.iter().find(|param| param.name == name).unwrap());
        Course {
            knobs: vec![knob("width"), knob("step_margin")],
            gains: Gains { rounds: 40, movement: 2.0, reach: 1.0 },
            pairs: 40,
            seed: 3,
        }
    }

    /// Plays rounds where the closer side to a hidden best value wins both games of a pair.
    fn climbed(course: &Course, rounds: u64, best: [i32; 2]) -> Results {
        let mut results = Results::new();
        for round in 0..rounds {
            let place = course.place(round, &results);
            for pair in course.pairs_of(round) {
                let Sides { forward, backward } = course.sides(pair, &place);
                let far = |values: Vec<i32>| {
                    let width = f64::from(values[0] - best[0]) / 6.0;
                    let margin = f64::from(values[1] - best[1]) / 50.0;
                    width * width + margin * margin
                };
                results.insert(pair, if far(forward) < far(backward) { 4 } else { 0 });
            }
        }
        results
    }

    #[test]
    fn a_climb_finds_a_hidden_best() {
        let course = course();
        let results = climbed(&course, 40, [81, 350]);
        assert_eq!(course.rounds_done(&results), 40);
        let place = course.place(40, &results);
        let values: Vec<f64> =
            course.knobs.iter().zip(&place).map(|(knob, &at)| knob.value(at)).collect();
        assert!((values[0] - 81.0).abs() < 6.0, "{values:?}");
        assert!((values[1] - 350.0).abs() < 50.0, "{values:?}");
    }

    /// How many of a thousand pairs have the same answer twice; half of them do by chance.
    fn agreements(one: impl Fn(u64) -> bool, other: impl Fn(u64) -> bool) -> usize {
        (0..1000).filter(|&pair| one(pair) == other(pair)).count()
    }

    #[test]
    fn perturbations_share_no_numbers_with_openings_and_nodes() {
        let course = course();
        let flips = |seed: u64| {
            move |pair| -> [bool; 2] {
                let mut random = generator(seed, pair);
                std::array::from_fn(|_| random.random_bool(0.5))
            }
        };
        let (openings, nodes) = (flips(course.seed), flips(!course.seed));
        for at in 0..2 {
            let forward = |pair| course.perturbation(pair)[at] > 0.0;
            let up = |pair| course.fraction(pair) < 0.5;
            for same in [
                agreements(forward, |pair| openings(pair)[at]),
                agreements(forward, |pair| nodes(2 * pair)[at]),
                agreements(up, |pair| openings(pair)[at]),
                agreements(up, |pair| nodes(2 * pair)[at]),
                agreements(up, forward),
            ] {
                assert!((430..570).contains(&same), "{same} of 1000");
            }
        }
    }

    #[test]
    fn the_bounds_hold() {
        let course = course();
        let results = climbed(&course, 10, [-4000, 350]);
        let place = course.place(10, &results);
        assert!(course.knobs[0].value(place[0]) >= 4.0);
        let Sides { forward, backward } = course.sides(400, &place);
        assert!(forward[0] >= 4 && backward[0] >= 4);
    }

    #[test]
    fn a_round_with_a_pair_missing_is_not_done() {
        let course = course();
        let mut results = climbed(&course, 2, [60, 500]);
        results.remove(&41);
        assert_eq!(course.rounds_done(&results), 1);
    }
}
