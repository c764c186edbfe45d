//! Threads that search: with a stack that is deep enough, and what they cost.

use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The stack of a thread that plays: a search recurses a level a ply.
const STACK: usize = 16 << 20;

/// Starts a thread that may search.
///
/// # Errors
/// Where the system gives none.
pub fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().stack_size(STACK).spawn_scoped(scope, work)
}

/// Processor time of the thread that asks.
#[must_use]
pub fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
