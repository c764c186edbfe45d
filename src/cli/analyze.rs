//! `strelci analyze`: the best moves of a position.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use super::input::{EngineArgs, PositionArgs, read_duration};
use super::{json, output};
use crate::board::Move;
use crate::eval::{Detail, Preference, Proof, Score, win_chance};
use crate::rules::Rules;
use crate::search::{
    AnySearcher, Control, FirstMove, Info, Limits, Root, SearchResult, Searcher, Settings,
};

/// Find the best moves of a position
///
/// Thinks for 3 seconds unless told otherwise. Ctrl-C ends the thinking and shows what was found.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: strelci analyze strelci --moves d1d7,d7g7 --time 5s --multipv 3",
    after_long_help = long_help()
)]
pub(super) struct Analyze {
    #[command(flatten)]
    position: PositionArgs,
    /// Think so long, as in 500ms or 3s; a bare number is milliseconds
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    time: Option<Duration>,
    /// Think so many plies ahead; the tree search, until its best line is so long
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Evaluate so many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many of the best moves to find
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    #[command(flatten)]
    engine: EngineArgs,
    /// Write one JSON object; --help lists its fields
    #[arg(long)]
    json: bool,
}

fn long_help() -> String {
    format!(
        "Example: strelci analyze strelci --moves d1d7,d7g7 --time 5s --multipv 3\n\nFields of --json:\n{}\n{LINES_HELP}",
        json::SITUATION_HELP
    )
}

const LINES_HELP: &str = "  best          the move to play; null once the game is over
  nodes         positions evaluated
  time_ms       time it took, in milliseconds
  lines         the best moves, the best first, each with
    move              the move
    depth             plies searched ahead
    selective_depth   the deepest ply looked at
    score             squares of lead for the side to move; null where proven
    proof             null, or {won, plies, at_most: whether the length is only a
                      bound, margin: squares or null where there is none}
    win_chance        from 0 to 1, for the side to move
    pv                the line, this move first
  first_moves   what a tree search (see --search) has thought of the first moves,
                the best first, each with move, visits, score, proof, win_chance";

/// How long to think, where nothing limits it.
const TIME: Duration = Duration::from_secs(3);

/// The answer in JSON: its fields are told to people by [`LINES_HELP`].
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    situation: json::Situation,
    best: Option<String>,
    nodes: u64,
    time_ms: u64,
    lines: Vec<Line>,
    first_moves: Vec<Visited>,
}

/// One of the best moves.
#[derive(Serialize)]
struct Line {
    #[serde(rename = "move")]
    played: Option<String>,
    depth: u32,
    selective_depth: u32,
    #[serde(flatten)]
    value: Value,
    pv: Vec<String>,
}

/// A move a tree search has looked at.
#[derive(Serialize)]
struct Visited {
    #[serde(rename = "move")]
    played: String,
    visits: u32,
    #[serde(flatten)]
    value: Value,
}

/// What a move is worth.
#[derive(Serialize)]
struct Value {
    score: Option<f64>,
    proof: Option<Proven>,
    win_chance: f64,
}

/// A proven result.
#[derive(Serialize)]
struct Proven {
    won: bool,
    plies: usize,
    at_most: bool,
    margin: Option<u16>,
}

impl Analyze {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let root = self.position.root()?;
        let mut searcher = AnySearcher::new(&self.settings())?;
        if !self.json {
            output::situation(out, &root)?;
            out.flush()?;
        }
        let control = Arc::new(Control::running());
        stop_on_interrupt(&control);
        let progress = Progress::new();
        let report = |info: &Info| progress.show(info);
        let result = searcher.search(&root, &self.limits(), &control, &report);
        let time = control.age();
        progress.clear();
        if self.json {
            json::write(out, &Answer::of(&root, &result, time))?;
        } else {
            best_moves(out, &root, &result, time)?;
        }
        Ok(())
    }

    fn settings(&self) -> Settings {
        Settings { multi_pv: usize::from(self.multipv), ..self.engine.settings() }
    }

    fn limits(&self) -> Limits {
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.time,
            ..Limits::default()
        };
        let move_time = limits.move_time.or(limits.is_unbounded().then_some(TIME));
        Limits { move_time, ..limits }
    }
}

/// Makes Ctrl-C end the search, and a second one the program.
fn stop_on_interrupt(control: &Arc<Control>) {
    let control = Arc::clone(control);
    let interrupt = move || {
        if control.is_stopped() {
            process::exit(130);
        }
        control.stop();
    };
    // Where signals cannot be had, Ctrl-C ends the program as it always does.
    let _ = ctrlc::set_handler(interrupt);
}

/// What has been found so far, in one line that is written over, for a person who waits.
struct Progress {
    is_watched: bool,
}

impl Progress {
    fn new() -> Self {
        Self { is_watched: io::stderr().is_terminal() }
    }

    fn show(&self, info: &Info) {
        if info.line == 1 {
            let depth = info.depth;
            let (score, line) = (output::score(info.score), output::line(&info.pv));
            self.write(&format!("depth {depth}  {score}  {line}"));
        }
    }

    fn clear(&self) {
        self.write("");
    }

    /// A line longer than the terminal would leave its beginning behind.
    fn write(&self, text: &str) {
        if self.is_watched {
            let text: String = text.chars().take(78).collect();
            let mut terminal = io::stderr().lock();
            let _ = write!(terminal, "\r\x1b[K{text}").and_then(|()| terminal.flush());
        }
    }
}

/// The best moves as a table.
fn best_moves(
    out: &mut dyn Write,
    root: &Root,
    result: &SearchResult,
    time: Duration,
) -> io::Result<()> {
    let Some(best) = result.best else {
        return Ok(());
    };
    let head = ["", "score", "chance", "depth", "line"];
    let row = |info: &Info| {
        vec![
            info.line.to_string(),
            output::score(info.score),
            output::percent(win_chance(root.rules, info.score)),
            info.depth.to_string(),
            output::line(&info.pv),
        ]
    };
    writeln!(out)?;
    output::headed_table(out, head, result.lines.iter().map(row))?;
    first_moves(out, root, &result.first_moves)?;
    let deeper = match result.lines.first().and_then(|line| line.pv.first()) {
        Some(&first) if first != best => ", found while looking deeper",
        _ => "",
    };
    writeln!(
        out,
        "\nBest: {best}{deeper} (scores in squares for {}; {} nodes, {:.1} s)",
        root.position.side_to_move(),
        result.nodes,
        time.as_secs_f64()
    )
}

/// What a tree search has thought of the first moves, as a table; nothing after another search.
fn first_moves(out: &mut dyn Write, root: &Root, moves: &[FirstMove]) -> io::Result<()> {
    if moves.is_empty() {
        return Ok(());
    }
    let head = ["first move", "visits", "score", "chance"];
    let row = |first: &FirstMove| {
        vec![
            first.played.to_string(),
            first.visits.to_string(),
            output::score(first.score),
            output::percent(win_chance(root.rules, first.score)),
        ]
    };
    writeln!(out)?;
    output::headed_table(out, head, moves.iter().map(row))
}

impl Answer {
    fn of(root: &Root, result: &SearchResult, time: Duration) -> Self {
        let line = |info: &Info| Line::of(root.rules, info);
        let visited = |first: &FirstMove| Visited::of(root.rules, first);
        Self {
            situation: json::Situation::of(root),
            best: result.best.as_ref().map(Move::to_string),
            nodes: result.nodes,
            time_ms: time.as_millis() as u64,
            lines: result.lines.iter().map(line).collect(),
            first_moves: result.first_moves.iter().map(visited).collect(),
        }
    }
}

impl Line {
    fn of(rules: Rules, info: &Info) -> Self {
        Self {
            played: info.pv.first().map(Move::to_string),
            depth: info.depth,
            selective_depth: info.selective_depth,
            value: Value::of(rules, info.score),
            pv: info.pv.iter().map(Move::to_string).collect(),
        }
    }
}

impl Visited {
    fn of(rules: Rules, first: &FirstMove) -> Self {
        let FirstMove { played, visits, score } = first;
        Self { played: played.to_string(), visits: *visits, value: Value::of(rules, *score) }
    }
}

impl Value {
    fn of(rules: Rules, score: Score) -> Self {
        let proof = score.proof(Preference::Length);
        let estimate = f64::from(score.hundredths()) / 100.0;
        Self {
            score: proof.is_none().then_some(estimate),
            proof: proof.map(Proven::of),
            win_chance: win_chance(rules, score),
        }
    }
}

impl Proven {
    fn of(proof: Proof) -> Self {
        let (at_most, margin) = match proof.detail {
            Detail::Margin(margin) => (false, Some(margin).filter(|&margin| margin > 0)),
            Detail::AtMost => (true, None),
        };
        Self { won: proof.won, plies: proof.plies, at_most, margin }
    }
}
