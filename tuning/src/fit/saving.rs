//! When the checkpoint is written.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::checkpoint::{Basis, Checkpoint, CheckpointError};
use super::descent::Progress;
use crate::atomic::WriteError;

/// A kill loses about this much work.
const EVERY: Duration = Duration::from_secs(2);

/// The checkpoint of a run, and where it is kept, if anywhere.
pub struct Saving {
    checkpoint: Checkpoint,
    path: Option<PathBuf>,
    last: Option<Instant>,
}

impl Saving {
    /// Goes on from the file where there is one, with fits of so many parameters.
    ///
    /// # Errors
    /// [`CheckpointError`] where it is of no use.
    pub fn open(
        path: Option<&Path>,
        basis: Basis,
        parameters: usize,
    ) -> Result<Self, CheckpointError> {
        let checkpoint = match path {
            Some(path) => Checkpoint::load(path, basis, parameters)?,
            None => Checkpoint::new(basis),
        };
        Ok(Self { checkpoint, path: path.map(Path::to_owned), last: None })
    }

    /// Where fit number `index` is; nothing where it has not begun.
    pub fn progress(&self, index: usize) -> Option<&Progress> {
        self.checkpoint.progress(index)
    }

    /// Writes where fit number `index` is, if that was not done of late.
    ///
    /// # Errors
    /// [`WriteError`]; what was written before is still there.
    pub fn now_and_then(&mut self, index: usize, progress: &Progress) -> Result<(), WriteError> {
        let due = self.last.is_none_or(|last| last.elapsed() >= EVERY);
        if due { self.now(index, progress) } else { Ok(()) }
    }

    /// Writes where fit number `index` is.
    ///
    /// # Errors
    /// [`WriteError`]; what was written before is still there.
    pub fn now(&mut self, index: usize, progress: &Progress) -> Result<(), WriteError> {
        let Some(path) = &self.path else { return Ok(()) };
        self.checkpoint.note(index, progress);
        self.checkpoint.save(path)?;
        self.last = Some(Instant::now());
        Ok(())
    }

    /// Writes where fit number `index` is, for somebody asked to end; what to tell of that.
    ///
    /// # Errors
    /// [`WriteError`]; what was written before is still there.
    pub fn interrupted(&mut self, index: usize, progress: &Progress) -> Result<String, WriteError> {
        self.now(index, progress)?;
        let round = progress.rounds();
        Ok(match self.path {
            Some(_) => {
                format!("interrupted after round {round}; the same command goes on from there")
            }
            None => format!(
                "interrupted after round {round}; nothing was written, for there is no --checkpoint"
            ),
        })
    }
}
