//! `stats`: describes files of games.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::each_game;
use crate::output::answer;
use crate::selfplay::{Description, Reader};

/// Describes files of self-play games, all together.
///
/// Their plans; games, results, plies and margins by rules and board; and how often positions were
/// won against the chance that their score gave them.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Files of games.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Describes the files. A damaged one is described up to the damage, which is then the error.
///
/// # Errors
/// Where a file cannot be read to its end.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut all = Description::default();
    let mut heads = String::new();
    for path in &arguments.files {
        let mut reader = Reader::open(path)?;
        let before = all.positions();
        let read = each_game(&mut reader, |game| all.add(game));
        writeln!(heads, "{}", head(&reader, all.positions() - before))?;
        if let Err(error) = read {
            answer(&format!("{heads}{all}"))?;
            return Err(error.into());
        }
    }
    answer(&format!("{heads}{all}"))
}

/// A file's name, size and plan.
fn head(reader: &Reader, positions: u64) -> String {
    let (games, share, bytes) = (reader.games(), reader.plan().share(), reader.offset());
    let each = bytes as f64 / positions.max(1) as f64;
    let plan: Vec<String> =
        reader.plan().to_string().lines().map(|line| format!("  {line}\n")).collect();
    format!(
        "{}: {games} of {share} games, {positions} positions, {bytes} bytes ({each:.2} a position)\n{}",
        reader.path().display(),
        plan.concat()
    )
}
