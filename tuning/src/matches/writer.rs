//! Writing the file of a match: begun, and gone on with.

use std::path::Path;

use super::file::{self, Contents, FileError, MARK};
use super::record::Record;
use super::settings::Settings;
use crate::journal::Journal;

/// Adds games to a file. Nobody else can while it lives.
#[derive(Debug)]
pub struct Writer {
    journal: Journal,
    /// The head that is to be written before the next game.
    head: Option<String>,
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
    /// off. More pairs may be asked for than before. Nothing is written before the first game.
    ///
    /// # Errors
    /// [`FileError`] where the file cannot be used, or holds something else.
    pub fn open(path: &Path, settings: &Settings) -> Result<(Self, Found), FileError> {
        let (journal, lines) = Journal::open(path, MARK)?;
        let head = file::head(settings)?;
        let Some(Contents { settings: before, records, torn }) = file::parse(path, &lines)? else {
            let found = Found { torn: lines.torn, ..Found::default() };
            return Ok((Self { journal, head: Some(head) }, found));
        };
        let other = |differences| FileError::OtherSettings { path: path.into(), differences };
        settings.extends(&before).map_err(other)?;
        let extended_from = (settings.pairs > before.pairs).then_some(before.pairs);
        let writer = Self { journal, head: extended_from.map(|_| head) };
        Ok((writer, Found { records, torn, extended_from }))
    }

    /// Writes the head, if it is not there.
    ///
    /// # Errors
    /// [`FileError`]; what was written before stays readable.
    pub fn begin(&mut self) -> Result<(), FileError> {
        if let Some(head) = &self.head {
            self.journal.add(head)?;
        }
        self.head = None;
        Ok(())
    }

    /// Adds a game.
    ///
    /// # Errors
    /// [`FileError`]; what was written before stays readable.
    pub fn append(&mut self, record: &Record) -> Result<(), FileError> {
        self.begin()?;
        Ok(self.journal.add(&serde_json::to_string(record)?)?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

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
    fn what_a_kill_tears_costs_one_game() {
        let (_directory, path) = place();
        let text = written(&path, 4, &[0, 1]);
        fs::write(&path, &text[..text.len() - 9]).unwrap();
        let (_, found) = Writer::open(&path, &twins(4)).unwrap();
        assert_eq!(numbers(&found), [0]);
        let head = text.find('\n').unwrap();
        for (length, torn) in [(head + 4, 3), (head - 4, head - 4), (0, 0)] {
            fs::write(&path, &text[..length]).unwrap();
            let (mut writer, found) = Writer::open(&path, &twins(4)).unwrap();
            assert_eq!(found, Found { torn, ..Found::default() });
            writer.append(&won_by(0, "a")).unwrap();
            drop(writer);
            assert_eq!(file::read(&path).unwrap().records, [won_by(0, "a")]);
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
    fn without_games_nothing_is_settled() {
        let (_directory, path) = place();
        written(&path, 4, &[]);
        let told = file::read(&path).unwrap_err().to_string();
        assert!(told.ends_with("games.jsonl holds no game yet"), "{told}");
        let (mut writer, _) = Writer::open(&path, &twins(2)).unwrap();
        writer.begin().unwrap();
        assert_eq!(file::read(&path).unwrap().settings, twins(2));
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
        assert!(error(&path).contains("is another kind of file"), "{}", error(&path));
        let mut bytes = text.into_bytes();
        let last = bytes.len() - 40;
        bytes[last] = 0xff;
        fs::write(&path, bytes).unwrap();
        assert!(error(&path).contains("line 3: the line does not match"), "{}", error(&path));
    }

    #[test]
    fn games_that_do_not_belong_are_told() {
        let (_directory, path) = place();
        let with = |record: &Record| {
            let _ = fs::remove_file(&path);
            Writer::open(&path, &twins(4)).unwrap().0.append(record).unwrap();
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
        assert!(error(&path).contains("is another kind of file"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "my diary");
        assert!(error(directory.path()).starts_with("cannot open "));
        assert!(error(Path::new("/dev/full")).ends_with("not a regular file"));
    }
}
