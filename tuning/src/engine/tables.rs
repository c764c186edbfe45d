//! The weights that engines in this process were given, each file of them once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use strelci::eval::Weights;

use crate::weights::{WeightsError, WeightsFile};

/// The weights under both rule sets, as a searcher keeps them: for as long as the process lives.
type Tables = &'static [Weights; 2];

/// Weights by the file and the CRC-32 of its text: it may be written anew while the process lives.
static LOADED: Mutex<Option<HashMap<(PathBuf, u32), Tables>>> = Mutex::new(None);

/// The weights in a file.
pub(super) fn load(path: &Path) -> Result<Tables, WeightsError> {
    let text = WeightsFile::text(path)?;
    let key = (path.to_owned(), crc32fast::hash(text.as_bytes()));
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let loaded = loaded.get_or_insert_default();
    if let Some(&tables) = loaded.get(&key) {
        return Ok(tables);
    }
    let tables = Box::leak(Box::new(WeightsFile::parse(path, &text)?.tables()));
    loaded.insert(key, tables);
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_kept_once_until_it_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.rs");
        let text = WeightsFile::in_use().unwrap().to_string();
        std::fs::write(&path, &text).unwrap();
        let first = load(&path).unwrap();
        assert!(std::ptr::eq(first, load(&path).unwrap()));
        std::fs::write(&path, text + "\n").unwrap();
        assert!(!std::ptr::eq(first, load(&path).unwrap()));
        std::fs::write(&path, "").unwrap();
        assert!(load(&path).is_err());
    }
}
