//! Moves that cut off beside a node: often good in it too.

use crate::board::Turn;

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
