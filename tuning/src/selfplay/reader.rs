//! The games of a file, one after the other.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use super::blocks::Blocks;
use super::fault::{Damage, FileError, FileFault, Place};
use super::format::{MAGIC, VERSION, decode};
use super::plan::Plan;
use super::saved::SavedGame;

/// A file of games being read: an iterator over them that ends after the first error. Every game is
/// checked by its checksum and by the rules.
#[derive(Debug)]
pub struct Reader<R = BufReader<File>> {
    path: PathBuf,
    plan: Plan,
    blocks: Blocks<R>,
    games: u64,
    has_failed: bool,
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// [`FileError`] where it cannot be read or does not begin with a plan.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let open = || {
            let file = File::open(path)?;
            if !file.metadata()?.is_file() {
                return Err(FileFault::NotRegular);
            }
            Ok(BufReader::new(file))
        };
        let file = open().map_err(|fault| FileError { path: path.to_owned(), fault })?;
        Self::new(path, file)
    }
}

impl<R: Read> Reader<R> {
    /// Reads from a source that stands at its beginning; the path is for messages alone.
    ///
    /// # Errors
    /// [`FileError`] where it cannot be read or does not begin with a plan.
    pub fn new(path: &Path, source: R) -> Result<Self, FileError> {
        let named = |fault| FileError { path: path.to_owned(), fault };
        let (plan, blocks) = read_plan(source).map_err(named)?;
        Ok(Self { path: path.to_owned(), plan, blocks, games: 0, has_failed: false })
    }

    /// What the run plays.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Games read so far.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Bytes of the file up to the next block.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.blocks.next_place().offset
    }

    fn read(&mut self) -> Result<Option<SavedGame>, FileFault> {
        let place = self.blocks.next_place();
        let Some(content) = self.blocks.next_content()? else { return Ok(None) };
        let altered = |damage| FileFault::Altered { place, damage };
        let game = decode(&content, &self.plan).map_err(|why| altered(why.into()))?;
        let (found, due) = (game.number(), self.plan.number(self.games));
        if due != Some(found) {
            return Err(altered(Damage::Order { found, due }));
        }
        self.games += 1;
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<SavedGame, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let read = self.read().map_err(|fault| FileError { path: self.path.clone(), fault });
        self.has_failed = read.is_err();
        read.transpose()
    }
}

/// The plan at the head of a file, and the blocks after it.
fn read_plan<R: Read>(mut source: R) -> Result<(Plan, Blocks<R>), FileFault> {
    let mut first = Vec::new();
    source.by_ref().take(MAGIC.len() as u64 + 1).read_to_end(&mut first)?;
    let due = MAGIC.len() + 1;
    let begins = first.iter().zip(&MAGIC).all(|(found, due)| found == due);
    let place = Place { block: 0, offset: due as u64 };
    match first.get(MAGIC.len()) {
        _ if !begins => return Err(FileFault::Foreign),
        None => {
            let place = Place { offset: 0, ..place };
            return Err(FileFault::CutShort { place, found: first.len() as u64, due: due as u64 });
        }
        Some(&VERSION) => {}
        Some(&version) => return Err(FileFault::Version(version)),
    }
    let mut blocks = Blocks::new(source, due as u64);
    let content = blocks.next_content()?;
    let content = content.ok_or(FileFault::CutShort { place, found: 0, due: 1 })?;
    let plan = String::from_utf8_lossy(&content).parse();
    let plan = plan.map_err(|why| FileFault::Altered { place, damage: Damage::Plan(why) })?;
    Ok((plan, blocks))
}
