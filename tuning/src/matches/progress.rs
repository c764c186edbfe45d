//! Showing how a match goes: a live line on a terminal, else a line every few pairs.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

use super::cross::games;
use super::record::Record;
use super::tally::Tally;
use crate::output::tell;
use crate::stats::Pentanomial;

/// Pairs between two plain lines.
const PAIRS_A_LINE: u64 = 10;

/// Where progress is shown.
pub struct Progress {
    bar: ProgressBar,
    is_live: bool,
    /// Pairs counted when the last line was written.
    told: u64,
}

impl Progress {
    /// On standard error where that is a terminal, else in lines on standard output.
    #[must_use]
    pub fn new(tally: &Tally) -> Self {
        let bar = ProgressBar::new(tally.pairs());
        let is_live = io::stderr().is_terminal();
        if let Ok(style) =
            ProgressStyle::with_template("{elapsed} {wide_bar} {pos}/{len} pairs  {msg}")
        {
            bar.set_style(style);
        }
        Self { bar, is_live, told: tally.counted() }
    }

    /// Shows the score after a game.
    pub fn game(&mut self, tally: &Tally, record: &Record) {
        let fault = record.detail.iter().filter(|_| record.reason.is_fault());
        for note in fault.chain(&record.notes) {
            self.note(&format!("game {}: {note}", record.game));
        }
        if self.is_live {
            self.bar.set_position(tally.counted());
            self.bar.set_message(summary(tally));
        } else if tally.counted() >= self.told + PAIRS_A_LINE {
            self.told = tally.counted();
            let line = format!("{}/{} pairs  {}", tally.counted(), tally.pairs(), summary(tally));
            self.note(line.trim_end());
        }
    }

    /// Writes a line.
    pub fn note(&self, text: &str) {
        self.bar.suspend(|| tell(text));
    }

    /// Takes the live line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The score so far in a few words.
fn summary(tally: &Tally) -> String {
    let mut scores = tally.scores();
    let (Some((_, pairs)), None) = (scores.next(), scores.next()) else {
        return String::new();
    };
    let [won, lost] = games(pairs);
    let elo = pairs.elo().map_or(String::new(), |elo| format!("  Elo {elo}"));
    format!("{won}–{lost}{elo}{}", ratio(tally, &pairs))
}

fn ratio(tally: &Tally, pairs: &Pentanomial) -> String {
    tally.test().map_or(String::new(), |(sprt, _)| {
        let (low, high) = sprt.bounds();
        format!("  LLR {:.2} [{low:.2}, {high:.2}]", sprt.llr(pairs))
    })
}
