//! What a match says, in words and figures.

use std::fmt;

use super::conduct::{Conduct, Conducts};
use super::cross::{CrossTable, games};
use super::record::Record;
use super::settings::Settings;
use super::tally::Tally;
use crate::stats::Pentanomial;

/// The report of a match so far. All but the times and what is told of engines depends on the games
/// alone, not on the order in which they ended.
pub struct Report<'a> {
    settings: &'a Settings,
    tally: &'a Tally,
    conducts: &'a Conducts,
}

impl<'a> Report<'a> {
    /// The report of what was counted and seen.
    #[must_use]
    pub const fn new(settings: &'a Settings, tally: &'a Tally, conducts: &'a Conducts) -> Self {
        Self { settings, tally, conducts }
    }

    fn name(&self, engine: usize) -> &str {
        &self.settings.engines[engine].name
    }

    fn encounters(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (encounter, pairs) in self.tally.scores() {
            let [won, lost] = games(pairs);
            let (first, second) = (self.name(encounter.first), self.name(encounter.second));
            writeln!(
                f,
                "{first} against {second}: {won}–{lost} in {} pairs ({pairs})",
                pairs.pairs()
            )?;
            writeln!(f, "  {}", strength(&pairs))?;
        }
        Ok(())
    }

    fn test(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((sprt, verdict)) = self.tally.test() else { return Ok(()) };
        let pairs: Pentanomial = self.tally.scores().map(|(_, pairs)| pairs).sum();
        let (low, high) = sprt.bounds();
        let llr = sprt.llr(&pairs);
        writeln!(f, "SPRT {sprt}: LLR {llr:.2} [{low:.2}, {high:.2}], {verdict}")
    }

    fn uncounted(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (games, decided) = (self.tally.uncounted(), self.tally.is_finished());
        match (games, decided) {
            (0, _) => Ok(()),
            (_, true) => writeln!(f, "Not counted: {games} games after the test had decided"),
            (_, false) => writeln!(f, "Not counted yet: {games} games that wait for others"),
        }
    }

    fn conduct(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for spec in &self.settings.engines {
            writeln!(f, "{}: {}", spec.name, shown(&self.conducts.of(&spec.name)))?;
        }
        Ok(())
    }
}

/// What the games of a match that are there already come to.
#[must_use]
pub fn counted(settings: &Settings, records: &[Record]) -> (Tally, Conducts) {
    let (mut tally, mut conducts) = (Tally::new(settings), Conducts::default());
    for record in records {
        tally.add(record);
        conducts.add(record);
    }
    (tally, conducts)
}

/// Elo with its interval, if the pairs differ at all.
fn strength(pairs: &Pentanomial) -> String {
    match (pairs.elo(), pairs.los(), pairs.score()) {
        (Some(elo), Some(los), Some(score)) => {
            format!("score {:.1} %, Elo {elo}, LOS {:.1} %", 100.0 * score, 100.0 * los)
        }
        _ if pairs.pairs() > 1 => degenerate(games(*pairs)),
        _ => "too few pairs for an Elo".to_owned(),
    }
}

/// What there is to say where every pair gave the same points.
fn degenerate(games: [u64; 2]) -> String {
    match games {
        [0, _] | [_, 0] => "degenerate: one side won every game, which has no Elo".to_owned(),
        _ => "degenerate: every pair gave 1 of 2 points, as twins do that play the same moves; \
              these games say nothing of Elo (see --vary-nodes)"
            .to_owned(),
    }
}

fn shown(conduct: &Conduct) -> String {
    let mut parts = match conduct.wall.millis() {
        Some(wall) => vec![format!("{wall:.2} ms a move, CPU {}", cpu(conduct))],
        None => vec!["no moves".to_owned()],
    };
    let faults = conduct.faults.iter().map(|(reason, count)| format!("{reason} {count}"));
    let faults: Vec<String> = faults.collect();
    if !faults.is_empty() {
        parts.push(format!("games lost by its own fault: {}", faults.join(", ")));
    }
    if conduct.noted > 0 {
        parts.push(format!("games with notes on it: {}", conduct.noted));
    }
    parts.join("; ")
}

fn cpu(conduct: &Conduct) -> String {
    conduct.cpu.millis().map_or("unknown".to_owned(), |millis| format!("{millis:.2} ms"))
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.settings.engines.len() > 2 {
            writeln!(f, "{}", CrossTable::new(self.settings, self.tally))?;
        }
        self.encounters(f)?;
        self.test(f)?;
        self.uncounted(f)?;
        self.conduct(f)
    }
}
