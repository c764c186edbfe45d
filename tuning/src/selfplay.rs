//! Games of the engine against itself, for fitting.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use strelci::board::Side;
use strelci::rules::outcome_of;
use strelci::search::{AlphaBeta, Limits, Searcher, Settings};

use crate::game::{Record, Start, generator, opening, played, random_ply, start, think, varied};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The file of games; a run that was cut short goes on where it was.
    #[arg(long)]
    out: PathBuf,
    /// A variant's name, or strelci or amazons and a FEN; several take turns.
    #[arg(long = "start", required = true)]
    starts: Vec<String>,
    /// Games in the file at the end.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Nodes for a move.
    #[arg(long, default_value_t = 4000)]
    nodes: u64,
    /// The seed of the run.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Moves out of a hundred that are played at random, to see other positions too.
    #[arg(long, default_value_t = 8)]
    random: u32,
}

/// A finished game: one line of the file.
#[derive(Serialize, Deserialize)]
pub(crate) struct Game {
    /// The rule set's name.
    pub(crate) rules: String,
    /// The positions in order, without the last.
    pub(crate) positions: Vec<Record>,
    /// Whether White won.
    pub(crate) white_won: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let starts = arguments.starts.iter().map(|text| start(text)).collect::<Result<Vec<_>>>()?;
    let done = if arguments.out.exists() { cut_torn_line(&arguments.out)? } else { 0 };
    let mut file = OpenOptions::new().create(true).append(true).open(&arguments.out)?;
    let settings = Settings { hash_mib: 16, ..Settings::default() };
    let mut searcher = AlphaBeta::new(&settings)?;
    for number in done..arguments.games {
        let from = &starts[number as usize % starts.len()];
        let mut random = generator(arguments.seed, number);
        searcher.clear();
        let game = play_one(arguments, &mut searcher, from, &mut random)?;
        let line = serde_json::to_string(&game)? + "\n";
        file.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// The number of whole lines; what a kill left behind them is cut off.
fn cut_torn_line(path: &PathBuf) -> Result<u64> {
    let content = std::fs::read(path).with_context(|| format!("{}", path.display()))?;
    let whole = content.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    OpenOptions::new().write(true).open(path)?.set_len(whole as u64)?;
    Ok(content[..whole].split(|&byte| byte == b'\n').count() as u64 - 1)
}

fn play_one(
    arguments: &Arguments,
    searcher: &mut AlphaBeta,
    start: &Start,
    random: &mut Xoshiro256PlusPlus,
) -> Result<Game> {
    let plies = random.random_range(2..=6);
    let mut at = Start { position: opening(start, plies, random), ..*start };
    let limits = Limits { nodes: Some(arguments.nodes), ..Limits::default() };
    let mut positions = Vec::new();
    let outcome = loop {
        if let Some(outcome) = outcome_of(at.rules, &at.position) {
            break outcome;
        }
        let fen = at.position.to_string();
        if random.random_range(0..100) < arguments.random
            && let Some(next) = random_ply(at.rules, &at.position, random)
        {
            positions.push(Record { fen, score: None });
            at.position = next;
            continue;
        }
        let result = think(searcher, &at, &varied(&limits, random));
        let best = result.best.context("the game goes on, so there is a move")?;
        let score = result.lines.first().map(|line| line.score.hundredths());
        positions.push(Record { fen, score });
        at.position = played(&at.position, best)?;
    };
    Ok(Game {
        rules: at.rules.name().to_owned(),
        positions,
        white_won: outcome.winner == Side::White,
    })
}

/// The games of a file.
pub(crate) fn read(path: &PathBuf) -> Result<Vec<Game>> {
    let file = std::fs::File::open(path).with_context(|| format!("{}", path.display()))?;
    let mut games = Vec::new();
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let place = || format!("{}, line {}", path.display(), number + 1);
        games.push(serde_json::from_str(&line?).with_context(place)?);
    }
    Ok(games)
}
