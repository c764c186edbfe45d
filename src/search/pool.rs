//! The threads of a searcher.

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The stack of a search thread: a node of the largest board is about a kilobyte.
const STACK: usize = 16 << 20;

/// A pool of threads, nothing for none; where the system will not give them, the search must do
/// without.
pub(super) fn pool(threads: usize) -> Option<ThreadPool> {
    let named = |number| format!("search {number}");
    let builder = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK);
    (threads > 0).then(|| builder.thread_name(named).build().ok()).flatten()
}
