//! The root: its moves, and one search of them to one depth.

use super::order::Candidate;
use super::worker::{Node, Worker};
use crate::board::{Position, Turn};
use crate::eval::Score;
use crate::search::account::Stopped;
use crate::search::info::Bound;
use crate::search::window::Window;

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) turn: Turn,
    /// The value found last, where the move was best when it was found.
    pub(super) score: Score,
    /// What that value is.
    pub(super) bound: Bound,
    /// The line it belongs to, with the move itself.
    pub(super) pv: Vec<Turn>,
    /// The value, where the move ends the game.
    ended: Option<Score>,
}

/// Evaluates the moves to consider at the root and puts the best-looking first. `wanted` tells
/// which moves those are.
pub(super) fn root_moves<const N: usize>(
    worker: &mut Worker<'_, N>,
    position: &Position<N>,
    wanted: impl Fn(Turn) -> bool,
) -> Vec<RootMove> {
    let mut candidates = Vec::new();
    let mut ended = Vec::new();
    // A limit that strikes here still leaves the moves seen so far to choose from.
    let _ = worker.evaluate_all(position, 0, |turn, score, is_over| {
        if wanted(turn) {
            candidates.push(Candidate { turn, looks: score.hundredths() });
            if is_over {
                ended.push(turn);
            }
        }
    });
    candidates.sort_unstable_by_key(|candidate| candidate.rank());
    let ended: fxhash::FxHashSet<u32> = ended.into_iter().map(Turn::code).collect();
    let root_move = |candidate: Candidate| {
        let score = Score::from_hundredths(candidate.looks);
        let is_over = ended.contains(&candidate.turn.code());
        RootMove {
            turn: candidate.turn,
            score,
            bound: Bound::Exact,
            pv: vec![candidate.turn],
            ended: is_over.then_some(score),
        }
    };
    candidates.into_iter().map(root_move).collect()
}

/// Searches root moves to a depth of at least 2; each new best one is moved to the front, which
/// holds also when the search is stopped on the way. Moves that another thread is searching come
/// last.
pub(super) fn search<const N: usize>(
    worker: &mut Worker<'_, N>,
    position: &Position<N>,
    moves: &mut [RootMove],
    depth: i32,
    window: Window,
) -> Result<Score, Stopped> {
    let width = worker.shared.params.root_width as usize;
    let mut pass = Pass { position, depth, window, best: Score::WORST };
    let mut deferred = Vec::new();
    for number in 0..moves.len() {
        if number >= width && worker.may_pass_over(window, pass.best) {
            break;
        }
        let child = position.after_turn(moves[number].turn);
        if number > 0 && worker.is_taken(&child, depth - 1) {
            deferred.push(moves[number].turn);
        } else if pass.try_move(worker, moves, number)? {
            return Ok(pass.best);
        }
    }
    for turn in deferred {
        let number = moves.iter().position(|root_move| root_move.turn == turn);
        if let Some(number) = number
            && pass.try_move(worker, moves, number)?
        {
            break;
        }
    }
    Ok(pass.best)
}

/// One pass over the root's moves.
struct Pass<'p, const N: usize> {
    position: &'p Position<N>,
    depth: i32,
    window: Window,
    best: Score,
}

impl<const N: usize> Pass<'_, N> {
    /// Searches a move, and moves it to the front where it is the best so far; says whether it cuts
    /// off.
    fn try_move(
        &mut self,
        worker: &mut Worker<'_, N>,
        moves: &mut [RootMove],
        number: usize,
    ) -> Result<bool, Stopped> {
        let Self { position, depth, window, best } = *self;
        let asked = Window { alpha: window.alpha.max(best), beta: window.beta };
        let score = if let Some(score) = moves[number].ended {
            score
        } else {
            let child = &position.after_turn(moves[number].turn);
            let child = Node { position: child, depth: depth - 1, window: asked, ply: 1 };
            worker.child(&child, number)?
        };
        if score > best {
            self.best = score;
            if score > window.alpha || number == 0 {
                moves[number].score = score;
                moves[number].bound = window.bound(score);
                moves[number].pv = line(worker, &moves[number]);
                moves[..=number].rotate_right(1);
            }
        }
        Ok(score >= window.beta)
    }
}

fn line<const N: usize>(worker: &Worker<'_, N>, best: &RootMove) -> Vec<Turn> {
    let mut line = vec![best.turn];
    if best.ended.is_none() {
        line.extend(worker.pv(1));
    }
    line
}
