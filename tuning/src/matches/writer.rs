//! Writing the file of a match: begun, gone on with, and safe from being cut short.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::file::{self, Contents, FileError};
use super::record::Record;
use super::settings::Settings;

/// Adds games to a file. Nobody else can while it lives.
#[derive(Debug)]
pub struct Writer {
    file: File,
    path: PathBuf,
    /// Bytes that are written as they should be.
    length: u64,
}

/// What was found in a file that is gone on with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The games in it.
    pub records: Vec<Record>,
    /// Bytes of a torn last line that was cut off.
    pub torn: usize,
    /// The pairs that were asked for before, where there were fewer.
    pub extended_from: Option<u64>,
}

impl Writer {
    /// Begins a file, or goes on with one of the same settings, in which a torn last line is cut
    /// off. More pairs may be asked for than before.
    ///
    /// # Errors
    /// [`FileError`] where the file cannot be used or written to, or holds something else.
    pub fn open(path: &Path, settings: &Settings) -> Result<(Self, Found), FileError> {
        let unreadable = |why| FileError::Unreadable { path: path.into(), why };
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = file.map_err(unreadable)?;
        if !file.metadata().map_err(unreadable)?.is_file() {
            return Err(unreadable(io::Error::other("not a regular file")));
        }
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(FileError::Busy(path.into())),
            // Where the file system knows no locks there is nothing to wait for.
            Ok(()) | Err(TryLockError::Error(_)) => (),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unreadable)?;
        let mut writer = Self { file, path: path.into(), length: 0 };
        let found = writer.go_on(&bytes, settings)?;
        Ok((writer, found))
    }

    fn go_on(&mut self, bytes: &[u8], settings: &Settings) -> Result<Found, FileError> {
        let head = file::head_line(settings).map_err(|why| self.unwritable(why.into()))?;
        if head.starts_with(&*String::from_utf8_lossy(bytes)) && bytes.len() < head.len() {
            return self.begin(&head, bytes.len());
        }
        let Contents { settings: before, records, torn } = file::parse(&self.path, bytes)?;
        let other = |differences| FileError::OtherSettings { path: self.path.clone(), differences };
        if records.is_empty() {
            return self.begin(&head, torn);
        }
        settings.extends(&before).map_err(other)?;
        self.length = (bytes.len() - torn) as u64;
        self.cut()?;
        let extended_from = (settings.pairs > before.pairs).then_some(before.pairs);
        if extended_from.is_some() {
            self.add(&head)?;
        }
        Ok(Found { records, torn, extended_from })
    }

    /// Writes the head of a file without games.
    fn begin(&mut self, head: &str, torn: usize) -> Result<Found, FileError> {
        self.cut()?;
        self.add(head)?;
        Ok(Found { torn, ..Found::default() })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// [`FileError::Unwritable`]; what was written before stays readable.
    pub fn append(&mut self, record: &Record) -> Result<(), FileError> {
        let line = file::sealed_line(record).map_err(|why| self.unwritable(why.into()))?;
        self.add(&line)
    }

    fn add(&mut self, line: &str) -> Result<(), FileError> {
        if let Err(why) = self.file.write_all(line.as_bytes()) {
            // Should this fail as well, the torn line is cut off by the next run.
            let _ = self.cut();
            return Err(self.unwritable(why));
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// Cuts off what is not written as it should be.
    fn cut(&self) -> Result<(), FileError> {
        self.file.set_len(self.length).map_err(|why| self.unwritable(why))
    }

    fn unwritable(&self, why: io::Error) -> FileError {
        FileError::Unwritable { path: self.path.clone(), why }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::super::record::tests::won_by;
    use super::super::settings::tests::twins;
    use super::*;

    fn place() -> (TempDir, PathBuf) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.jsonl");
        (directory, path)
    }

    /// A file with the games of these numbers.
    fn written(path: &Path, pairs: u64, games: &[u64]) -> String {
        let (mut writer, _) = Writer::open(path, &twins(pairs)).unwrap();
        for &game in games {
            writer.append(&won_by(game, "a")).unwrap();
        }
        fs::read_to_string(path).unwrap()
    }

    fn numbers(found: &Found) -> Vec<u64> {
        found.records.iter().map(|record| record.game).collect()
    }

    fn error(path: &Path) -> String {
        Writer::open(path, &twins(4)).unwrap_err().to_string()
    }

    #[test]
    fn a_file_is_gone_on_with() {
        let (_directory, path) = place();
        written(&path, 4, &[0, 2]);
        let (mut writer, found) = Writer::open(&path, &twins(4)).unwrap();
        assert_eq!((numbers(&found), found.torn), (vec![0, 2], 0));
        writer.append(&won_by(1, "b")).unwrap();
        let contents = file::read(&path).unwrap();
        assert_eq!(contents.settings, twins(4));
        assert_eq!(contents.records, [won_by(0, "a"), won_by(2, "a"), won_by(1, "b")]);
    }

    #[test]
    fn wherever_it_was_cut_the_rest_is_kept() {
        let (_directory, path) = place();
        let text = written(&path, 4, &[0, 1]);
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        for length in (0..=text.len()).rev().step_by(7) {
            fs::write(&path, &text[..length]).unwrap();
            let (_, found) = Writer::open(&path, &twins(4)).unwrap();
            let whole = ends.iter().filter(|&&end| end <= length).count();
            assert_eq!(found.records.len(), whole.saturating_sub(1), "cut at {length}");
            let last_end = ends.iter().copied().filter(|&end| end <= length).max().unwrap_or(0);
            assert_eq!(found.torn, length - last_end, "cut at {length}");
            let kept = fs::read_to_string(&path).unwrap();
            assert_eq!(kept, text[..last_end.max(ends[0])], "cut at {length}");
        }
    }

    #[test]
    fn more_pairs_may_be_asked_for_and_nothing_else() {
        let (_directory, path) = place();
        written(&path, 4, &[0]);
        let (mut writer, found) = Writer::open(&path, &twins(6)).unwrap();
        assert_eq!((numbers(&found), found.extended_from), (vec![0], Some(4)));
        writer.append(&won_by(11, "a")).unwrap();
        drop(writer);
        assert_eq!(file::read(&path).unwrap().settings, twins(6));
        assert!(error(&path).contains("pairs is 6 there, 4 here"), "{}", error(&path));
        let other = Settings { seed: 2, ..twins(9) };
        let error = Writer::open(&path, &other).unwrap_err().to_string();
        assert!(error.contains("pairs is 6 there, 9 here; seed is 1 there, 2 here"), "{error}");
    }

    #[test]
    fn without_games_nothing_is_lost_by_other_settings() {
        let (_directory, path) = place();
        written(&path, 4, &[]);
        let other = Settings { seed: 2, ..twins(2) };
        Writer::open(&path, &other).unwrap();
        assert_eq!(file::read(&path).unwrap().settings, other);
    }

    #[test]
    fn what_was_altered_is_told_with_its_line() {
        let (_directory, path) = place();
        let text = written(&path, 4, &[0, 1]);
        fs::write(&path, text.replacen("\"winner\":\"a\"", "\"winner\":\"b\"", 1)).unwrap();
        let told = error(&path);
        assert!(
            told.contains("games.jsonl, line 2: the line does not match its checksum"),
            "{told}"
        );
        let twice = format!("{text}{}\n", text.lines().nth(1).unwrap());
        fs::write(&path, twice).unwrap();
        assert!(error(&path).contains("line 4: game 0 for the second time"), "{}", error(&path));
        let games: String = text.split_inclusive('\n').skip(1).collect();
        fs::write(&path, games).unwrap();
        assert!(error(&path).contains("is no file of matches"), "{}", error(&path));
        let mut bytes = text.into_bytes();
        let last = bytes.len() - 40;
        bytes[last] = 0xff;
        fs::write(&path, bytes).unwrap();
        assert!(error(&path).contains("line 3: the line does not match"), "{}", error(&path));
    }

    #[test]
    fn games_that_do_not_belong_are_told() {
        let (_directory, path) = place();
        let head = file::head_line(&twins(4)).unwrap();
        let with = |record: &Record| {
            let line = file::sealed_line(record).unwrap();
            fs::write(&path, format!("{head}{line}")).unwrap();
            error(&path)
        };
        assert!(with(&won_by(8, "a")).ends_with("line 2: game 8 is none of this match's games"));
        let stranger = Record { black: "c".to_owned(), ..won_by(0, "a") };
        assert!(with(&stranger).contains("game 0 was played by a and c"));
    }

    #[test]
    fn what_is_no_match_is_left_alone() {
        let (directory, path) = place();
        fs::write(&path, "my diary").unwrap();
        assert!(error(&path).contains("is no file of matches"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "my diary");
        assert!(error(directory.path()).starts_with("cannot open "));
        assert!(error(Path::new("/dev/full")).ends_with("not a regular file"));
    }

    #[test]
    fn two_runs_do_not_share_a_file() {
        let (_directory, path) = place();
        let _writer = Writer::open(&path, &twins(4)).unwrap();
        assert!(error(&path).contains("is being written to by another run"));
    }
}
