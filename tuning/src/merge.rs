//! Pooling the shards of a run, whatever they are of.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::matches::file::MARK;
use crate::matches::merge::merge;
use crate::selfplay;
use crate::selfplay::format::MAGIC;

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
    SelfPlay,
}

/// Merges files of one kind.
///
/// # Errors
/// Where they do not make up one run, or cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { out, files } = arguments;
    let [first, ..] = &files[..] else { bail!("name the files of all shards") };
    let text = match kind(first)? {
        Kind::Match => {
            let merged = merge(out, files)?;
            let total = format!("{}: {} games\n", out.display(), merged.games);
            merged.notes.into_iter().chain([total]).collect::<Vec<_>>().join("\n")
        }
        Kind::SelfPlay => {
            let plan = selfplay::merge(out, files)?;
            format!("{}: {} games\n", out.display(), plan.games)
        }
    };
    io::stdout().write_all(text.as_bytes()).context("cannot tell what was merged")
}

/// The kind of a file by its first bytes.
fn kind(path: &Path) -> Result<Kind> {
    let mut head = Vec::new();
    let most = MARK.len().max(MAGIC.len()) as u64;
    let read = File::open(path).and_then(|file| file.take(most).read_to_end(&mut head));
    read.with_context(|| format!("cannot open {}", path.display()))?;
    if head.starts_with(MARK.as_bytes()) {
        Ok(Kind::Match)
    } else if head.starts_with(&MAGIC) {
        Ok(Kind::SelfPlay)
    } else {
        bail!("{} is none of the files that are merged: of a match or of self-play", path.display())
    }
}
