//! Alpha-beta: iterative deepening, principal variation search, selective by evaluation.
//!
//! What all nodes do is in [`worker`]. At the last ply ([`horizon`]) the remembered and the killer
//! moves ([`killers`]) are evaluated, and unless one cuts off the archers' steps, as they are before a
//! shot. Then the shots of one step after another are evaluated, the best step first, until one cuts
//! off or no further step looks good enough; the best value is the answer. At other nodes ([`branch`])
//! the move that the table remembers is searched before any other is evaluated. Where it does not cut
//! off the node costs hundreds of evaluations, four at a time, so what is spent on ordering ([`order`])
//! is little beside it: steps are sorted, the shots of the best steps are evaluated and sorted too, and
//! only the best-looking moves are searched deeper; where there are many, none that looks much worse
//! than needed. The [`root`] keeps all its moves from one depth to the next.
//!
//! What is passed over ([`pruning`]) is taken as no better than the rest, or for its looks as no better
//! than a margin beyond them, except where everything tried is proven lost or the largest margin is
//! asked for: then the rest is tried too, so that proven results are proven. (History counters, which
//! ordered steps before, were worth less: see the laboratory's log.)

mod branch;
mod horizon;
mod killers;
mod order;
mod params;
mod pruning;
mod root;
#[cfg(test)]
mod tests;
mod worker;

use rayon::ThreadPool;

pub use self::params::AlphaBetaParams;
use self::root::RootMove;
use self::worker::{Shared, Worker};
use super::account::{Account, Stopped};
use super::budget::{Budget, Situation};
use super::busy::Busy;
use super::control::Control;
use super::info::{Info, SearchResult, lead_with};
use super::limits::Limits;
use super::pool::pool;
use super::table::Table;
use super::window::Window;
use super::{HashError, Root, Searcher, Settings};
use crate::board::{Position, Turn};
use crate::eval::{LEAN_WEIGHTS, Preference, Weights};
use crate::rules::{Rules, outcome_of};
use crate::with_position;

/// The alpha-beta searcher.
#[derive(Debug)]
pub struct AlphaBeta {
    settings: Settings,
    params: AlphaBetaParams,
    weights: &'static [Weights; 2],
    table: Table,
    /// More than one thread run here.
    pool: Option<ThreadPool>,
}

/// Iterations deeper than this are not begun: no search that has not proven its result gets there.
const DEPTH_MAX: u32 = 120;

impl AlphaBeta {
    /// A searcher with these settings.
    ///
    /// # Errors
    /// [`HashError`] where the memory for the table cannot be had.
    pub fn new(settings: &Settings) -> Result<Self, HashError> {
        Ok(Self {
            settings: *settings,
            params: AlphaBetaParams::default(),
            weights: &LEAN_WEIGHTS,
            table: Table::new(settings.hash_mib)?,
            pool: threads(settings),
        })
    }

    /// The same with other constants and evaluation weights: for tuning.
    #[must_use]
    pub fn tuned(self, params: AlphaBetaParams, weights: &'static [Weights; 2]) -> Self {
        Self { params, weights, ..self }
    }
}

/// The threads of a search; nothing where there is only one.
fn threads(settings: &Settings) -> Option<ThreadPool> {
    if settings.threads > 1 { pool(settings.threads) } else { None }
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
        let limits = self.settings.weakened(limits, root.position.count_moves());
        with_position!(&root.position, position => self.run(root, position, &limits, control, report))
    }

    fn configure(&mut self, settings: &Settings) -> Result<(), HashError> {
        if settings.threads != self.settings.threads {
            self.pool = threads(settings);
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
        let budget = Budget::of(limits, Situation::of(&root.position, self.settings.overhead));
        let preference = self.settings.preference.under(root.rules);
        let shared = Shared {
            table: &self.table,
            busy: Busy::new(self.settings.threads),
            params: &self.params,
            weights: self.weights,
            rules: root.rules,
            preference,
            salt: salt(root.rules, preference),
            account: Account::new(control, limits.nodes, budget.hard),
        };
        let lines = self.settings.lines();
        let work = |number: usize| {
            let worker = Worker::new(&shared, position);
            let quiet = |_: &Info| ();
            let report: &(dyn Fn(&Info) + Sync) = if number == 0 { report } else { &quiet };
            // The other threads end with the first, even where it panics.
            let _finish = (number == 0).then(|| shared.account.closing());
            let told = self.settings.multi_pv.max(1);
            Deepening { worker, position, limits, budget, lines, told, report }.run(number)
        };
        let mut result = match &self.pool {
            None => work(0),
            Some(pool) => pool.broadcast(|context| work(context.index())).swap_remove(0),
        };
        result.nodes = shared.account.nodes();
        self.settings.choose(&mut result, root.position.key());
        result
    }
}

/// A number that tells the rules and the preference apart: proofs by one are none by another.
fn salt(rules: Rules, preference: Preference) -> u64 {
    (rules as u64 * 2 + preference as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Iterative deepening by one thread.
struct Deepening<'s, const N: usize> {
    worker: Worker<'s, N>,
    position: &'s Position<N>,
    limits: &'s Limits,
    budget: Budget,
    /// How many lines are searched, and how many of them are told.
    lines: usize,
    told: usize,
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
            let Ok(lines) = self.iterate(&mut moves, depth) else {
                self.lead_with(&moves[0], depth, &mut result.lines);
                break;
            };
            result.lines = lines;
        }
        result.best = Some(geometry.played(moves[0].turn));
        result.ponder = moves[0].pv.get(1).map(|&turn| geometry.played(turn));
        result
    }

    /// Whether another iteration would be of no use, or is not allowed.
    fn is_enough(&self, moves: &[RootMove], depth: u32) -> bool {
        let shared = self.worker.shared;
        let out_of_time = self.budget.is_spent(shared.account.control.elapsed());
        let mut best = moves.iter().take(self.lines);
        let settled = best.all(|best| {
            let proof = best.score.proof(shared.preference);
            let seen_through = match shared.preference {
                Preference::Length => proof.map_or(usize::MAX, |proof| proof.plies),
                // A larger margin may come as late as the last square is filled.
                Preference::Margin => self.position.empty().count() as usize,
            };
            proof.is_some() && seen_through <= depth as usize
        });
        let forced = moves.len() == 1 && self.budget.soft.is_some();
        let mate = self.limits.is_met_by(moves[0].score.proof(shared.preference));
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
        let best = moves.iter().take(self.lines).enumerate();
        let lines: Vec<Info> =
            best.map(|(number, best)| self.line(best, depth, number + 1)).collect();
        for line in lines.iter().take(self.told) {
            (self.report)(line);
        }
        lines
    }

    fn line(&self, best: &RootMove, depth: u32, line: usize) -> Info {
        let shared = self.worker.shared;
        let geometry = self.position.geometry();
        Info {
            depth,
            selective_depth: self.worker.selective_depth.max(1) as u32,
            line,
            score: best.score,
            bound: best.bound,
            nodes: shared.account.nodes(),
            time: shared.account.control.age(),
            hash_full: shared.table.full(),
            pv: best.pv.iter().map(|&turn| geometry.played(turn)).collect(),
        }
    }

    /// Puts a move that an unfinished iteration found better before the lines of the last finished
    /// one.
    fn lead_with(&self, best: &RootMove, depth: u32, lines: &mut Vec<Info>) {
        let found = self.line(best, depth, 1);
        let is_known = lines.first().is_some_and(|first| first.pv.first() == found.pv.first());
        if !is_known {
            lead_with(lines, found, self.lines);
        }
    }
}
