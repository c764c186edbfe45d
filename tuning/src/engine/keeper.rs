//! Keeps a program running from game to game, and account of what it costs and how it behaves.

use std::time::{Duration, Instant};

use super::process::{Ended, Line, Process, Trouble};
use super::program::Program;
use super::{Deadlines, Fault, Note};

/// A program that runs or can be started.
#[derive(Debug)]
pub(super) struct Keeper {
    program: Program,
    process: Option<Process>,
    /// How long it is waited for where no move is asked.
    pub(super) deadlines: Deadlines,
    /// Processor time of the processes that have ended.
    spent: Option<Duration>,
    /// The processor time told last. What is measured of a process may fall by a few milliseconds
    /// where a thread of it ends.
    told: Duration,
    notes: Vec<Note>,
}

impl Keeper {
    pub(super) const fn new(program: Program, deadlines: Deadlines) -> Self {
        Self {
            program,
            process: None,
            deadlines,
            spent: Some(Duration::ZERO),
            told: Duration::ZERO,
            notes: Vec::new(),
        }
    }

    /// Starts it; one that runs is killed first.
    pub(super) fn start(&mut self) -> Result<(), Fault> {
        self.kill();
        let started = Process::start(&self.program);
        let told = |why| Fault::NotStarted(format!("{}: {why}", self.program.place()));
        self.process = Some(started.map_err(told)?);
        Ok(())
    }

    /// Whether it was started and neither ended nor killed since.
    pub(super) const fn is_started(&self) -> bool {
        self.process.is_some()
    }

    pub(super) fn send(&mut self, line: &str) {
        if let Some(process) = &mut self.process {
            process.send(line);
        }
    }

    /// The next line, waited for until a time.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<Line, Trouble> {
        match &mut self.process {
            Some(process) => process.line(deadline),
            None => Err(Trouble::Ended("it does not run".to_owned())),
        }
    }

    /// The lines that have come though nothing was asked.
    pub(super) fn unasked(&mut self) -> Result<Vec<Line>, Trouble> {
        self.process.as_mut().map_or_else(|| Ok(Vec::new()), Process::unasked)
    }

    /// Ends it, with a last line if its protocol has one.
    pub(super) fn end(&mut self, farewell: Option<&str>) {
        if let Some(process) = self.process.take() {
            self.account(process.end(farewell, self.deadlines.quit));
        }
    }

    /// Ends it without a word.
    pub(super) fn kill(&mut self) {
        if let Some(process) = self.process.take() {
            self.account(process.kill());
        }
    }

    fn account(&mut self, ended: Ended) {
        self.spent = self.spent.zip(ended.time).map(|(spent, more)| spent + more);
        ended.notes.into_iter().for_each(|note| self.note(note));
    }

    /// Notes something, unless the like of it is noted already.
    pub(super) fn note(&mut self, note: Note) {
        let kind = std::mem::discriminant(&note);
        if self.notes.iter().all(|noted| std::mem::discriminant(noted) != kind) {
            self.notes.push(note);
        }
    }

    pub(super) fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }

    /// Processor time of all its processes.
    pub(super) fn time(&mut self) -> Option<Duration> {
        let running = match &self.process {
            Some(process) => process.time(),
            None => Some(Duration::ZERO),
        };
        self.told = self.told.max(self.spent? + running?);
        Some(self.told)
    }
}
