//! How the engines behaved: faults, and time spent for a move.

use std::collections::BTreeMap;
use std::time::Duration;

use strelci::board::Side;

use super::ending::Reason;
use super::record::{Millis, Record};

/// What one engine did in all its games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// Games lost by its own fault.
    pub faults: BTreeMap<Reason, u64>,
    /// Games with something to be told of it though it cost no game.
    pub noted: u64,
    /// Wall time of its moves.
    pub wall: Mean,
    /// Processor time of its moves, in the games in which it is known. Those lost by its own fault
    /// are left out: time went into a move that is not among those played.
    pub cpu: Mean,
}

/// Time spent on a number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mean {
    time: Duration,
    moves: u32,
}

impl Mean {
    fn add(&mut self, time: Duration, moves: u32) {
        self.time += time;
        self.moves += moves;
    }

    /// Milliseconds for a move; nothing before the first.
    #[must_use]
    pub fn millis(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time.as_secs_f64() * 1000.0 / f64::from(self.moves))
    }
}

/// The conduct of every engine in a match, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conducts(BTreeMap<String, Conduct>);

impl Conducts {
    /// Adds a game.
    pub fn add(&mut self, record: &Record) {
        for side in [Side::White, Side::Black] {
            let conduct = self.0.entry(record.name(side).to_owned()).or_default();
            let moves = record.times(side).count() as u32;
            conduct.wall.add(record.times(side).sum(), moves);
            let is_at_fault = record.reason.is_fault() && record.result.winner() != side;
            match record.cpu_ms[side as usize] {
                Some(Millis(time)) if !is_at_fault => conduct.cpu.add(time, moves),
                Some(_) | None => (),
            }
            let named = format!("{}: ", record.name(side));
            conduct.noted += u64::from(record.notes.iter().any(|note| note.starts_with(&named)));
            if is_at_fault {
                *conduct.faults.entry(record.reason).or_default() += 1;
            }
        }
    }

    /// The conduct of an engine.
    #[must_use]
    pub fn of(&self, name: &str) -> Conduct {
        self.0.get(name).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::won_by;
    use super::*;

    #[test]
    fn faults_and_times_are_summed_by_engine() {
        let mut conducts = Conducts::default();
        let crash = Record { reason: Reason::Crash, ..won_by(0, "a") };
        conducts.add(&crash);
        conducts.add(&Record { reason: Reason::Crash, ..won_by(1, "a") });
        conducts.add(&won_by(2, "b"));
        let (a, b) = (conducts.of("a"), conducts.of("b"));
        assert_eq!(a.faults, BTreeMap::new());
        assert_eq!(b.faults, BTreeMap::from([(Reason::Crash, 2)]));
        // a moved second as White in games 0 and 2, first as Black in game 1.
        assert_eq!(a.wall.millis(), Some((0.4 + 1.612 + 0.4) / 3.0));
        assert_eq!(a.cpu.millis(), Some(0.38));
        assert_eq!(b.cpu.millis(), None);
        assert_eq!(conducts.of("c").wall.millis(), None);
    }
}
