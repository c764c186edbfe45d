//! Elo from a mean score: the scales, and the interval around an estimate.

use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::Pentanomial;
use super::normal::{TWO_SIDED_95, share_below};

/// Normalised Elo of a score that is one standard deviation of a game above a half: 800 / ln 10.
///
/// At even strength and without draws or biased openings a game's standard deviation is a half, and
/// small differences are the same in normalised and in logistic Elo.
pub const NORMALISED_SCALE: f64 = 800.0 / LN_10;

/// A scale of strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// The mean score alone: 400 Elo are odds of ten to one.
    #[default]
    Logistic,
    /// The mean score's distance from a half, in standard deviations of a game: how many games it
    /// takes to notice the difference, whatever the openings and the share of draws.
    #[value(alias = "normalized")]
    Normalised,
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Logistic => "logistic",
            Self::Normalised => "normalised",
        })
    }
}

/// The expected score, from 0 to 1, of a side that is better by so much logistic Elo.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The logistic Elo of a mean score; infinite where it is 0 or 1, or beyond.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// An estimate and where the true value lies, with a probability of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end; may be infinite.
    pub low: f64,
    /// The estimate.
    pub mid: f64,
    /// The upper end; may be infinite.
    pub high: f64,
}

impl Interval {
    /// Half the distance between the ends.
    #[must_use]
    pub const fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    fn map(self, scale: impl Fn(f64) -> f64) -> Self {
        Self { low: scale(self.low), mid: scale(self.mid), high: scale(self.high) }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { low, mid, high } = self;
        write!(f, "{mid:+.1} [{low:+.1}, {high:+.1}]")
    }
}

/// A mean score that varies: what can be told of strength.
struct Estimate {
    score: f64,
    /// Standard deviation of a pair's mean score.
    deviation: f64,
    /// Standard deviation of the mean of all pairs.
    error: f64,
}

impl Estimate {
    fn of(pairs: &Pentanomial) -> Option<Self> {
        let (score, variance) = (pairs.score()?, pairs.variance()?);
        let deviation = variance.sqrt();
        (variance > 0.0).then(|| Self {
            score,
            deviation,
            error: deviation / (pairs.pairs() as f64).sqrt(),
        })
    }

    fn interval(&self) -> Interval {
        let reach = TWO_SIDED_95 * self.error;
        Interval { low: self.score - reach, mid: self.score, high: self.score + reach }
    }
}

impl Pentanomial {
    /// Logistic Elo of the first side, from the mean score and its error.
    ///
    /// Nothing where the pairs do not vary (none, one, or all alike, as with deterministic twins):
    /// then there is no error to be told, and an Elo without one says nothing.
    #[must_use]
    pub fn elo(&self) -> Option<Interval> {
        Some(Estimate::of(self)?.interval().map(elo_of))
    }

    /// Normalised Elo of the first side: (score − ½) / σ · 800 / ln 10, where σ, the standard
    /// deviation of a game, is √2 times that of the pairs' mean scores.
    ///
    /// The convention of Fishtest and Fastchess (M. Van den Bergh, Normalized Elo). The ends are
    /// those of the score, with σ taken as known. Nothing where the pairs do not vary.
    #[must_use]
    pub fn normalised_elo(&self) -> Option<Interval> {
        let estimate = Estimate::of(self)?;
        let of_a_game = SQRT_2 * estimate.deviation;
        Some(estimate.interval().map(|score| (score - 0.5) / of_a_game * NORMALISED_SCALE))
    }

    /// Likelihood of superiority: how likely it is, from 0 to 1, that the first side is the better
    /// one, as far as these pairs tell. Nothing where they do not vary.
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        let estimate = Estimate::of(self)?;
        Some(share_below((estimate.score - 0.5) / estimate.error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures published to so many digits.
    fn same(ours: f64, published: f64, digits: i32) -> bool {
        (ours - published).abs() <= 0.5001 * 10_f64.powi(-digits)
    }

    #[test]
    fn scores_and_elo_are_inverse() {
        assert!((score_of(0.0) - 0.5).abs() < 1e-15);
        assert!((score_of(400.0) - 10.0 / 11.0).abs() < 1e-15);
        for elo in [-800.0, -3.5, 0.0, 20.0, 350.0] {
            assert!((elo_of(score_of(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!((elo_of(-0.1), elo_of(1.1)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    /// `Fastchess`, `app/tests/elo_test.cpp`, the three pentanomial cases; 1-1 and draws pooled.
    #[test]
    fn figures_of_fastchess() {
        let tests = [
            ([34, 54, 63, 64, 75], (57.94, 28.28), (55.58, 27.65), 100.0, 0.579),
            ([332, 433, 498, 333, 334], (-9.17, 10.96), (-8.64, 10.33), 5.05, 0.488),
            ([7895, 8757, 5685, 568, 9999], (-19.01, 2.65), (-21.04, 2.95), 0.0, 0.470),
        ];
        for (counts, (nelo, nelo_error), (elo, elo_error), los, score) in tests {
            let pairs = Pentanomial(counts);
            let (ours, normalised) = (pairs.elo().unwrap(), pairs.normalised_elo().unwrap());
            assert!(same(ours.mid, elo, 2) && same(ours.error(), elo_error, 2), "{ours:?}");
            assert!(same(normalised.mid, nelo, 2), "{normalised:?}");
            assert!(same(normalised.error(), nelo_error, 2), "{normalised:?}");
            assert!(same(pairs.los().unwrap() * 100.0, los, 2), "{pairs}");
            assert!(same(pairs.score().unwrap(), score, 3), "{pairs}");
        }
    }

    /// Tests on `OpenBench` servers, as told in pull requests: `PlentyChess` 213, 217, 228 and 233, Calvin
    /// 301 (both) and 356. The error is that of the upper end, by Student's distribution, which among
    /// thousands of pairs is nearly the normal one.
    #[test]
    fn figures_of_openbench() {
        for (counts, elo, error) in [
            ([44, 241, 590, 413, 71], 28.96, 8.30),
            ([25, 318, 815, 464, 54], 21.17, 6.69),
            ([78, 1041, 2265, 1270, 68], 7.69, 3.88),
            ([59, 1365, 2872, 1515, 89], 6.18, 3.40),
            ([34, 635, 1322, 712, 50], 6.88, 5.07),
            ([49, 947, 2132, 1094, 33], 4.70, 3.89),
            ([90, 1880, 4094, 1997, 104], 3.09, 2.84),
        ] {
            let ours = Pentanomial(counts).elo().unwrap();
            assert!(same(ours.mid, elo, 2), "{ours:?}");
            assert!((ours.high - ours.mid - error).abs() < 0.01, "{ours:?}");
        }
    }

    #[test]
    fn pairs_that_do_not_vary_have_no_elo() {
        for counts in [[0; 5], [0, 0, 1, 0, 0], [0, 0, 400, 0, 0], [0, 0, 0, 0, 9], [0, 3, 0, 0, 0]]
        {
            let pairs = Pentanomial(counts);
            assert_eq!((pairs.elo(), pairs.normalised_elo(), pairs.los()), (None, None, None));
        }
    }

    #[test]
    fn a_score_near_all_has_an_open_interval() {
        let elo = Pentanomial([0, 0, 1, 0, 9]).elo().unwrap();
        assert_eq!(elo.to_string(), "+511.5 [+311.1, +inf]");
    }

    #[test]
    fn the_other_side_has_the_negative() {
        let (ours, theirs) = (Pentanomial([8, 0, 67, 0, 75]), Pentanomial([75, 0, 67, 0, 8]));
        let (a, b) = (ours.elo().unwrap(), theirs.elo().unwrap());
        assert!((a.mid + b.mid).abs() < 1e-9 && (a.low + b.high).abs() < 1e-9);
        assert!((ours.los().unwrap() + theirs.los().unwrap() - 1.0).abs() < 1e-12);
    }
}
