//! The bench: fixed positions searched to a fixed depth. Its node count is the signature of the
//! search and the evaluation; a change that alters it changes play.

use std::time::{Duration, Instant};

use crate::board::AnyPosition;
use crate::rules::Rules;
use crate::search::{AlphaBeta, Control, HashError, Limits, Root, Searcher, Settings};

/// Positions of several sizes and stages with the depth each is searched to: rules, depth, FEN.
const POSITIONS: [(Rules, u32, &str); 12] = [
    (Rules::Strelci, 4, "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"),
    (Rules::Strelci, 6, "2q2q2/8/8/8/8/8/8/2Q2Q2 w"),
    (Rules::Strelci, 6, "3q2/6/6/6/6/2Q3 w"),
    (Rules::Strelci, 6, "8*1/4*2*2/3Q1q4/2**1q4/4*3*1/1*q*1*****/5*QQ*1/3Q**1*2/1*q2*4/5*4 w"),
    (Rules::Strelci, 12, "6/2**1*/1Q***1/2**2/2*1**/*1q1*1 b"),
    (Rules::Strelci, 5, "q3q2/7/3*3/7/2*4/7/7/3*3/Q2Q2Q w"),
    (Rules::Amazons, 4, "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"),
    (Rules::Amazons, 5, "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w"),
    (Rules::Amazons, 5, "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w"),
    (Rules::Amazons, 7, "*1*q1*2/**2**2/q2*2q1/1*1**2*/*Q*2Q2/2**1*1*/*1Q2*2/2**q1*Q w"),
    (Rules::Amazons, 5, "q*7*/1Qq4**1/*1**2*3/2***5/1**2q1Q*1/2**1q4/***1*5/3Q2*1Q1/10/4*5 w"),
    (Rules::Amazons, 3, "3q4q3/12/12/q10q/5**5/5**5/Q10Q/12/12/3Q4Q3 b"),
];

/// The table's size in MiB: fixed, for it changes what is found again.
const HASH_MIB: usize = 16;

/// What a bench found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Positions evaluated: the signature.
    pub nodes: u64,
    /// Time it took.
    pub time: Duration,
}

impl Bench {
    /// Positions evaluated a second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches every position with one thread and an empty table, until the control ends it; `each`
/// is shown the position and its nodes as they come.
///
/// # Errors
/// [`HashError`] where the memory for the table cannot be had.
pub fn run(control: &Control, mut each: impl FnMut(&AnyPosition, u64)) -> Result<Bench, HashError> {
    let settings = Settings { hash_mib: HASH_MIB, ..Settings::default() };
    let mut searcher = AlphaBeta::new(&settings)?;
    let began = Instant::now();
    let mut nodes = 0;
    for (root, depth) in roots().take_while(|_| !control.is_stopped()) {
        searcher.clear();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let result = searcher.search(&root, &limits, control, &|_| ());
        each(&root.position, result.nodes);
        nodes += result.nodes;
    }
    Ok(Bench { nodes, time: began.elapsed() })
}

fn roots() -> impl Iterator<Item = (Root, u32)> {
    POSITIONS.into_iter().filter_map(|(rules, depth, fen)| {
        let position = fen.parse().ok()?;
        Some((Root { position, rules }, depth))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read() {
        assert_eq!(roots().count(), POSITIONS.len());
    }
}
