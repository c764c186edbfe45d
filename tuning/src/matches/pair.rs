//! One pair of games in this process, for those who want its points and keep no file.

use strelci::board::Side;

use super::referee::{Interrupted, Referee, Seat};
use super::variation::Variation;
use crate::engine::{EngineSpec, Player};
use crate::game::Game;

/// An engine and its player, ready to play.
pub struct Contender<'a> {
    /// What it may spend.
    pub spec: &'a EngineSpec,
    /// Who plays.
    pub player: &'a mut dyn Player,
}

/// How the nodes of a pair's moves are varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Varied {
    /// By at most so many per cent.
    pub percent: u32,
    /// From this seed.
    pub seed: u64,
    /// The number of the pair in the run.
    pub pair: u64,
}

/// Plays two games from one opening, the first contender with White in the first of them, and counts
/// the first contender's points in halves: 0, 2 or 4, there being no draws. At a limit of nodes all
/// comes from the arguments alone.
///
/// # Errors
/// [`Interrupted`] where the run was asked to end before the pair was complete.
pub fn half_points(
    referee: Referee<'_>,
    [first, second]: [Contender<'_>; 2],
    opening: &Game,
    varied: Varied,
) -> Result<usize, Interrupted> {
    let mut half_points = 0;
    for side in [Side::White, Side::Black] {
        let one = Seat::new(first.spec, &mut *first.player);
        let other = Seat::new(second.spec, &mut *second.player);
        let seats = if side == Side::White { [one, other] } else { [other, one] };
        let game = 2 * varied.pair + side as u64;
        let variation = Variation::new(varied.percent, varied.seed, game);
        let played = referee.play(opening.clone(), seats, variation)?;
        half_points += 2 * usize::from(played.ending.winner == side);
    }
    Ok(half_points)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn points(nodes: [u64; 2], pair: u64) -> usize {
        let specs = nodes.map(|nodes| format!("nodes={nodes}").parse::<EngineSpec>().unwrap());
        let mut players = specs.each_ref().map(|spec| spec.player().unwrap());
        let [first, second] = players.each_mut();
        let contenders = [
            Contender { spec: &specs[0], player: first.as_mut() },
            Contender { spec: &specs[1], player: second.as_mut() },
        ];
        let referee =
            Referee { adjudicate: true, patience: Duration::from_mins(1), stop: &|| false };
        let opening = Game::new("strelci6".parse().unwrap());
        half_points(referee, contenders, &opening, Varied { percent: 5, seed: 1, pair }).unwrap()
    }

    #[test]
    fn a_pair_comes_from_its_number() {
        assert_eq!(points([300, 300], 7), points([300, 300], 7));
        let sum: usize = (0..6).map(|pair| points([2000, 60], pair)).sum();
        assert!(sum >= 14, "{sum} of 24 half points with many times the nodes");
    }
}
