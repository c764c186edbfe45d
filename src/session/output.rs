//! Lines to another program, and the log of both directions.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};

/// Writes lines, each one flushed: a manager waits for them.
#[derive(Debug)]
pub(super) struct Output<W> {
    sink: W,
    log: Option<File>,
}

impl<W: Write> Output<W> {
    pub fn new(sink: W) -> Self {
        Self { sink, log: None }
    }

    /// Writes a text of one or more lines.
    pub fn say(&mut self, text: impl Display) -> io::Result<()> {
        for line in text.to_string().lines() {
            let line = printable(line);
            writeln!(self.sink, "{line}")?;
            self.note("<<", &line);
        }
        self.sink.flush()
    }

    /// Writes an error as the protocol has it: one line.
    pub fn error(&mut self, error: impl Display) -> io::Result<()> {
        let text = error.to_string();
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.say(format_args!("info string error: {line}"))
    }

    /// Notes a line that came in.
    pub fn heard(&mut self, line: &str) {
        self.note(">>", line);
    }

    /// Logs to the end of this file from now on; nowhere, where the path is empty.
    pub fn log_to(&mut self, path: &str) -> io::Result<()> {
        self.log = match path {
            "" => None,
            path => Some(File::options().append(true).create(true).open(path)?),
        };
        Ok(())
    }

    fn note(&mut self, direction: &str, line: &str) {
        if let Some(log) = &mut self.log {
            // A full disk is no reason to lose a game: the log ends, the session goes on.
            if writeln!(log, "{direction} {line}").is_err() {
                self.log = None;
            }
        }
    }
}

/// A quoted text may hold characters that would break the line or the terminal.
fn printable(line: &str) -> Cow<'_, str> {
    if line.contains(char::is_control) {
        Cow::Owned(line.replace(char::is_control, "\u{fffd}"))
    } else {
        Cow::Borrowed(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_a_line() {
        let mut written = Vec::new();
        Output::new(&mut written).error("'a\u{1b}[2J\nb'").expect("memory");
        assert_eq!(String::from_utf8_lossy(&written), "info string error: 'a\u{fffd}[2J b'\n");
    }
}
