//! How far an SPSA run looks and moves, round by round.

use serde::{Deserialize, Serialize};

/// Exponents that Spall recommends for practice: J. C. Spall, *Implementation of the Simultaneous
/// Perturbation Algorithm for Stochastic Optimization*, 1998.
const GAIN_DECAY: f64 = 0.602;
const REACH_DECAY: f64 = 0.101;

/// Spall's gain is divided by the reach, for the difference of the two sides is taken for a slope.
/// What moves a constant so falls with the difference of the exponents.
const MOVE_DECAY: f64 = GAIN_DECAY - REACH_DECAY;

/// The sizes of a run's moves. All lengths are in steps: one step of a constant is what the table
/// of constants says a tuner moves it at first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gains {
    /// Rounds in the whole run.
    pub rounds: u64,
    /// How far a constant moves in the first round, where every pair says the same.
    pub movement: f64,
    /// How far to either side of the point the first round plays.
    pub reach: f64,
}

impl Gains {
    /// How far a constant moves in a round, from 0, where every pair says the same.
    #[must_use]
    pub fn movement(&self, round: u64) -> f64 {
        // The first tenth of the run moves at nearly one pace, as Spall advises.
        let stability = self.rounds as f64 / 10.0;
        let slowed = (stability + 1.0) / (stability + 1.0 + round as f64);
        self.movement * slowed.powf(MOVE_DECAY)
    }

    /// How far to either side of the point a round, from 0, plays.
    #[must_use]
    pub fn reach(&self, round: u64) -> f64 {
        self.reach / (round as f64 + 1.0).powf(REACH_DECAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fall_from_what_was_asked() {
        let gains = Gains { rounds: 20, movement: 2.0, reach: 1.5 };
        assert!((gains.movement(0) - 2.0).abs() < 1e-12);
        assert!((gains.reach(0) - 1.5).abs() < 1e-12);
        // 2 · (3/22)^0.501 and 1.5 / 20^0.101.
        assert!((gains.movement(19) - 0.7371).abs() < 1e-3, "{}", gains.movement(19));
        assert!((gains.reach(19) - 1.1083).abs() < 1e-3, "{}", gains.reach(19));
    }
}
