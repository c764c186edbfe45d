//! Nodes varied a little from move to move, so that deterministic twins do not mirror each other.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use strelci::search::Limits;

use crate::start::generator;

/// Varies the nodes of one game's moves: a pure function of the seed and the game's number.
#[derive(Clone, Debug)]
pub struct Variation {
    most: f64,
    random: Xoshiro256PlusPlus,
}

impl Variation {
    /// The variation of a game by at most so many per cent.
    #[must_use]
    pub fn new(percent: u32, seed: u64, game: u64) -> Self {
        // The seed is turned over so that games do not share their numbers with openings.
        Self { most: f64::from(percent) / 100.0, random: generator(!seed, game) }
    }

    /// The limits with the nodes of the next move. Without a limit of nodes nothing changes.
    #[must_use]
    pub fn next(&mut self, limits: Limits) -> Limits {
        let factor = 1.0 + self.random.random_range(-self.most..=self.most);
        let varied = |nodes| ((nodes as f64 * factor).round() as u64).max(1);
        Limits { nodes: limits.nodes.map(varied), ..limits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(percent: u32, game: u64) -> Vec<u64> {
        let mut variation = Variation::new(percent, 1, game);
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        (0..100).filter_map(|_| variation.next(limits.clone()).nodes).collect()
    }

    #[test]
    fn nodes_stay_within_the_percentage() {
        let varied = nodes(5, 3);
        assert_eq!(varied.len(), 100);
        assert!(varied.iter().all(|nodes| (950..=1050).contains(nodes)));
        assert!(
            varied.iter().any(|&nodes| nodes < 970) && varied.iter().any(|&nodes| nodes > 1030)
        );
        assert!(nodes(0, 3).iter().all(|&nodes| nodes == 1000));
    }

    #[test]
    fn the_game_decides_them() {
        assert_eq!(nodes(5, 3), nodes(5, 3));
        assert_ne!(nodes(5, 3), nodes(5, 4));
    }

    #[test]
    fn other_limits_stay() {
        let limits = Limits { depth: Some(4), ..Limits::default() };
        assert_eq!(Variation::new(5, 1, 1).next(limits.clone()), limits);
    }
}
