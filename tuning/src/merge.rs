//! Pooling the shards of a run, whatever they are of.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::matches::file::MARK;
use crate::matches::merge::merge;

/// What `merge` is told.
#[derive(clap::Args)]
pub struct Arguments {
    /// The file to write; it must not be there yet.
    #[arg(long)]
    out: PathBuf,
    /// The files of all shards.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// What a file is of.
enum Kind {
    Match,
}

/// Merges files of one kind.
///
/// # Errors
/// Where they do not make up one run, or cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { out, files } = arguments;
    let [first, ..] = &files[..] else { bail!("name the files of all shards") };
    match kind(first)? {
        Kind::Match => {
            let merged = merge(out, files)?;
            let notes = merged.notes.iter().map(|note| format!("{note}\n"));
            let text = notes.collect::<String>();
            let text = format!("{text}{}: {} games\n", out.display(), merged.games);
            io::stdout().write_all(text.as_bytes()).context("cannot tell what was merged")
        }
    }
}

/// The kind of a file by its first bytes.
fn kind(path: &Path) -> Result<Kind> {
    let mut head = Vec::new();
    let opened = File::open(path);
    let read = opened.and_then(|file| file.take(MARK.len() as u64).read_to_end(&mut head));
    read.with_context(|| format!("cannot open {}", path.display()))?;
    if head == MARK.as_bytes() {
        return Ok(Kind::Match);
    }
    bail!("{} is none of the files that are merged: those begin with {MARK}", path.display())
}
