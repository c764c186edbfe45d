//! The file of a climb: a head with its settings, then a line for each game pair.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::climb::{Course, Results};
use super::settings::Settings;
use crate::head::{self, HeadError};
use crate::journal::{self, Journal, JournalError, Lines};
use crate::seal::SealError;

/// How a file of a climb begins.
pub const MARK: &str = r#"{"strelci":"spsa","#;

/// A pair that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// Its number in the run.
    pub pair: u64,
    /// Half points of the side moved forward, from 0 to 4.
    pub half_points: usize,
}

/// A file that cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// As any journal.
    #[error(transparent)]
    Journal(JournalError),
    /// It was begun with other settings.
    #[error("{} holds a climb with other settings: its {} differ; go on with the same, or name another file", path.display(), differences.join(", "))]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: Vec<&'static str>,
    },
    /// A line is wrong.
    #[error("{}, line {line}: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: LineError,
    },
}

/// A line that cannot be used.
#[derive(Debug, Error)]
pub enum LineError {
    /// It is not what stands in such a file.
    #[error("the line cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// It is not as it was written.
    #[error("the line {0}: restore the file from a copy, or {CUT}")]
    Seal(SealError),
    /// Its head cannot be used.
    #[error(transparent)]
    Head(#[from] HeadError),
    /// A pair outside the run, or with more points than there are.
    #[error("pair {pair} with {half_points} half points is none of this climb's")]
    Foreign {
        /// Its number.
        pair: u64,
        /// Its points.
        half_points: usize,
    },
    /// A pair that stands there already.
    #[error("pair {0} for the second time: delete this line")]
    Twice(u64),
    /// A pair of a round that could not have begun.
    #[error("pair {pair} of round {round}, but the round before it is not complete: {CUT}")]
    Early {
        /// Its number.
        pair: u64,
        /// Its round, from 0.
        round: u64,
    },
}

/// Later rounds stand where the results before them led, so what is lost in the middle takes all
/// that follows with it.
const CUT: &str = "cut the file before this line, and what follows is played again";

impl From<JournalError> for FileError {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Seal { path, line, why } => {
                Self::Line { path, line, why: LineError::Seal(why) }
            }
            other => Self::Journal(other),
        }
    }
}

/// A file that pairs are added to.
pub struct Writer(Journal);

/// What was found in a file that is gone on with.
pub struct Found {
    /// The pairs in it.
    pub results: Results,
    /// Bytes of a torn last line that was cut off.
    pub torn: usize,
}

impl Writer {
    /// Begins a file, or goes on with one of the same settings.
    ///
    /// # Errors
    /// [`FileError`] where it cannot be used or holds something else.
    pub fn open(path: &Path, settings: &Settings) -> Result<(Self, Found), FileError> {
        let (mut journal, lines) = Journal::open(path, MARK)?;
        let torn = lines.torn;
        let Some((before, results)) = parse(path, &lines)? else {
            journal.add(&head_line(path, settings)?)?;
            return Ok((Self(journal), Found { results: Results::new(), torn }));
        };
        let differences = settings.differences(&before);
        if !differences.is_empty() {
            return Err(FileError::OtherSettings { path: path.into(), differences });
        }
        Ok((Self(journal), Found { results, torn }))
    }

    /// Adds a pair.
    ///
    /// # Errors
    /// [`FileError`]; what was written before stays readable.
    pub fn add(&mut self, pair: Pair) -> Result<(), FileError> {
        let Pair { pair, half_points } = pair;
        Ok(self.0.add(&format!(r#"{{"pair":{pair},"half_points":{half_points}}}"#))?)
    }
}

/// Reads a file whole.
///
/// # Errors
/// [`FileError`] where it cannot be used; a file without a head is one of another kind.
pub fn read(path: &Path) -> Result<(Settings, Results), FileError> {
    let lines = journal::read(path, MARK)?;
    let other = JournalError::Other { path: path.into(), mark: MARK };
    parse(path, &lines)?.ok_or(other.into())
}

fn head_line(path: &Path, settings: &Settings) -> Result<String, FileError> {
    let wrong = |why| FileError::Line { path: path.into(), line: 1, why: LineError::Json(why) };
    head::write("spsa", settings).map_err(wrong)
}

/// The settings and the pairs in a journal; nothing where there is no line.
fn parse(path: &Path, lines: &Lines) -> Result<Option<(Settings, Results)>, FileError> {
    let at = |line, why| FileError::Line { path: path.into(), line, why };
    let Some((first, rest)) = lines.objects.split_first() else { return Ok(None) };
    let settings: Settings = head::read(first).map_err(|why| at(1, why.into()))?;
    let mut pairs = Pairs { course: &settings.course, results: Results::new(), round: 0 };
    for (object, line) in rest.iter().zip(2..) {
        pairs.read(object).map_err(|why| at(line, why))?;
    }
    let results = pairs.results;
    Ok(Some((settings, results)))
}

/// The pairs of a file up to some line.
struct Pairs<'a> {
    course: &'a Course,
    results: Results,
    /// The rounds before this one are complete.
    round: u64,
}

impl Pairs<'_> {
    fn read(&mut self, object: &str) -> Result<(), LineError> {
        let Pair { pair, half_points } = serde_json::from_str(object)?;
        let round = self.course.round_of(pair);
        if half_points > 4 || round >= self.course.gains.rounds {
            return Err(LineError::Foreign { pair, half_points });
        }
        if self.results.contains_key(&pair) {
            return Err(LineError::Twice(pair));
        }
        while self.round < round {
            if !self.course.is_done(self.round, &self.results) {
                return Err(LineError::Early { pair, round });
            }
            self.round += 1;
        }
        self.results.insert(pair, half_points);
        Ok(())
    }
}
