//! What one search may spend, and what its threads have spent together.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crossbeam_utils::CachePadded;

use super::control::Control;

/// The search was asked to end, or has spent all it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The account of one search, shared by its threads.
pub(super) struct Account<'s> {
    pub(super) control: &'s Control,
    /// Positions evaluated by all threads. All of them write here: in a cache line of its own it is in
    /// the way of nothing that is only read.
    nodes: CachePadded<AtomicU64>,
    node_limit: u64,
    time_limit: Option<Duration>,
    /// Set when one thread ends the search for all.
    closed: AtomicBool,
}

/// Nodes between two looks at the clock: some ten microseconds on common boards, which is far more
/// than a look takes, and a few milliseconds on the largest ones with a maze of obstacles.
const CLOCK_NODES: u64 = 64;

/// What work that may take a millisecond counts for towards the next look.
const LABOUR_NODES: u64 = 16;

/// What work that evaluates nothing counts for towards the next look.
const PASSING_NODES: u64 = 4;

impl<'s> Account<'s> {
    /// An account with nothing spent yet; what is not limited goes on without end.
    pub(super) fn new(
        control: &'s Control,
        node_limit: Option<u64>,
        time_limit: Option<Duration>,
    ) -> Self {
        Self {
            control,
            nodes: CachePadded::new(AtomicU64::new(0)),
            node_limit: node_limit.unwrap_or(u64::MAX),
            time_limit,
            closed: AtomicBool::new(false),
        }
    }

    /// Positions evaluated so far, all threads together.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether the search must end now.
    pub(super) fn is_over(&self) -> bool {
        self.control.is_stopped()
            || self.closed.load(Ordering::Relaxed)
            || self.time_limit.is_some_and(|limit| self.control.elapsed() >= limit)
    }

    /// Closes the account when the guard goes, also where a panic takes it away: no thread works on
    /// for one that has ended.
    pub(super) const fn closing(&self) -> Closing<'_> {
        Closing(&self.closed)
    }
}

/// Closes an account when it goes: see [`Account::closing`].
pub(super) struct Closing<'a>(&'a AtomicBool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// One thread's way to the account.
#[derive(Debug, Default)]
pub(super) struct Spender {
    /// Nodes of this thread since its last look at the clock.
    unchecked: u64,
}

impl Spender {
    /// Counts work whose length is not known, so that the clock is looked at all the sooner.
    #[inline(always)]
    pub(super) fn labour(&mut self) {
        self.unchecked += LABOUR_NODES;
    }

    /// Counts work that evaluates nothing, so that the clock is looked at all the same.
    #[inline(always)]
    pub(super) fn pass(&mut self, account: &Account<'_>) -> Result<(), Stopped> {
        self.unchecked += PASSING_NODES;
        self.look(account)
    }

    /// Counts evaluated positions and looks at the limits now and then.
    #[inline(always)]
    pub(super) fn count(&mut self, account: &Account<'_>, nodes: u64) -> Result<(), Stopped> {
        let total = account.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        self.unchecked += nodes;
        if total >= account.node_limit {
            return Err(Stopped);
        }
        self.look(account)
    }

    /// Looks at the clock, if it is time to.
    #[inline(always)]
    fn look(&mut self, account: &Account<'_>) -> Result<(), Stopped> {
        if self.unchecked >= CLOCK_NODES {
            self.unchecked = 0;
            if account.is_over() {
                return Err(Stopped);
            }
        }
        Ok(())
    }
}
