//! Standard output, with one policy for the reader who has gone: that is no error.

use std::io::{self, Write};

use anyhow::{Context, Result};

/// Writes an answer: what the command was asked for. Where nobody reads any more, there is nobody to
/// tell.
///
/// # Errors
/// Where it cannot be written, as on a full disk.
pub fn answer(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// Writes a line on how a run is going. A run whose results are in its files goes on though that
/// cannot be written.
pub fn tell(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
