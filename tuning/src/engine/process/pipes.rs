//! The three pipes of a program, which are only read and written where `poll` says that this does
//! not block.

use std::io::{ErrorKind, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::lines::{Flood, Lines};
use super::tail::Tail;

/// What is read at a time, in bytes.
const CHUNK: usize = 1 << 14;
/// What may be written to a pipe at a time without blocking, once there is room: POSIX's `PIPE_BUF`
/// is at least this.
const WRITTEN_AT_ONCE: usize = 512;

/// The pipes of a program, with what is on its way through them.
#[derive(Debug, Default)]
pub(super) struct Pipes {
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    /// What is still to be written.
    pending: Vec<u8>,
    pub(super) lines: Lines,
    pub(super) last_errors: Tail,
}

/// Which pipes are ready.
#[derive(Default)]
struct Ready {
    input: bool,
    output: bool,
    errors: bool,
}

impl Pipes {
    pub(super) fn of(child: &mut Child) -> Self {
        Self {
            input: child.stdin.take(),
            output: child.stdout.take(),
            errors: child.stderr.take(),
            ..Self::default()
        }
    }

    /// Puts a line before the input, to be written as there is room.
    pub(super) fn put(&mut self, line: &str) {
        self.pending.extend_from_slice(line.as_bytes());
        self.pending.push(b'\n');
    }

    /// How much is still to be written, in bytes.
    pub(super) fn waiting(&self) -> usize {
        self.pending.len()
    }

    /// Whether the program may still say something.
    pub(super) fn is_open(&self) -> bool {
        self.output.is_some()
    }

    /// Closes the input.
    pub(super) fn close_input(&mut self) {
        self.input = None;
        self.pending.clear();
    }

    /// Closes the output.
    pub(super) fn close_output(&mut self) {
        self.output = None;
    }

    /// Waits until a pipe is ready, and reads and writes what can be. Says whether anything was
    /// read or has been closed.
    pub(super) fn exchange(&mut self, timeout: Duration) -> Result<bool, Flood> {
        let ready = self.poll(timeout);
        if ready.input {
            self.write();
        }
        if ready.errors {
            self.read_errors();
        }
        if ready.output {
            self.read_output()?;
        }
        Ok(ready.errors || ready.output)
    }

    fn poll(&self, timeout: Duration) -> Ready {
        let input = self.input.as_ref().filter(|_| !self.pending.is_empty());
        let mut asked = Vec::with_capacity(3);
        asked.extend(input.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        asked.extend(self.output.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        asked.extend(self.errors.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let timeout = Timespec {
            tv_sec: timeout.as_secs() as i64,
            tv_nsec: i64::from(timeout.subsec_nanos()),
        };
        if poll(&mut asked, Some(&timeout)).is_err() {
            return Ready::default();
        }
        let mut answers = asked.iter().map(|asked| !asked.revents().is_empty());
        let mut is_ready = |was_asked: bool| was_asked && answers.next() == Some(true);
        Ready {
            input: is_ready(input.is_some()),
            output: is_ready(self.output.is_some()),
            errors: is_ready(self.errors.is_some()),
        }
    }

    fn write(&mut self) {
        let Some(input) = &mut self.input else { return };
        let piece = &self.pending[..self.pending.len().min(WRITTEN_AT_ONCE)];
        match input.write(piece) {
            Ok(written) => drop(self.pending.drain(..written)),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            // Nobody reads any more. Whether that matters shows where an answer is missing.
            Err(_) => self.close_input(),
        }
    }

    fn read_output(&mut self) -> Result<(), Flood> {
        let mut chunk = [0; CHUNK];
        let read = read(&mut self.output, &mut chunk);
        let now = Instant::now();
        match read {
            Some(read) => self.lines.feed(&chunk[..read], now),
            None => self.lines.finish(now),
        }
    }

    fn read_errors(&mut self) {
        let mut chunk = [0; CHUNK];
        if let Some(read) = read(&mut self.errors, &mut chunk) {
            self.last_errors.feed(&chunk[..read]);
        }
    }
}

/// Reads from a pipe that is ready; closes it where nothing comes any more.
fn read(pipe: &mut Option<impl Read>, chunk: &mut [u8]) -> Option<usize> {
    match pipe.as_mut()?.read(chunk) {
        Ok(read) if read > 0 => Some(read),
        Err(error) if error.kind() == ErrorKind::Interrupted => Some(0),
        Ok(_) | Err(_) => {
            *pipe = None;
            None
        }
    }
}
