//! `README.md` shows what the program really prints: every console block is run, one after the other
//! in one directory.

#[path = "../../tests/common/shown.rs"]
mod shown;

use std::path::Path;

const README: &str = include_str!("../README.md");

#[test]
fn every_command_prints_what_is_shown() {
    let shown = shown::shown(README);
    assert!(shown.len() >= 10, "only {} commands are shown", shown.len());
    let folder = tempfile::tempdir().unwrap();
    for command in shown {
        command.check(Path::new(env!("CARGO_BIN_EXE_strelci-tuning")), folder.path());
    }
}

#[test]
fn every_link_within_leads_somewhere() {
    let anchors: Vec<String> = README
        .lines()
        .filter_map(|line| line.strip_prefix('#'))
        .map(|heading| anchor(heading.trim_start_matches('#').trim()))
        .collect();
    for link in README.split("](#").skip(1) {
        let target = link.split(')').next().unwrap();
        assert!(anchors.iter().any(|anchor| anchor == target), "#{target} leads nowhere");
    }
}

/// The anchor of a heading, as repositories show it.
fn anchor(heading: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
    heading.to_lowercase().chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}
