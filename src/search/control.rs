//! The only thing a running search shares with the outside: a stop, and when its clock started.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Stops a search and tells its time.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    created: Instant,
    /// Microseconds from `created` to the start of the clock; [`Control::NOT_STARTED`] before it.
    started: AtomicU64,
}

impl Control {
    const NOT_STARTED: u64 = u64::MAX;

    /// A control whose clock runs from now.
    #[must_use]
    pub fn running() -> Self {
        Self { stop: AtomicBool::new(false), created: Instant::now(), started: AtomicU64::new(0) }
    }

    /// A control whose clock waits for [`Control::start_clock`]: for pondering.
    #[must_use]
    pub fn waiting() -> Self {
        let started = AtomicU64::new(Self::NOT_STARTED);
        Self { stop: AtomicBool::new(false), created: Instant::now(), started }
    }

    /// Starts the clock, if it has not started: the ponder hit.
    pub fn start_clock(&self) {
        let now = self.created.elapsed().as_micros() as u64;
        // A clock that already runs keeps its start; there is nothing to do about the failure.
        let _ = self.started.compare_exchange(
            Self::NOT_STARTED,
            now,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
    }

    /// Time on the clock; zero before it starts.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        match self.started.load(Ordering::Relaxed) {
            Self::NOT_STARTED => Duration::ZERO,
            micros => self.created.elapsed().saturating_sub(Duration::from_micros(micros)),
        }
    }

    /// Time since the search was asked for, the clock running or not.
    #[must_use]
    pub fn age(&self) -> Duration {
        self.created.elapsed()
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    #[inline(always)]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
