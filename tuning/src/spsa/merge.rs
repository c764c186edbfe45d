//! Shards of one climb in one file, from which it goes on.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::climb::Results;
use super::file::{self, FileError, Pair, Writer};
use super::settings::Settings;
use crate::atomic::{self, CreateError};

/// Files that cannot be merged.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is none.
    #[error("no file to merge")]
    Nothing,
    /// Two files are of different climbs.
    #[error("{} and {} are of different climbs: their {} differ", first.display(), other.display(), differences.join(", "))]
    Different {
        /// A file.
        first: PathBuf,
        /// Another one.
        other: PathBuf,
        /// What differs.
        differences: Vec<&'static str>,
    },
    /// Two files do not agree on a pair.
    #[error("pair {pair} has other points in {} than in a file before it", path.display())]
    Disagreement {
        /// The pair.
        pair: u64,
        /// The later file.
        path: PathBuf,
    },
    /// The merged file cannot be made.
    #[error(transparent)]
    Create(#[from] CreateError),
}

/// Pools the pairs of files into one, in order of their numbers. Rounds that were merged before stand
/// in every file and are taken once. Returns the settings and all pairs.
///
/// # Errors
/// [`MergeError`] where they are not of one climb, or cannot be read or written.
pub fn merge(out: &Path, files: &[PathBuf]) -> Result<(Settings, Results), MergeError> {
    let (first, rest) = files.split_first().ok_or(MergeError::Nothing)?;
    let (settings, mut results) = file::read(first)?;
    for path in rest {
        let (other, more) = file::read(path)?;
        let differences = settings.differences(&other);
        if !differences.is_empty() {
            let (first, other) = (first.clone(), path.clone());
            return Err(MergeError::Different { first, other, differences });
        }
        for (pair, half_points) in more {
            if results.insert(pair, half_points).is_some_and(|before| before != half_points) {
                return Err(MergeError::Disagreement { pair, path: path.clone() });
            }
        }
    }
    atomic::create(out, |path| write(path, &settings, &results))?;
    Ok((settings, results))
}

fn write(path: &Path, settings: &Settings, results: &Results) -> Result<(), MergeError> {
    let (mut writer, _) = Writer::open(path, settings)?;
    for (&pair, &half_points) in results {
        writer.add(Pair { pair, half_points })?;
    }
    Ok(())
}
