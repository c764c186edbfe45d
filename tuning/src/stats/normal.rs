//! The normal distribution.

use std::f64::consts::PI;

/// How many standard deviations to each side hold 95 % of a normal distribution.
pub const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Beyond this many standard deviations the tail is below the precision of a number.
const NO_TAIL: f64 = 8.5;

/// The share of a standard normal distribution below `x`, with an error of some 1e-16.
///
/// Marsaglia's series (Evaluating the normal distribution, Journal of Statistical Software 11,
/// 2004): a half, and the density times x + x³/3 + x⁵/(3·5) + x⁷/(3·5·7) + …
pub fn share_below(x: f64) -> f64 {
    if x.abs() > NO_TAIL {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (x, x, 1.0);
    while term.abs() > f64::EPSILON / 2.0 * sum.abs() {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * PI).sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_shares() {
        // Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.1.
        for (x, share) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_370),
            (TWO_SIDED_95, 0.975),
        ] {
            assert!((share_below(x) - share).abs() < 1e-14, "{x}");
            assert!((share_below(-x) - (1.0 - share)).abs() < 1e-14, "-{x}");
        }
    }

    #[test]
    fn the_far_tails_are_nothing_and_all() {
        for (x, share) in [(f64::INFINITY, 1.0), (8.4, 1.0), (-8.4, 0.0), (-1e300, 0.0)] {
            assert!((share_below(x) - share).abs() < 1e-15, "{x}");
        }
    }
}
