//! Playing weaker, or not always the same: skill levels and variety.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Settings;
use super::info::{Info, SearchResult, lead_with};
use super::limits::Limits;
use crate::eval::Score;

/// Positions that the lowest skill evaluates for a move.
const FEWEST_NODES: f64 = 150.0;
/// How many times more each level evaluates than the one below.
const NODES_GROWTH: f64 = 1.4;
/// Lines that are looked at where not always the best is played, at full skill.
const LINES: f64 = 5.0;
/// How many times more lines each level looks at than the one above.
const LINES_GROWTH: f64 = 1.15;
/// The lowest skill mistakes a move's value by up to so many hundredths of a square either way.
const LARGEST_MISTAKE: f64 = 3000.0;
/// What is left of mistakes from one level to the next.
const MISTAKES_SHRINK: f64 = 0.82;

impl Settings {
    /// How many levels are missing to full skill.
    fn handicap(&self) -> u32 {
        Self::FULL_SKILL.saturating_sub(self.skill)
    }

    /// The limits with the nodes this skill may use, beyond one look at each move of the root.
    pub(super) fn weakened(&self, limits: &Limits, root_moves: u64) -> Limits {
        let mut limits = limits.clone();
        if self.handicap() > 0 {
            let nodes = root_moves + (FEWEST_NODES * NODES_GROWTH.powi(self.skill as i32)) as u64;
            limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        }
        limits
    }

    /// How many lines to search.
    pub(super) fn lines(&self) -> usize {
        let asked = self.multi_pv.max(1);
        if self.handicap() > 0 || self.variety > 0 {
            asked.max((LINES * LINES_GROWTH.powi(self.handicap() as i32)) as usize)
        } else {
            asked
        }
    }

    /// Chooses the move to play among the lines found. The choice depends on the seed and the
    /// position alone.
    pub(super) fn choose(&self, result: &mut SearchResult, key: u64) {
        let mistake = match self.handicap() {
            0 => 0,
            _ => (LARGEST_MISTAKE * MISTAKES_SHRINK.powi(self.skill as i32)) as u32,
        };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ key);
        let chosen = if mistake > 0 {
            let mut seen = |score: Score| score.raised(random.random_range(0..=2 * mistake) as i32);
            result.lines.iter().max_by_key(|line| seen(line.score)).cloned()
        } else if self.variety > 0 {
            let best = result.lines.first().map_or(Score::ZERO, |best| best.score);
            // A proven result is not given away.
            let far = if best.is_proven() { 0 } else { self.variety as i32 };
            let near = |line: &&Info| line.score >= best.raised(-far);
            let near: Vec<_> = result.lines.iter().filter(near).collect();
            let index = random.random_range(0..near.len().max(1));
            near.get(index).map(|&line| line.clone())
        } else {
            None
        };
        let told = self.multi_pv.max(1);
        result.lines.truncate(told);
        if let Some(line) = chosen {
            result.best = line.pv.first().copied();
            result.ponder = line.pv.get(1).copied();
            // The line of the move that is played is always told.
            if !result.lines.contains(&line) {
                lead_with(&mut result.lines, line, told);
            }
        }
    }
}
