//! What is passed over, and what is searched less deep.

use super::worker::Worker;
use crate::eval::{Preference, Score};
use crate::search::window::Window;

impl<const N: usize> Worker<'_, N> {
    /// Whether moves that look worse may be passed over, given the best so far. A loss is only
    /// proven, and the largest margin of a win only known, when every move was tried.
    #[inline(always)]
    pub(super) fn may_pass_over(&self, window: Window, best: Score) -> bool {
        let wins_anyway = window.alpha.max(best).is_won();
        let for_more = wins_anyway && self.shared.preference == Preference::Margin;
        !best.is_lost() && !for_more
    }

    pub(super) fn width(&self, depth: i32) -> usize {
        let params = self.shared.params;
        (params.width + params.width_growth * (depth - 2)) as usize
    }

    /// The most that a move, one of `count` that were looked at, is thought worth by its looks, where
    /// that is less than needed (futility pruning). Not where few moves are left: a result may soon be
    /// proven there. Not where one is proven: looks say nothing of its length.
    #[inline(always)]
    pub(super) fn futile(&self, looks: i32, count: usize, needed: Score) -> Option<Score> {
        let params = self.shared.params;
        let many = count >= params.futility_moves as usize;
        let most = Score::estimate(looks + params.futility);
        (many && !needed.is_proven() && most < needed).then_some(most)
    }

    /// Whether the margin of a proven result is asked for, which only a search to the end can tell.
    #[inline(always)]
    pub(super) fn is_about_margins(&self, window: Window) -> bool {
        let about_proofs = window.alpha.is_won() || window.beta.is_lost();
        self.shared.preference == Preference::Margin && about_proofs
    }

    /// How many plies less deep the `number`th move is searched at first.
    pub(super) fn reduction(&self, number: usize, window: Window) -> i32 {
        let params = self.shared.params;
        if self.is_about_margins(window) {
            return 0;
        }
        i32::from(number as i32 >= params.reduce_after)
            + i32::from(number as i32 >= params.reduce_more_after)
    }
}
