//! What a search may spend, as it was asked.

use std::time::Duration;

use crate::board::{Move, Side};
use crate::eval::Proof;

/// A player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// The limits of a search; what is not set does not limit. Without any limit, a search goes on
/// until it is stopped or has proven the result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Positions evaluated, all threads together.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clocks of White and Black, where they run.
    pub clocks: [Option<Clock>; 2],
    /// Moves to the next time control; 0 or nothing for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Stop once a win in at most so many moves is proven.
    pub mate: Option<u32>,
    /// The only moves to consider at the root; all, where it is empty.
    pub search_moves: Vec<Move>,
    /// Do not answer before a stop, even when there is nothing left to search.
    pub infinite: bool,
    /// Think on the opponent's time: the clock starts, and the answer may come, after a ponder hit.
    pub ponder: bool,
}

impl Limits {
    /// Whether only the result or a stop ends the search.
    #[must_use]
    pub fn is_unbounded(&self) -> bool {
        let Self { depth, nodes, move_time, clocks, .. } = self;
        depth.is_none()
            && nodes.is_none()
            && move_time.is_none()
            && clocks.iter().all(Option::is_none)
    }

    /// Whether a proof is the one that `mate` asks for.
    pub(super) fn is_met_by(&self, proof: Option<Proof>) -> bool {
        let is_soon = |(mate, proof): (u32, Proof)| proof.won && proof.plies / 2 < mate as usize;
        self.mate.zip(proof).is_some_and(is_soon)
    }

    /// The clock of one side.
    #[must_use]
    pub const fn clock(&self, side: Side) -> Option<Clock> {
        self.clocks[side as usize]
    }
}
