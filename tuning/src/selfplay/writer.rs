//! A file of games begun, mended where a kill tore it, and continued.

use std::fs::{File, OpenOptions};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::blocks::framed;
use super::fault::{FileError, FileFault};
use super::format::{MAGIC, VERSION, encode};
use super::plan::Plan;
use super::reader::Reader;
use super::saved::SavedGame;
use crate::adding;

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
        adding::cut(&mut writer.file, whole)?;
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
        adding::add(&mut self.file, self.length, bytes)?;
        self.length += bytes.len() as u64;
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
    if adding::lock(&file)? { Ok(file) } else { Err(FileFault::Busy) }
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

#[cfg(test)]
mod tests {
    use super::super::fault::{Damage, Place};
    use super::super::plan::tests::TEXT;
    use super::super::saved::tests::tiny;
    use super::*;

    /// A plan of three games.
    fn plan() -> Plan {
        TEXT.replace("games: 11", "games: 3").replace("1/3", "0/1").parse().unwrap()
    }

    /// The bytes of a file with the first so many games.
    fn file_of(games: u64) -> Vec<u8> {
        let mut bytes = head(&plan());
        for number in 0..games {
            bytes.extend(framed(&encode(&tiny(number), &plan())));
        }
        bytes
    }

    /// Reads to the end or the first error, and says how many games there were.
    fn read(bytes: &[u8]) -> (u64, Option<FileFault>) {
        match Reader::new(Path::new("games"), bytes) {
            Err(error) => (0, Some(error.fault)),
            Ok(mut reader) => {
                let error = reader.find_map(Result::err);
                (reader.games(), error.map(|error| error.fault))
            }
        }
    }

    #[test]
    fn a_file_is_written_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (mut writer, recovered) = Writer::open(&path, &plan()).unwrap();
        assert_eq!(recovered, Recovered::default());
        for number in 0..3 {
            assert_eq!(writer.due(), Some(number));
            writer.append(&tiny(number)).unwrap();
        }
        assert_eq!(writer.due(), None);
        writer.finish().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), file_of(3));
        let games: Vec<_> = Reader::open(&path).unwrap().map(Result::unwrap).collect();
        assert_eq!(games, [tiny(0), tiny(1), tiny(2)]);
        let (_, recovered) = Writer::open(&path, &plan()).unwrap();
        assert_eq!(recovered, Recovered { games: 3, cut: 0 });
    }

    #[test]
    fn wherever_a_file_is_torn_it_is_cut_and_continued() {
        let (whole, folder) = (file_of(3), tempfile::tempdir().unwrap());
        let path = folder.path().join("games");
        let ends: Vec<usize> = (0..=3).map(|games| file_of(games).len()).collect();
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let kept = ends.iter().rposition(|&end| end <= length);
            let (mut writer, recovered) = Writer::open(&path, &plan()).unwrap();
            let cut = length - kept.map_or(0, |games| ends[games]);
            let games = kept.unwrap_or(0) as u64;
            assert_eq!(recovered, Recovered { games, cut: cut as u64 });
            while let Some(number) = writer.due() {
                writer.append(&tiny(number)).unwrap();
            }
            assert_eq!(std::fs::read(&path).unwrap(), whole, "{length}");
        }
    }

    #[test]
    fn a_torn_end_is_told_from_a_whole_one() {
        let whole = file_of(2);
        let ends: Vec<usize> = (0..=2).map(|games| file_of(games).len()).collect();
        for length in 0..=whole.len() {
            let (games, fault) = read(&whole[..length]);
            assert_eq!(games, ends[1..].iter().filter(|&&end| end <= length).count() as u64);
            match fault {
                None => assert!(ends.contains(&length), "{length}"),
                Some(FileFault::CutShort { .. }) => assert!(!ends.contains(&length), "{length}"),
                Some(fault) => panic!("{length}: {fault}"),
            }
        }
        let place = format!("block 2 (from byte {})", ends[1]);
        let told = |length| read(&whole[..length]).1.unwrap().to_string();
        assert_eq!(
            told(ends[1] + 20),
            format!(
                "is cut short in {place}, of which 20 of 59 bytes are there; the same selfplay command cuts that off and goes on"
            )
        );
        assert!(told(ends[1] + 5).contains("5 of 12 bytes"));
    }

    #[test]
    fn a_changed_bit_is_found_wherever_it_is() {
        let whole = file_of(2);
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[at] ^= 1 << bit;
                match (at, read(&bytes).1.unwrap()) {
                    (0..=6, FileFault::Foreign) | (7, FileFault::Version(_)) => {}
                    (8.., FileFault::Altered { place, .. }) => {
                        assert!(place.offset <= at as u64, "{at}");
                    }
                    (_, fault) => panic!("byte {at}: {fault}"),
                }
            }
        }
    }

    #[test]
    fn an_altered_file_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let mut bytes = file_of(3);
        let second = file_of(1).len();
        bytes[second + 15] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let error = Writer::open(&path, &plan()).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "{}: is altered in block 2 (from byte {second}): the checksum does not match; what comes before is whole, and stays if the file is cut to {second} bytes",
                path.display()
            )
        );
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn a_missing_block_is_found() {
        let (first, second) = (file_of(1).len(), file_of(2).len());
        let mut bytes = file_of(3);
        bytes.drain(first..second);
        let (games, fault) = read(&bytes);
        let place = Place { block: 2, offset: first as u64 };
        assert_eq!(games, 1);
        assert!(matches!(
            fault,
            Some(FileFault::Altered {
                place: found,
                damage: Damage::Order { found: 2, due: Some(1) },
            }) if found == place
        ));
    }

    #[test]
    fn another_run_and_another_file_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let refused = |plan: &Plan| Writer::open(&path, plan).unwrap_err().fault.to_string();
        std::fs::write(&path, file_of(1)).unwrap();
        assert_eq!(
            refused(&Plan { seed: 8, random: 9, ..plan() }),
            "is of another run, there against here: seed 7 against 8, random 8 against 9; take the settings it has, or another file"
        );
        std::fs::write(&path, "a letter").unwrap();
        assert_eq!(refused(&plan()), "is not a file of self-play games");
        assert_eq!(std::fs::read(&path).unwrap(), b"a letter");
        let mut later = file_of(1);
        later[7] = 2;
        std::fs::write(&path, later).unwrap();
        assert_eq!(refused(&plan()), "is of version 2 of the format; this program reads version 1");
    }

    #[test]
    fn one_run_at_a_time_writes_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (_writer, _) = Writer::open(&path, &plan()).unwrap();
        let fault = Writer::open(&path, &plan()).unwrap_err().fault;
        assert_eq!(fault.to_string(), "another run is writing it");
    }

    #[test]
    fn games_out_of_turn_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (mut writer, _) = Writer::open(&folder.path().join("games"), &plan()).unwrap();
        let told = writer.append(&tiny(2)).unwrap_err().fault.to_string();
        assert_eq!(told, "game 2 is not the next of the run, which is 0");
        assert_eq!(writer.games(), 0);
    }
}
