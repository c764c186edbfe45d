//! One thread of the alpha-beta search: the recursion and what it remembers.

use super::killers::Killers;
use super::params::AlphaBetaParams;
use crate::board::{Position, Turn};
use crate::endgame::{Filling, settled};
use crate::eval::{Evaluator, Preference, Score, Weights};
use crate::isa::Isa;
use crate::rules::Rules;
use crate::search::account::{Account, Spender, Stopped};
use crate::search::busy::Busy;
use crate::search::info::Bound;
use crate::search::steps::{Step, look_at_steps};
use crate::search::sweep::Sweep;
use crate::search::table::{Entry, Table};
use crate::search::window::Window;

/// What all threads of one search share.
pub(super) struct Shared<'s> {
    pub(super) table: &'s Table,
    pub(super) busy: Busy,
    pub(super) params: &'s AlphaBetaParams,
    pub(super) weights: &'static [Weights; 2],
    pub(super) rules: Rules,
    pub(super) preference: Preference,
    /// What tells table entries by other rules or another preference apart.
    pub(super) salt: u64,
    pub(super) account: Account<'s>,
}

/// A move and what it was found to be worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) score: Score,
    pub(super) turn: Option<Turn>,
}

impl Best {
    pub(super) const NONE: Self = Self { score: Score::WORST, turn: None };

    #[inline(always)]
    fn improve(&mut self, score: Score, turn: Turn) {
        if score > self.score {
            *self = Self { score, turn: Some(turn) };
        }
    }
}

/// A move to search, and how good it looks for the side that makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) turn: Turn,
    pub(super) looks: i32,
}

/// A position in the tree, and what is asked of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'p, const N: usize> {
    pub(super) position: &'p Position<N>,
    /// Plies to search.
    pub(super) depth: i32,
    pub(super) window: Window,
    /// Plies from the root.
    pub(super) ply: usize,
}

/// What the search keeps for each ply from the root, so that nothing large lies on the stack.
#[derive(Default)]
struct Frame<const N: usize> {
    candidates: Vec<Candidate>,
    steps: Vec<Step>,
    killers: Killers,
    pv: Vec<Turn>,
}

/// One thread of a search.
pub(super) struct Worker<'s, const N: usize> {
    pub(super) shared: &'s Shared<'s>,
    evaluator: Evaluator<N>,
    filling: Filling<N>,
    frames: Vec<Frame<N>>,
    /// The deepest ply looked at.
    pub(super) selective_depth: usize,
    spender: Spender,
}

/// Positions searched to less than this are not worth sharing among threads.
const SHARED_DEPTH: i32 = 2;

impl<'s, const N: usize> Worker<'s, N> {
    pub(super) fn new(shared: &'s Shared<'s>, root: &Position<N>) -> Self {
        Self {
            shared,
            evaluator: Evaluator::new(root.geometry(), shared.rules, shared.weights, Isa::best()),
            filling: Filling::default(),
            frames: Vec::new(),
            selective_depth: 0,
            spender: Spender::default(),
        }
    }

    /// The principal variation found below `ply`.
    pub(super) fn pv(&self, ply: usize) -> &[Turn] {
        self.frames.get(ply).map_or(&[], |frame| &frame.pv)
    }

    fn frame(&mut self, ply: usize) -> &mut Frame<N> {
        if self.frames.len() <= ply {
            self.frames.resize_with(ply + 1, Frame::default);
        }
        &mut self.frames[ply]
    }

    /// Counts evaluated positions and looks at the limits now and then.
    #[inline(always)]
    fn count(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.spender.count(&self.shared.account, nodes)
    }

    /// Searches a position in which the game goes on.
    pub(super) fn node(&mut self, node: &Node<'_, N>) -> Result<Score, Stopped> {
        let Node { position, depth, window, ply } = *node;
        debug_assert!(window.alpha < window.beta, "nothing is asked of this node: {window:?}");
        self.selective_depth = self.selective_depth.max(ply + 1);
        self.frame(ply).pv.clear();
        let entry = self.shared.table.get(position.key() ^ self.shared.salt);
        if let Some(score) = entry.and_then(|entry| self.known(entry, node)) {
            return Ok(score);
        }
        if let Some(score) = self.settled(position, ply) {
            return Ok(score);
        }
        let remembered = entry.and_then(|entry| entry.best).map(Turn::from_code);
        let remembered = remembered.filter(|&turn| position.allows(turn));
        let best = if depth <= 1 {
            self.horizon(position, window, ply, remembered)?
        } else {
            self.branch(node, remembered)?
        };
        self.remember(node, best);
        Ok(best.score)
    }

    /// The value of a separated position under Amazons' rules, where counting moves decides it.
    /// Under Střelci's rules no separated position is searched: the game is over there.
    #[inline(always)]
    fn settled(&mut self, position: &Position<N>, ply: usize) -> Option<Score> {
        if self.shared.rules != Rules::Amazons || position.is_contested() {
            return None;
        }
        let proof = settled(&mut self.filling, position);
        self.spender.labour();
        let proof = proof?;
        let preference = self.shared.preference;
        Some(Score::proven(preference, proof).from_root(preference, ply))
    }

    /// The value of a position the table knows well enough. Where the window is open nothing is
    /// taken from the table, so that the principal variation stays whole.
    #[inline(always)]
    fn known(&self, entry: Entry, node: &Node<'_, N>) -> Option<Score> {
        let Node { depth, window, ply, .. } = *node;
        let score = entry.score.from_root(self.shared.preference, ply);
        let enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        // Of margins estimates say nothing.
        let tells = score.is_proven() || !self.is_about_margins(window);
        // A win found at little depth is a win; but the margin may be larger at more.
        let final_at_any_depth = score.is_proven() && self.shared.preference == Preference::Length;
        let deep = entry.depth as i32 >= depth || final_at_any_depth;
        (enough && tells && deep && !window.is_open()).then_some(score)
    }

    #[inline(always)]
    fn remember(&self, node: &Node<'_, N>, best: Best) {
        let Node { position, depth, window, ply } = *node;
        let bound = if best.score >= window.beta {
            Bound::Lower
        } else if best.score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let score = best.score.from_node(self.shared.preference, ply);
        let best = best.turn.map(Turn::code);
        let key = position.key() ^ self.shared.salt;
        self.shared.table.put(key, Entry { best, score, bound, depth: depth as u32 });
    }

    /// The last ply: the best of all moves by evaluation.
    fn horizon(
        &mut self,
        position: &Position<N>,
        window: Window,
        ply: usize,
        remembered: Option<Turn>,
    ) -> Result<Best, Stopped> {
        let mut best = Best::NONE;
        let mut sweep = Sweep::new(position, self.shared.preference, self.shared.rules, ply);
        let killers = self.frame(ply).killers;
        let killers = killers.turns().filter(|&turn| position.allows(turn));
        for turn in remembered.into_iter().chain(killers) {
            sweep.add(turn);
        }
        sweep.finish(&self.evaluator, |turn, score, _| best.improve(score, turn));
        if best.score < window.beta {
            let mut steps = std::mem::take(&mut self.frame(ply).steps);
            self.look_at_steps(position, &mut steps)?;
            for step in &steps {
                // The steps come with the best first, and no shot mends one that looks too bad.
                let most = Score::estimate(step.looks + self.shared.params.step_margin);
                let too_bad = most < window.alpha.max(best.score);
                if too_bad && self.may_pass_over(window, best.score) {
                    best.score = best.score.max(most);
                    break;
                }
                sweep.put_all(&step.bundle(position), &self.evaluator, |turn, score, _| {
                    best.improve(score, turn);
                });
                self.count(sweep.take_evaluated())?;
                if best.score >= window.beta {
                    break;
                }
            }
            sweep.finish(&self.evaluator, |turn, score, _| best.improve(score, turn));
            self.frame(ply).steps = steps;
        }
        self.count(sweep.take_evaluated())?;
        if let Some(turn) = best.turn {
            if best.score >= window.beta {
                self.frame(ply).killers.add(turn);
            }
            self.end_pv(ply, Some(turn));
        }
        Ok(best)
    }

    /// Evaluates the steps an archer can take, without their shots, and puts the best first.
    fn look_at_steps(
        &mut self,
        position: &Position<N>,
        steps: &mut Vec<Step>,
    ) -> Result<(), Stopped> {
        look_at_steps(&self.evaluator, position, steps);
        self.count(steps.len() as u64)
    }

    /// Evaluates the moves of some steps; those that end the game go into the value returned, the
    /// others, but for the remembered one, into the frame's candidates, in no order.
    fn expand(
        &mut self,
        position: &Position<N>,
        ply: usize,
        steps: &[Step],
        remembered: Option<Turn>,
    ) -> Result<Best, Stopped> {
        let mut candidates = std::mem::take(&mut self.frame(ply).candidates);
        candidates.clear();
        let mut ended = Best::NONE;
        let mut take = |turn: Turn, score: Score, is_over: bool| {
            if is_over {
                ended.improve(score, turn);
            } else if Some(turn) != remembered {
                candidates.push(Candidate { turn, looks: score.hundredths() });
            }
        };
        let mut sweep = Sweep::new(position, self.shared.preference, self.shared.rules, ply);
        for step in steps {
            sweep.put_all(&step.bundle(position), &self.evaluator, &mut take);
            self.count(sweep.take_evaluated())?;
        }
        sweep.finish(&self.evaluator, &mut take);
        self.count(sweep.take_evaluated())?;
        self.frame(ply).candidates = candidates;
        Ok(ended)
    }

    /// Evaluates every move, or as many as the limits let; `take` is shown each with its value and
    /// whether it ends the game.
    pub(super) fn evaluate_all(
        &mut self,
        position: &Position<N>,
        ply: usize,
        mut take: impl FnMut(Turn, Score, bool),
    ) -> Result<(), Stopped> {
        let mut sweep = Sweep::new(position, self.shared.preference, self.shared.rules, ply);
        for bundle in position.bundles() {
            sweep.put_all(&bundle, &self.evaluator, &mut take);
            self.count(sweep.take_evaluated())?;
        }
        sweep.finish(&self.evaluator, &mut take);
        self.count(sweep.take_evaluated())
    }

    /// A node of depth 2 or more: the remembered move is searched before any other is evaluated,
    /// since it often cuts off, and then the best-looking ones.
    fn branch(&mut self, node: &Node<'_, N>, remembered: Option<Turn>) -> Result<Best, Stopped> {
        let mut best = Best::NONE;
        if let Some(turn) = remembered
            && self.try_remembered(node, turn, &mut best)?
        {
            return Ok(best);
        }
        let mut steps = std::mem::take(&mut self.frame(node.ply).steps);
        self.look_at_steps(node.position, &mut steps)?;
        let (first, rest) = steps.split_at(steps.len().min(self.shared.params.step_width as usize));
        self.try_steps(node, first, remembered, &mut best)?;
        let enough = self.may_pass_over(node.window, best.score) || best.score >= node.window.beta;
        if !enough && !rest.is_empty() {
            self.try_steps(node, rest, remembered, &mut best)?;
        }
        self.frame(node.ply).steps = steps;
        Ok(best)
    }

    /// Searches the remembered move of a node; says whether no other need be looked at.
    fn try_remembered(
        &mut self,
        node: &Node<'_, N>,
        turn: Turn,
        best: &mut Best,
    ) -> Result<bool, Stopped> {
        let ended = self.ending(node, turn)?;
        if ended.turn.is_none() {
            return self.try_move(node, turn, 0, best);
        }
        self.take_ended(node, ended, best);
        Ok(self.is_unmatched(node, ended))
    }

    /// A move with its value, where it ends the game.
    fn ending(&mut self, node: &Node<'_, N>, turn: Turn) -> Result<Best, Stopped> {
        let Shared { preference, rules, .. } = *self.shared;
        let mut sweep = Sweep::new(node.position, preference, rules, node.ply);
        let mut ended = Best::NONE;
        sweep.add(turn);
        sweep.finish(&self.evaluator, |turn, score, is_over| {
            if is_over {
                ended.improve(score, turn);
            }
        });
        self.count(sweep.take_evaluated())?;
        Ok(ended)
    }

    /// Takes a move that ends the game for the best, where it is better.
    fn take_ended(&mut self, node: &Node<'_, N>, ended: Best, best: &mut Best) {
        if ended.score > best.score {
            *best = ended;
            if ended.score > node.window.alpha {
                self.end_pv(node.ply, ended.turn);
            }
        }
    }

    /// Whether no other move need be looked at beside one that ends the game: it cuts off, or wins,
    /// and nothing is shorter than a win at once. (Where length comes first, a larger margin at the
    /// same length is not looked for.)
    fn is_unmatched(&self, node: &Node<'_, N>, ended: Best) -> bool {
        let shortest = ended.score.is_won() && self.shared.preference == Preference::Length;
        shortest || ended.score >= node.window.beta
    }

    /// Searches the best-looking moves of some steps, but not the remembered one, which has been;
    /// `best` is what others have come to.
    fn try_steps(
        &mut self,
        node: &Node<'_, N>,
        steps: &[Step],
        remembered: Option<Turn>,
        best: &mut Best,
    ) -> Result<(), Stopped> {
        let ply = node.ply;
        let ended = self.expand(node.position, ply, steps, remembered)?;
        self.take_ended(node, ended, best);
        if self.is_unmatched(node, ended) {
            return Ok(());
        }
        let mut candidates = std::mem::take(&mut self.frame(ply).candidates);
        self.order(&mut candidates, self.width(node.depth), ply);
        let tried = usize::from(remembered.is_some());
        let result = self.try_moves(node, &candidates, tried, best);
        self.frame(ply).candidates = candidates;
        result
    }

    /// Whether moves that look worse may be passed over, given the best so far. A loss is only
    /// proven, and the largest margin of a win only known, when every move was tried.
    #[inline(always)]
    pub(super) fn may_pass_over(&self, window: Window, best: Score) -> bool {
        let wins_anyway = window.alpha.max(best).is_won();
        let for_more = wins_anyway && self.shared.preference == Preference::Margin;
        !best.is_lost() && !for_more
    }

    fn width(&self, depth: i32) -> usize {
        let params = self.shared.params;
        (params.width + params.width_growth * (depth - 2)) as usize
    }

    /// Puts the `width` best-looking moves first, in order.
    fn order(&self, candidates: &mut [Candidate], width: usize, ply: usize) {
        let killers = self.frames[ply].killers;
        for candidate in candidates.iter_mut() {
            if killers.has(candidate.turn) {
                candidate.looks += self.shared.params.killer_bonus;
            }
        }
        best_first(candidates, width);
    }

    /// Searches candidates in order, after so many tried moves, until one cuts off, enough were tried
    /// or the others are futile; those that another thread is searching come last.
    fn try_moves(
        &mut self,
        node: &Node<'_, N>,
        candidates: &[Candidate],
        tried: usize,
        best: &mut Best,
    ) -> Result<(), Stopped> {
        let width = self.width(node.depth);
        let mut deferred = Vec::new();
        for (number, candidate) in (tried..).zip(candidates) {
            if self.may_pass_over(node.window, best.score) {
                let needed = node.window.alpha.max(best.score);
                if number >= width {
                    break;
                }
                if let Some(most) = self.futile(candidate.looks, candidates.len(), needed) {
                    best.score = best.score.max(most);
                    break;
                }
            }
            let child = node.position.after_turn(candidate.turn);
            if number > 0 && self.is_taken(&child, node.depth - 1) {
                deferred.push((number, candidate.turn));
            } else if self.try_move(node, candidate.turn, number, best)? {
                return Ok(());
            }
        }
        for (number, turn) in deferred {
            if self.try_move(node, turn, number, best)? {
                break;
            }
        }
        Ok(())
    }

    /// The most that a move, one of `count` to choose from, is thought worth by its looks, where that
    /// is less than needed (futility pruning). Not where few moves are left: a result may soon be
    /// proven there. Not where one is proven: looks say nothing of its length.
    #[inline(always)]
    fn futile(&self, looks: i32, count: usize, needed: Score) -> Option<Score> {
        let params = self.shared.params;
        let many = count >= params.futility_moves as usize;
        let most = Score::estimate(looks + params.futility);
        (many && !needed.is_proven() && most < needed).then_some(most)
    }

    /// Whether a position is better left to the thread that is searching it.
    pub(super) fn is_taken(&self, child: &Position<N>, depth: i32) -> bool {
        depth >= SHARED_DEPTH && self.shared.busy.holds(child.key(), depth)
    }

    /// Searches one move of a node; says whether it cuts off.
    fn try_move(
        &mut self,
        node: &Node<'_, N>,
        turn: Turn,
        number: usize,
        best: &mut Best,
    ) -> Result<bool, Stopped> {
        let Node { position, depth, window, ply } = *node;
        let child = position.after_turn(turn);
        let asked = Window { alpha: window.alpha.max(best.score), beta: window.beta };
        let child = Node { position: &child, depth: depth - 1, window: asked, ply: ply + 1 };
        let score = self.child(&child, number)?;
        if score > best.score {
            best.improve(score, turn);
            if score > window.alpha {
                self.set_pv(ply, turn);
            }
            if score >= window.beta {
                self.frame(ply).killers.add(turn);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The value of the `number`th move, for the side that makes it: in full for the first, and for
    /// others only as far as they may be better (principal variation search with late move
    /// reductions). `child` is the node after it with the window of the node before.
    pub(super) fn child(&mut self, child: &Node<'_, N>, number: usize) -> Result<Score, Stopped> {
        let (key, depth) = (child.position.key(), child.depth);
        let is_shared = depth >= SHARED_DEPTH;
        if is_shared {
            self.shared.busy.enter(key, depth);
        }
        let score = self.value(child, number);
        if is_shared {
            self.shared.busy.leave(key, depth);
        }
        score
    }

    /// [`Worker::child`] itself.
    fn value(&mut self, child: &Node<'_, N>, number: usize) -> Result<Score, Stopped> {
        let window = child.window;
        let full = Node { window: window.flipped(), ..*child };
        if number == 0 {
            return Ok(-self.node(&full)?);
        }
        let asking = Node { window: window.null().flipped(), ..*child };
        let depth = (child.depth - self.reduction(number, window)).max(1);
        let mut score = -self.node(&Node { depth, ..asking })?;
        if score > window.alpha && depth < child.depth {
            score = -self.node(&asking)?;
        }
        if window.contains(score) {
            score = -self.node(&full)?;
        }
        Ok(score)
    }

    /// Whether the margin of a proven result is asked for, which only a search to the end can tell.
    #[inline(always)]
    fn is_about_margins(&self, window: Window) -> bool {
        let about_proofs = window.alpha.is_won() || window.beta.is_lost();
        self.shared.preference == Preference::Margin && about_proofs
    }

    /// How many plies less deep the `number`th move is searched at first.
    fn reduction(&self, number: usize, window: Window) -> i32 {
        let params = self.shared.params;
        if self.is_about_margins(window) {
            return 0;
        }
        i32::from(number as i32 >= params.reduce_after)
            + i32::from(number as i32 >= params.reduce_more_after)
    }

    /// The principal variation of `ply` becomes a move that ends the game.
    fn end_pv(&mut self, ply: usize, last: Option<Turn>) {
        let pv = &mut self.frame(ply).pv;
        pv.clear();
        pv.extend(last);
    }

    /// The principal variation of `ply` becomes a move and the variation found below it.
    fn set_pv(&mut self, ply: usize, first: Turn) {
        let below = self.frames.get_mut(ply + 1).map(|frame| std::mem::take(&mut frame.pv));
        let pv = &mut self.frame(ply).pv;
        pv.clear();
        pv.push(first);
        pv.extend(below.iter().flatten());
    }
}

/// Moves the `count` best-looking candidates to the front, best first.
pub(super) fn best_first(candidates: &mut [Candidate], count: usize) {
    // Equal looks are told apart by the move, so that the order is the same in every run.
    let rank = |candidate: &Candidate| (std::cmp::Reverse(candidate.looks), candidate.turn.code());
    if count < candidates.len() {
        candidates.select_nth_unstable_by_key(count, rank);
        candidates[..count].sort_unstable_by_key(rank);
    } else {
        candidates.sort_unstable_by_key(rank);
    }
}
