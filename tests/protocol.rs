//! `protocol.md` is the contract: its tables agree with the code, and its sessions with the
//! program.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use strelci::protocol::{COMMANDS, EngineOption, Kind, OPTIONS};
use strelci::variant::Variant;

use common::shown::matches;

const CONTRACT: &str = include_str!("../protocol.md");

/// The program, and its lines as they come.
struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Program {
    fn start() -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("strelci"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                // Whoever has seen enough lets go of the other end.
                let _ = sender.send(line.unwrap());
            }
        });
        Self { input: child.stdin.take().unwrap(), child, lines }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(Duration::from_mins(1)).expect("a line within a minute")
    }

    /// Closes the input, and returns what still comes. The program must end well.
    fn close(mut self) -> Vec<String> {
        drop(self.input);
        let rest = self.lines.iter().collect();
        assert!(self.child.wait().unwrap().success());
        rest
    }
}

fn replay(session: &str) {
    let mut program = Program::start();
    let mut skips = false;
    for step in session.lines() {
        if let Some(line) = step.strip_prefix("> ") {
            program.send(line);
        } else if step == "< …" {
            skips = true;
        } else {
            let pattern = step.strip_prefix("< ").unwrap_or_default();
            loop {
                let line = program.line();
                if matches(pattern, &line) {
                    break;
                }
                assert!(skips, "{line:?}\ninstead of\n{step:?}\nin\n{session}");
            }
            skips = false;
        }
    }
    let rest = program.close();
    assert!(skips || rest.is_empty(), "{rest:?} after\n{session}");
}

#[test]
fn the_sessions_go_as_the_contract_says() {
    let sessions = CONTRACT.split("```session\n").skip(1);
    let sessions: Vec<_> = sessions.filter_map(|text| text.split("```").next()).collect();
    assert!(sessions.len() >= 6);
    for session in sessions {
        replay(session);
    }
}

fn range(option: &EngineOption) -> String {
    match &option.kind {
        Kind::Spin { min, max, .. } => format!("{min}–{max}"),
        Kind::Combo { names, .. } if names() == Variant::names() => "the variants below".to_owned(),
        Kind::Combo { names, .. } => format!("`{}`", names().join("`, `")),
        Kind::Check { .. } | Kind::Button | Kind::Text { .. } => String::new(),
    }
}

#[test]
fn the_options_are_those_of_the_code() {
    let rows: Vec<String> = OPTIONS
        .iter()
        .map(|option| {
            let default = option.kind.default_text();
            format!(
                "| `{}` | {} | {} | {} | {} |",
                option.name,
                option.kind.name(),
                default.map_or(String::new(), |default| format!("`{default}`")),
                range(option),
                option.doc
            )
        })
        .collect();
    let rows = rows.join("\n");
    assert!(CONTRACT.contains(&format!("|---|---|---|---|---|\n{rows}\n\n")), "\n{rows}");
    let variants = format!("`{}`", Variant::names().join("`, `"));
    assert!(CONTRACT.contains(&format!("\nVariants: {variants}.")), "{variants}");
}

#[test]
fn the_commands_are_those_of_the_code() {
    let rows: Vec<String> = COMMANDS
        .iter()
        .map(|row| {
            let usage = format!("{} {}", row.word, row.arguments.replace('|', "\\|"));
            format!("| `{}` | {} |", usage.trim_end(), row.doc)
        })
        .collect();
    let rows = rows.join("\n");
    assert!(CONTRACT.contains(&format!("|---|---|\n{rows}\n\n")), "\n{rows}");
}

#[test]
fn the_end_of_input_ends_the_program() {
    for go in ["go infinite", "go", "go depth 99", "isready"] {
        let mut program = Program::start();
        program.send(go);
        let last = program.close().pop().unwrap();
        assert!(last.starts_with("bestmove ") || last == "readyok", "{last}");
    }
}

#[test]
fn a_search_for_a_mate_is_finished_after_the_input() {
    let mut program = Program::start();
    program.send("position fen 6/2**1*/1Q***1/2**2/2*1**/*1q1*1 b\ngo mate 6");
    let lines = program.close();
    assert!(lines.iter().any(|line| line.contains(" score mate 6 ")), "{lines:?}");
}

#[test]
fn every_line_is_told_at_the_end_and_that_of_the_move_played_last() {
    for search in ["alphabeta", "mcts"] {
        let mut program = Program::start();
        program.send(&format!("setoption name Search value {search}"));
        program
            .send("setoption name MultiPV value 3\nposition fen 3q2/6/6/6/6/2Q3 w\ngo nodes 5000");
        let lines = program.close();
        let word = |line: &str, after: &str| {
            let rest = line.split(after).nth(1).unwrap_or_else(|| panic!("{after}: {line}"));
            rest.split(' ').next().unwrap().to_owned()
        };
        let closing = &lines[lines.len() - 4..];
        let numbers = closing[..3].iter().map(|line| word(line, " multipv "));
        assert_eq!(numbers.collect::<Vec<_>>(), ["2", "3", "1"], "{lines:?}");
        let nodes = closing[..3].iter().map(|line| word(line, " nodes "));
        assert!(nodes.clone().all(|nodes| nodes == word(&closing[2], " nodes ")), "{lines:?}");
        assert_eq!(word(&closing[2], " pv "), word(&closing[3], "bestmove "));
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("strelci"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"go infinite\nuci\n").unwrap();
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success());
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
}

#[test]
fn a_long_game_is_sent_again_in_no_time() {
    let mut program = Program::start();
    let mut position = "position startpos moves".to_owned();
    for _ in 0..60 {
        program.send(&position);
        program.send("go depth 1");
        let best = loop {
            let line = program.line();
            if let Some(best) = line.strip_prefix("bestmove ") {
                break best.split(' ').next().unwrap().to_owned();
            }
        };
        if best == "(none)" {
            break;
        }
        position = format!("{position} {best}");
    }
    let times = 5000;
    let started = std::time::Instant::now();
    for _ in 0..times {
        program.send(&position);
    }
    program.send("isready");
    assert_eq!(program.line(), "readyok");
    let each = started.elapsed() / times;
    assert!(each < Duration::from_micros(200), "{each:?}");
    program.send("quit");
    assert_eq!(program.close(), [""; 0]);
}
