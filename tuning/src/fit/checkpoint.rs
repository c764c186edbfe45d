//! A fit that goes on where it was killed.
//!
//! The file is a line of JSON with a checksum. Numbers are kept to the bit, so a fit that was resumed
//! ends as one that never stopped.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::json;
use thiserror::Error;

use super::descent::Progress;
use crate::atomic::{self, WriteError};
use crate::seal::{seal, unseal};

/// All that decides the course of a fit, as names with values: settings, and checksums of the data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis(Vec<(String, String)>);

impl Basis {
    /// Adds something the course depends on.
    #[must_use]
    pub fn with(mut self, name: &str, value: &impl ToString) -> Self {
        self.0.push((name.to_owned(), value.to_string()));
        self
    }

    /// The value with this name.
    fn value(&self, name: &str) -> &str {
        self.0.iter().find(|pair| pair.0 == name).map_or("nothing", |pair| pair.1.as_str())
    }

    /// The first thing in which another differs.
    fn difference(&self, other: &Self) -> Option<Difference> {
        let differences = self.0.iter().chain(&other.0).map(|(name, _)| Difference {
            name: name.clone(),
            here: self.value(name).to_owned(),
            there: other.value(name).to_owned(),
        });
        differences.into_iter().find(|difference| difference.here != difference.there)
    }
}

/// Something in which two fits differ.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} is {there} there and {here} here")]
pub struct Difference {
    name: String,
    here: String,
    there: String,
}

/// The fits of one run, one after the other: all before the last are done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    basis: Basis,
    fits: Vec<Progress>,
}

/// A checkpoint that this fit cannot go on from.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("cannot read the checkpoint {}", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// It is not whole.
    #[error("{} is no checkpoint of a fit: it {why}; remove it to begin anew", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// It is of a fit that goes another way.
    #[error(
        "{} is the checkpoint of another fit: {difference}; give another --checkpoint, or remove it to \
         begin anew", .path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs first.
        difference: Difference,
    },
}

impl Checkpoint {
    /// Before the first fit.
    #[must_use]
    pub const fn new(basis: Basis) -> Self {
        Self { basis, fits: Vec::new() }
    }

    /// Reads the checkpoint of the fits with this basis and so many parameters; a new one where
    /// there is no file.
    ///
    /// # Errors
    /// [`CheckpointError`] where the file is of no use.
    pub fn load(path: &Path, basis: Basis, parameters: usize) -> Result<Self, CheckpointError> {
        let text = match std::fs::read(path) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(Self::new(basis)),
            Err(why) => return Err(CheckpointError::Unreadable(path.to_owned(), why)),
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        };
        let damaged = |why| CheckpointError::Damaged { path: path.to_owned(), why };
        let checkpoint = Self::parse(&text).map_err(damaged)?;
        match basis.difference(&checkpoint.basis) {
            Some(difference) => Err(CheckpointError::Other { path: path.to_owned(), difference }),
            None if checkpoint.is_whole(parameters) => Ok(checkpoint),
            None => Err(damaged("has lists of wrong lengths".to_owned())),
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        let object = unseal(text.trim_end()).map_err(|why| why.to_string())?;
        serde_json::from_str(&object).map_err(|why| format!("is of another kind: {why}"))
    }

    fn is_whole(&self, parameters: usize) -> bool {
        self.fits.iter().all(|progress| progress.is_whole(parameters))
    }

    /// Where fit number `index` of this run is; nothing where it has not begun.
    #[must_use]
    pub fn progress(&self, index: usize) -> Option<&Progress> {
        self.fits.get(index)
    }

    /// Notes where fit number `index` is, the next after those noted or one of them.
    pub fn note(&mut self, index: usize, progress: &Progress) {
        match self.fits.get_mut(index) {
            Some(noted) => noted.clone_from(progress),
            None => self.fits.push(progress.clone()),
        }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// [`WriteError`]; the last one that was written is still there.
    pub fn save(&self, path: &Path) -> Result<(), WriteError> {
        atomic::write(path, &(seal(&json!(self).to_string()) + "\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn basis() -> Basis {
        Basis::default().with("--seed", &1).with("--rate", &0.01)
    }

    fn saved(directory: &Path) -> PathBuf {
        let path = directory.join("checkpoint");
        Checkpoint::new(basis()).save(&path).unwrap();
        path
    }

    fn told(path: &Path, basis: Basis) -> String {
        let error = Checkpoint::load(path, basis, 9).unwrap_err().to_string();
        error.replace(&path.display().to_string(), "FILE")
    }

    #[test]
    fn without_a_file_it_is_new() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("none");
        assert_eq!(Checkpoint::load(&path, basis(), 9).unwrap(), Checkpoint::new(basis()));
    }

    #[test]
    fn a_checkpoint_of_another_fit_is_told() {
        let directory = tempfile::tempdir().unwrap();
        let path = saved(directory.path());
        assert_eq!(Checkpoint::load(&path, basis(), 9).unwrap(), Checkpoint::new(basis()));
        let other = Basis::default().with("--seed", &2).with("--rate", &0.01);
        assert_eq!(
            told(&path, other),
            "FILE is the checkpoint of another fit: --seed is 1 there and 2 here; give another \
             --checkpoint, or remove it to begin anew"
        );
        let more = basis().with("--batch", &100);
        assert!(told(&path, more).contains("--batch is nothing there and 100 here"));
    }

    #[test]
    fn an_altered_checkpoint_is_told() {
        let directory = tempfile::tempdir().unwrap();
        let path = saved(directory.path());
        let text = std::fs::read_to_string(&path).unwrap();
        for (altered, why) in [
            (text.replace("0.01", "0.02"), "does not match its checksum"),
            (text[..text.len() - 3].to_owned(), "does not end with a checksum"),
            (String::new(), "does not end with a checksum"),
            (seal("{\"basis\":[]}"), "is of another kind: missing field `fits`"),
        ] {
            std::fs::write(&path, altered).unwrap();
            let told = told(&path, basis());
            assert!(told.starts_with("FILE is no checkpoint of a fit: it "), "{told}");
            assert!(told.contains(why), "{told}");
        }
    }
}
