//! What the tests of engines share.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::path::Path;
use std::time::Duration;

use strelci::board::Move;
use strelci::search::Limits;
use strelci_tuning::engine::{Answer, Deadlines, EngineSpec, Fault, Player};
use strelci_tuning::game::Game;

/// Deadlines that are long enough for what does as it should.
pub const DEADLINES: Deadlines = Deadlines {
    start: Duration::from_secs(20),
    ready: Duration::from_secs(20),
    quit: Duration::from_secs(20),
};

/// A greeting that never ends is waited for so long.
pub const SHORT_START: Deadlines = Deadlines { start: Duration::from_secs(1), ..DEADLINES };

/// A program that does not end is waited for so long.
pub const SHORT_QUIT: Deadlines = Deadlines { quit: Duration::from_millis(100), ..DEADLINES };

/// A wait for what comes.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The limits of a move.
pub fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// The words for a script, with an argument if it takes one.
pub fn script(name: &str, argument: impl AsRef<Path>) -> String {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines");
    format!("cmd='sh {dir}/{name}.sh \"{}\"' depth=1", argument.as_ref().display())
}

/// The words for the engine itself.
pub fn real(proto: &str) -> String {
    format!(
        "cmd='{} engine' proto={proto} depth=1",
        assert_cmd::cargo::cargo_bin!("strelci-tuning").display()
    )
}

pub fn player(words: &str, deadlines: Deadlines) -> Result<Box<dyn Player>, Fault> {
    words.parse::<EngineSpec>().expect(words).player_within(deadlines)
}

/// A game after some moves.
pub fn game(start: &str, moves: &str) -> Game {
    let moves: Vec<Move> = moves.split_whitespace().map(|word| word.parse().expect(word)).collect();
    Game::opened(start.parse().expect(start), &moves).expect("a game")
}

/// A player's answer in a new game.
pub fn answer(player: &mut dyn Player, game: &Game) -> Result<Answer, Fault> {
    player.new_game(game)?;
    player.choose(game, &depth(1), PATIENCE)
}
