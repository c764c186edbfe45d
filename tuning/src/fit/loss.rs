//! How far a predicted chance is from what happened.

/// The logarithm of the odds that the side to move wins.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct LogOdds(pub f64);

impl LogOdds {
    /// The chance, from 0 to 1.
    #[must_use]
    pub fn chance(self) -> f64 {
        1.0 / (1.0 + (-self.0).exp())
    }

    /// The cross-entropy, in nats, where the chance should have been `target`: it stays finite and
    /// exact however far off the odds are.
    #[must_use]
    pub fn cross_entropy(self, target: f64) -> f64 {
        self.0.max(0.0) - self.0 * target + (-self.0.abs()).exp().ln_1p()
    }

    /// By how much the cross-entropy rises with the log odds.
    #[must_use]
    pub fn slope(self, target: f64) -> f64 {
        self.chance() - target
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cross_entropy_is_that_of_the_chance() {
        for odds in [-3.0, -0.2, 0.0, 1.5] {
            for target in [0.0, 0.3, 1.0] {
                let chance = LogOdds(odds).chance();
                let entropy = -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln());
                assert!((LogOdds(odds).cross_entropy(target) - entropy).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_slope_is_that_of_the_cross_entropy() {
        for odds in [-3.0, -0.2, 0.0, 1.5] {
            let at = |shift: f64| LogOdds(odds + shift).cross_entropy(0.3);
            let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!((LogOdds(odds).slope(0.3) - slope).abs() < 1e-9);
        }
    }

    #[test]
    fn odds_beyond_all_chances_are_no_trouble() {
        assert!((LogOdds(5000.0).cross_entropy(0.0) - 5000.0).abs() < 1e-9);
        assert!(LogOdds(-5000.0).cross_entropy(0.0).abs() < 1e-12);
        assert!((LogOdds(-5000.0).chance()).abs() < 1e-12);
    }
}
