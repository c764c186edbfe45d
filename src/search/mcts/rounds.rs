//! A search from its beginning to its end: rounds of simulations, and what is told of them.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crossbeam_utils::CachePadded;
use fxhash::FxHashSet;
use rayon::ThreadPool;

use super::chances::FARTHEST;
use super::lines::{Played, best_first, line};
use super::node::Node;
use super::select::Puct;
use super::tree::{ROOT, Tree};
use super::worker::{Halt, Round, Shared, Worker};
use super::{Grown, Mcts};
use crate::board::{Move, Position};
use crate::eval::{Score, score_of_chance};
use crate::search::Settings;
use crate::search::account::{Account, Stopped};
use crate::search::budget::Budget;
use crate::search::control::Control;
use crate::search::info::{Bound, FirstMove, Info, SearchResult};
use crate::search::limits::Limits;

/// The rounds of one search.
pub(super) struct Rounds<'s, const N: usize> {
    tree: &'s mut Tree,
    pool: Option<&'s ThreadPool>,
    /// One for each thread. Each locks its own for a whole round.
    workers: Vec<Mutex<Worker<N>>>,
    shared: Shared<'s>,
    position: &'s Position<N>,
    settings: &'s Settings,
    limits: &'s Limits,
    budget: Budget,
}

/// The fewest simulations between two looks.
const SHORTEST: u64 = 8;
/// There are so many times fewer simulations from one look to the next than before it.
const SHARE: u64 = 10;
/// First moves that are told with what was thought of them.
const FIRST_MOVES: usize = 10;
/// More would not fit into the counters of the nodes, after another round.
const MOST_VISITS: u32 = 1 << 31;

impl<'s, const N: usize> Rounds<'s, N> {
    pub(super) fn new(
        searcher: &'s mut Mcts,
        grown: &Grown,
        position: &'s Position<N>,
        limits: &'s Limits,
        budget: Budget,
        control: &'s Control,
    ) -> Self {
        let Mcts { settings, params, weights, tree, pool, .. } = searcher;
        let rules = grown.root.rules;
        let geometry = position.geometry();
        let shared = Shared {
            account: Account::new(control, limits.nodes, budget.hard),
            params,
            puct: Puct::new(rules, params),
            rules,
            preference: grown.preference,
            wanted: limits.search_moves.iter().map(|&played| geometry.turn(played)).collect(),
            simulations: CachePadded::new(AtomicU64::new(0)),
            selective_depth: CachePadded::new(AtomicUsize::new(1)),
        };
        let threads = 1 + pool.as_ref().map_or(0, ThreadPool::current_num_threads);
        let worker = || Mutex::new(Worker::new(position, rules, weights));
        Self {
            tree,
            pool: pool.as_ref(),
            workers: (0..threads).map(|_| worker()).collect(),
            shared,
            position,
            settings,
            limits,
            budget,
        }
    }

    /// Searches to the end.
    pub(super) fn run(mut self, report: &(dyn Fn(&Info) + Sync)) -> SearchResult {
        let mut told = Told::default();
        let mut pruned = None;
        let mut halt = self.prepare();
        loop {
            let simulations = self.shared.simulations();
            let lines = self.look(&mut told, halt, report);
            let is_end = match halt {
                Halt::Stopped | Halt::Exhausted => true,
                // Where there seemed to be enough, another thread may have changed what it was.
                Halt::No | Halt::Proven | Halt::Enough => self.is_enough(&lines),
                // Where pruning again would lead nowhere, the memory is too small for the board.
                Halt::Full => {
                    self.is_enough(&lines) || pruned == Some(simulations) || !self.may_prune()
                }
            };
            if is_end {
                return self.result(lines);
            }
            if halt == Halt::Full {
                let result = self.result(lines);
                if self.prune().is_err() {
                    return result;
                }
                pruned = Some(simulations);
            }
            halt = self.round(&mut told, report);
        }
    }

    fn stage(&self) -> Round<'_, N> {
        Round::new(&self.shared, self.tree, self.position)
    }

    /// Sees to it that each move of the root has been seen once.
    fn prepare(&self) -> Halt {
        self.tree.root().forget_score();
        let prepared = self.worker(0).prepare(&self.stage());
        prepared.err().unwrap_or(Halt::No)
    }

    /// Lets all threads work until there is a reason to halt, and returns it.
    fn round(&self, told: &mut Told, report: &(dyn Fn(&Info) + Sync)) -> Halt {
        let round = &self.stage();
        if let Some(pool) = self.pool {
            pool.in_place_scope(|scope| {
                for number in 1..self.workers.len() {
                    scope.spawn(move |_| self.worker(number).run(round, u64::MAX));
                }
                self.lead(round, told, report);
            });
        } else {
            self.lead(round, told, report);
        }
        round.halt()
    }

    /// Works as the first thread, which looks now and then at what there is, while the others work
    /// on: nobody waits for a look.
    fn lead(&self, round: &Round<'_, N>, told: &mut Told, report: &(dyn Fn(&Info) + Sync)) {
        let _guard = round.guard();
        let mut worker = self.worker(0);
        while round.halt() == Halt::No {
            let simulations = self.shared.simulations();
            worker.run(round, simulations + SHORTEST.max(simulations / SHARE));
            if round.halt() == Halt::No {
                let lines = self.look(told, Halt::No, report);
                if self.is_enough(&lines) {
                    round.end(Halt::Enough);
                }
            }
        }
    }

    /// Finds the best lines, and tells them if they are worth it.
    fn look(&self, told: &mut Told, halt: Halt, report: &(dyn Fn(&Info) + Sync)) -> Vec<Info> {
        let lines = self.lines();
        if told.is_news(&lines, self.shared.simulations(), halt) {
            lines.iter().take(self.settings.multi_pv.max(1)).for_each(report);
        }
        lines
    }

    fn worker(&self, number: usize) -> MutexGuard<'_, Worker<N>> {
        self.workers[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the search goes on beyond the time that making room takes.
    fn may_prune(&self) -> bool {
        let account = &self.shared.account;
        let done = account.control.elapsed() + self.tree.keeping();
        !account.is_over() && self.budget.hard.is_none_or(|hard| done < hard)
    }

    /// Makes room.
    ///
    /// # Errors
    /// [`Stopped`] where there was no time left for it. Then the tree is empty.
    fn prune(&mut self) -> Result<(), Stopped> {
        let (spared, account) = (self.spared(), &self.shared.account);
        self.tree.keep(ROOT, &spared, &|| account.is_over())
    }

    /// The nodes whose families are to be spared: those of the best line, and as far as a quarter of
    /// the memory goes those of all first steps, so that there is something to tell of each move, and
    /// of the other lines that are told.
    fn spared(&self) -> FxHashSet<usize> {
        let mut room = self.tree.capacity() / 4;
        let mut spared = FxHashSet::default();
        let best = best_first(self.tree, ROOT, self.settings.lines()).into_iter();
        let nodes = |Played { step, position }| [step, position];
        let mut lines = best
            .map(|first| line(self.tree, first).into_iter().flat_map(nodes).collect::<Vec<_>>());
        let best = lines.next();
        let steps = self.tree.children_at(ROOT).collect();
        for nodes in best.into_iter().chain([steps]).chain(lines) {
            let size = nodes.iter().map(|&index| self.tree.children_at(index).len()).sum();
            if size > room && !spared.is_empty() {
                break;
            }
            room = room.saturating_sub(size);
            spared.extend(nodes);
        }
        spared
    }

    /// Whether more simulations would be of no use, or are not allowed.
    fn is_enough(&self, lines: &[Info]) -> bool {
        let Shared { account, preference, .. } = &self.shared;
        let root = self.tree.root();
        let out_of_time = self.budget.is_spent(account.control.elapsed());
        let is_settled =
            root.score().is_proven() && lines.iter().all(|line| line.score.is_proven());
        let forced = self.budget.soft.is_some() && self.is_forced();
        let depth = lines.first().map_or(0, |best| best.depth);
        let deep = self.limits.depth.is_some_and(|limit| depth >= limit);
        let proof = lines.first().and_then(|best| best.score.proof(*preference));
        let mate = self.limits.is_met_by(proof);
        out_of_time || is_settled || forced || deep || mate || root.visits() > MOST_VISITS
    }

    /// Whether there is only one move to consider.
    fn is_forced(&self) -> bool {
        match self.shared.wanted.len() {
            0 => self.position.count_moves() == 1,
            wanted => wanted == 1,
        }
    }

    /// The best lines.
    fn lines(&self) -> Vec<Info> {
        let best = best_first(self.tree, ROOT, self.settings.lines()).into_iter();
        let score = |first: Played| self.score(self.tree.node(first.position));
        let mut best: Vec<_> = best.map(|first| (first, score(first))).collect();
        // Other threads may have proven some of them since they were put in order.
        let proven = |score: Score| if score.is_proven() { score } else { Score::ZERO };
        best.sort_by_key(|&(_, score)| Reverse(proven(score)));
        let best = best.into_iter().enumerate();
        best.map(|(number, (first, score))| self.line(first, score, number + 1)).collect()
    }

    fn line(&self, first: Played, score: Score, number: usize) -> Info {
        let Shared { account, selective_depth, .. } = &self.shared;
        let line = line(self.tree, first);
        Info {
            depth: line.len() as u32,
            selective_depth: selective_depth.load(Ordering::Relaxed).max(line.len()) as u32,
            line: number,
            score,
            bound: Bound::Exact,
            nodes: account.nodes(),
            time: account.control.age(),
            hash_full: self.tree.full(),
            pv: line.into_iter().map(|played| self.played(played)).collect(),
        }
    }

    fn played(&self, played: Played) -> Move {
        self.position.geometry().played(self.tree.node(played.position).turn())
    }

    /// A node's proven result, or its value in hundredths of a square.
    fn score(&self, node: &Node) -> Score {
        let Shared { puct, rules, .. } = &self.shared;
        let score = node.score();
        if score.is_proven() {
            return score;
        }
        // What is nearly certain has no finite odds.
        let far = Score::estimate(FARTHEST);
        score_of_chance(*rules, f64::from(puct.value(node))).clamp(-far, far)
    }

    fn result(&self, lines: Vec<Info>) -> SearchResult {
        let first_move = |first: Played| {
            let node = self.tree.node(first.position);
            let (visits, score) = (node.visits(), self.score(node));
            FirstMove { played: self.played(first), visits, score }
        };
        let moves = best_first(self.tree, ROOT, FIRST_MOVES).into_iter();
        let pv = lines.first().map_or(&[][..], |line| &line.pv);
        SearchResult {
            best: pv.first().copied(),
            ponder: pv.get(1).copied(),
            nodes: self.shared.account.nodes(),
            first_moves: moves.map(first_move).collect(),
            lines,
        }
    }
}

/// What was told last: the best move, and after how many simulations.
#[derive(Debug, Default)]
struct Told {
    best: Option<Move>,
    simulations: u64,
}

impl Told {
    /// Whether lines are worth telling: there is another best move, twice the work behind it, or
    /// where the tree is full some per cent more. What is asked about counts as told.
    fn is_news(&mut self, lines: &[Info], simulations: u64, halt: Halt) -> bool {
        let best = lines.first().and_then(|line| line.pv.first()).copied();
        let more = if halt == Halt::Full { self.simulations / 32 } else { self.simulations };
        let is_news = best != self.best || simulations >= self.simulations + more.max(1);
        if is_news {
            *self = Self { best, simulations };
        }
        is_news
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::eval::Preference;
    use crate::rules::Rules;
    use crate::search::Root;
    use crate::search::budget::Situation;

    /// So long something is waited for that comes at once.
    const PATIENCE: Duration = Duration::from_mins(1);

    /// Shows the rounds of a search for so many lines by two threads, in so many MiB.
    fn with_rounds(multi_pv: usize, hash_mib: usize, look: impl FnOnce(&Rounds<'_, 1>)) {
        let settings = Settings { multi_pv, threads: 2, hash_mib, ..Settings::default() };
        let mut searcher = Mcts::new(&settings).unwrap();
        let position = "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w".parse().unwrap();
        let root = Root { position, rules: Rules::Amazons };
        let grown = Grown { root, preference: Preference::Length };
        let limits = Limits { nodes: Some(200_000), ..Limits::default() };
        let budget = Budget::of(&limits, Situation::of(&root.position, Duration::ZERO));
        let (control, narrow) = (Control::running(), root.position.of_width::<1>().unwrap());
        let rounds = Rounds::new(&mut searcher, &grown, narrow, &limits, budget, &control);
        assert_eq!(rounds.prepare(), Halt::No);
        look(&rounds);
    }

    #[test]
    fn the_other_thread_works_while_the_first_tells() {
        with_rounds(1, 8, |rounds| {
            let begun = Instant::now();
            let simulations = || rounds.shared.simulations();
            let waited = AtomicU64::new(0);
            rounds.round(&mut Told::default(), &|_| {
                while simulations() < 1000 && begun.elapsed() < PATIENCE {
                    std::thread::yield_now();
                }
                let order = Ordering::Relaxed;
                let _ = waited.compare_exchange(0, simulations(), order, order);
            });
            assert!(waited.into_inner() >= 1000, "nobody works but the one that waits");
        });
    }

    #[test]
    fn steps_whose_shots_were_pruned_come_first_when_more_lines_are_wanted() {
        with_rounds(2, 8, |rounds| {
            let round = rounds.stage();
            let steps = rounds.tree.children(rounds.tree.root());
            let next = || round.open_step().map(Node::turn);
            assert_ne!(next(), Some(steps[3].turn()));
            steps[3].disown();
            assert_eq!(next(), Some(steps[3].turn()));
        });
    }

    /// Many lines have more shots together than may be spared.
    #[test]
    fn the_shots_of_all_steps_are_spared_before_those_of_other_lines() {
        with_rounds(500, 1, |rounds| {
            let spared = rounds.spared();
            assert!(rounds.tree.children_at(ROOT).all(|step| spared.contains(&step)));
        });
    }
}
