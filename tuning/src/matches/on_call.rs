//! A player whose program is started when its first game comes.

use std::time::Duration;

use strelci::rules::Outcome;
use strelci::search::Limits;

use crate::engine::{Answer, EngineSpec, Fault, Note, Player};
use crate::game::Game;

/// An engine's player. Where it cannot be started, that costs the game, and it is tried again for
/// the next.
pub struct OnCall {
    spec: EngineSpec,
    player: Option<Box<dyn Player>>,
}

impl OnCall {
    /// The engine, not started yet.
    #[must_use]
    pub const fn new(spec: EngineSpec) -> Self {
        Self { spec, player: None }
    }

    fn player(&mut self) -> Result<&mut Box<dyn Player>, Fault> {
        match &mut self.player {
            Some(player) => Ok(player),
            none => Ok(none.insert(self.spec.player()?)),
        }
    }
}

impl Player for OnCall {
    fn new_game(&mut self, game: &Game) -> Result<(), Fault> {
        self.player()?.new_game(game)
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        patience: Duration,
    ) -> Result<Answer, Fault> {
        self.player()?.choose(game, limits, patience)
    }

    fn game_over(&mut self, game: &Game, outcome: &Outcome) -> Result<(), Fault> {
        self.player()?.game_over(game, outcome)
    }

    fn quit(&mut self) {
        if let Some(player) = &mut self.player {
            player.quit();
        }
    }

    fn cpu_time(&mut self) -> Option<Duration> {
        self.player.as_mut().map_or(Some(Duration::ZERO), |player| player.cpu_time())
    }

    fn notes(&mut self) -> Vec<Note> {
        self.player.as_mut().map_or_else(Vec::new, |player| player.notes())
    }
}
