//! The report of matches from their files.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::matches::file::{self, Contents};
use crate::matches::report::{Report, counted};
use crate::output::answer;

/// What `table` is told.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files that `match` or `merge` wrote.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Prints the report of each file.
///
/// # Errors
/// Where a file cannot be read, or is none of a match.
pub fn run(arguments: &Arguments) -> Result<()> {
    let reports = arguments.files.iter().map(|path| report(path));
    let reports = reports.collect::<Result<Vec<_>>>()?;
    answer(&reports.join("\n"))
}

fn report(path: &Path) -> Result<String> {
    let Contents { settings, records, torn } = file::read(path)?;
    let (tally, conducts) = counted(&settings, &records);
    let path = path.display();
    let torn = if torn > 0 { ", its torn last line left out" } else { "" };
    let head = format!("{path}: {} of {} games{torn}\n", records.len(), 2 * tally.pairs());
    Ok(head + &Report::new(&settings, &tally, &conducts).to_string())
}
