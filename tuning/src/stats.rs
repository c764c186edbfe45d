//! What the results of game pairs say.

/// Game pairs by the points the first side made in them: 0, 1 or 2.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pairs(pub(crate) [u32; 3]);

/// The expected score of a side that is so many Elo stronger.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference of an expected score.
pub(crate) fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

impl Pairs {
    pub(crate) fn add(&mut self, points: usize) {
        self.0[points] += 1;
    }

    pub(crate) fn count(&self) -> f64 {
        f64::from(self.0.iter().sum::<u32>())
    }

    /// The mean score of a game, from 0 to 1.
    pub(crate) fn score(&self) -> f64 {
        (f64::from(self.0[1]) / 2.0 + f64::from(self.0[2])) / self.count()
    }

    /// The variance of a pair's mean score.
    fn variance(&self) -> f64 {
        let mean = self.score();
        let part = |points: usize| f64::from(self.0[points]) * (points as f64 / 2.0 - mean).powi(2);
        (part(0) + part(1) + part(2)) / self.count()
    }

    /// The Elo difference with the ends of its 95 % interval.
    pub(crate) fn elo(&self) -> [f64; 3] {
        let reach = 1.96 * (self.variance() / self.count()).sqrt();
        [self.score() - reach, self.score(), self.score() + reach]
            .map(|score| elo_of(score.clamp(0.001, 0.999)))
    }

    /// The log-likelihood ratio of the first side being `elo1` rather than `elo0` stronger, by the
    /// normal approximation of the generalised SPRT over pairs.
    pub(crate) fn llr(&self, elo0: f64, elo1: f64) -> f64 {
        let variance = self.variance();
        if variance <= 0.0 {
            return 0.0;
        }
        let (low, high) = (expected_score(elo0), expected_score(elo1));
        self.count() * (high - low) * (2.0 * self.score() - low - high) / (2.0 * variance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        assert!((expected_score(191.0) - 0.7502).abs() < 1e-3);
        assert!((elo_of(expected_score(-37.0)) + 37.0).abs() < 1e-9);
    }

    #[test]
    fn a_balanced_match_speaks_for_nobody() {
        let pairs = Pairs([25, 50, 25]);
        let [low, elo, high] = pairs.elo();
        assert!(elo.abs() < 1e-9 && (low + high).abs() < 1e-9 && high > 40.0);
        assert!(pairs.llr(0.0, 20.0) < 0.0);
        assert!(Pairs([10, 50, 40]).llr(0.0, 20.0) > 0.0);
        assert!(Pairs([0, 100, 0]).llr(0.0, 20.0).abs() < 1e-12, "no variance, no verdict");
    }
}
