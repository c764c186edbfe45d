//! Weights of the evaluation, read from the source file that the fit writes.

use std::io;
use std::path::{Path, PathBuf};

use strelci::eval::{PHASES, TERMS, Weights};
use thiserror::Error;

/// A file without the weights it should have.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// It cannot be read.
    #[error("{}: {why}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        why: io::Error,
    },
    /// A row that is not one of weights.
    #[error("{}: line {line}: a row of {TERMS} whole numbers is expected, as in [1, 2, …],", .path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// Too few or too many rows.
    #[error("{}: {found} rows of weights where there must be {}, {PHASES} for each rule set", .path.display(), 2 * PHASES)]
    Count {
        /// The file.
        path: PathBuf,
        /// How many there are.
        found: usize,
    },
}

/// Reads weights by rule set and phase from a generated file.
///
/// # Errors
/// [`WeightsError`] where they are not there.
pub fn read_weights(path: &Path) -> Result<[Weights; 2], WeightsError> {
    let unreadable = |why| WeightsError::Unreadable { path: path.to_owned(), why };
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let mut rows = Vec::with_capacity(2 * PHASES);
    for (index, line) in text.lines().enumerate() {
        if let Some(row) = line.trim().strip_prefix('[').and_then(|row| row.strip_suffix("],")) {
            let error = || WeightsError::Row { path: path.to_owned(), line: index + 1 };
            rows.push(numbers(row).ok_or_else(error)?);
        }
    }
    let mut weights = [[[0; TERMS]; PHASES]; 2];
    if rows.len() != 2 * PHASES {
        return Err(WeightsError::Count { path: path.to_owned(), found: rows.len() });
    }
    for (number, row) in rows.into_iter().enumerate() {
        weights[number / PHASES][number % PHASES] = row;
    }
    Ok(weights)
}

fn numbers(row: &str) -> Option<[i16; TERMS]> {
    let numbers: Result<Vec<i16>, _> = row.split(',').map(|number| number.trim().parse()).collect();
    numbers.ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use strelci::eval::LEAN_WEIGHTS;

    use super::*;

    const COMPILED_IN: &str = include_str!("../../../src/eval/weights.rs");

    fn read(text: &str) -> Result<[Weights; 2], String> {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(text.as_bytes()).expect("written");
        let path = file.path().display().to_string();
        read_weights(file.path()).map_err(|error| error.to_string().replace(&path, "FILE"))
    }

    #[test]
    fn the_weights_compiled_in_are_read_from_their_file() {
        assert_eq!(read(COMPILED_IN), Ok(LEAN_WEIGHTS));
    }

    #[test]
    fn a_file_without_weights_is_told() {
        assert_eq!(
            read("nothing\n").unwrap_err(),
            "FILE: 0 rows of weights where there must be 258, 129 for each rule set"
        );
        assert_eq!(
            read("\n  [1, 2],\n").unwrap_err(),
            "FILE: line 2: a row of 9 whole numbers is expected, as in [1, 2, …],"
        );
        let error = read_weights(Path::new("/nowhere")).unwrap_err().to_string();
        assert!(error.starts_with("/nowhere: "), "{error}");
    }
}
