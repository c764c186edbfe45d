//! A file of games begun, mended where a kill tore it, and continued.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::blocks::framed;
use super::fault::{FileError, FileFault};
use super::format::{MAGIC, VERSION, encode};
use super::plan::Plan;
use super::reader::Reader;
use super::saved::SavedGame;

/// A file of games being written, locked against other runs. Every game is given to the system as
/// soon as it is appended.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
    plan: Plan,
    /// Games in the file, and its length in bytes.
    games: u64,
    length: u64,
}

/// What was there when a file was opened to be continued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovered {
    /// Whole games.
    pub games: u64,
    /// Bytes of a torn block after them, cut off.
    pub cut: u64,
}

impl Writer {
    /// Opens a file to continue the run in it, or begins it where there is none.
    ///
    /// # Errors
    /// [`FileError`] where it cannot be written, is altered, or is of another plan; then it stays
    /// as it was.
    pub fn open(path: &Path, plan: &Plan) -> Result<(Self, Recovered), FileError> {
        let opened = Self::recover(path, plan);
        opened.map_err(|fault| FileError { path: path.to_owned(), fault })
    }

    fn recover(path: &Path, plan: &Plan) -> Result<(Self, Recovered), FileFault> {
        let file = locked(path)?;
        let found = file.metadata()?.len();
        let (games, whole) = whole_games(path, &file, plan)?;
        let recovered = Recovered { games, cut: found - whole };
        let mut writer =
            Self { path: path.to_owned(), file, plan: plan.clone(), games, length: whole };
        writer.cut()?;
        if whole == 0 {
            writer.put(&head(plan))?;
        }
        Ok((writer, recovered))
    }

    /// Games in the file.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The number of the game that comes next; nothing after the last.
    #[must_use]
    pub fn due(&self) -> Option<u64> {
        self.plan.number(self.games)
    }

    /// Appends the game that is due.
    ///
    /// # Errors
    /// [`FileError`] where it is another, or cannot be written; the file then ends with the game
    /// before.
    pub fn append(&mut self, game: &SavedGame) -> Result<(), FileError> {
        let (found, due) = (game.number(), self.due());
        let written = match due {
            Some(due) if due == found => self.put(&framed(&encode(game, &self.plan))),
            _ => Err(FileFault::OutOfTurn { found, due }),
        };
        written.map_err(|fault| FileError { path: self.path.clone(), fault })?;
        self.games += 1;
        Ok(())
    }

    /// Waits until all of it is on the disk.
    ///
    /// # Errors
    /// [`FileError`] where that fails.
    pub fn finish(self) -> Result<(), FileError> {
        let Self { path, file, .. } = self;
        file.sync_all().map_err(|error| FileError { path, fault: error.into() })
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), FileFault> {
        let written = self.file.write_all(bytes);
        if written.is_err() {
            // The error that matters is the one of writing; a torn end would be mended later.
            let _ = self.cut();
        }
        written?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Cuts the file to what is whole.
    fn cut(&mut self) -> Result<(), FileFault> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        Ok(())
    }
}

/// What a file begins with: before the games.
fn head(plan: &Plan) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.push(VERSION);
    head.extend(framed(plan.to_string().as_bytes()));
    head
}

fn locked(path: &Path) -> Result<File, FileFault> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    if !file.metadata()?.is_file() {
        return Err(FileFault::NotRegular);
    }
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(FileFault::Busy),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// The whole games of a file and its length up to their end; 0 where even its head is torn.
fn whole_games(path: &Path, file: &File, plan: &Plan) -> Result<(u64, u64), FileFault> {
    let mut reader = match Reader::new(path, BufReader::new(file)) {
        Ok(reader) => reader,
        Err(FileError { fault: FileFault::CutShort { .. }, .. }) => return Ok((0, 0)),
        Err(FileError { fault, .. }) => return Err(fault),
    };
    let differences = reader.plan().differences(plan);
    if !differences.is_empty() {
        return Err(FileFault::OtherPlan(differences));
    }
    let error = reader.find_map(Result::err);
    match error {
        None | Some(FileError { fault: FileFault::CutShort { .. }, .. }) => {
            Ok((reader.games(), reader.offset()))
        }
        Some(FileError { fault, .. }) => Err(fault),
    }
}
