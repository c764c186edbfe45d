//! `strelci play`: a person against the engine, in a terminal.

mod game;
mod order;
mod record;
mod table;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use self::game::Game;
use self::table::Table;
use super::input::{EngineArgs, StartArgs, read_duration};
use crate::board::Side;
use crate::obstacles::scattered;
use crate::search::{Root, Settings};

/// Play against the engine
///
/// Type a move as d1d7,d7g7, d1-d7/g7 or d1d7g7, or first the step, d1d7, and then the shot, g7.
/// The command help lists what else can be typed.
#[derive(Args, Debug)]
#[command(after_help = "Example: strelci play strelci8 --color black --level 5 --obstacles 6")]
pub(super) struct Play {
    #[command(flatten)]
    start: StartArgs,
    /// Which side you play
    #[arg(long, value_name = "SIDE", value_enum, default_value_t = Person::White)]
    color: Person,
    /// How long the engine thinks on a move, as in 500ms or 3s; a bare number is milliseconds
    #[arg(long, value_name = "TIME", value_parser = read_duration, default_value = "2s")]
    time: Duration,
    /// How strong the engine is, from 0 to 20
    #[arg(long, value_name = "LEVEL", default_value_t = Settings::FULL_SKILL, value_parser = clap::value_parser!(u32).range(0..=i64::from(Settings::FULL_SKILL)))]
    level: u32,
    /// Put so many obstacles on the board first: at random, the same for both sides,
    /// so an odd number needs an empty square in the middle
    #[arg(long, value_name = "N", default_value_t = 0)]
    obstacles: usize,
    /// The seed of all chance [default: from the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Go on with a game that was saved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "rules", "obstacles"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Which sides the person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Person {
    /// White
    White,
    /// Black
    Black,
    /// Both sides: the engine only gives hints
    Both,
    /// Neither side: the engine plays against itself
    None,
}

impl Person {
    fn plays(self, side: Side) -> bool {
        match self {
            Self::White => side == Side::White,
            Self::Black => side == Side::Black,
            Self::Both => true,
            Self::None => false,
        }
    }
}

impl Play {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let seed = self.seed.unwrap_or_else(clock_seed);
        let game = self.game(seed)?;
        if self.obstacles > 0 {
            writeln!(out, "Obstacles by --seed {seed}\n")?;
        }
        let settings = Settings { skill: self.level, seed, ..self.engine.settings() };
        Table::new(game, self.color, settings, self.time, out)?.run(io::stdin().lock())
    }

    /// The game to play on: a saved one, or a new one.
    fn game(&self, seed: u64) -> Result<Game> {
        if let Some(path) = &self.load {
            let file = || path.display().to_string();
            // Not to be taken for failed output, the text alone is kept of the error.
            let text = fs::read(path).map_err(|error| anyhow::anyhow!("{error}"));
            return record::read(&String::from_utf8_lossy(&text.with_context(file)?))
                .with_context(file);
        }
        let Root { position, rules } = self.start.root()?;
        let position = match self.obstacles {
            0 => position,
            count => scattered(&position, count, seed)?,
        };
        Ok(Game::new(&Root { position, rules }))
    }
}

/// A seed that differs from game to game.
fn clock_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |since| since.as_millis() as u64)
}
