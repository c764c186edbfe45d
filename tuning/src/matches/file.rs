//! The file of a match: a head with the settings, then one line of JSON for each game.
//!
//! It is a [`journal`]: lines are sealed and only ever added. A match that is gone on with for more
//! pairs adds its head again.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use strelci::board::Side;
use thiserror::Error;

use super::record::Record;
use super::settings::Settings;
use crate::head::{self, HeadError};
use crate::journal::{self, JournalError, Lines};

/// How a file of matches begins.
pub const MARK: &str = r#"{"strelci":"match","#;

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// The settings of the match.
    pub settings: Settings,
    /// The games, in the order in which they stand there.
    pub records: Vec<Record>,
    /// Bytes of a torn last line.
    pub torn: usize,
}

/// A file that cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// As any journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// What should be written has no JSON.
    #[error("cannot write a line: {0}")]
    Json(#[from] serde_json::Error),
    /// It holds no line.
    #[error("{} holds no game yet", .0.display())]
    Empty(PathBuf),
    /// It was begun with other settings.
    #[error(
        "{} holds a match with other settings: {}; go on with the same settings (only more pairs \
         may be asked for), or name another file",
        path.display(), differences.join("; ")
    )]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// What differs, in words.
        differences: Vec<String>,
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
    /// It is neither a head nor a game.
    #[error("the line cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// Its head cannot be used.
    #[error(transparent)]
    Head(#[from] HeadError),
    /// The first line is not a head.
    #[error("a game before the head with the settings")]
    NoHead,
    /// A later head says something else than the first.
    #[error("a second head that asks for another match: {}", .0.join("; "))]
    OtherHead(Vec<String>),
    /// A game that stands there already.
    #[error("game {0} for the second time: delete one of the two lines")]
    Twice(u64),
    /// A game that the settings do not ask for.
    #[error("game {0} is none of this match's games")]
    Foreign(u64),
    /// A game by others than the settings say.
    #[error("game {game} was played by {players}, which the match's settings do not say")]
    Players {
        /// The game.
        game: u64,
        /// White and Black.
        players: String,
    },
}

/// Reads a file. A torn last line is left out.
///
/// # Errors
/// [`FileError`] names the file, and the line that is wrong.
pub fn read(path: &Path) -> Result<Contents, FileError> {
    parse(path, &journal::read(path, MARK)?)?.ok_or_else(|| FileError::Empty(path.into()))
}

/// What stands in a journal; nothing where there is no line.
pub(super) fn parse(path: &Path, lines: &Lines) -> Result<Option<Contents>, FileError> {
    let mut parser = Parser::default();
    for (object, line) in lines.objects.iter().zip(1..) {
        parser.line(object).map_err(|why| FileError::Line { path: path.into(), line, why })?;
    }
    let Parser { settings, records, .. } = parser;
    Ok(settings.map(|settings| Contents { settings, records, torn: lines.torn }))
}

/// The head of a match's file.
pub(super) fn head(settings: &Settings) -> serde_json::Result<String> {
    head::write("match", settings)
}

/// What was read so far.
#[derive(Default)]
struct Parser {
    settings: Option<Settings>,
    records: Vec<Record>,
    seen: HashSet<u64>,
}

impl Parser {
    fn line(&mut self, object: &str) -> Result<(), LineError> {
        if object.starts_with(MARK) {
            return self.head(object);
        }
        let record: Record = serde_json::from_str(object)?;
        self.check(&record)?;
        self.seen.insert(record.game);
        self.records.push(record);
        Ok(())
    }

    fn head(&mut self, object: &str) -> Result<(), LineError> {
        let settings: Settings = head::read(object)?;
        if let Some(before) = &self.settings {
            settings.extends(before).map_err(LineError::OtherHead)?;
        }
        self.settings = Some(settings);
        Ok(())
    }

    /// Whether a game belongs here.
    fn check(&self, record: &Record) -> Result<(), LineError> {
        let settings = self.settings.as_ref().ok_or(LineError::NoHead)?;
        let (game, schedule) = (record.game, settings.schedule());
        if !schedule.has(game) {
            return Err(LineError::Foreign(game));
        }
        if self.seen.contains(&game) {
            return Err(LineError::Twice(game));
        }
        let fixture = schedule.fixture(game);
        let [white, black] = [Side::White, Side::Black].map(|side| settings.name(fixture, side));
        if (white, black) != (&record.white, &record.black) {
            let players = format!("{} and {}", record.white, record.black);
            return Err(LineError::Players { game, players });
        }
        Ok(())
    }
}
