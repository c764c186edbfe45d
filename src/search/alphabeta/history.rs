//! What cut-offs have taught about steps: for ordering where nothing is evaluated yet.

use crate::board::{Side, Turn};

/// How often steps, from square to square, were good for a side.
#[derive(Clone, Debug)]
pub(super) struct History {
    squares: usize,
    steps: [Vec<i32>; 2],
}

/// Counters are halved when one passes this.
const FULL: i32 = 1 << 24;

impl History {
    pub(super) fn new(squares: usize) -> Self {
        Self { squares, steps: [vec![0; squares * squares], vec![0; squares * squares]] }
    }

    #[inline(always)]
    pub(super) fn of(&self, side: Side, from: usize, to: usize) -> i32 {
        self.steps[side as usize][from * self.squares + to]
    }

    pub(super) fn reward(&mut self, side: Side, turn: Turn, depth: i32) {
        let steps = &mut self.steps[side as usize];
        let counter = &mut steps[turn.from() * self.squares + turn.to()];
        *counter += depth * depth;
        if *counter > FULL {
            for counter in steps {
                *counter /= 2;
            }
        }
    }
}

/// The last two moves that cut off at a ply.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Killers([Option<Turn>; 2]);

impl Killers {
    pub(super) fn add(&mut self, turn: Turn) {
        if self.0[0] != Some(turn) {
            self.0 = [Some(turn), self.0[0]];
        }
    }

    #[inline(always)]
    pub(super) fn has(&self, turn: Turn) -> bool {
        self.0.contains(&Some(turn))
    }

    pub(super) fn turns(self) -> impl Iterator<Item = Turn> {
        self.0.into_iter().flatten()
    }
}
