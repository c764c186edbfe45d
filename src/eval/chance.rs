//! From scores to chances.

use super::score::Score;
use super::weights::WIN_SCALE;
use crate::rules::Rules;

/// The chance, from 0 to 1, that the side with this score wins: the logistic function the
/// evaluation was fitted with, to the results of the engine's own games; 0 or 1 where the result
/// is proven.
#[must_use]
pub fn win_chance(rules: Rules, score: Score) -> f64 {
    if score.is_won() {
        1.0
    } else if score.is_lost() {
        0.0
    } else {
        1.0 / (1.0 + (-f64::from(score.hundredths()) / WIN_SCALE[rules as usize]).exp())
    }
}

/// The estimate that stands for a chance to win: the inverse of [`win_chance`].
#[must_use]
pub fn score_of_chance(rules: Rules, chance: f64) -> Score {
    let odds = chance / (1.0 - chance);
    Score::estimate((odds.ln() * WIN_SCALE[rules as usize]).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Detail, Preference, Proof};

    #[test]
    fn chances_grow_with_the_score_and_add_up() {
        for rules in [Rules::Strelci, Rules::Amazons] {
            let chance = |hundredths| win_chance(rules, Score::estimate(hundredths));
            assert!((chance(0) - 0.5).abs() < 1e-12);
            assert!(chance(100) > 0.5 && chance(500) > chance(100) && chance(500) < 1.0);
            assert!((chance(230) + chance(-230) - 1.0).abs() < 1e-12);
            let won = Proof { won: true, plies: 9, detail: Detail::Margin(1) };
            let won = Score::proven(Preference::Length, won);
            assert!((win_chance(rules, won) - 1.0).abs() < 1e-12);
            assert!(win_chance(rules, -won).abs() < 1e-12);
        }
    }

    #[test]
    fn scores_and_chances_are_inverse() {
        for hundredths in [-3000, -70, 0, 1, 250, 2000] {
            let score = Score::estimate(hundredths);
            assert_eq!(score_of_chance(Rules::Amazons, win_chance(Rules::Amazons, score)), score);
        }
        assert!(!score_of_chance(Rules::Strelci, 1.0).is_proven());
        assert!(!score_of_chance(Rules::Strelci, 0.0).is_proven());
    }
}
