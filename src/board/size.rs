//! The size of a board: files and ranks.

use std::fmt;

use thiserror::Error;

/// The smallest number of files or ranks.
pub const MIN_SIDE: usize = 2;
/// The largest number of files or ranks: the letters `a`–`z`.
pub const MAX_SIDE: usize = 26;

/// A board of `files × ranks` squares, each from 2 to 26.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    files: u8,
    ranks: u8,
}

/// A board with fewer than 2 or more than 26 files or ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a board of {files} files and {ranks} ranks: each must be from {MIN_SIDE} to {MAX_SIDE}")]
pub struct SizeError {
    files: usize,
    ranks: usize,
}

impl BoardSize {
    /// A board of `files × ranks` squares.
    ///
    /// # Errors
    /// [`SizeError`] where either is not from 2 to 26.
    pub fn new(files: usize, ranks: usize) -> Result<Self, SizeError> {
        let side = MIN_SIDE..=MAX_SIDE;
        if side.contains(&files) && side.contains(&ranks) {
            Ok(Self { files: files as u8, ranks: ranks as u8 })
        } else {
            Err(SizeError { files, ranks })
        }
    }

    /// The number of files (columns).
    #[must_use]
    pub const fn files(self) -> usize {
        self.files as usize
    }

    /// The number of ranks (rows).
    #[must_use]
    pub const fn ranks(self) -> usize {
        self.ranks as usize
    }

    /// The number of squares.
    #[must_use]
    pub const fn squares(self) -> usize {
        self.files() * self.ranks()
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.files, self.ranks)
    }
}
