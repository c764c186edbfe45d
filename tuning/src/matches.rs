//! Matches of two settings of the search, in process.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use strelci::board::Side;
use strelci::eval::{LEAN_WEIGHTS, PHASES, TERMS, Weights};
use strelci::search::{AlphaBeta, Limits, Params, Searcher, Settings};

use crate::game::{Start, generator, opening, play, start, varied};
use crate::stats::Pairs;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Constants of the first side, as name=value,…; also nodes, time (ms), skill, threads and
    /// weights (a generated file).
    #[arg(long, default_value = "")]
    a: String,
    /// The same of the second side.
    #[arg(long, default_value = "")]
    b: String,
    /// A variant's name, or strelci or amazons and a FEN; several take turns.
    #[arg(long = "start", default_value = "amazons8")]
    starts: Vec<String>,
    /// Nodes for a move, varied by five per cent.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Milliseconds for a move, instead of nodes.
    #[arg(long)]
    time: Option<u64>,
    /// Game pairs at the most.
    #[arg(long, default_value_t = 200)]
    pairs: u64,
    /// Random plies of an opening.
    #[arg(long, default_value_t = 3)]
    plies: usize,
    /// The seed of openings and nodes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// End when an SPRT between these Elo differences decides.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
}

/// One side of a match.
struct Player {
    searcher: AlphaBeta,
    limits: Limits,
}

/// Where the SPRT with α = β = 0.05 decides.
const LLR_BOUND: f64 = 2.944;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut players = [player(arguments, &arguments.a)?, player(arguments, &arguments.b)?];
    let starts = arguments.starts.iter().map(|text| start(text)).collect::<Result<Vec<_>>>()?;
    let mut pairs = Pairs::default();
    for number in 0..arguments.pairs {
        let from = &starts[number as usize % starts.len()];
        pairs.add(play_pair(arguments, &mut players, from, number)?);
        let llr = arguments.sprt.as_ref().map(|elos| pairs.llr(elos[0], elos[1]));
        let decided = llr.is_some_and(|llr| llr.abs() >= LLR_BOUND) && number >= 15;
        if number % 20 == 19 || decided || number + 1 == arguments.pairs {
            report(&pairs, llr);
        }
        if decided {
            break;
        }
    }
    Ok(())
}

fn report(pairs: &Pairs, llr: Option<f64>) {
    let [low, elo, high] = pairs.elo();
    let llr = llr.map_or(String::new(), |llr| format!("  LLR {llr:.2}"));
    println!(
        "pairs {:?} score {:.1} %  Elo {elo:.0} [{low:.0}, {high:.0}]{llr}",
        pairs.0,
        100.0 * pairs.score()
    );
}

fn player(arguments: &Arguments, text: &str) -> Result<Player> {
    let mut settings = Settings { hash_mib: 16, overhead: Duration::ZERO, ..Settings::default() };
    let mut params = Params::default();
    let mut weights = &LEAN_WEIGHTS;
    let mut limits = Limits::default();
    match arguments.time {
        Some(time) => limits.move_time = Some(Duration::from_millis(time)),
        None => limits.nodes = Some(arguments.nodes),
    }
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (name, value) =
            part.split_once('=').with_context(|| format!("'{part}': name=value"))?;
        if name == "weights" {
            weights = read_weights(value)?;
            continue;
        }
        let value: i32 = value.parse().with_context(|| format!("'{part}': a whole number"))?;
        match name {
            "nodes" => limits = Limits { nodes: Some(value as u64), ..Limits::default() },
            "time" => {
                let move_time = Some(Duration::from_millis(value as u64));
                limits = Limits { move_time, ..Limits::default() };
            }
            "skill" => settings.skill = value as u32,
            "threads" => settings.threads = value as usize,
            _ if params.set(name, value) => (),
            _ => bail!("'{name}': no such constant"),
        }
    }
    Ok(Player { searcher: AlphaBeta::new(&settings)?.tuned(params, weights), limits })
}

/// The weights in a generated file; they live as long as the process.
fn read_weights(path: &str) -> Result<&'static [Weights; 2]> {
    let text = std::fs::read_to_string(path).with_context(|| path.to_owned())?;
    let rows = text.lines().filter_map(|line| line.trim().strip_prefix('[')?.strip_suffix("],"));
    let mut weights = Box::new([[[0; TERMS]; PHASES]; 2]);
    let mut count = 0;
    for (number, row) in rows.enumerate() {
        ensure!(number < 2 * PHASES, "{path}: more than {} rows", 2 * PHASES);
        let values = row.split(", ").map(str::parse).collect::<Result<Vec<i16>, _>>()?;
        let values = <[i16; TERMS]>::try_from(values);
        let Ok(values) = values else {
            bail!("{path}: row {} has not {TERMS} weights", number + 1)
        };
        weights[number / PHASES][number % PHASES] = values;
        count += 1;
    }
    ensure!(
        count == 2 * PHASES,
        "{path}: {count} rows of weights where there must be {}",
        2 * PHASES
    );
    Ok(Box::leak(weights))
}

/// The points of the first player in two games from one opening.
fn play_pair(
    arguments: &Arguments,
    players: &mut [Player; 2],
    start: &Start,
    number: u64,
) -> Result<usize> {
    let mut random = generator(arguments.seed, number);
    let position = opening(start, arguments.plies, &mut random);
    let start = &Start { position, ..*start };
    let mut points = 0;
    for first_is_white in [true, false] {
        for player in players.iter_mut() {
            player.searcher.clear();
        }
        let [first, second] = &mut *players;
        let (white, black) = if first_is_white { (first, second) } else { (second, first) };
        let limits = [white.limits.clone(), black.limits.clone()];
        let outcome = play(&mut white.searcher, &mut black.searcher, start, |side| {
            varied(&limits[side as usize], &mut random)
        })?;
        points += usize::from((outcome.winner == Side::White) == first_is_white);
    }
    Ok(points)
}
