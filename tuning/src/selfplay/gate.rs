//! Hands out the games of a run to threads, in order and not too far ahead of what is written.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// So many games may wait for an earlier one to be written; a few kilobytes each.
const AHEAD: u64 = 256;

/// Where threads take their next game.
#[derive(Debug)]
pub(super) struct Gate {
    state: Mutex<State>,
    moved: Condvar,
}

#[derive(Clone, Copy, Debug)]
struct State {
    next: u64,
    written: u64,
    end: u64,
}

/// Closes a gate when it goes: whatever ended its thread, the others shall not wait for it.
#[derive(Debug)]
pub(super) struct Closing<'g>(pub(super) &'g Gate);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Gate {
    /// Games from `written`, the first that is not written yet, up to `end`.
    pub(super) const fn new(written: u64, end: u64) -> Self {
        let state = Mutex::new(State { next: written, written, end });
        Self { state, moved: Condvar::new() }
    }

    /// The next game, as soon as it is not too far ahead; nothing after the last or once closed.
    pub(super) fn pass(&self) -> Option<u64> {
        let is_early =
            |state: &mut State| state.next < state.end && state.next >= state.written + AHEAD;
        let waited = self.moved.wait_while(self.state(), is_early);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        let next = state.next;
        (next < state.end).then(|| state.next += 1).map(|()| next)
    }

    /// Tells that all games before this one are written.
    pub(super) fn wrote(&self, before: u64) {
        self.state().written = before;
        self.moved.notify_all();
    }

    /// Lets nobody pass any more.
    pub(super) fn close(&self) {
        self.state().end = 0;
        self.moved.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_in_order_to_the_last() {
        let gate = Gate::new(3, 6);
        assert_eq!(
            [gate.pass(), gate.pass(), gate.pass(), gate.pass()],
            [Some(3), Some(4), Some(5), None]
        );
    }

    #[test]
    fn nobody_gets_too_far_ahead() {
        let gate = Gate::new(0, 1000);
        assert_eq!((0..AHEAD).map_while(|_| gate.pass()).count() as u64, AHEAD);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| gate.pass());
            gate.wrote(1);
            assert_eq!(waiting.join().unwrap(), Some(AHEAD));
            let waiting = scope.spawn(|| gate.pass());
            drop(Closing(&gate));
            assert_eq!(waiting.join().unwrap(), None);
        });
    }
}
