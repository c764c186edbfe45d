//! How much the score of a search says about the winner.

use std::ops::RangeInclusive;

use super::loss::LogOdds;

/// The scales that are thought of, in hundredths of a square.
pub const SCALES: RangeInclusive<f64> = 1.0..=1e6;

/// Halvings of their range, on a logarithmic scale: enough for eight digits.
const HALVINGS: usize = 32;

/// Hundredths of a square that raise the odds to win by a factor of e: the scale by which scores
/// predict results with the smallest cross-entropy. Where no scale is the best because every score
/// is right, the least; where scores say nothing, the most.
#[must_use]
pub fn score_scale(results: &[(i32, bool)]) -> f64 {
    // The loss is convex in the factor, the inverse of the scale: its slope has one root.
    let (mut least, mut most) = (SCALES.start().ln(), SCALES.end().ln());
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(least, most);
        if slope(results, (-middle).exp()) < 0.0 {
            most = middle;
        } else {
            least = middle;
        }
    }
    f64::midpoint(least, most).exp()
}

/// By how much the loss rises with the factor from scores to log odds.
fn slope(results: &[(i32, bool)], factor: f64) -> f64 {
    let slope = |&(score, won): &(i32, bool)| {
        let score = f64::from(score);
        score * LogOdds(score * factor).slope(f64::from(u8::from(won)))
    };
    results.iter().map(slope).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_that_of_the_results() {
        // Three wins of four at 330 are log odds of ln 3, whatever the side.
        let won = [(330, true), (330, true), (-330, false), (330, false)];
        assert!((score_scale(&won) - 330.0 / 3.0_f64.ln()).abs() < 1e-4);
    }

    #[test]
    fn without_a_best_scale_there_is_one_nevertheless() {
        assert!((score_scale(&[(300, true), (-20, false)]) - 1.0).abs() < 1e-3);
        assert!((score_scale(&[(300, true), (300, false)]) / 1e6 - 1.0).abs() < 1e-3);
        assert!(score_scale(&[(300, false)]) > 0.99e6);
        assert!(SCALES.contains(&score_scale(&[])));
    }
}
