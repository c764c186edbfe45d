//! Playing weaker, or not always the same: skill levels and variety.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Settings;
use super::info::SearchResult;
use super::limits::Limits;
use crate::eval::Score;

/// Positions that the lowest skill evaluates for a move.
const FEWEST_NODES: f64 = 150.0;
/// How many times more each level evaluates than the one below.
const NODES_GROWTH: f64 = 1.6;
/// Lines that are looked at where not always the best is played.
const LINES: usize = 6;
/// The lowest skill mistakes a move's value by up to so many hundredths of a square either way.
const LARGEST_MISTAKE: u32 = 600;

impl Settings {
    fn is_weakened(&self) -> bool {
        self.skill < Self::FULL_SKILL
    }

    /// The limits with the nodes this skill may use.
    pub(super) fn weakened(&self, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        if self.is_weakened() {
            let nodes = (FEWEST_NODES * NODES_GROWTH.powi(self.skill as i32)) as u64;
            limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        }
        limits
    }

    /// How many lines to search.
    pub(super) fn lines(&self) -> usize {
        let varied = self.is_weakened() || self.variety > 0;
        if varied { self.multi_pv.max(LINES) } else { self.multi_pv }
    }

    /// Chooses the move to play among the lines found. The choice depends on the seed and the
    /// position alone.
    pub(super) fn choose(&self, result: &mut SearchResult, key: u64) {
        let mistake = LARGEST_MISTAKE * (Self::FULL_SKILL - self.skill.min(Self::FULL_SKILL))
            / Self::FULL_SKILL;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ key);
        let chosen = if mistake > 0 {
            let mut seen = |score: Score| score.raised(random.random_range(0..=2 * mistake) as i32);
            result.lines.iter().max_by_key(|line| seen(line.score)).cloned()
        } else if self.variety > 0 {
            let least = result.lines.first().map(|best| best.score.raised(-(self.variety as i32)));
            let near = |line: &&super::Info| Some(line.score) >= least;
            let near: Vec<_> = result.lines.iter().filter(near).collect();
            let index = random.random_range(0..near.len().max(1));
            near.get(index).map(|&line| line.clone())
        } else {
            None
        };
        if let Some(line) = chosen {
            result.best = line.pv.first().copied();
            result.ponder = line.pv.get(1).copied();
        }
        result.lines.truncate(self.multi_pv);
    }
}
