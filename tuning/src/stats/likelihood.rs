//! The likeliest distribution of pair scores, given counts of pairs and a constraint.
//!
//! Of all distributions with a given mean, and of all with a given ratio of the mean's distance from
//! a half to the standard deviation, the one that makes the counts likeliest. The theory is M. Van
//! den Bergh's: Comparing the approximations for the generalized log likelihood ratio of a
//! multinomial distribution (proposition 1.1), for the mean, and Comments on normalized Elo (section
//! 4.1), for the ratio.

use super::Pentanomial;
use super::pentanomial::SCORES;

/// What stands for a count of nothing, as in Fishtest: a likelihood would otherwise rule out what has
/// not been seen yet.
const UNSEEN: f64 = 1e-3;

/// The change of mean and deviation at which the linearised constraint is the constraint itself: the
/// next round's change is smaller by orders of magnitude.
const SETTLED: f64 = 1e-8;

/// Rounds until it settles: mostly 4, and at most 14 where the ratio is one of a hundred normalised
/// Elo.
const MOST_ROUNDS: usize = 50;

/// Newton's last step, as a share of the interval: what is still wrong after it is its square.
const LAST_STEP: f64 = 1e-13;

/// Steps of which even halving the interval alone needs fewer.
const MOST_STEPS: usize = 100;

/// Counts of pairs, none of them zero, and their sum.
pub struct Counts {
    counts: [f64; 5],
    sum: f64,
}

/// By how much the share of each score in the likeliest distribution is smaller than in the counts.
pub struct Shrink([f64; 5]);

impl Counts {
    /// The counts, with a thousandth of a pair where there is none.
    pub fn of(pairs: &Pentanomial) -> Self {
        let counts = pairs.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        Self { counts, sum: counts.iter().sum() }
    }

    /// The likeliest distribution with this mean, between 0 and 1.
    pub fn with_mean(&self, mean: f64) -> Shrink {
        self.likeliest(SCORES.map(|score| score - mean))
    }

    /// The likeliest distribution whose mean lies so many standard deviations above a half.
    ///
    /// The constraint is linear around any distribution; one that solves it there is put in its place
    /// until it stays. It begins with all scores alike.
    pub fn with_ratio(&self, ratio: f64) -> Shrink {
        let mut shrink = Shrink([1.0; 5]);
        let (mut mean, mut deviation) = (0.5, 0.125_f64.sqrt());
        for _ in 0..MOST_ROUNDS {
            shrink = self.likeliest(SCORES.map(|score| {
                let away = (score - mean) / deviation;
                score - 0.5 - ratio * deviation / 2.0 * (1.0 + away * away)
            }));
            let before = (mean, deviation);
            (mean, deviation) = self.moments(&shrink);
            if (mean - before.0).abs() + (deviation - before.1).abs() < SETTLED {
                break;
            }
        }
        shrink
    }

    /// The log-likelihood of the counts under one distribution less that under the other.
    pub fn log_ratio(&self, under: &Shrink, other: &Shrink) -> f64 {
        let terms = self.counts.iter().zip(under.0.iter().zip(other.0));
        terms.map(|(count, (under, other))| count * (other / under).ln()).sum()
    }

    /// The likeliest distribution in which these values have the mean 0.
    ///
    /// It is pᵢ / (1 + x·vᵢ) with the one x that makes all of these positive and solves
    /// Σ pᵢ·vᵢ / (1 + x·vᵢ) = 0. The sum falls from +∞ to −∞ in x: Newton's step where it stays
    /// within what is known, else half-way.
    fn likeliest(&self, values: [f64; 5]) -> Shrink {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let last = LAST_STEP * (high - low);
        let mut x = 0.0;
        for _ in 0..MOST_STEPS {
            let (sum, slope) = self.secular(&values, x);
            *(if sum > 0.0 { &mut low } else { &mut high }) = x;
            let newton = x + sum / slope;
            let next =
                if low < newton && newton < high { newton } else { f64::midpoint(low, high) };
            let step = (next - x).abs();
            x = next;
            if step <= last {
                break;
            }
        }
        Shrink(values.map(|value| 1.0 + x * value))
    }

    /// The sum at `x`, and how steeply it falls there.
    fn secular(&self, values: &[f64; 5], x: f64) -> (f64, f64) {
        let terms = values.map(|value| value / (1.0 + x * value));
        let terms = self.counts.iter().zip(terms);
        terms.fold((0.0, 0.0), |(sum, slope), (count, term)| {
            (sum + count * term, slope + count * term * term)
        })
    }

    fn moments(&self, shrink: &Shrink) -> (f64, f64) {
        let shares: [f64; 5] =
            std::array::from_fn(|cell| self.counts[cell] / self.sum / shrink.0[cell]);
        let mean: f64 = shares.iter().zip(SCORES).map(|(share, score)| share * score).sum();
        let variance: f64 =
            shares.iter().zip(SCORES).map(|(share, score)| share * (score - mean).powi(2)).sum();
        (mean, variance.sqrt())
    }
}
