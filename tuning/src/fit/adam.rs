//! Steps down a slope that is known only roughly.

use serde::{Deserialize, Serialize};

use super::exact;

/// How much of the mean slope, and of the mean squared slope, a step keeps.
const KEPT: [f64; 2] = [0.9, 0.999];
/// Keeps the division whole where a slope has always been 0.
const LEAST: f64 = 1e-8;

/// Adam, of Kingma and Ba, "Adam: a method for stochastic optimization" (2015): each parameter moves
/// by its mean slope over the root of its mean squared slope, both of late.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adam {
    steps: u64,
    #[serde(with = "exact")]
    means: Vec<f64>,
    #[serde(with = "exact")]
    squares: Vec<f64>,
}

impl Adam {
    /// At rest.
    #[must_use]
    pub fn new(parameters: usize) -> Self {
        Self { steps: 0, means: vec![0.0; parameters], squares: vec![0.0; parameters] }
    }

    /// Whether it is for so many parameters.
    #[must_use]
    pub fn is_of(&self, parameters: usize) -> bool {
        [&self.means, &self.squares].iter().all(|list| list.len() == parameters)
    }

    /// Moves the parameters down the slope, each by about `rate`.
    pub fn step(&mut self, rate: f64, parameters: &mut [f64], slopes: &[f64]) {
        self.steps += 1;
        // Both means began at 0, which draws them there in the first steps.
        let [whole_mean, whole_square] = KEPT.map(|kept| 1.0 - kept.powf(self.steps as f64));
        for (index, (parameter, &slope)) in parameters.iter_mut().zip(slopes).enumerate() {
            let (mean, square) = (&mut self.means[index], &mut self.squares[index]);
            *mean = KEPT[0] * *mean + (1.0 - KEPT[0]) * slope;
            *square = KEPT[1] * *square + (1.0 - KEPT[1]) * slope * slope;
            *parameter -= rate * (*mean / whole_mean) / ((*square / whole_square).sqrt() + LEAST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_the_rate_whatever_the_slope() {
        let mut parameters = [1.0, 1.0, 1.0];
        Adam::new(3).step(0.1, &mut parameters, &[1e-3, -50.0, 0.0]);
        let expected = [0.9, 1.1, 1.0];
        for (parameter, expected) in parameters.iter().zip(expected) {
            assert!((parameter - expected).abs() < 1e-5, "{parameters:?}");
        }
    }

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        let mut parameters = [4.0, -3.0];
        let mut adam = Adam::new(2);
        for _ in 0..3000 {
            let slopes = [2.0 * (parameters[0] - 1.0), 20.0 * (parameters[1] - 2.0)];
            adam.step(0.01, &mut parameters, &slopes);
        }
        assert!((parameters[0] - 1.0).abs() < 1e-3 && (parameters[1] - 2.0).abs() < 1e-3);
    }
}
