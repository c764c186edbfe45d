//! The head of a journal: what it is of, the version of its format, and the settings of the run.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the formats that is written and read.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head<S> {
    strelci: String,
    version: u32,
    settings: S,
}

/// A head that cannot be used.
#[derive(Debug, Error)]
pub enum HeadError {
    /// It is no head of this kind.
    #[error("the line cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// It is of another version of this program.
    #[error("the file has version {0} of the format, and this program reads version {VERSION}")]
    Version(u32),
}

/// The head of a run of this kind.
///
/// # Errors
/// Settings that have no JSON.
pub fn write(kind: &str, settings: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(&Head { strelci: kind.to_owned(), version: VERSION, settings })
}

/// The settings in a head.
///
/// # Errors
/// [`HeadError`].
pub fn read<S: DeserializeOwned>(object: &str) -> Result<S, HeadError> {
    /// The version alone, whatever else the head of that version holds.
    #[derive(Deserialize)]
    struct Version {
        version: u32,
    }
    let Version { version } = serde_json::from_str(object)?;
    if version != VERSION {
        return Err(HeadError::Version(version));
    }
    let Head { settings, .. } = serde_json::from_str(object)?;
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_of_another_version_is_told() {
        let head = write("test", &7).unwrap();
        assert_eq!(head, r#"{"strelci":"test","version":1,"settings":7}"#);
        assert_eq!(read::<i32>(&head).unwrap(), 7);
        let told = read::<i32>(r#"{"version":2,"what":[]}"#).unwrap_err().to_string();
        assert_eq!(told, "the file has version 2 of the format, and this program reads version 1");
        assert!(
            read::<i32>("{}").unwrap_err().to_string().starts_with("the line cannot be read: ")
        );
    }
}
