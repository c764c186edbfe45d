//! Scores as chances, looked up.

use crate::eval::{Score, win_chance};
use crate::rules::Rules;

/// [`win_chance`] as a table: a search asks for it millions of times a second.
#[derive(Clone, Debug)]
pub(super) struct Chances(Box<[f32]>);

/// Estimates beyond so many hundredths of a square are as good as proven.
pub(super) const FARTHEST: i32 = 1 << 12;
/// Scores that share an entry: 2^[`SHIFT`].
const SHIFT: u32 = 2;

impl Chances {
    pub(super) fn new(rules: Rules) -> Self {
        let scores = (-FARTHEST..=FARTHEST).step_by(1 << SHIFT).map(Score::estimate);
        let mut chances: Vec<f32> = scores.map(|score| win_chance(rules, score) as f32).collect();
        if let [lost, .., won] = &mut chances[..] {
            (*lost, *won) = (0.0, 1.0);
        }
        Self(chances.into_boxed_slice())
    }

    /// The chance that the side with this score wins.
    #[inline(always)]
    pub(super) fn of(&self, score: Score) -> f32 {
        let near = score.hundredths().clamp(-FARTHEST, FARTHEST);
        self.0[((near + FARTHEST) >> SHIFT) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Detail, Preference, Proof};

    #[test]
    fn the_table_is_the_function() {
        let chances = Chances::new(Rules::Amazons);
        for hundredths in [-3000, -70, 0, 1, 250, 2000] {
            let score = Score::estimate(hundredths);
            let exact = win_chance(Rules::Amazons, score) as f32;
            assert!((chances.of(score) - exact).abs() < 0.005, "{hundredths}");
        }
        let won = Proof { won: true, plies: 3, detail: Detail::Margin(0) };
        let won = Score::proven(Preference::Length, won);
        assert_eq!((chances.of(won), chances.of(-won)), (1.0, 0.0));
    }
}
