//! Files that are there whole or not at all.

use std::fs::Permissions;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use thiserror::Error;

/// A file that cannot be written; what was there before is as it was.
#[derive(Debug, Error)]
#[error("cannot write {}", .path.display())]
pub struct WriteError {
    path: PathBuf,
    #[source]
    why: io::Error,
}

/// Puts a file in the place of one that may be there. Whoever looks, or kills this process, finds the
/// old one or the new one: it is written under another name beside it, and renamed.
///
/// # Errors
/// [`WriteError`], as where the disk is full.
pub fn write(path: &Path, content: &str) -> Result<(), WriteError> {
    // A link stays, and what it leads to is replaced.
    let place = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let written = || {
        let mut file = beside(place)?;
        file.write_all(content.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(place).map_err(|failed| failed.error)?;
        Ok(())
    };
    written().map_err(|why| WriteError { path: path.to_owned(), why })
}

/// A file that cannot be made.
#[derive(Debug, Error)]
pub enum CreateError {
    /// It is there.
    #[error("{} is there already: name another file to write to", .0.display())]
    Exists(PathBuf),
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Makes a file that must not be there yet. `fill` writes it at the path it is given, beside its
/// place, to which it is brought once it is whole.
///
/// # Errors
/// [`CreateError`], or what `fill` says; then there is no file.
pub fn create<E: From<CreateError>>(
    path: &Path,
    fill: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |why: io::Error| match why.kind() {
        io::ErrorKind::AlreadyExists => CreateError::Exists(path.to_owned()),
        _ => WriteError { path: path.to_owned(), why }.into(),
    };
    if path.exists() {
        return Err(CreateError::Exists(path.to_owned()).into());
    }
    let file = beside(path).map_err(failed)?;
    fill(file.path())?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist_noclobber(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Checks that a file can be put there, before the work whose result it is to hold.
///
/// # Errors
/// [`WriteError`] where it cannot.
pub fn check(path: &Path) -> Result<(), WriteError> {
    let checked = if path.exists() && !path.is_file() {
        Err(io::Error::other("not a regular file"))
    } else {
        beside(path).map(drop)
    };
    checked.map_err(|why| WriteError { path: path.to_owned(), why })
}

/// A file of another name in the same directory; it is removed unless it is renamed.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    // Less what the user's mask takes away, as for any other file.
    builder.permissions(Permissions::from_mode(0o666)).prefix(".strelci-");
    builder.tempfile_in(directory.unwrap_or(Path::new(".")))
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    #[test]
    fn a_file_takes_the_place_of_another() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        check(&path).unwrap();
        for content in ["one", "two"] {
            write(&path, content).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_link_to_a_file_stays() {
        let directory = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| directory.path().join(name));
        write(&file, "one").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, "two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "two");
    }

    #[test]
    fn a_file_is_made_once_and_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let put = |text: &'static str, result: Result<(), CreateError>| {
            create(&path, |place| {
                std::fs::write(place, text).unwrap();
                assert!(!path.exists());
                result
            })
        };
        let failure = || CreateError::Exists("other".into());
        assert!(put("half", Err(failure())).is_err());
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
        put("whole", Ok(())).unwrap();
        let told = put("another", Ok(())).unwrap_err().to_string();
        assert!(told.ends_with("file is there already: name another file to write to"), "{told}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "whole");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_place_that_is_not_there_is_told() {
        for outcome in [check(Path::new("no/such/file")), write(Path::new("no/such/file"), "")] {
            let error = outcome.unwrap_err();
            assert_eq!(error.to_string(), "cannot write no/such/file");
            assert!(error.source().unwrap().to_string().contains("No such file"));
        }
        let directory = tempfile::tempdir().unwrap();
        for place in [directory.path(), Path::new("/dev/null")] {
            let error = check(place).unwrap_err();
            assert_eq!(error.source().unwrap().to_string(), "not a regular file");
        }
    }
}
