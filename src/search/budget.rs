//! How much time a move gets: a pure function of the clock.

use std::time::Duration;

use super::limits::Limits;
use crate::board::{AnyPosition, Side};

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Nothing new is begun after this: no iteration, or no simulations to the next look.
    pub soft: Option<Duration>,
    /// The search ends at this.
    pub hard: Option<Duration>,
}

/// What the budget needs to know of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The side to move.
    pub side: Side,
    /// Empty squares: every move fills one, so half of them is all the moves there can be.
    pub empty_squares: usize,
    /// Kept back on every move for what happens outside the search.
    pub overhead: Duration,
}

impl Situation {
    /// What matters of a position.
    pub(super) fn of(position: &AnyPosition, overhead: Duration) -> Self {
        let empty_squares = position.empty_squares();
        Self { side: position.side_to_move(), empty_squares, overhead }
    }
}

/// Moves that end before all squares are filled: a game lasts about this part of what is left.
const SHARE_OF_EMPTY: usize = 3;
/// A game is never planned as shorter than this many more moves.
const FEWEST_MOVES: usize = 6;

impl Budget {
    /// No limit of time.
    pub const UNLIMITED: Self = Self { soft: None, hard: None };

    /// Whether nothing new is to be begun after so much time.
    pub(super) fn is_spent(&self, elapsed: Duration) -> bool {
        self.soft.is_some_and(|soft| elapsed >= soft)
    }

    /// The time that `limits` leave for this move. Without a running clock and `move_time` there
    /// is no limit.
    #[must_use]
    pub fn of(limits: &Limits, situation: Situation) -> Self {
        if let Some(time) = limits.move_time {
            let hard = time.saturating_sub(situation.overhead).max(time / 2);
            return Self { soft: None, hard: Some(hard) };
        }
        let Some(clock) = limits.clock(situation.side) else {
            return Self::UNLIMITED;
        };
        let usable = clock.left.saturating_sub(situation.overhead).max(clock.left / 4);
        let moves = planned_moves(limits, situation) as u32;
        let share = usable / moves + clock.increment * 3 / 4;
        // The last move before a time control may take all of its share and no more.
        let hard = (share * 3).min(usable * 2 / 3).max(usable / moves);
        Self { soft: Some((share * 3 / 5).min(hard)), hard: Some(hard.min(usable)) }
    }
}

fn planned_moves(limits: &Limits, situation: Situation) -> usize {
    let game = (situation.empty_squares / SHARE_OF_EMPTY).max(FEWEST_MOVES);
    match limits.moves_to_go {
        None | Some(0) => game,
        Some(moves) => (moves as usize).min(game),
    }
}

#[cfg(test)]
mod tests {
    use super::super::limits::Clock;
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn budget(left: u64, increment: u64, moves_to_go: Option<u32>, empty_squares: usize) -> Budget {
        let clock = Clock { left: ms(left), increment: ms(increment) };
        let limits = Limits { clocks: [None, Some(clock)], moves_to_go, ..Limits::default() };
        Budget::of(&limits, Situation { side: Side::Black, empty_squares, overhead: ms(10) })
    }

    #[test]
    fn a_fixed_time_is_used_up_but_for_the_overhead() {
        let limits = |time| Limits { move_time: Some(ms(time)), ..Limits::default() };
        let situation = Situation { side: Side::White, empty_squares: 92, overhead: ms(10) };
        assert_eq!(Budget::of(&limits(200), situation), Budget { soft: None, hard: Some(ms(190)) });
        assert_eq!(Budget::of(&limits(10), situation), Budget { soft: None, hard: Some(ms(5)) });
        assert_eq!(Budget::of(&limits(0), situation), Budget { soft: None, hard: Some(ms(0)) });
    }

    #[test]
    fn without_time_there_is_no_limit() {
        let situation = Situation { side: Side::White, empty_squares: 92, overhead: ms(10) };
        assert_eq!(Budget::of(&Limits::default(), situation), Budget::UNLIMITED);
    }

    #[test]
    fn a_clock_is_shared_among_the_moves_that_are_left() {
        assert_eq!(
            budget(60_010, 0, None, 90),
            Budget { soft: Some(ms(1200)), hard: Some(ms(6000)) }
        );
        assert_eq!(
            budget(60_010, 1000, None, 90),
            Budget { soft: Some(ms(1650)), hard: Some(ms(8250)) }
        );
        assert_eq!(
            budget(10_010, 0, Some(1), 90),
            Budget { soft: Some(ms(6000)), hard: Some(ms(10_000)) }
        );
    }

    #[test]
    fn no_clock_is_ever_overrun() {
        for left in [0, 1, 5, 11, 20, 100, 1000, 60_000] {
            for increment in [0, 1, 100, 5000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    for empty_squares in [1, 2, 30, 90, 668] {
                        let hard = budget(left, increment, moves_to_go, empty_squares).hard;
                        assert!(hard.is_some_and(|hard| hard <= ms(left)), "{left} {increment}");
                    }
                }
            }
        }
    }
}
