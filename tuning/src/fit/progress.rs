//! What a fit tells while it goes on.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};
use strelci::rules::Rules;

use super::descent::Progress;
use crate::output::tell;

/// Rounds from one plain line to the next.
const PLAIN: usize = 100;

/// A bar on a terminal, plain lines otherwise.
pub struct Told {
    rules: Rules,
    bar: Option<ProgressBar>,
}

impl Told {
    /// Begins to tell of a fit of at most so many rounds.
    pub fn new(rules: Rules, rounds: usize) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template("{prefix} {wide_bar} round {pos}/{len}, {msg}");
            let bar = ProgressBar::new(rounds as u64).with_prefix(rules.name());
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { rules, bar }
    }

    /// Tells of a round that is done.
    pub fn round(&self, progress: &Progress) {
        let (Some(train), Some(validation)) =
            (progress.train().last(), progress.validation().last())
        else {
            return;
        };
        let losses = format!("loss {train:.5}, validation {validation:.5}");
        let round = progress.rounds();
        match &self.bar {
            Some(bar) => {
                bar.set_position(round as u64);
                bar.set_message(losses);
            }
            None if round.is_multiple_of(PLAIN) => {
                tell(&format!("{}: round {round}: {losses}", self.rules));
            }
            None => (),
        }
    }
}

impl Drop for Told {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
