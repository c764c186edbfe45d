//! How a run is going: a bar on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::run::Tally;
use crate::interrupt;

/// A line is written this often where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Shows on standard error how a run is going.
#[derive(Debug)]
pub(super) struct Progress {
    /// Games that were there, and that shall be.
    before: u64,
    share: u64,
    bar: Option<ProgressBar>,
    next_line: Instant,
    has_told_interrupt: bool,
}

impl Progress {
    /// Of a run that has `before` games of `share`.
    pub(super) fn new(before: u64, share: u64) -> Self {
        let bar = stderr().is_terminal().then(|| bar(before, share));
        let next_line = Instant::now() + BETWEEN_LINES;
        Self { before, share, bar, next_line, has_told_interrupt: false }
    }

    /// Shows where the run is.
    pub(super) fn show(&mut self, tally: &Tally) {
        if interrupt::asked() && !self.has_told_interrupt {
            self.has_told_interrupt = true;
            self.line("interrupted: the games being played are finished; once more ends at once");
        }
        let games = self.before + tally.games;
        let speed = format!("{} positions, {:.0}/s", tally.positions, tally.speed());
        if let Some(bar) = &self.bar {
            bar.set_message(speed);
            bar.set_position(games);
        } else if Instant::now() >= self.next_line {
            self.next_line = Instant::now() + BETWEEN_LINES;
            self.line(&format!("{games} of {} games, {speed}", self.share));
        }
    }

    fn line(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.println(line),
            None => eprintln!("{line}"),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(before: u64, share: u64) -> ProgressBar {
    let bar = ProgressBar::new(share).with_position(before);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {msg}, {eta} left");
    // The template is fixed; were it wrong, the default style would do.
    style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
}
