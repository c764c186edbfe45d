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

/// Rounds are enough: mostly 4 are made, and up to 14 were seen where the ratio is that of a hundred
/// normalised Elo.
const MOST_ROUNDS: usize = 50;

/// Newton's last step, as a share of the solution: what is still wrong after it is of the order of its
/// square.
const LAST_STEP: f64 = 1e-9;

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

    /// The likeliest distribution in which these values, of both signs, have the mean 0.
    ///
    /// It is pᵢ / (1 + x·vᵢ) with the one x that makes all of these positive and solves
    /// Σ pᵢ·vᵢ / (1 + x·vᵢ) = 0. That x lies between 0 and −1/v, where v is the least value or the
    /// greatest, whichever has the other sign than Σ pᵢ·vᵢ; and where v was hardly ever seen it lies so
    /// near to −1/v that only the share q which is left of the way keeps its digits. With rᵢ = vᵢ / v,
    /// 1 + x·vᵢ = 1 − rᵢ + q·rᵢ, and the sum over pᵢ·rᵢ falls as q grows from 0 to 1: Newton's step
    /// where it stays within what is known, else half-way.
    fn likeliest(&self, values: [f64; 5]) -> Shrink {
        let sum: f64 = self.counts.iter().zip(values).map(|(count, value)| count * value).sum();
        let furthest = if sum > 0.0 { f64::min } else { f64::max };
        let v = values.into_iter().fold(0.0, furthest);
        let ratios = values.map(|value| value / v);
        let shrink = |q: f64| ratios.map(|ratio| 1.0 - ratio + q * ratio);
        let (mut low, mut high, mut q) = (0.0, 1.0, 1.0);
        for _ in 0..MOST_STEPS {
            let (sum, slope) = self.secular(&ratios, &shrink(q));
            *(if sum > 0.0 { &mut low } else { &mut high }) = q;
            let newton = q + sum / slope;
            let next =
                if low < newton && newton <= high { newton } else { f64::midpoint(low, high) };
            let step = (next - q).abs();
            q = next;
            if step <= LAST_STEP * q {
                break;
            }
        }
        Shrink(shrink(q))
    }

    /// The sum over pᵢ·rᵢ, and how steeply it falls.
    fn secular(&self, ratios: &[f64; 5], shrink: &[f64; 5]) -> (f64, f64) {
        let terms = ratios.iter().zip(shrink).map(|(ratio, shrink)| ratio / shrink);
        self.counts.iter().zip(terms).fold((0.0, 0.0), |(sum, slope), (count, term)| {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    fn pairs() -> impl Strategy<Value = Pentanomial> {
        let count = prop_oneof![Just(0_u64), 0..10_u64, 0..1_000_000_u64];
        prop::array::uniform5(count)
            .prop_filter("no pairs", |counts| counts.iter().any(|&count| count > 0))
            .prop_map(Pentanomial)
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

        #[test]
        fn the_mean_is_the_one_asked_for(pairs in pairs(), mean in 0.3..0.7) {
            let counts = Counts::of(&pairs);
            let (found, _) = counts.moments(&counts.with_mean(mean));
            prop_assert!((found - mean).abs() < 1e-9, "{found}");
        }

        #[test]
        fn the_ratio_is_the_one_asked_for(pairs in pairs(), ratio in -0.41..0.41) {
            let counts = Counts::of(&pairs);
            let (mean, deviation) = counts.moments(&counts.with_ratio(ratio));
            prop_assert!(((mean - 0.5) / deviation - ratio).abs() < 1e-6, "{mean} {deviation}");
        }

        #[test]
        fn what_was_seen_is_likeliest(pairs in pairs(), mean in 0.3..0.7) {
            let counts = Counts::of(&pairs);
            let seen = Shrink([1.0; 5]);
            prop_assert!(counts.log_ratio(&counts.with_mean(mean), &seen) < 1e-6);
        }
    }

    /// With two scores alone, the mean tells the whole distribution.
    #[test]
    fn with_two_scores_nothing_is_left_to_choose() {
        let counts = Counts { counts: [30.0, 1e-12, 1e-12, 1e-12, 70.0], sum: 100.0 };
        let ours = counts.log_ratio(&counts.with_mean(0.6), &counts.with_mean(0.5));
        let known = 30.0 * (0.4_f64 / 0.5).ln() + 70.0 * (0.6_f64 / 0.5).ln();
        assert!((ours - known).abs() < 1e-9, "{ours} {known}");
    }
}
