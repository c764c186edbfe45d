//! One pair of games in this process, for those who want its points and keep no file.

use strelci::board::Side;
use thiserror::Error;

use super::ending::{Ending, Reason};
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

/// A pair that has no points.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unplayed {
    /// The run was asked to end before the pair was complete.
    #[error("interrupted")]
    Interrupted,
    /// A player did not do its part. To answer late is not meant: that is a loss like others.
    #[error("{what}; the engine is {words}")]
    Fault {
        /// What it did.
        what: String,
        /// The engine's words.
        words: String,
    },
}

impl From<Interrupted> for Unplayed {
    fn from(Interrupted: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Plays two games from one opening, the first contender with White in the first of them, and counts
/// the first contender's points in halves: 0, 2 or 4, there being no draws. At a limit of nodes all
/// comes from the arguments alone.
///
/// # Errors
/// [`Unplayed`] where the run was asked to end, or a player did not do its part: what came of a
/// game like that says nothing of strength.
pub fn half_points(
    referee: Referee<'_>,
    [first, second]: [Contender<'_>; 2],
    opening: &Game,
    varied: Varied,
) -> Result<usize, Unplayed> {
    let mut half_points = 0;
    for side in [Side::White, Side::Black] {
        let one = Seat::new(first.spec, &mut *first.player);
        let other = Seat::new(second.spec, &mut *second.player);
        let seats = if side == Side::White { [one, other] } else { [other, one] };
        let game = 2 * varied.pair + side as u64;
        let variation = Variation::new(varied.percent, varied.seed, game);
        let played = referee.play(opening.clone(), seats, variation)?;
        let won = played.ending.winner == side;
        let loser = if won { second.spec } else { first.spec };
        if let Some(what) = fault(played.ending) {
            return Err(Unplayed::Fault { what, words: loser.to_string() });
        }
        half_points += 2 * usize::from(won);
    }
    Ok(half_points)
}

/// What the loser did, where that was no way to play.
fn fault(ending: Ending) -> Option<String> {
    let Ending { reason, detail, .. } = ending;
    let is_fault = reason.is_fault() && reason != Reason::Overstep;
    is_fault.then(|| detail.unwrap_or_else(|| reason.to_string()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use strelci::rules::Outcome;
    use strelci::search::Limits;

    use super::*;
    use crate::engine::{Answer, Fault, Note};

    const VARIED: Varied = Varied { percent: 5, seed: 1, pair: 0 };

    fn referee() -> Referee<'static> {
        Referee { adjudicate: true, patience: Duration::from_mins(1), stop: &|| false }
    }

    fn opening() -> Game {
        Game::new("strelci6".parse().unwrap())
    }

    fn points(nodes: [u64; 2], pair: u64) -> usize {
        let specs = nodes.map(|nodes| format!("nodes={nodes}").parse::<EngineSpec>().unwrap());
        let mut players = specs.each_ref().map(|spec| spec.player().unwrap());
        let [first, second] = players.each_mut();
        let contenders = [
            Contender { spec: &specs[0], player: first.as_mut() },
            Contender { spec: &specs[1], player: second.as_mut() },
        ];
        half_points(referee(), contenders, &opening(), Varied { pair, ..VARIED }).unwrap()
    }

    /// A search that panics.
    struct Broken;

    impl Player for Broken {
        fn new_game(&mut self, _game: &Game) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(
            &mut self,
            _game: &Game,
            _limits: &Limits,
            _patience: Duration,
        ) -> Result<Answer, Fault> {
            Err(Fault::Crashed("the search panicked".to_owned()))
        }

        fn game_over(&mut self, _game: &Game, _outcome: &Outcome) -> Result<(), Fault> {
            Ok(())
        }

        fn quit(&mut self) {}

        fn cpu_time(&mut self) -> Option<Duration> {
            None
        }

        fn notes(&mut self) -> Vec<Note> {
            Vec::new()
        }
    }

    #[test]
    fn a_fault_is_no_result() {
        let [whole, broken] = ["name=whole nodes=50", "name=broken nodes=60"]
            .map(|words| words.parse::<EngineSpec>().unwrap());
        let mut player = whole.player().unwrap();
        let contenders = [
            Contender { spec: &whole, player: player.as_mut() },
            Contender { spec: &broken, player: &mut Broken },
        ];
        let told = half_points(referee(), contenders, &opening(), VARIED).unwrap_err().to_string();
        assert_eq!(
            told,
            "broken: crashed: the search panicked; the engine is name=broken proto=builtin \
             nodes=60 margin=100"
        );
    }

    #[test]
    fn a_pair_comes_from_its_number() {
        assert_eq!(points([300, 300], 7), points([300, 300], 7));
        let sum: usize = (0..6).map(|pair| points([2000, 60], pair)).sum();
        assert!(sum >= 14, "{sum} of 24 half points with many times the nodes");
    }
}
