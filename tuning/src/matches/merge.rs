//! Shards of one match into one file, as if it had been played in one place.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::file::{self, Contents, FileError};
use super::record::Record;
use super::settings::Settings;
use super::writer::Writer;
use crate::atomic::{self, CreateError};
use crate::shard::Shard;

/// Files that cannot be merged.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// Two files are of different matches.
    #[error(
        "{} and {} are not shards of one match: {}",
        first.display(), other.display(), differences.join("; ")
    )]
    Different {
        /// A file.
        first: PathBuf,
        /// Another one.
        other: PathBuf,
        /// What differs, in words.
        differences: Vec<String>,
    },
    /// Two files hold the same games.
    #[error("{} and {} both hold shard {shard}: leave one of them out", first.display(), other.display())]
    Twice {
        /// A file.
        first: PathBuf,
        /// Another one.
        other: PathBuf,
        /// What both hold.
        shard: Shard,
    },
    /// Some of the match is missing.
    #[error(
        "shards of {count} are missing: {}; play them, or name their files too",
        listed(missing)
    )]
    Missing {
        /// How many there should be.
        count: u64,
        /// Those that are not there.
        missing: Vec<Shard>,
    },
    /// The merged file cannot be made.
    #[error(transparent)]
    Create(#[from] CreateError),
}

/// What was merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Games written.
    pub games: usize,
    /// What there is to say of the shards, naming their files.
    pub notes: Vec<String>,
}

/// The most shards that are listed.
const LISTED: usize = 10;

fn listed(shards: &[Shard]) -> String {
    let shown = &shards[..shards.len().min(LISTED)];
    let shown = shown.iter().map(Shard::to_string).collect::<Vec<_>>().join(", ");
    match shards.len().saturating_sub(LISTED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// A shard with its file.
struct Part {
    path: PathBuf,
    contents: Contents,
}

/// Writes the games of all shards of a match to a new file, in order of their numbers. Shards that
/// are not finished are noted; the merged match can be gone on with in one place.
///
/// # Errors
/// [`MergeError`]; nothing is written then.
pub fn merge(out: &Path, files: &[PathBuf]) -> Result<Merged, MergeError> {
    let read = |path: &PathBuf| Ok(Part { path: path.clone(), contents: file::read(path)? });
    let parts = files.iter().map(read).collect::<Result<Vec<_>, FileError>>()?;
    let settings = whole(&parts)?;
    let notes = parts.iter().flat_map(Part::notes).collect();
    let mut records: Vec<_> = parts.into_iter().flat_map(|part| part.contents.records).collect();
    records.sort_by_key(|record| record.game);
    atomic::create(out, |path| write(path, &settings, &records))?;
    Ok(Merged { games: records.len(), notes })
}

fn write(path: &Path, settings: &Settings, records: &[Record]) -> Result<(), MergeError> {
    let (mut writer, _) = Writer::open(path, settings)?;
    writer.begin()?;
    Ok(records.iter().try_for_each(|record| writer.append(record))?)
}

/// The settings of the whole match, if the parts make it up.
fn whole(parts: &[Part]) -> Result<Settings, MergeError> {
    let [first, others @ ..] = parts else {
        return Err(MergeError::Missing { count: 1, missing: vec![Shard::WHOLE] });
    };
    for other in others {
        first.same_match(other)?;
    }
    let mut seen: HashMap<u64, &Part> = HashMap::new();
    for part in parts {
        if let Some(before) = seen.insert(part.shard().index(), part) {
            let (first, other) = (before.path.clone(), part.path.clone());
            return Err(MergeError::Twice { first, other, shard: part.shard() });
        }
    }
    let missing = first.shard().all().filter(|shard| !seen.contains_key(&shard.index()));
    let missing: Vec<Shard> = missing.collect();
    if !missing.is_empty() {
        return Err(MergeError::Missing { count: first.shard().count(), missing });
    }
    Ok(Settings { shard: Shard::WHOLE, ..first.contents.settings.clone() })
}

impl Part {
    const fn shard(&self) -> Shard {
        self.contents.settings.shard
    }

    /// Whether the other is of the same match, as any of its shards.
    fn same_match(&self, other: &Self) -> Result<(), MergeError> {
        let shard = other.shard().among(self.shard());
        let expected = Settings { shard, ..self.contents.settings.clone() };
        let differences = expected.differences(&other.contents.settings);
        if differences.is_empty() {
            return Ok(());
        }
        let (first, other) = (self.path.clone(), other.path.clone());
        Err(MergeError::Different { first, other, differences })
    }

    fn notes(&self) -> Vec<String> {
        let path = self.path.display();
        let Contents { settings, records, torn } = &self.contents;
        let (games, all) = (records.len() as u64, 2 * settings.schedule().pairs());
        let torn = (*torn > 0).then(|| format!("{path}: its torn last line is left out"));
        let short = (games < all).then(|| {
            format!("{path}: {games} of {all} games; the merged match can be gone on with")
        });
        torn.into_iter().chain(short).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::won_by;
    use super::super::settings::tests::twins;
    use super::*;

    fn part(path: &str, shard: &str, games: &[u64]) -> Part {
        let settings = Settings { shard: shard.parse().unwrap(), ..twins(4) };
        let records = games.iter().map(|&game| won_by(game, "a")).collect();
        Part { path: path.into(), contents: Contents { settings, records, torn: 0 } }
    }

    fn error(parts: &[Part]) -> String {
        whole(parts).unwrap_err().to_string()
    }

    #[test]
    fn all_shards_make_a_whole() {
        let settings = whole(&[part("b", "1/2", &[]), part("a", "0/2", &[])]).unwrap();
        assert_eq!(settings, twins(4));
    }

    #[test]
    fn what_makes_no_whole_is_told() {
        let (a, b, c) = (part("a", "0/3", &[]), part("b", "2/3", &[]), part("c", "2/3", &[]));
        assert_eq!(error(&[]), "shards of 1 are missing: 0/1; play them, or name their files too");
        assert_eq!(
            error(&[b, a]),
            "shards of 3 are missing: 1/3; play them, or name their files too"
        );
        let told = error(&[part("a", "1/13", &[])]);
        let wanted = "0/13, 2/13, 3/13, 4/13, 5/13, 6/13, 7/13, 8/13, 9/13, 10/13 and 2 more;";
        assert!(told.contains(wanted), "{told}");
        let b = part("b", "2/3", &[]);
        assert_eq!(error(&[b, c]), "b and c both hold shard 2/3: leave one of them out");
        let (a, mut b) = (part("a", "0/2", &[]), part("b", "1/3", &[]));
        b.contents.settings.seed = 5;
        assert_eq!(
            error(&[a, b]),
            "a and b are not shards of one match: seed is 5 there, 1 here; shard is \"1/3\" there, \
             \"0/2\" here"
        );
    }

    #[test]
    fn unfinished_shards_are_noted() {
        let mut short = part("a", "0/2", &[0, 1, 4]);
        short.contents.torn = 7;
        assert_eq!(
            short.notes(),
            [
                "a: its torn last line is left out",
                "a: 3 of 4 games; the merged match can be gone on with",
            ]
        );
        assert_eq!(part("a", "0/2", &[0, 1, 4, 5]).notes(), [""; 0]);
    }
}
