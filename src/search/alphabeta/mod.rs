//! Alpha-beta: iterative deepening, principal variation search, all children evaluated at every
//! node and only the best-looking searched.
//!
//! A node costs hundreds of evaluations, so what is spent on ordering is little beside it: every
//! child is evaluated, four at a time, and the list sorted. At the last ply the same evaluations
//! are the answer. Only the best-looking moves are searched deeper; they are taken as all there
//! are, except where every one of them is proven lost: then the rest is tried too, so that proven
//! results are proven.

mod killers;
mod root;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};

use self::root::RootMove;
use self::worker::{Shared, Stopped, Worker};
use super::budget::{Budget, Situation};
use super::control::Control;
use super::info::{Bound, Info, SearchResult};
use super::limits::Limits;
use super::params::Params;
use super::table::Table;
use super::window::Window;
use super::{HashError, Root, Searcher, Settings};
use crate::board::{Position, Turn};
use crate::eval::{LEAN_WEIGHTS, Weights};
use crate::rules::outcome_of;
use crate::with_position;

/// The alpha-beta searcher.
#[derive(Debug)]
pub struct AlphaBeta {
    settings: Settings,
    params: Params,
    weights: &'static [Weights; 2],
    table: Table,
    /// More than one thread run here.
    pool: Option<ThreadPool>,
}

/// Iterations deeper than this are not begun: deeper than any game's contested part.
const DEPTH_MAX: u32 = 120;

/// The stack of a search thread: a node of the largest board is about a kilobyte.
const STACK: usize = 16 << 20;

impl AlphaBeta {
    /// A searcher with these settings.
    ///
    /// # Errors
    /// [`HashError`] where the memory for the table cannot be had.
    pub fn new(settings: &Settings) -> Result<Self, HashError> {
        Ok(Self {
            settings: *settings,
            params: Params::default(),
            weights: &LEAN_WEIGHTS,
            table: Table::new(settings.hash_mib)?,
            pool: pool(settings.threads),
        })
    }

    /// The same with other constants and evaluation weights: for tuning.
    #[must_use]
    pub fn tuned(self, params: Params, weights: &'static [Weights; 2]) -> Self {
        Self { params, weights, ..self }
    }
}

/// The pool for several threads; where the system will not give them, one must do.
fn pool(threads: usize) -> Option<ThreadPool> {
    let named = |number| format!("search {number}");
    let builder = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK);
    (threads > 1).then(|| builder.thread_name(named).build().ok()).flatten()
}

impl Searcher for AlphaBeta {
    fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(&Info) + Sync),
    ) -> SearchResult {
        if outcome_of(root.rules, &root.position).is_some() {
            return SearchResult::default();
        }
        self.table.age();
        let limits = self.settings.weakened(limits);
        with_position!(&root.position, position => self.run(root, position, &limits, control, report))
    }

    fn configure(&mut self, settings: &Settings) -> Result<(), HashError> {
        if settings.threads != self.settings.threads {
            self.pool = pool(settings.threads);
        }
        self.settings = *settings;
        self.table.resize(settings.hash_mib)
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}

impl AlphaBeta {
    fn run<const N: usize>(
        &self,
        root: &Root,
        position: &Position<N>,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(&Info) + Sync),
    ) -> SearchResult {
        let situation = Situation {
            side: position.side_to_move(),
            empty_squares: position.empty().count() as usize,
            overhead: self.settings.overhead,
        };
        let budget = Budget::of(limits, situation);
        let shared = Shared {
            table: &self.table,
            control,
            params: &self.params,
            weights: self.weights,
            rules: root.rules,
            preference: self.settings.preference,
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            time_limit: budget.hard,
            finished: AtomicBool::new(false),
        };
        let lines = self.settings.lines();
        let work = |number: usize| {
            let worker = Worker::new(&shared, position);
            let quiet = |_: &Info| ();
            let report: &(dyn Fn(&Info) + Sync) = if number == 0 { report } else { &quiet };
            let mut deepening = Deepening { worker, position, limits, budget, lines, report };
            let result = deepening.run(number);
            if number == 0 {
                shared.finished.store(true, Ordering::Relaxed);
            }
            result
        };
        let mut result = match &self.pool {
            None => work(0),
            Some(pool) => pool.broadcast(|context| work(context.index())).swap_remove(0),
        };
        result.nodes = shared.nodes.load(Ordering::Relaxed);
        self.settings.choose(&mut result, root.position.key());
        result
    }
}

/// Iterative deepening by one thread.
struct Deepening<'s, const N: usize> {
    worker: Worker<'s, N>,
    position: &'s Position<N>,
    limits: &'s Limits,
    budget: Budget,
    lines: usize,
    report: &'s (dyn Fn(&Info) + Sync),
}

impl<const N: usize> Deepening<'_, N> {
    fn run(&mut self, thread: usize) -> SearchResult {
        let geometry = self.position.geometry();
        let only: Vec<Turn> =
            self.limits.search_moves.iter().map(|&played| geometry.turn(played)).collect();
        let wanted = |turn| only.is_empty() || only.contains(&turn);
        let mut moves = root::root_moves(&mut self.worker, self.position, wanted);
        let mut result = SearchResult::default();
        if moves.is_empty() {
            return result;
        }
        result.lines = self.tell(&moves, 1);
        let deepest = self.limits.depth.unwrap_or(DEPTH_MAX).min(DEPTH_MAX);
        // The other threads start a ply deeper, every second one, to look where the first is not.
        let first = 2 + (thread % 2) as u32;
        for depth in first..=deepest {
            if self.is_enough(&moves, depth - 1) {
                break;
            }
            match self.iterate(&mut moves, depth) {
                Ok(lines) => result.lines = lines,
                Err(Stopped) => break,
            }
        }
        result.best = Some(geometry.played(moves[0].turn));
        result.ponder = moves[0].pv.get(1).map(|&turn| geometry.played(turn));
        result
    }

    /// Whether another iteration would be of no use, or is not allowed.
    fn is_enough(&self, moves: &[RootMove], depth: u32) -> bool {
        let shared = self.worker.shared;
        let out_of_time = self.budget.soft.is_some_and(|soft| shared.control.elapsed() >= soft);
        let mut best = moves.iter().take(self.lines);
        let settled = best.all(|best| {
            let proof = best.score.proof(shared.preference);
            proof.is_some_and(|proof| proof.plies <= depth as usize)
        });
        let forced = moves.len() == 1 && self.budget.soft.is_some();
        let mate = self.limits.mate.is_some_and(|mate| {
            let proof = moves[0].score.proof(shared.preference);
            proof.is_some_and(|proof| proof.won && proof.plies / 2 < mate as usize)
        });
        out_of_time || settled || forced || mate
    }

    /// Searches the best lines to a depth and reports them.
    fn iterate(&mut self, moves: &mut [RootMove], depth: u32) -> Result<Vec<Info>, Stopped> {
        for line in 0..self.lines.min(moves.len()) {
            self.search_line(&mut moves[line..], depth as i32)?;
        }
        let count = self.lines.min(moves.len());
        moves[..count].sort_by_key(|best| std::cmp::Reverse(best.score));
        Ok(self.tell(moves, depth))
    }

    /// Finds the best of some moves, in windows that widen around what it was worth before.
    fn search_line(&mut self, moves: &mut [RootMove], depth: i32) -> Result<(), Stopped> {
        let before = moves[0].score;
        let mut width = self.worker.shared.params.aspiration;
        loop {
            let narrow = depth > 2 && !before.is_proven() && width < 2000;
            let window = if narrow { Window::around(before, width) } else { Window::full() };
            let score = root::search(&mut self.worker, self.position, moves, depth, window)?;
            if !narrow || window.contains(score) {
                return Ok(());
            }
            width *= 4;
        }
    }

    fn tell(&self, moves: &[RootMove], depth: u32) -> Vec<Info> {
        let shared = self.worker.shared;
        let geometry = self.position.geometry();
        let info = |(number, found): (usize, &RootMove)| Info {
            depth,
            selective_depth: self.worker.selective_depth.max(1) as u32,
            line: number + 1,
            score: found.score,
            bound: Bound::Exact,
            nodes: shared.nodes.load(Ordering::Relaxed),
            time: shared.control.age(),
            hash_full: shared.table.full(),
            pv: found.pv.iter().map(|&turn| geometry.played(turn)).collect(),
        };
        let lines: Vec<Info> = moves.iter().take(self.lines).enumerate().map(info).collect();
        for line in &lines {
            (self.report)(line);
        }
        lines
    }
}
