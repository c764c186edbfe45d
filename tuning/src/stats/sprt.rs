//! The sequential probability ratio test on game pairs.

use std::f64::consts::SQRT_2;
use std::fmt;

use serde::Serialize;
use thiserror::Error;

use super::elo::{EloModel, NORMALISED_SCALE, score_of};
use super::likelihood::{Counts, Shrink};
use super::pentanomial::Pentanomial;

/// Hypotheses lie within this many Elo of 0: what is further away needs no test, and the normalised
/// likelihood is not found as surely there.
const MOST_ELO: f64 = 100.0;

/// A test of H0, that the first side's Elo is `elo0` or less, against H1, that it is `elo1` or more.
///
/// Wald's test, generalised: the likelihoods are those of the likeliest distributions under each
/// hypothesis, by [maximum likelihood](https://www.cantate.be/Fishtest/normalized_elo_practical.pdf)
/// over all five scores of a pair, as in Fishtest, Fastchess and `OpenBench`. No correction is made for
/// the little by which the last pair oversteps a bound. As with every test of Wald's, what is kept
/// exactly is the sum of both error rates; one of them alone may come to α / (1 − β).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// A test that cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SprtError {
    /// The hypotheses are in the wrong order, or not numbers, or too far away.
    #[error(
        "a test needs elo0 below elo1, both from -{MOST_ELO} to {MOST_ELO}; these are {0} and {1}"
    )]
    Hypotheses(f64, f64),
    /// The error rates promise nothing.
    #[error("a test needs alpha and beta above 0 and below 0.5; these are {0} and {1}")]
    ErrorRates(f64, f64),
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// H1 is accepted: the first side is better by `elo1` rather than by `elo0`.
    AcceptH1,
    /// H0 is accepted: it is not.
    AcceptH0,
    /// More pairs are needed.
    Undecided,
}

/// Where a test first decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// The pairs up to and with the one that decided.
    pub pairs: Pentanomial,
    /// Which way.
    pub verdict: Verdict,
}

impl Sprt {
    /// A test between two hypotheses in Elo of that model; `alpha` is how often H1 may be accepted
    /// although H0 is true, `beta` how often H0 although H1 is true.
    ///
    /// # Errors
    /// [`SprtError`] where these are no hypotheses or no error rates.
    pub fn new(
        model: EloModel,
        [elo0, elo1]: [f64; 2],
        alpha: f64,
        beta: f64,
    ) -> Result<Self, SprtError> {
        let within = |elo: f64| elo.abs() <= MOST_ELO;
        let promises = |rate: f64| 0.0 < rate && rate < 0.5;
        if !(within(elo0) && within(elo1) && elo0 < elo1) {
            return Err(SprtError::Hypotheses(elo0, elo1));
        }
        if !(promises(alpha) && promises(beta)) {
            return Err(SprtError::ErrorRates(alpha, beta));
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The hypotheses, in Elo of the model.
    #[must_use]
    pub const fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// Alpha and beta.
    #[must_use]
    pub const fn error_rates(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// The scale of the hypotheses.
    #[must_use]
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// The log-likelihood ratio of H1 to H0; 0 without pairs.
    #[must_use]
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = Counts::of(pairs);
        counts.log_ratio(&self.likeliest(&counts, self.elo1), &self.likeliest(&counts, self.elo0))
    }

    fn likeliest(&self, counts: &Counts, elo: f64) -> Shrink {
        match self.model {
            EloModel::Logistic => counts.with_mean(score_of(elo)),
            EloModel::Normalised => counts.with_ratio(SQRT_2 * elo / NORMALISED_SCALE),
        }
    }

    /// The ratios that decide: H0 is accepted at or below ln(β / (1 − α)), H1 at or above
    /// ln((1 − β) / α).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// What these pairs say by themselves: nothing as long as they do not vary, as with deterministic
    /// twins, for then the likelihoods are of distributions that nobody has seen. A sequential test ends with its first decision: see
    /// [`Sprt::first_decision`].
    #[must_use]
    pub fn verdict(&self, pairs: &Pentanomial) -> Verdict {
        if !pairs.varies() {
            return Verdict::Undecided;
        }
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= upper => Verdict::AcceptH1,
            llr if llr <= lower => Verdict::AcceptH0,
            _ => Verdict::Undecided,
        }
    }

    /// Where the test first decides as pairs, by their half points, come in; later ones are not
    /// looked at. Pairs that are given in the order of their numbers thus give the same decision
    /// however many were played at once.
    pub fn first_decision(&self, pairs: impl IntoIterator<Item = usize>) -> Option<Decision> {
        let mut sum = Pentanomial::default();
        pairs.into_iter().find_map(|half_points| {
            sum.add(half_points);
            let verdict = self.verdict(&sum);
            (verdict != Verdict::Undecided).then_some(Decision { pairs: sum, verdict })
        })
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        write!(f, "[{elo0}, {elo1}] {model} Elo, alpha {alpha}, beta {beta}")
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AcceptH1 => "H1 accepted",
            Self::AcceptH0 => "H0 accepted",
            Self::Undecided => "undecided",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use EloModel::{Logistic, Normalised};

    fn sprt(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(model, [elo0, elo1], 0.05, 0.05).unwrap()
    }

    fn llr(model: EloModel, [elo0, elo1]: [f64; 2], counts: [u64; 5]) -> f64 {
        sprt(model, elo0, elo1).llr(&Pentanomial(counts))
    }

    /// Fastchess, `app/tests/sprt_test.cpp`, the pentanomial cases. Published to two digits and there
    /// tested to one in a hundred.
    #[test]
    fn figures_of_fastchess() {
        for (model, bounds, counts, published) in [
            (Normalised, [0.0, 2.0], [365, 16618, 36229, 16974, 390], 2.25),
            (Normalised, [-1.75, 0.25], [127, 4883, 10712, 5150, 104], 3.01),
            (Normalised, [0.0, 5.0], [0, 0, 0, 0, 5550], 111.82),
            (Logistic, [0.5, 2.5], [223, 9863, 21279, 10037, 246], -3.07),
            (Logistic, [0.0, 2.0], [871, 26175, 55983, 26678, 821], -4.98),
        ] {
            let ours = llr(model, bounds, counts);
            assert!(
                (ours - published).abs() < 0.005 + published.abs() * 0.0003,
                "{ours} {published}"
            );
        }
    }

    /// Tests on Fishtest as told in Stockfish's pull request 5712, STC and LTC.
    #[test]
    fn figures_of_fishtest() {
        for (bounds, counts, published) in [
            ([0.0, 2.0], [831, 31795, 68460, 32448, 834], 2.93),
            ([0.5, 2.5], [307, 54901, 140_959, 56230, 281], 2.95),
        ] {
            let ours = llr(Normalised, bounds, counts);
            assert!((ours - published).abs() < 0.005, "{ours} {published}");
        }
    }

    /// Tests on `OpenBench` servers, as told in pull requests: `PlentyChess` 95, 213, 211, 217, 228 and
    /// 233, Elixir 29, Chess-3 109, Calvin 301 (both) and 356, Berserk 582; and the example at the end
    /// of `OpenBench/stats.py`, whose result is that of Fishtest's `LLRcalc.py` (next test) too.
    #[test]
    fn figures_of_openbench() {
        for (elo0, elo1, counts, published) in [
            (0.0, 5.0, [46, 936, 2083, 1043, 63], 2.91),
            (0.0, 3.0, [44, 241, 590, 413, 71], 2.91),
            (0.0, 3.0, [1, 3, 32, 87, 164], 2.93),
            (0.0, 3.0, [25, 318, 815, 464, 54], 2.95),
            (0.0, 3.0, [78, 1041, 2265, 1270, 68], 2.90),
            (0.0, 3.0, [59, 1365, 2872, 1515, 89], 2.91),
            (-5.0, 0.0, [165, 620, 987, 659, 206], 2.95),
            (-5.0, 0.0, [4, 4, 11, 15, 3], 0.16),
            (0.0, 5.0, [34, 635, 1322, 712, 50], 2.27),
            (0.0, 5.0, [49, 947, 2132, 1094, 33], 2.25),
            (0.0, 5.0, [90, 1880, 4094, 1997, 104], 2.22),
            (0.0, 2.5, [4, 738, 1956, 937, 9], 2.90),
        ] {
            let ours = llr(Normalised, [elo0, elo1], counts);
            assert!((ours - published).abs() < 0.005, "{ours} {published}");
        }
    }

    /// What Fishtest's `server/fishtest/stats/LLRcalc.py` (commit b8eecff) answers to these; the
    /// counts are those of `stat_util.py`, of `OpenBench/stats.py` and of games without draws.
    #[test]
    fn figures_computed_by_fishtest() {
        for (model, bounds, counts, theirs) in [
            (Normalised, [0.764, 3.439], [39, 2226, 31451, 2412, 40], 2.162_940_869_584_568),
            (Logistic, [0.2, 0.9], [39, 2226, 31451, 2412, 40], 2.162_542_580_048_359),
            (Logistic, [-3.0, 1.0], [10789, 19328, 33806, 19402, 10543], 2.131_067_811_794_081),
            (Normalised, [0.5, 2.5], [39, 8843, 26675, 9240, 44], 2.941_675_207_989_404),
            (Logistic, [0.5, 2.5], [39, 8843, 26675, 9240, 44], 0.555_517_068_721_486),
            (Normalised, [0.0, 5.0], [12, 0, 45, 0, 30], 0.509_651_635_908_755),
            (Normalised, [0.0, 20.0], [12, 0, 45, 0, 30], 1.827_078_219_605_799),
            (Logistic, [0.0, 5.0], [12, 0, 45, 0, 30], 0.519_600_812_723_797),
            (Logistic, [0.0, 20.0], [12, 0, 45, 0, 30], 1.869_826_167_032_235),
            (Normalised, [0.0, 20.0], [8, 0, 98, 0, 14], 0.749_227_223_432_41),
            (Logistic, [0.0, 20.0], [8, 0, 98, 0, 14], 0.810_020_670_373_245),
            (Logistic, [0.0, 20.0], [0, 0, 50, 0, 0], -2.952_647_096_227_049),
            (Normalised, [0.0, 20.0], [0, 0, 50, 0, 0], -0.324_314_465_777_472),
            (Logistic, [0.0, 20.0], [3, 0, 0, 0, 0], -0.177_783_264_693_638),
        ] {
            let ours = llr(model, bounds, counts);
            assert!((ours - theirs).abs() < 1e-6, "{model} {counts:?}: {ours} {theirs}");
        }
    }

    #[test]
    fn the_other_side_sees_the_opposite() {
        for model in [Logistic, Normalised] {
            let ours = llr(model, [-3.0, 10.0], [8, 3, 98, 1, 14]);
            let theirs = llr(model, [-10.0, 3.0], [14, 1, 98, 3, 8]);
            assert!((ours + theirs).abs() < 1e-9 && ours > 0.1, "{ours} {theirs}");
        }
    }

    #[test]
    fn the_bounds_are_walds() {
        let bounds = |alpha, beta| Sprt::new(Logistic, [0.0, 5.0], alpha, beta).unwrap().bounds();
        assert_eq!(bounds(0.05, 0.05), (-(19.0_f64.ln()), (0.95_f64 / 0.05).ln()));
        // As OpenBench prints them: (-2.25, 2.89).
        let (lower, upper) = bounds(0.05, 0.10);
        assert!((lower - -2.2513).abs() < 1e-4 && (upper - 2.8904).abs() < 1e-4);
    }

    #[test]
    fn the_verdict_follows_the_bounds() {
        let sprt = sprt(Logistic, 0.0, 20.0);
        let verdict = |counts| sprt.verdict(&Pentanomial(counts));
        assert_eq!(verdict([0; 5]), Verdict::Undecided);
        assert_eq!(verdict([12, 0, 45, 0, 30]), Verdict::Undecided);
        assert_eq!(verdict([20, 0, 90, 0, 60]), Verdict::AcceptH1);
        assert_eq!(verdict([60, 0, 90, 0, 20]), Verdict::AcceptH0);
    }

    #[test]
    fn pairs_that_do_not_vary_decide_nothing() {
        let sprt = sprt(Logistic, 0.0, 20.0);
        for counts in [[0, 0, 500, 0, 0], [0, 0, 0, 0, 500], [500, 0, 0, 0, 0]] {
            let pairs = Pentanomial(counts);
            let (lower, upper) = sprt.bounds();
            assert!(!(lower..upper).contains(&sprt.llr(&pairs)));
            assert_eq!(sprt.verdict(&pairs), Verdict::Undecided);
        }
        assert_eq!(sprt.first_decision([2; 500]), None);
        let decided = sprt.first_decision([4; 500].into_iter().chain([2])).unwrap();
        assert_eq!(decided.pairs, Pentanomial([0, 0, 1, 0, 500]));
    }

    #[test]
    fn the_first_decision_is_the_only_one() {
        let sprt = sprt(Logistic, 0.0, 20.0);
        let wins = || std::iter::repeat_n(4, 40).chain([2; 20]);
        let decided = sprt.first_decision(wins().chain([2; 60]).chain([0; 400])).unwrap();
        assert_eq!(decided.verdict, Verdict::AcceptH1);
        let Pentanomial([0, 0, _, 0, 40]) = decided.pairs else { panic!("{}", decided.pairs) };
        let pairs = decided.pairs.pairs() as usize;
        let results: Vec<usize> = wins().chain([2; 60]).collect();
        assert_eq!(sprt.first_decision(results[..pairs].iter().copied()), Some(decided));
        assert_eq!(sprt.first_decision(results[..pairs - 1].iter().copied()), None);
    }

    #[test]
    fn a_test_that_promises_nothing_is_refused() {
        let told =
            |bounds, alpha, beta| Sprt::new(Logistic, bounds, alpha, beta).unwrap_err().to_string();
        let order = "a test needs elo0 below elo1, both from -100 to 100; these are ";
        assert_eq!(told([5.0, 5.0], 0.05, 0.05), format!("{order}5 and 5"));
        assert_eq!(told([0.0, 101.0], 0.05, 0.05), format!("{order}0 and 101"));
        assert_eq!(told([f64::NAN, 5.0], 0.05, 0.05), format!("{order}NaN and 5"));
        for (alpha, beta) in [(0.0, 0.05), (0.05, 0.5), (-0.1, 0.05), (f64::NAN, 0.05)] {
            assert_eq!(
                told([0.0, 5.0], alpha, beta),
                format!(
                    "a test needs alpha and beta above 0 and below 0.5; these are {alpha} and {beta}"
                )
            );
        }
    }
}
