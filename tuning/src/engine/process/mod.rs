//! A program that runs beside this one, in a process group of its own: what it is sent and what it
//! writes, without ever waiting longer than was meant.
//!
//! Its pipes are served by the thread that wants something of it, and only where that does not
//! block. So nothing it does or leaves undone can hold up that thread, and no other is needed.

mod group;
mod lines;
mod pipes;
mod tail;
mod trouble;

use std::io;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, WaitIdStatus, waitid};

use super::program::Program;
use super::{Note, clipped};
use crate::{groups, interrupt};
use group::Member;
use pipes::Pipes;

pub(super) use lines::{LONGEST_LINE, Line};
pub(super) use trouble::Trouble;

/// How often a wait looks whether it should go on.
const SLICE: Duration = Duration::from_millis(50);
/// How often it is looked whether a program has ended that has closed its pipes.
const GLANCE: Duration = Duration::from_millis(2);
/// How long a program that closed its output is given to end, so that its exit can be told.
const LAST_BREATH: Duration = Duration::from_millis(200);
/// So many reads empty a full pipe.
const READS: usize = 8;

/// A program that runs. When it is dropped, its whole group is killed.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: Pid,
    pipes: Pipes,
    is_swept: bool,
}

/// What became of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ended {
    /// Processor time of the whole group, where it can be known.
    pub(super) time: Option<Duration>,
    /// What was wrong about the end.
    pub(super) notes: Vec<Note>,
}

impl Process {
    pub(super) fn start(program: &Program) -> io::Result<Self> {
        let mut command = program.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = groups::start(&mut command)?;
        let pipes = Pipes::of(&mut child);
        Ok(Self { group: Pid::from_child(&child), child, pipes, is_swept: false })
    }

    /// Sends a line: as much as there is room for at once, the rest while lines are waited for.
    pub(super) fn send(&mut self, line: &str) {
        self.pipes.lines.asked();
        self.pipes.put(line);
        let mut before = usize::MAX;
        while (1..before).contains(&self.pipes.waiting()) {
            before = self.pipes.waiting();
            // What is wrong is met again by whoever waits for a line.
            let _ = self.pipes.exchange(Duration::ZERO);
        }
    }

    /// The next line, waited for until a time.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<Line, Trouble> {
        loop {
            if interrupt::asked() {
                return Err(Trouble::Interrupted);
            }
            if let Some(line) = self.pipes.lines.take() {
                return if line.at <= deadline { Ok(line) } else { Err(Trouble::Late) };
            }
            if !self.pipes.is_open() {
                return Err(Trouble::Ended(self.last_words()));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Trouble::Late);
            }
            let had_ended = self.status().is_some();
            if !self.pipes.exchange(left.min(SLICE))? && had_ended {
                // A child of the program holds its output open beyond its end.
                self.pipes.close_output();
            }
        }
    }

    /// The lines that have come by now, the last perhaps not whole.
    pub(super) fn unasked(&mut self) -> Result<Vec<Line>, Trouble> {
        for _ in 0..READS {
            self.pipes.exchange(Duration::ZERO)?;
        }
        self.pipes.lines.finish(Instant::now())?;
        Ok(std::iter::from_fn(|| self.pipes.lines.take()).collect())
    }

    /// Processor time of the whole group until now, where it can be known.
    pub(super) fn time(&self) -> Option<Duration> {
        total(&group::members(self.group))
    }

    /// Sends a last line, if there is one, and closes the input; then waits until the program has
    /// ended, or kills it after `grace`.
    pub(super) fn end(mut self, farewell: Option<&str>, grace: Duration) -> Ended {
        let deadline = Instant::now() + grace;
        if let Some(line) = farewell {
            self.send(line);
        }
        while self.status().is_none() && Instant::now() < deadline {
            if self.pipes.waiting() == 0 {
                self.pipes.close_input();
            }
            // Whatever it still says is not heard; a flood does not matter any more.
            let _ = self.pipes.exchange(GLANCE);
            self.pipes.lines.clear();
        }
        let is_deaf = self.status().is_none();
        let mut ended = self.sweep();
        if is_deaf {
            ended.notes.insert(0, Note::IgnoredQuit);
        }
        ended
    }

    /// Kills it.
    pub(super) fn kill(mut self) -> Ended {
        self.sweep()
    }

    /// Takes account of the group, and kills whatever is left of it.
    fn sweep(&mut self) -> Ended {
        self.is_swept = true;
        let has_ended = self.status().is_some();
        let members = group::members(self.group);
        let is_left = |member: &&Member| member.pid != self.group && !member.has_ended;
        let left = members.iter().filter(is_left).count();
        groups::end(self.group);
        // It may have left the group, and must not be waited for in vain.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let note = (has_ended && left > 0).then_some(Note::LeftChildren(left));
        Ended { time: total(&members), notes: note.into_iter().collect() }
    }

    /// How it has ended, if it has.
    fn status(&self) -> Option<WaitIdStatus> {
        let peek = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(self.group), peek).ok().flatten()
    }

    /// How it came to its end, and the last it wrote to standard error.
    fn last_words(&mut self) -> String {
        let deadline = Instant::now() + LAST_BREATH;
        while self.status().is_none() && Instant::now() < deadline {
            let _ = self.pipes.exchange(GLANCE);
        }
        // Only the tail is kept.
        for _ in 0..READS {
            let _ = self.pipes.exchange(Duration::ZERO);
        }
        let end = self.status().map_or_else(|| "it closed its output".to_owned(), told);
        match self.pipes.last_errors.last_line() {
            Some(line) => format!("{end}; its last line of errors: {}", clipped(&line)),
            None => end,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_swept {
            self.sweep();
        }
    }
}

fn told(status: WaitIdStatus) -> String {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => format!("it ended with exit code {code}"),
        (None, Some(signal)) => format!("it was ended by signal {signal}"),
        (None, None) => "it ended".to_owned(),
    }
}

/// Processor time of a group, where anything is known of it.
fn total(members: &[Member]) -> Option<Duration> {
    (!members.is_empty()).then(|| members.iter().map(|member| member.time).sum())
}
