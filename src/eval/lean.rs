//! The evaluation the search calls at its leaves: four positions at a time, in integers.
//!
//! It is linear in a few counts of the scan, with weights that depend on how much is still
//! contested: the lean part of what [`explain`](crate::eval::explain) shows in full.

use super::weights::PHASES;
use crate::board::{Geometry, Position, SquareSet, Turn};
use crate::isa::{Isa, kernel};
use crate::rules::Rules;
use crate::survey::{Counts, DISTANCES, LANES, Lanes, Scan, Scene, scan, scanned};

/// How many terms the lean evaluation has: see [`terms`].
pub const TERMS: usize = 5 + DISTANCES;

/// Weights are in fractions of a hundredth of a square: 2^-4.
pub const WEIGHT_SHIFT: u32 = 4;

/// Weights of the terms, for each phase.
pub type Weights = [[i16; TERMS]; PHASES];

/// Values for the four positions of a scene, for the side to move in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdicts {
    /// Estimates in hundredths of a square.
    pub estimates: [i32; LANES],
    /// Whether the sides may be separated: no empty square is reached by both. Where this is
    /// false, they are not.
    pub apart: [bool; LANES],
    /// Whether the side to move cannot move.
    pub blocked: [bool; LANES],
}

kernel! {
    /// Evaluates the four positions of a scene.
    pub fn judge(geometry: &Geometry<N>, scene: &Scene<N>, weights: &Weights) -> Verdicts = judged;
}

#[inline(always)]
fn judged<const N: usize>(geometry: &Geometry<N>, scene: &Scene<N>, weights: &Weights) -> Verdicts {
    let scan = scanned(geometry, scene);
    let mut verdicts =
        Verdicts { estimates: [0; LANES], apart: [false; LANES], blocked: [false; LANES] };
    for lane in 0..LANES {
        let phase = phase(&scan, lane);
        let terms = terms(&scan, lane);
        let mut total = 0;
        for term in 0..TERMS {
            total += i32::from(weights[phase][term]) * terms[term];
        }
        verdicts.estimates[lane] = total >> WEIGHT_SHIFT;
        verdicts.apart[lane] = scan.shared[lane] == 0;
        verdicts.blocked[lane] = scan.at_distance[0][0][lane] == 0;
    }
    verdicts
}

/// The phase of one position: twice the squares in dispute (Lieberum's w, its terms beyond a
/// difference of one left out), at most [`PHASES`] less one.
#[inline(always)]
#[must_use]
pub fn phase(scan: &Scan, lane: usize) -> usize {
    let disputed = 2 * scan.queen.tied[lane] + scan.close[lane];
    (disputed as usize).min(PHASES - 1)
}

/// The terms of one position, as leads of the side to move, in squares: nearer by queen, tied by
/// queen, nearer by king, tied by king, at each queen distance, and 1 for the turn itself.
#[inline(always)]
#[must_use]
pub fn terms(scan: &Scan, lane: usize) -> [i32; TERMS] {
    let lead = |mine: &Counts, theirs: &Counts| mine[lane] as i32 - theirs[lane] as i32;
    let mut terms = [0; TERMS];
    terms[0] = lead(&scan.queen.mine, &scan.queen.theirs);
    terms[1] = scan.queen.tied[lane] as i32;
    terms[2] = lead(&scan.king.mine, &scan.king.theirs);
    terms[3] = scan.king.tied[lane] as i32;
    for distance in 0..DISTANCES {
        terms[4 + distance] = lead(&scan.at_distance[0][distance], &scan.at_distance[1][distance]);
    }
    terms[TERMS - 1] = 1;
    terms
}

/// The names of the terms, in their order.
const NAMES: [&str; TERMS] = [
    "nearer by queen",
    "tied by queen",
    "nearer by king",
    "tied by king",
    "one queen move away",
    "two queen moves away",
    "three queen moves away",
    "farther",
    "the turn",
];

/// A term of the lean evaluation in one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeanTerm {
    /// What is counted.
    pub name: &'static str,
    /// The lead of the side to move, in squares; for the turn itself 1.
    pub lead: i32,
    /// What one of it is worth, in hundredths of a square.
    pub weight: f64,
}

/// The evaluation of a search: geometry, rules and instructions chosen once.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator<const N: usize> {
    geometry: &'static Geometry<N>,
    weights: &'static Weights,
    isa: Isa,
}

impl<const N: usize> Evaluator<N> {
    /// An evaluator for boards of this geometry, with weights for each rule set:
    /// [`LEAN_WEIGHTS`](super::LEAN_WEIGHTS), where a tuner has no others to try.
    #[must_use]
    pub fn new(
        geometry: &'static Geometry<N>,
        rules: Rules,
        weights: &'static [Weights; 2],
        isa: Isa,
    ) -> Self {
        Self { geometry, weights: &weights[rules as usize], isa }
    }

    /// Values of the positions after four moves of the side to move in `parent`, for that side. A
    /// move that shoots at the square its archer stands on is a step without a shot.
    #[must_use]
    pub fn children(&self, parent: &Position<N>, turns: &[Turn; LANES]) -> Verdicts {
        let side = parent.side_to_move();
        let mut archers = [SquareSet::EMPTY; LANES];
        let mut empty = [SquareSet::EMPTY; LANES];
        for lane in 0..LANES {
            let turn = turns[lane];
            let (from, to) = (SquareSet::single(turn.from()), SquareSet::single(turn.to()));
            archers[lane] = parent.archers(side) ^ (from | to);
            empty[lane] = (parent.empty() | from).without(to | SquareSet::single(turn.shot()));
        }
        let theirs = Lanes::splat(parent.archers(!side));
        let scene =
            Scene { archers: [theirs, Lanes::gather(archers)], empty: Lanes::gather(empty) };
        let mut verdicts = judge(self.isa, self.geometry, &scene, self.weights);
        for lane in 0..LANES {
            verdicts.estimates[lane] = -verdicts.estimates[lane];
        }
        verdicts
    }

    /// The terms of a position, whose worth adds up to its [`Evaluator::estimate`] but for rounding.
    #[must_use]
    pub fn account(&self, position: &Position<N>) -> [LeanTerm; TERMS] {
        let scan = scan(self.isa, self.geometry, &scene_of(position));
        let (leads, weights) = (terms(&scan, 0), &self.weights[phase(&scan, 0)]);
        let weight = |term: usize| f64::from(weights[term]) / f64::from(1 << WEIGHT_SHIFT);
        std::array::from_fn(|term| LeanTerm {
            name: NAMES[term],
            lead: leads[term],
            weight: weight(term),
        })
    }

    /// The value of a position for its side to move, in hundredths of a square.
    #[must_use]
    pub fn estimate(&self, position: &Position<N>) -> i32 {
        let scene = scene_of(position);
        judge(self.isa, self.geometry, &scene, self.weights).estimates[0]
    }
}

fn scene_of<const N: usize>(position: &Position<N>) -> Scene<N> {
    let side = position.side_to_move();
    Scene::of([position.archers(side), position.archers(!side)], position.empty())
}
