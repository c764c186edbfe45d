//! Pooling the shards of a run, whatever they are of.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::matches;
use crate::output::answer;
use crate::selfplay;
use crate::spsa;

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
    Climb,
}

/// How files of each kind begin.
const KINDS: [(&[u8], Kind); 3] = [
    (matches::file::MARK.as_bytes(), Kind::Match),
    (&selfplay::MAGIC, Kind::SelfPlay),
    (spsa::file::MARK.as_bytes(), Kind::Climb),
];

/// Merges files of one kind.
///
/// # Errors
/// Where they do not make up one run, or cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { out, files } = arguments;
    let [first, ..] = &files[..] else { bail!("name the files of all shards") };
    let told = match kind(first)? {
        Kind::Match => {
            let merged = matches::merge::merge(out, files)?;
            let notes = merged.notes.iter().map(|note| format!("{note}\n"));
            format!("{}{}: {} games", notes.collect::<String>(), out.display(), merged.games)
        }
        Kind::SelfPlay => {
            let plan = selfplay::merge(out, files)?;
            format!("{}: {} games", out.display(), plan.games)
        }
        Kind::Climb => {
            let (settings, results) = spsa::merge::merge(out, files)?;
            let course = &settings.course;
            let (pairs, rounds) = (results.len(), course.rounds_done(&results));
            let all = course.gains.rounds;
            format!("{}: {pairs} pairs, {rounds}/{all} rounds", out.display())
        }
    };
    answer(&format!("{told}\n"))
}

/// The kind of a file by its first bytes.
fn kind(path: &Path) -> Result<Kind> {
    let longest = KINDS.iter().map(|(mark, _)| mark.len()).max().unwrap_or(0);
    let mut head = Vec::new();
    let opened = File::open(path);
    let read = opened.and_then(|file| file.take(longest as u64).read_to_end(&mut head));
    read.with_context(|| format!("cannot open {}", path.display()))?;
    let known = KINDS.into_iter().find(|(mark, _)| head.starts_with(mark));
    known.map(|(_, kind)| kind).with_context(|| {
        format!("{}: neither games of a match or of self-play, nor pairs of spsa", path.display())
    })
}
