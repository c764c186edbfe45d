//! Queen moves of whole sets of squares: the occluded fill of Kogge and Stone.
//!
//! To slide a set in one direction over empty squares, the squares reached in one step are added,
//! then those two steps further over two empty squares, then four at a time (Chess Programming
//! Wiki, "Kogge-Stone algorithm"). What is passable in one, two and four steps depends on the
//! empty squares alone, so it is worked out once and serves both sides and every distance.

use super::lanes::Lanes;
use crate::board::{Geometry, Step};

/// The squares that can be entered by one step, two steps and one stride of a direction.
#[derive(Clone, Copy)]
struct Passage<const N: usize> {
    step: Lanes<N>,
    double: Lanes<N>,
    stride: Lanes<N>,
}

/// The empty squares of a position, made ready for sliding over them in all eight directions.
pub(super) struct Slides<'g, const N: usize> {
    geometry: &'g Geometry<N>,
    rising: [Passage<N>; 4],
    falling: [Passage<N>; 4],
}

#[inline(always)]
fn up<const N: usize>(set: Lanes<N>, by: u32) -> Lanes<N> {
    set << by
}

#[inline(always)]
fn down<const N: usize>(set: Lanes<N>, by: u32) -> Lanes<N> {
    set >> by
}

#[inline(always)]
fn passage<const N: usize>(
    empty: Lanes<N>,
    step: &Step<N>,
    shift: impl Fn(Lanes<N>, u32) -> Lanes<N>,
) -> Passage<N> {
    let single = empty & Lanes::splat(step.landing);
    let double = single & shift(single, step.shift);
    let stride =
        if step.strides_by_four() { double & shift(double, 2 * step.shift) } else { double };
    Passage { step: single, double, stride }
}

/// Slides the sets of both sides in one direction, each with the set itself.
#[inline(always)]
fn slide<const N: usize>(
    from: &[Lanes<N>; 2],
    passage: &Passage<N>,
    step: &Step<N>,
    shift: impl Fn(Lanes<N>, u32) -> Lanes<N>,
) -> [Lanes<N>; 2] {
    let [mut mine, mut theirs] = *from;
    mine |= passage.step & shift(mine, step.shift);
    theirs |= passage.step & shift(theirs, step.shift);
    mine |= passage.double & shift(mine, 2 * step.shift);
    theirs |= passage.double & shift(theirs, 2 * step.shift);
    for _ in 0..step.strides {
        mine |= passage.stride & shift(mine, step.stride);
        theirs |= passage.stride & shift(theirs, step.stride);
    }
    [mine, theirs]
}

impl<'g, const N: usize> Slides<'g, N> {
    #[inline(always)]
    pub(super) fn over(geometry: &'g Geometry<N>, empty: Lanes<N>) -> Self {
        let (rising, falling) = (geometry.rising(), geometry.falling());
        Self {
            geometry,
            rising: [
                passage(empty, &rising[0], up),
                passage(empty, &rising[1], up),
                passage(empty, &rising[2], up),
                passage(empty, &rising[3], up),
            ],
            falling: [
                passage(empty, &falling[0], down),
                passage(empty, &falling[1], down),
                passage(empty, &falling[2], down),
                passage(empty, &falling[3], down),
            ],
        }
    }

    /// For both sides, `from` and every square a queen on one of its squares can move to.
    #[inline(always)]
    pub(super) fn spread(&self, from: &[Lanes<N>; 2]) -> [Lanes<N>; 2] {
        let [a, b, c, d] = [
            self.axis::<0>(from),
            self.axis::<1>(from),
            self.axis::<2>(from),
            self.axis::<3>(from),
        ];
        [a[0] | b[0] | c[0] | d[0], a[1] | b[1] | c[1] | d[1]]
    }

    #[inline(always)]
    fn axis<const A: usize>(&self, from: &[Lanes<N>; 2]) -> [Lanes<N>; 2] {
        let higher = slide(from, &self.rising[A], &self.geometry.rising()[A], up);
        let lower = slide(from, &self.falling[A], &self.geometry.falling()[A], down);
        [higher[0] | lower[0], higher[1] | lower[1]]
    }
}

/// The sets together with every square a king step away.
#[inline(always)]
pub(super) fn widened<const N: usize>(geometry: &Geometry<N>, sets: Lanes<N>) -> Lanes<N> {
    let (east, west) = (&geometry.rising()[0], &geometry.falling()[0]);
    let row = sets
        | up(sets, east.shift) & Lanes::splat(east.landing)
        | down(sets, west.shift) & Lanes::splat(west.landing);
    let rank = geometry.rising()[2].shift;
    row | up(row, rank) | down(row, rank)
}
