//! Which positions other threads are searching at this moment.
//!
//! A thread that finds a move's position here leaves the move for later: by then the other thread
//! has put what it found into the transposition table (Tom Kerrigan's simplified ABDADA).

use std::sync::atomic::{AtomicU64, Ordering};

/// Positions being searched, by key and depth; shared without locks. A lost or stale entry costs a
/// little time and nothing else.
#[derive(Debug)]
pub(super) struct Busy {
    slots: Vec<AtomicU64>,
}

/// Far more than threads times plies.
const SLOTS: usize = 1 << 12;

/// The key of nothing.
const FREE: u64 = 0;

impl Busy {
    /// A table for so many threads; one thread needs none.
    pub(super) fn new(threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self { slots: (0..slots).map(|_| AtomicU64::new(FREE)).collect() }
    }

    fn slot(&self, key: u64) -> Option<&AtomicU64> {
        self.slots.get(key as usize % SLOTS)
    }

    /// Whether a thread is searching the position to this depth.
    pub(super) fn holds(&self, key: u64, depth: i32) -> bool {
        let mark = mark(key, depth);
        self.slot(mark).is_some_and(|slot| slot.load(Ordering::Relaxed) == mark)
    }

    /// Says that this thread is searching the position.
    pub(super) fn enter(&self, key: u64, depth: i32) {
        let mark = mark(key, depth);
        if let Some(slot) = self.slot(mark) {
            slot.store(mark, Ordering::Relaxed);
        }
    }

    /// Says that this thread has done with the position.
    pub(super) fn leave(&self, key: u64, depth: i32) {
        let mark = mark(key, depth);
        if let Some(slot) = self.slot(mark) {
            // Another thread's mark in the same slot stays.
            let _ = slot.compare_exchange(mark, FREE, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}

fn mark(key: u64, depth: i32) -> u64 {
    key ^ (depth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_until_it_is_left() {
        let busy = Busy::new(2);
        assert!(!busy.holds(77, 4));
        busy.enter(77, 4);
        assert!(busy.holds(77, 4) && !busy.holds(77, 5) && !busy.holds(78, 4));
        busy.leave(77, 5);
        assert!(busy.holds(77, 4));
        busy.leave(77, 4);
        assert!(!busy.holds(77, 4));
    }

    #[test]
    fn one_thread_is_never_in_its_own_way() {
        let busy = Busy::new(1);
        busy.enter(77, 4);
        assert!(!busy.holds(77, 4));
    }
}
