//! What a thread's time is spent on: on the wall, and on its processor alone.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use crate::threads::processor_time;

/// Time of a thread, measured in two ways: on a busy machine much of it passes on the wall while
/// others have the processor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Wall time.
    pub wall: Duration,
    /// Time on a processor.
    pub processor: Duration,
}

impl Spent {
    /// The parts of this time, from 0 to 1, that were not spent on some of it: of the wall time and
    /// of the processor's.
    #[must_use]
    pub fn without(&self, some: Self) -> [f64; 2] {
        let rest =
            |all: Duration, some: Duration| 1.0 - some.as_secs_f64() / all.as_secs_f64().max(1e-9);
        [rest(self.wall, some.wall), rest(self.processor, some.processor)]
    }
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.wall += other.wall;
        self.processor += other.processor;
    }
}

/// Measures the time of the thread that reads it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch {
    began: Instant,
    processor: Duration,
}

impl Stopwatch {
    /// Measures from now.
    pub(super) fn start() -> Self {
        Self { began: Instant::now(), processor: processor_time() }
    }

    /// The time since its start.
    pub(super) fn spent(&self) -> Spent {
        let processor = processor_time().saturating_sub(self.processor);
        Spent { wall: self.began.elapsed(), processor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_works_spends_both_times() {
        let watch = Stopwatch::start();
        while watch.spent().processor < Duration::from_millis(2) {}
        assert!(watch.spent().wall >= Duration::from_millis(1));
    }

    #[test]
    fn what_is_left_without_some_is_told_in_parts() {
        let of = |wall, processor| Spent {
            wall: Duration::from_secs(wall),
            processor: Duration::from_secs(processor),
        };
        let parts = of(8, 4).without(of(4, 3)).map(|part| (100.0 * part).round() as u32);
        assert_eq!(parts, [50, 25]);
    }
}
