//! The clock of one player in one game.

use std::time::Duration;

use strelci::board::Side;
use strelci::search::{self, Limits};
use thiserror::Error;

use super::control::{Pace, TimeControl};

/// A player's clock, which is told how long each move took: it measures nothing itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// What is left of the base times and increments; zero where there is no clock.
    left: Duration,
    /// Time overstepped and forgiven; what is given next goes towards it.
    debt: Duration,
    /// Moves until the base time is given again.
    to_go: Option<u32>,
}

/// A move that took longer than there was time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("oversteps its time by {} ms", .0.as_millis())]
pub struct Overstep(pub Duration);

/// The least time that is told of a clock.
const LEAST: Duration = Duration::from_millis(1);

impl Clock {
    /// The clock before the first move.
    #[must_use]
    pub const fn new(control: TimeControl) -> Self {
        let (left, to_go) = match control.pace {
            Some(Pace::Clock(period)) => (period.base, period.moves),
            Some(Pace::Move(_)) | None => (Duration::ZERO, None),
        };
        Self { control, left, debt: Duration::ZERO, to_go }
    }

    /// The time this move may take; nothing where time is not limited.
    #[must_use]
    pub const fn allowance(&self) -> Option<Duration> {
        match self.control.pace {
            Some(Pace::Clock(_)) => Some(self.left),
            Some(Pace::Move(time)) => Some(time),
            None => None,
        }
    }

    /// The limits of the next move, for the player of `side`; with a clock, the other player's is
    /// told as well.
    #[must_use]
    pub fn limits(&self, side: Side, other: &Self) -> Limits {
        let mut limits = Limits {
            nodes: self.control.nodes,
            depth: self.control.depth,
            moves_to_go: self.to_go,
            ..Limits::default()
        };
        match self.control.pace {
            Some(Pace::Move(time)) => limits.move_time = Some(time),
            Some(Pace::Clock(_)) => {
                limits.clocks[side as usize] = self.face();
                limits.clocks[!side as usize] = other.face();
            }
            None => {}
        }
        limits
    }

    /// What a player sees of the clock: some time, for zero means to some that there is no clock.
    fn face(&self) -> Option<search::Clock> {
        match self.control.pace {
            Some(Pace::Clock(period)) => {
                Some(search::Clock { left: self.left.max(LEAST), increment: period.increment })
            }
            Some(Pace::Move(_)) | None => None,
        }
    }

    /// Takes the time of a move off, and gives what the time control gives after it. Up to `margin`
    /// beyond the time there was is forgiven: on a clock all in all, until later time makes up for
    /// it; where each move has its own time, for each.
    ///
    /// # Errors
    /// [`Overstep`], with all of the time beyond what there was, where it is more than `margin`.
    pub fn spend(&mut self, elapsed: Duration, margin: Duration) -> Result<(), Overstep> {
        let over = match self.allowance() {
            Some(allowance) => (elapsed + self.debt).saturating_sub(allowance),
            None => Duration::ZERO,
        };
        if let Some(Pace::Clock(period)) = self.control.pace {
            self.left = self.left.saturating_sub(elapsed + self.debt);
            self.debt = over;
            self.give(period.increment);
            self.to_go = self.to_go.map(|moves| moves - 1);
            if self.to_go == Some(0) {
                self.give(period.base);
                self.to_go = period.moves;
            }
        }
        if over > margin { Err(Overstep(over)) } else { Ok(()) }
    }

    fn give(&mut self, time: Duration) {
        self.left += time.saturating_sub(self.debt);
        self.debt = self.debt.saturating_sub(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clock(period: &str) -> Clock {
        let pace = Some(Pace::Clock(period.parse().unwrap()));
        Clock::new(TimeControl { pace, ..TimeControl::default() })
    }

    fn per_move(millis: u64) -> Clock {
        let pace = Some(Pace::Move(ms(millis)));
        Clock::new(TimeControl { pace, ..TimeControl::default() })
    }

    #[test]
    fn a_clock_runs_down_and_is_filled_up() {
        let mut clock = clock("2/10+0.5");
        for (elapsed, left, to_go) in
            [(3_000, 7_500, 1), (1_000, 17_000, 2), (0, 17_500, 1), (17_500, 10_500, 2)]
        {
            assert_eq!(clock.spend(ms(elapsed), ms(0)), Ok(()));
            assert_eq!((clock.allowance(), clock.to_go), (Some(ms(left)), Some(to_go)));
        }
    }

    #[test]
    fn an_overstep_within_the_margin_is_forgiven() {
        for (elapsed, verdict) in [
            (1000, Ok(())),
            (1100, Ok(())),
            (1101, Err(Overstep(ms(101)))),
            (9000, Err(Overstep(ms(8000)))),
        ] {
            for mut clock in [clock("1+0.2"), per_move(1000)] {
                assert_eq!(clock.spend(ms(elapsed), ms(100)), verdict);
            }
        }
        let mut clock = clock("1+0.2");
        clock.spend(ms(1100), ms(100)).unwrap();
        assert_eq!(clock.allowance(), Some(ms(100)));
        assert_eq!(Overstep(ms(101)).to_string(), "oversteps its time by 101 ms");
    }

    /// With a margin of 100: time taken, the verdict, and what is left then.
    type Row = (u64, Result<(), Overstep>, u64);

    #[test]
    fn what_is_forgiven_on_a_clock_is_owed() {
        let cases: [(&str, &[Row]); 4] = [
            ("1", &[(1060, Ok(()), 0), (40, Ok(()), 0), (1, Err(Overstep(ms(101))), 0)]),
            ("1+0.05", &[(1100, Ok(()), 0), (50, Ok(()), 0), (51, Err(Overstep(ms(101))), 0)]),
            ("1+0.2", &[(1100, Ok(()), 100), (200, Ok(()), 100), (0, Ok(()), 300)]),
            (
                "1/1",
                &[(1080, Ok(()), 920), (920, Ok(()), 1000), (1101, Err(Overstep(ms(101))), 899)],
            ),
        ];
        for (period, moves) in cases {
            let mut clock = clock(period);
            for &(elapsed, verdict, left) in moves {
                assert_eq!(clock.spend(ms(elapsed), ms(100)), verdict, "{period}: {elapsed}");
                assert_eq!(clock.allowance(), Some(ms(left)), "{period}: {elapsed}");
            }
        }
    }

    #[test]
    fn the_margin_of_a_time_for_each_move_is_for_each() {
        let mut clock = per_move(100);
        for _ in 0..3 {
            assert_eq!(clock.spend(ms(150), ms(60)), Ok(()));
            assert_eq!(clock.allowance(), Some(ms(100)));
        }
    }

    #[test]
    fn a_clock_that_has_run_down_is_told_as_a_millisecond() {
        for elapsed in [1000, 1050] {
            let mut clock = clock("1");
            clock.spend(ms(elapsed), ms(100)).unwrap();
            let limits = clock.limits(Side::White, &clock);
            assert!(limits.clocks.iter().all(|face| face.unwrap().left == ms(1)));
        }
    }

    #[test]
    fn time_for_a_move_is_not_saved_up() {
        let mut clock = per_move(200);
        assert_eq!(clock.spend(ms(20), ms(0)), Ok(()));
        assert_eq!(clock.allowance(), Some(ms(200)));
    }

    #[test]
    fn without_time_nothing_is_overstepped() {
        let control = TimeControl { nodes: Some(5000), depth: Some(4), ..TimeControl::default() };
        let mut clock = Clock::new(control);
        assert_eq!(clock.spend(ms(1_000_000), ms(0)), Ok(()));
        assert_eq!(clock.allowance(), None);
        let limits = Limits { nodes: Some(5000), depth: Some(4), ..Limits::default() };
        assert_eq!(clock.limits(Side::Black, &per_move(9)), limits);
    }

    #[test]
    fn limits_tell_both_clocks() {
        let face =
            |left, increment| Some(search::Clock { left: ms(left), increment: ms(increment) });
        let limits = clock("40/60+0.5").limits(Side::Black, &clock("10+0.1"));
        assert_eq!(limits.clocks, [face(10_000, 100), face(60_000, 500)]);
        assert_eq!(limits.moves_to_go, Some(40));
        let limits = clock("10").limits(Side::White, &per_move(200));
        assert_eq!(limits.clocks, [face(10_000, 0), None]);
        let limits = per_move(200).limits(Side::White, &clock("10"));
        assert_eq!((limits.clocks, limits.move_time), ([None, None], Some(ms(200))));
    }
}
