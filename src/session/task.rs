//! Long work that is not a search: counting the game tree and the benchmark. It runs on the
//! engine's thread and sends its lines into the session's channel.

use std::fmt::Write as _;
use std::io;

use rayon::ThreadPoolBuilder;

use super::{Activity, Message, Session};
use crate::bench;
use crate::perft::divide_unless;
use crate::search::{Control, Root};

impl<W: io::Write> Session<W> {
    /// Counts the leaves of the game tree, with as many threads as a search has.
    pub(super) fn count(&mut self, depth: u32) {
        let root = self.setup.root();
        let threads = self.config.search.threads;
        let sender = self.sender.clone();
        self.perform(move |control| {
            // The session outlives its engine, and so everything sent is received.
            let _ = sender.send(Message::Say(counted(&root, depth, threads, control)));
        });
    }

    /// Runs the benchmark.
    pub(super) fn bench(&mut self) {
        let sender = self.sender.clone();
        self.perform(move |control| {
            let say = |line| drop(sender.send(Message::Say(line)));
            let benched = bench::run(control, |position, nodes| {
                say(format!("{position}: {nodes}"));
            });
            say(match benched {
                Err(error) => format!("info string error: bench: {error}"),
                Ok(_) if control.is_stopped() => "info string bench stopped".to_owned(),
                Ok(bench) => format!("{} nodes {} nps", bench.nodes, bench.nodes_per_second()),
            });
        });
    }

    fn perform(&mut self, task: impl FnOnce(&Control) + Send + 'static) {
        self.activity = Activity::Task;
        self.engine.perform(Box::new(task));
    }
}

/// The lines of `go perft`.
fn counted(root: &Root, depth: u32, threads: usize, control: &Control) -> String {
    let Root { position, rules } = root;
    let pool = match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool,
        Err(error) => return format!("info string error: go perft: {error}"),
    };
    let stopped = || control.is_stopped();
    let divided = pool.install(|| divide_unless(&stopped, *rules, position, depth));
    let Some(moves) = divided else {
        return "info string perft stopped".to_owned();
    };
    let mut text = String::new();
    for (played, leaves) in &moves {
        // Writing into memory does not fail.
        let _ = writeln!(text, "{played}: {leaves}");
    }
    let leaves: u64 = moves.iter().map(|(_, leaves)| leaves).sum();
    // The position itself is the only leaf at depth 0.
    let total = if depth == 0 { 1 } else { leaves };
    let _ = write!(text, "\nNodes searched: {total}");
    text
}
