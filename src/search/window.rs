//! The window of scores a node is asked about.

use super::info::Bound;
use crate::eval::Score;

/// Scores between which an exact answer is wanted: above `alpha`, below `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// Every score.
    pub(super) fn full() -> Self {
        Self { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    /// So many hundredths on either side of a score.
    pub(super) fn around(score: Score, hundredths: i32) -> Self {
        Self { alpha: score.raised(-hundredths), beta: score.raised(hundredths) }
    }

    /// The same window for the other side.
    #[inline(always)]
    pub(super) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window that only asks whether a score is above `alpha`.
    #[inline(always)]
    pub(super) fn null(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha.next() }
    }

    /// Whether more is asked than one yes or no.
    #[inline(always)]
    pub(super) fn is_open(self) -> bool {
        self.alpha.next() < self.beta
    }

    /// What a score that a search in this window has come to says of the true one.
    #[inline(always)]
    pub(super) fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Whether a score lies strictly inside.
    #[inline(always)]
    pub(super) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}
