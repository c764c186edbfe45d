//! The hot scan: distances of both sides on several positions at once, already counted.

use super::lanes::{LANES, Lanes};
use super::slide::{Slides, widened};
use crate::board::{Geometry, SquareSet};
use crate::isa::kernel;

/// A count for each position of a scan.
pub type Counts = [u64; LANES];

/// The positions to scan, one a lane.
#[derive(Clone, Copy, Debug)]
pub struct Scene<const N: usize> {
    /// The archers of the side to move and of the other side.
    pub archers: [Lanes<N>; 2],
    /// The empty squares.
    pub empty: Lanes<N>,
}

/// How many queen distances are told apart: 1, 2, 3, and 4 or more.
pub const DISTANCES: usize = 4;

/// Whose squares are whose, by one kind of distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nearer {
    /// Empty squares that the side to move reaches sooner, or alone.
    pub mine: Counts,
    /// Empty squares that the other side reaches sooner, or alone.
    pub theirs: Counts,
    /// Empty squares that both reach equally soon.
    pub tied: Counts,
}

/// What a scan counts. The index 0 stands for the side to move, 1 for the other side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// By queen moves: the parts of Lieberum's t1.
    pub queen: Nearer,
    /// By king moves: the parts of Lieberum's t2.
    pub king: Nearer,
    /// Empty squares at queen distance 1 (the squares an archer can step to: mobility), 2, 3, and 4
    /// or more: the parts of Lieberum's c1.
    pub at_distance: [[Counts; DISTANCES]; 2],
    /// Empty squares that both sides reach, with queen distances that differ by one.
    pub close: Counts,
    /// Empty squares that both sides reach.
    pub shared: Counts,
}

kernel! {
    /// Scans [`LANES`] positions.
    pub fn scan(geometry: &Geometry<N>, scene: &Scene<N>) -> Scan = scanned;
}

/// Sets of squares of the side to move and of the other side.
type Pair<const N: usize> = [Lanes<N>; 2];

/// Whose squares are whose, as sets, while distances grow.
struct Shares<const N: usize> {
    nearer: Pair<N>,
    tied: Lanes<N>,
}

impl<const N: usize> Shares<N> {
    const NONE: Self = Self { nearer: [Lanes::EMPTY; 2], tied: Lanes::EMPTY };

    /// Takes in the squares reached at one distance and not before.
    #[inline(always)]
    fn grow(&mut self, reached: &Pair<N>, fresh: &Pair<N>) {
        let [mine, theirs] = fresh;
        self.nearer[0] |= mine.without(reached[1] | *theirs);
        self.nearer[1] |= theirs.without(reached[0] | *mine);
        self.tied |= *mine & *theirs;
    }

    #[inline(always)]
    fn counts(&self) -> Nearer {
        Nearer {
            mine: self.nearer[0].counts(),
            theirs: self.nearer[1].counts(),
            tied: self.tied.counts(),
        }
    }
}

#[inline(always)]
fn fresh<const N: usize>(wider: Pair<N>, reached: &Pair<N>) -> Pair<N> {
    [wider[0].without(reached[0]), wider[1].without(reached[1])]
}

#[inline(always)]
fn add<const N: usize>(reached: &mut Pair<N>, fresh: &Pair<N>) {
    reached[0] |= fresh[0];
    reached[1] |= fresh[1];
}

#[inline(always)]
pub(crate) fn scanned<const N: usize>(geometry: &Geometry<N>, scene: &Scene<N>) -> Scan {
    let mut scan = Scan::default();
    let closure = by_king(geometry, scene, &mut scan);
    by_queen(geometry, scene, &closure, &mut scan);
    scan
}

/// Scans king distances and returns all that each side reaches, archers included: what a king
/// reaches at all, a queen reaches too.
#[inline(always)]
fn by_king<const N: usize>(geometry: &Geometry<N>, scene: &Scene<N>, scan: &mut Scan) -> Pair<N> {
    let mut reached = scene.archers;
    let mut shares = Shares::NONE;
    loop {
        let wider = [
            widened(geometry, reached[0]) & scene.empty,
            widened(geometry, reached[1]) & scene.empty,
        ];
        let fresh = fresh(wider, &reached);
        if (fresh[0] | fresh[1]).all_empty() {
            break;
        }
        shares.grow(&reached, &fresh);
        add(&mut reached, &fresh);
    }
    scan.king = shares.counts();
    scan.shared = (reached[0] & reached[1]).counts();
    reached
}

#[inline(always)]
fn by_queen<const N: usize>(
    geometry: &Geometry<N>,
    scene: &Scene<N>,
    closure: &Pair<N>,
    scan: &mut Scan,
) {
    let slides = Slides::over(geometry, scene.empty);
    let mut reached = scene.archers;
    let mut last: Pair<N> = [Lanes::EMPTY; 2];
    let mut shares = Shares::NONE;
    let mut close = Lanes::EMPTY;
    let mut distance = 0;
    loop {
        let wider = slides.spread(&reached);
        let fresh = fresh(wider, &reached);
        shares.grow(&reached, &fresh);
        close |= fresh[0] & last[1] | fresh[1] & last[0];
        for side in 0..2 {
            tally(&mut scan.at_distance[side][distance.min(DISTANCES - 1)], fresh[side]);
        }
        add(&mut reached, &fresh);
        last = fresh;
        distance += 1;
        if (closure[0].without(reached[0]) | closure[1].without(reached[1])).all_empty() {
            break;
        }
    }
    scan.queen = shares.counts();
    scan.close = close.counts();
}

#[inline(always)]
fn tally<const N: usize>(total: &mut Counts, sets: Lanes<N>) {
    let counts = sets.counts();
    for lane in 0..LANES {
        total[lane] += counts[lane];
    }
}

impl<const N: usize> Scene<N> {
    /// The same position in every lane.
    #[must_use]
    pub fn of(archers: [SquareSet<N>; 2], empty: SquareSet<N>) -> Self {
        Self { archers: archers.map(Lanes::splat), empty: Lanes::splat(empty) }
    }
}
