//! One thread of the alpha-beta search: what it shares with the others, what it keeps for itself, and
//! what all nodes do.

use super::killers::Killers;
use super::order::Candidate;
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
    pub(super) fn improve(&mut self, score: Score, turn: Turn) {
        if score > self.score {
            *self = Self { score, turn: Some(turn) };
        }
    }
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
pub(super) struct Frame {
    pub(super) candidates: Vec<Candidate>,
    pub(super) steps: Vec<Step>,
    pub(super) killers: Killers,
    pub(super) pv: Vec<Turn>,
}

/// One thread of a search.
pub(super) struct Worker<'s, const N: usize> {
    pub(super) shared: &'s Shared<'s>,
    pub(super) evaluator: Evaluator<N>,
    filling: Filling<N>,
    frames: Vec<Frame>,
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

    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        if self.frames.len() <= ply {
            self.frames.resize_with(ply + 1, Frame::default);
        }
        &mut self.frames[ply]
    }

    /// Counts evaluated positions and looks at the limits now and then.
    #[inline(always)]
    pub(super) fn count(&mut self, nodes: u64) -> Result<(), Stopped> {
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
        let bound = window.bound(best.score);
        let score = best.score.from_node(self.shared.preference, ply);
        let best = best.turn.map(Turn::code);
        let key = position.key() ^ self.shared.salt;
        self.shared.table.put(key, Entry { best, score, bound, depth: depth as u32 });
    }

    /// Evaluates the steps an archer can take, without their shots, and puts the best first.
    pub(super) fn look_at_steps(
        &mut self,
        position: &Position<N>,
        steps: &mut Vec<Step>,
    ) -> Result<(), Stopped> {
        look_at_steps(&self.evaluator, position, steps);
        self.count(steps.len() as u64)
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

    /// Whether a position is better left to the thread that is searching it.
    pub(super) fn is_taken(&self, child: &Position<N>, depth: i32) -> bool {
        depth >= SHARED_DEPTH && self.shared.busy.holds(child.key(), depth)
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

    /// The principal variation of `ply` becomes a move that ends the game.
    pub(super) fn end_pv(&mut self, ply: usize, last: Option<Turn>) {
        let pv = &mut self.frame(ply).pv;
        pv.clear();
        pv.extend(last);
    }

    /// The principal variation of `ply` becomes a move and the variation found below it.
    pub(super) fn set_pv(&mut self, ply: usize, first: Turn) {
        let below = self.frames.get_mut(ply + 1).map(|frame| std::mem::take(&mut frame.pv));
        let pv = &mut self.frame(ply).pv;
        pv.clear();
        pv.push(first);
        pv.extend(below.iter().flatten());
    }
}
