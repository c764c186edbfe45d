//! Files that are only added to: one process writes, and what it could not write whole is cut off.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};

/// Locks a file against other runs, and says whether it could: another may hold it. Where the file
/// system knows no locks there is nothing to wait for.
///
/// # Errors
/// Whatever else the system says.
pub fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(why)) if why.kind() == ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(why)) => Err(why),
    }
}

/// Adds bytes to a file of some length. Those of a failed attempt are cut off again.
///
/// # Errors
/// Where not all can be written.
pub fn add(file: &mut File, length: u64, bytes: &[u8]) -> io::Result<()> {
    let mut left = bytes;
    let result = write(file, &mut left);
    if result.is_err() {
        // The error that matters is the one of writing; a torn end is cut off by the next run.
        let _ = take_back(file, length, (bytes.len() - left.len()) as u64);
    }
    result
}

/// Writes all bytes, and leaves in `left` those that it could not.
fn write(file: &mut File, left: &mut &[u8]) -> io::Result<()> {
    while !left.is_empty() {
        match file.write(left) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => *left = &left[written..],
            Err(why) if why.kind() == ErrorKind::Interrupted => {}
            Err(why) => return Err(why),
        }
    }
    Ok(())
}

/// Cuts a file back to a length, unless more was written behind it than by this process: then there
/// is another writer, whom no lock holds off.
fn take_back(file: &mut File, length: u64, written: u64) -> io::Result<()> {
    if file.metadata()?.len() > length + written {
        return Ok(());
    }
    cut(file, length)
}

/// Cuts a file to a length; what is added comes behind it.
///
/// # Errors
/// Where the system refuses.
pub fn cut(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_this_process_wrote_is_taken_back() {
        let mut file = tempfile::tempfile().unwrap();
        add(&mut file, 0, b"0123456789").unwrap();
        for (length, written, left) in [(4, 5, 10), (4, 6, 4), (4, 0, 4)] {
            take_back(&mut file, length, written).unwrap();
            assert_eq!(file.metadata().unwrap().len(), left);
        }
    }

    #[test]
    fn a_lock_is_held_by_one() {
        let path = tempfile::NamedTempFile::new().unwrap();
        let [one, other] = [(); 2].map(|()| File::open(path.path()).unwrap());
        assert!(lock(&one).unwrap());
        assert!(!lock(&other).unwrap());
        drop(one);
        assert!(lock(&other).unwrap());
    }
}
