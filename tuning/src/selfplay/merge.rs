//! The files of all shards of a run, pooled into the one file it would have made in one place.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::fault::FileError;
use super::plan::{Difference, Plan, listed};
use super::reader::Reader;
use super::saved::SavedGame;
use super::writer::Writer;
use crate::atomic::{self, CreateError};
use crate::shard::Shard;

/// Files that cannot be merged.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A file cannot be read, or the result not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The merged file cannot be made.
    #[error(transparent)]
    Create(#[from] CreateError),
    /// Nothing to merge.
    #[error("no file to merge")]
    Nothing,
    /// Two files are of different runs.
    #[error("{} and {} are of different runs: {}", one.display(), other.display(), listed(differences))]
    Different {
        /// The first file.
        one: PathBuf,
        /// The other.
        other: PathBuf,
        /// In what they differ.
        differences: Vec<Difference>,
    },
    /// Two files hold the same shard.
    #[error("{} and {} both hold shard {shard}", one.display(), other.display())]
    Twice {
        /// The one file.
        one: PathBuf,
        /// The other.
        other: PathBuf,
        /// The shard.
        shard: Shard,
    },
    /// A shard is in none of the files.
    #[error("shard {0} is in none of the files")]
    Missing(Shard),
    /// A shard's run has not come to its end.
    #[error("{} holds {games} of the {share} games of shard {shard}; the same selfplay command plays the rest", path.display())]
    Unfinished {
        /// Its file.
        path: PathBuf,
        /// Its games.
        games: u64,
        /// The games it should have.
        share: u64,
        /// The shard.
        shard: Shard,
    },
}

/// Merges the files of all shards of a run into `out`, which must not be there yet; it appears once
/// it is whole. With a limit of nodes its bytes are those of the same run without shards. Returns
/// the plan of the whole run.
///
/// # Errors
/// [`MergeError`] where the files are not all shards of one run, each whole.
pub fn merge(out: &Path, files: &[PathBuf]) -> Result<Plan, MergeError> {
    let shards = shards(files)?;
    let first = shards.first().ok_or(MergeError::Nothing)?;
    let plan = Plan { shard: Shard::WHOLE, ..first.plan().clone() };
    atomic::create(out, |path| write(path, &plan, shards))?;
    Ok(plan)
}

fn write(path: &Path, plan: &Plan, mut shards: Vec<Reader>) -> Result<(), MergeError> {
    let (mut writer, _) = Writer::open(path, plan)?;
    while let Some(number) = writer.due() {
        let shard = (number % shards.len() as u64) as usize;
        writer.append(&next(&mut shards[shard])?)?;
    }
    for mut shard in shards {
        // What follows the last game of a shard is an error of its file.
        shard.next().transpose()?;
    }
    Ok(writer.finish()?)
}

/// The files, by the index of their shard.
fn shards(files: &[PathBuf]) -> Result<Vec<Reader>, MergeError> {
    let mut readers = files.iter().map(|path| Reader::open(path)).collect::<Result<Vec<_>, _>>()?;
    readers.sort_by_key(|reader| reader.plan().shard.index());
    for pair in readers.windows(2) {
        agree(&pair[0], &pair[1])?;
    }
    let Some(first) = readers.first() else { return Ok(readers) };
    let found =
        readers.iter().map(|reader| Some(reader.plan().shard)).chain(std::iter::repeat(None));
    let mut due = first.plan().shard.all().zip(found);
    match due.find(|&(shard, found)| found != Some(shard)) {
        Some((missing, _)) => Err(MergeError::Missing(missing)),
        None => Ok(readers),
    }
}

/// Whether two files are different shards of one run.
fn agree(one: &Reader, other: &Reader) -> Result<(), MergeError> {
    let paths = || (one.path().to_owned(), other.path().to_owned());
    let shard = one.plan().shard.among(other.plan().shard);
    let differences = one.plan().differences(&Plan { shard, ..other.plan().clone() });
    if !differences.is_empty() {
        let (one, other) = paths();
        return Err(MergeError::Different { one, other, differences });
    }
    if one.plan().shard == other.plan().shard {
        let (one, other) = paths();
        return Err(MergeError::Twice { one, other, shard });
    }
    Ok(())
}

fn next(shard: &mut Reader) -> Result<SavedGame, MergeError> {
    shard.next().transpose()?.ok_or_else(|| MergeError::Unfinished {
        path: shard.path().to_owned(),
        games: shard.games(),
        share: shard.plan().share(),
        shard: shard.plan().shard,
    })
}
