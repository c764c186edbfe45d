//! `README.md` shows what the program really prints: every console block is run.

mod common;

use std::path::Path;
use std::process::Command;

use common::matches;

const README: &str = include_str!("../README.md");

/// A command of a console block, and what it is said to print.
struct Shown {
    command: String,
    printed: Vec<String>,
}

/// The commands of all console blocks, each with what it prints.
fn shown() -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let blocks = README.split("```console\n").skip(1);
    for block in blocks.filter_map(|block| block.split("```").next()) {
        for line in block.lines() {
            match (line.strip_prefix("$ "), shown.last_mut()) {
                (Some(command), _) => {
                    shown.push(Shown { command: command.to_owned(), printed: Vec::new() });
                }
                (None, Some(last)) => last.printed.push(line.trim_end().to_owned()),
                (None, None) => panic!("a console block begins with a command, not '{line}'"),
            }
        }
    }
    shown
}

/// What a shell prints for a command, the program being on its path.
fn run(command: &str) -> Vec<String> {
    let program = Path::new(assert_cmd::cargo::cargo_bin!("strelci"));
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap());
    let output = Command::new("sh").args(["-c", command]).env("PATH", path).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// Whether lines are as shown: a line of `…` alone stands for any lines, and `…` in a line for
/// any text.
fn agrees(shown: &[String], printed: &[String]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first == "…" => {
            (0..=printed.len()).any(|skipped| agrees(rest, &printed[skipped..]))
        }
        (Some((first, rest)), Some((line, after))) => matches(first, line) && agrees(rest, after),
        _ => false,
    }
}

#[test]
fn every_command_prints_what_is_shown() {
    let shown = shown();
    assert!(shown.len() >= 5, "only {} commands are shown", shown.len());
    for Shown { command, printed } in shown {
        let real = run(&command);
        assert!(agrees(&printed, &real), "{command}\nprints\n{}", real.join("\n"));
    }
}

#[test]
fn the_two_commands_come_first() {
    let first = README.split("```").nth(1).unwrap();
    let commands: Vec<&str> = first.lines().skip(1).collect();
    assert_eq!(commands, ["cargo run --release -- analyze", "cargo test"]);
}
