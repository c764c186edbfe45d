//! `README.md` shows what the program really prints: every console block is run.

mod common;

use std::path::Path;

use common::shown::shown;

const README: &str = include_str!("../README.md");

#[test]
fn every_command_prints_what_is_shown() {
    let shown = shown(README);
    assert!(shown.len() >= 5, "only {} commands are shown", shown.len());
    let program = Path::new(assert_cmd::cargo::cargo_bin!("strelci"));
    for command in shown {
        command.check(program, Path::new("."));
    }
}

#[test]
fn the_two_commands_come_first() {
    let first = README.split("```").nth(1).unwrap();
    let commands: Vec<&str> = first.lines().skip(1).collect();
    assert_eq!(commands, ["cargo run --release -- analyze", "cargo test"]);
}
