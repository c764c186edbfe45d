//! What a position is worth: an estimate in hundredths of a square, or a proven result.

use std::ops::Neg;

use crate::rules::Rules;

/// A value for the side to move: hundredths of a square of lead, or a proven win or loss.
///
/// Scores are ordered as the side to move likes them. Proven results lie beyond all estimates;
/// how two of them compare is a matter of [`Preference`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// What is played for among proven results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preference {
    /// Among wins the shortest, among losses the longest; the margin only breaks ties.
    #[default]
    Length,
    /// The margin first, then the length: for tournaments that count squares.
    Margin,
}

impl Preference {
    /// What can be played for under these rules: wins at Amazons have no margin.
    #[must_use]
    pub const fn under(self, rules: Rules) -> Self {
        match rules {
            Rules::Strelci => self,
            Rules::Amazons => Self::Length,
        }
    }
}

/// A proven result, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Proof {
    /// Whether the side to move wins.
    pub won: bool,
    /// Plies to the end of the game.
    pub plies: usize,
    /// What is known beyond the winner.
    pub detail: Detail,
}

/// What is known of a proven result beyond its winner and length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detail {
    /// The margin in squares where the sides end separated under Střelci's rules; 0 where the
    /// loser is blocked or the territories are equal. The length is that of the line found.
    Margin(u16),
    /// Counted from settled regions under Amazons' rules: the length is a bound, the game ends
    /// after at most so many plies.
    AtMost,
}

/// Proven results start here; estimates are smaller.
const PROVEN: i32 = 1 << 20;
/// Bits of either half of a proven result's rank: length and margin.
const HALF: u32 = 10;
const HALF_MASK: i32 = (1 << HALF) - 1;
/// The margin's place when the length is only a bound: larger than any margin.
const BOUND_MARK: i32 = HALF_MASK;

impl Score {
    /// Better than every score.
    pub const INFINITE: Self = Self(1 << 22);
    /// Worse than every score, and so a lost one: where nothing was tried, nothing is passed over.
    pub const WORST: Self = Self(-(1 << 22));
    /// An even position.
    pub const ZERO: Self = Self(0);
    /// Bits of `Score::bits`.
    pub(crate) const BITS: u32 = 23;

    /// An estimate in hundredths of a square; what is beyond all estimates is cut off.
    #[inline(always)]
    #[must_use]
    pub const fn estimate(hundredths: i32) -> Self {
        let most = PROVEN - 1;
        Self(if hundredths > most {
            most
        } else if hundredths < -most {
            -most
        } else {
            hundredths
        })
    }

    /// The score with this value of [`Score::hundredths`], proven results included.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn from_hundredths(hundredths: i32) -> Self {
        Self(hundredths)
    }

    /// A proven result.
    #[must_use]
    pub fn proven(preference: Preference, proof: Proof) -> Self {
        let quick = HALF_MASK - proof.plies as i32;
        let margin = match proof.detail {
            Detail::Margin(margin) => i32::from(margin),
            Detail::AtMost => BOUND_MARK,
        };
        let (first, second) = match preference {
            Preference::Length => (quick, margin),
            Preference::Margin => (margin, quick),
        };
        let rank = PROVEN + (first << HALF | second);
        Self(if proof.won { rank } else { -rank })
    }

    /// The estimate in hundredths of a square; for a proven result, a number beyond all estimates.
    #[inline(always)]
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// The proven result, if it is one.
    #[must_use]
    pub fn proof(self, preference: Preference) -> Option<Proof> {
        let rank = self.0.abs() - PROVEN;
        if rank < 0 || self.0.abs() >= Self::INFINITE.0 {
            return None;
        }
        let (first, second) = (rank >> HALF, rank & HALF_MASK);
        let (quick, margin) = match preference {
            Preference::Length => (first, second),
            Preference::Margin => (second, first),
        };
        let detail = match margin {
            BOUND_MARK => Detail::AtMost,
            margin => Detail::Margin(margin as u16),
        };
        Some(Proof { won: self.0 > 0, plies: (HALF_MASK - quick) as usize, detail })
    }

    /// Whether this is a proven win.
    #[inline(always)]
    #[must_use]
    pub const fn is_won(self) -> bool {
        self.0 >= PROVEN
    }

    /// Whether this is a proven loss.
    #[inline(always)]
    #[must_use]
    pub const fn is_lost(self) -> bool {
        self.0 <= -PROVEN
    }

    /// Whether this is a proven result.
    #[inline(always)]
    #[must_use]
    pub const fn is_proven(self) -> bool {
        self.is_won() || self.is_lost()
    }

    /// The smallest score above this one.
    #[inline(always)]
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The score this many hundredths higher, cut off at the bounds of all scores.
    #[must_use]
    pub fn raised(self, hundredths: i32) -> Self {
        let raised = self.0.saturating_add(hundredths);
        Self(raised.clamp(-Self::INFINITE.0, Self::INFINITE.0))
    }

    /// A score counted from the root as one counted from a node `ply` plies below it.
    #[inline(always)]
    #[must_use]
    pub fn from_node(self, preference: Preference, ply: usize) -> Self {
        self.lengthened(preference, -(ply as i32))
    }

    /// A score counted from a node `ply` plies below the root as one counted from the root.
    #[inline(always)]
    #[must_use]
    pub fn from_root(self, preference: Preference, ply: usize) -> Self {
        self.lengthened(preference, ply as i32)
    }

    #[inline(always)]
    fn lengthened(self, preference: Preference, plies: i32) -> Self {
        if !self.is_proven() {
            return self;
        }
        let later = match preference {
            Preference::Length => plies << HALF,
            Preference::Margin => plies,
        };
        Self(self.0 - self.0.signum() * later)
    }

    /// The score as a number of [`Score::BITS`] bits.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn bits(self) -> u64 {
        (self.0 + (1 << (Self::BITS - 1))) as u64
    }

    /// The score with these [`Score::bits`].
    #[inline(always)]
    #[must_use]
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self((bits & ((1 << Self::BITS) - 1)) as i32 - (1 << (Self::BITS - 1)))
    }
}

impl Neg for Score {
    type Output = Self;

    /// The same for the other side.
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(won: bool, plies: usize, margin: u16) -> Proof {
        Proof { won, plies, detail: Detail::Margin(margin) }
    }

    #[test]
    fn proofs_go_both_ways() {
        for preference in [Preference::Length, Preference::Margin] {
            for won in [true, false] {
                for plies in [0, 1, 17, 676] {
                    for detail in [Detail::Margin(0), Detail::Margin(674), Detail::AtMost] {
                        let proof = Proof { won, plies, detail };
                        let score = Score::proven(preference, proof);
                        assert_eq!(score.proof(preference), Some(proof));
                        assert_eq!(Score::from_bits(score.bits()), score);
                        assert_eq!((score.is_won(), score.is_lost()), (won, !won));
                        let deeper = score.from_root(preference, 9);
                        assert_eq!(
                            deeper.proof(preference),
                            Some(Proof { plies: plies + 9, ..proof })
                        );
                        assert_eq!(deeper.from_node(preference, 9), score);
                    }
                }
            }
        }
        assert_eq!(Score::estimate(-123).proof(Preference::Length), None);
        assert_eq!(Score::INFINITE.proof(Preference::Length), None);
    }

    #[test]
    fn length_comes_first_unless_margin_does() {
        let by_length = |proof| Score::proven(Preference::Length, proof);
        let by_margin = |proof| Score::proven(Preference::Margin, proof);
        assert!(by_length(result(true, 3, 1)) > by_length(result(true, 5, 9)));
        assert!(by_length(result(true, 3, 2)) > by_length(result(true, 3, 1)));
        assert!(by_length(result(false, 8, 9)) > by_length(result(false, 6, 1)));
        assert!(by_length(result(false, 8, 1)) > by_length(result(false, 8, 2)));
        assert!(by_margin(result(true, 5, 9)) > by_margin(result(true, 3, 1)));
        assert!(by_margin(result(false, 6, 1)) > by_margin(result(false, 8, 9)));
        assert!(by_length(result(true, 600, 0)) > Score::estimate(i32::MAX));
        assert!(by_length(result(false, 600, 0)) < Score::estimate(i32::MIN));
    }
}
