//! A file of sealed lines that is only ever added to: what was written before a kill stays, and what
//! was altered is noticed.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::adding;
use crate::seal::{SealError, seal, unseal};

/// A file that lines are added to. Nobody else can while it lives.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// Bytes that are written as they should be.
    length: u64,
}

/// What stands in a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The objects of its lines, in order, without their seals.
    pub objects: Vec<String>,
    /// Bytes of a torn last line: the writer was killed in the middle of it.
    pub torn: usize,
}

/// A journal that cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be opened or read.
    #[error("cannot open {}: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: io::Error,
    },
    /// It cannot be written to.
    #[error("cannot write to {}: {why}; what is written there stays readable", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: io::Error,
    },
    /// Another process writes to it.
    #[error("{} is being written to by another run: wait for its end, or name another file", .0.display())]
    Busy(PathBuf),
    /// It is something else.
    #[error("{} is another kind of file: this one begins with {mark}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// How it should begin.
        mark: &'static str,
    },
    /// A line is not as it was written.
    #[error("{}, line {line}: the line {why}: restore the file from a copy, or delete the line", path.display())]
    Seal {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: SealError,
    },
}

impl Journal {
    /// Begins a journal or goes on with one whose first line begins with `mark`; a torn last line is
    /// cut off.
    ///
    /// # Errors
    /// [`JournalError`] where the file cannot be used or written to, or holds something else.
    pub fn open(path: &Path, mark: &'static str) -> Result<(Self, Lines), JournalError> {
        let unreadable = |why| JournalError::Unreadable { path: path.into(), why };
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = file.map_err(unreadable)?;
        if !file.metadata().map_err(unreadable)?.is_file() {
            return Err(unreadable(io::Error::other("not a regular file")));
        }
        if !adding::lock(&file).map_err(unreadable)? {
            return Err(JournalError::Busy(path.into()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unreadable)?;
        let lines = parse(path, mark, &bytes)?;
        let length = (bytes.len() - lines.torn) as u64;
        let unwritable = |why| JournalError::Unwritable { path: path.into(), why };
        adding::cut(&mut file, length).map_err(unwritable)?;
        Ok((Self { file, path: path.into(), length }, lines))
    }

    /// Adds a line with an object, sealed.
    ///
    /// # Errors
    /// [`JournalError::Unwritable`]; what was written before stays readable.
    pub fn add(&mut self, object: &str) -> Result<(), JournalError> {
        let line = seal(object) + "\n";
        let unwritable = |why| JournalError::Unwritable { path: self.path.clone(), why };
        adding::add(&mut self.file, self.length, line.as_bytes()).map_err(unwritable)?;
        self.length += line.len() as u64;
        Ok(())
    }
}

/// Reads a journal that nobody adds to; a torn last line is left out.
///
/// # Errors
/// [`JournalError`] names the file, and the line that is wrong.
pub fn read(path: &Path, mark: &'static str) -> Result<Lines, JournalError> {
    let unreadable = |why| JournalError::Unreadable { path: path.into(), why };
    parse(path, mark, &std::fs::read(path).map_err(unreadable)?)
}

fn parse(path: &Path, mark: &'static str, bytes: &[u8]) -> Result<Lines, JournalError> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let known = bytes.len().min(mark.len());
    if bytes[..known] != mark.as_bytes()[..known] {
        return Err(JournalError::Other { path: path.into(), mark });
    }
    // What is not UTF-8 no longer matches its line's checksum.
    let text = String::from_utf8_lossy(&bytes[..whole]);
    let object = |(text, line): (&str, usize)| {
        unseal(text).map_err(|why| JournalError::Seal { path: path.into(), line, why })
    };
    let objects = text.lines().zip(1..).map(object).collect::<Result<_, _>>()?;
    Ok(Lines { objects, torn: bytes.len() - whole })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARK: &str = r#"{"kind":"test""#;

    fn written(path: &Path) -> Vec<u8> {
        let (mut journal, lines) = Journal::open(path, MARK).unwrap();
        assert_eq!(lines, Lines::default());
        journal.add(r#"{"kind":"test"}"#).unwrap();
        journal.add(r#"{"n":1}"#).unwrap();
        std::fs::read(path).unwrap()
    }

    #[test]
    fn what_a_kill_tears_is_cut_off_wherever_it_falls() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let bytes = written(&path);
        let first = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for length in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let (_, lines) = Journal::open(&path, MARK).unwrap();
            let whole = usize::from(length >= first) + usize::from(length == bytes.len());
            assert_eq!(lines.objects.len(), whole, "{length} bytes");
            let left = std::fs::metadata(&path).unwrap().len() as usize;
            assert_eq!(left + lines.torn, length);
        }
    }

    #[test]
    fn what_is_altered_is_told_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let text = String::from_utf8(written(&path)).unwrap();
        std::fs::write(&path, text.replace("\"n\":1", "\"n\":2")).unwrap();
        let told = Journal::open(&path, MARK).unwrap_err().to_string();
        assert!(told.contains("line 2: the line does not match its checksum"), "{told}");
        std::fs::write(&path, "something else").unwrap();
        let told = Journal::open(&path, MARK).unwrap_err().to_string();
        assert!(told.contains("is another kind of file"), "{told}");
    }

    #[test]
    fn only_one_writes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let _first = Journal::open(&path, MARK).unwrap();
        let told = Journal::open(&path, MARK).unwrap_err().to_string();
        assert!(told.contains("by another run"), "{told}");
    }
}
