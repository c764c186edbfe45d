//! What a search tells while it runs, and when it ends.

use std::time::Duration;

use crate::board::Move;
use crate::eval::Score;

/// What a reported score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value found.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// One finished line of analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Depth of the iteration in plies; in a tree search, the length of the line.
    pub depth: u32,
    /// The deepest ply looked at.
    pub selective_depth: u32,
    /// Which of the best lines this is, from 1.
    pub line: usize,
    /// Its score for the side to move at the root.
    pub score: Score,
    /// What the score is.
    pub bound: Bound,
    /// Positions evaluated so far, all threads together.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub time: Duration,
    /// How much of the memory is used, in thousandths: of a transposition table by this search, of
    /// a tree by all that is in it.
    pub hash_full: u32,
    /// The principal variation; at least one move.
    pub pv: Vec<Move>,
}

/// Puts a line before the others, and leaves so many, numbered from 1.
pub(super) fn lead_with(lines: &mut Vec<Info>, first: Info, count: usize) {
    lines.retain(|line| line.pv.first() != first.pv.first());
    lines.insert(0, first);
    lines.truncate(count);
    for (number, line) in lines.iter_mut().enumerate() {
        line.line = number + 1;
    }
}

/// What came out of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The move to play; nothing where the game is over.
    pub best: Option<Move>,
    /// The answer expected, to ponder on.
    pub ponder: Option<Move>,
    /// The best lines of the last finished iteration, the best first.
    pub lines: Vec<Info>,
    /// Positions evaluated, all threads together.
    pub nodes: u64,
    /// What a tree search has thought of the first moves, the best first; nothing after another
    /// search.
    pub first_moves: Vec<FirstMove>,
}

/// What a tree search has thought of a move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstMove {
    /// The move.
    pub played: Move,
    /// Simulations that have gone through it.
    pub visits: u32,
    /// Its value for the side to move at the root.
    pub score: Score,
}
