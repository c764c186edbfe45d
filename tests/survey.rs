//! Distances and scans against plain arrays, on every width that holds a board.

mod common;

use common::boards::{random, sizes};
use common::plain::{PlainBoard, PlainCounts};
use proptest::prelude::*;
use strelci::board::{AnyPosition, BoardSize, Content, Position, Side, count_moves};
use strelci::eval::{LEAN_WEIGHTS, judge};
use strelci::isa::Isa;
use strelci::survey::{Counts, DistanceMap, LANES, Lanes, Nearer, Scan, Scene, scan};

/// The position in so many limbs.
fn in_limbs<const N: usize>(position: &AnyPosition) -> Position<N> {
    Position::new(position.size(), &position.contents(), position.side_to_move())
}

/// Runs a check generic over the width on every width that holds the size.
macro_rules! every_width {
    ($size:expr, $check:ident($($argument:expr),*)) => {
        match $size.squares() {
            ..=64 => {
                $check::<1>($($argument),*)?;
                $check::<2>($($argument),*)?;
                $check::<4>($($argument),*)?;
                $check::<11>($($argument),*)?;
            }
            65..=128 => {
                $check::<2>($($argument),*)?;
                $check::<4>($($argument),*)?;
                $check::<11>($($argument),*)?;
            }
            129..=256 => {
                $check::<4>($($argument),*)?;
                $check::<11>($($argument),*)?;
            }
            _ => $check::<11>($($argument),*)?,
        }
    };
}

fn distances_agree<const N: usize>(position: &AnyPosition) -> Result<(), TestCaseError> {
    let plain = PlainBoard::from(position);
    let position = in_limbs::<N>(position);
    let squares = 0..position.size().squares();
    for side in [Side::White, Side::Black] {
        let queen = DistanceMap::by_queen(&position, side);
        let king = DistanceMap::by_king(&position, side);
        let queen: Vec<_> = squares.clone().map(|index| queen.at(index)).collect();
        let king: Vec<_> = squares.clone().map(|index| king.at(index)).collect();
        prop_assert_eq!(queen, plain.queen_distances(side));
        prop_assert_eq!(king, plain.king_distances(side));
    }
    Ok(())
}

/// The scene of the given positions, each seen by its own side to move.
fn scene<const N: usize>(positions: &[Position<N>; LANES]) -> Scene<N> {
    Scene {
        archers: [
            Lanes::gather(positions.map(|position| position.archers(position.side_to_move()))),
            Lanes::gather(positions.map(|position| position.archers(!position.side_to_move()))),
        ],
        empty: Lanes::gather(positions.map(|position| position.empty())),
    }
}

/// What a scan says of one position.
fn counts(scan: &Scan, lane: usize) -> PlainCounts {
    let one = |counts: &Counts| counts[lane];
    let nearer = |nearer: &Nearer| [one(&nearer.mine), one(&nearer.theirs), one(&nearer.tied)];
    PlainCounts {
        queen: nearer(&scan.queen),
        king: nearer(&scan.king),
        at_distance: [0, 1].map(|side| [0, 1, 2, 3].map(|far| one(&scan.at_distance[side][far]))),
        close: one(&scan.close),
        shared: one(&scan.shared),
    }
}

fn scans_agree<const N: usize>(positions: &[AnyPosition; LANES]) -> Result<(), TestCaseError> {
    let limbs = std::array::from_fn(|lane| in_limbs::<N>(&positions[lane]));
    let scene = scene(&limbs);
    let portable = scan(Isa::PORTABLE, limbs[0].geometry(), &scene);
    prop_assert_eq!(portable, scan(Isa::best(), limbs[0].geometry(), &scene));
    let judged = |isa| judge(isa, limbs[0].geometry(), &scene, &LEAN_WEIGHTS[0]);
    prop_assert_eq!(judged(Isa::PORTABLE), judged(Isa::best()));
    for position in &limbs {
        prop_assert_eq!(count_moves(Isa::PORTABLE, position), count_moves(Isa::best(), position));
    }
    for (lane, position) in positions.iter().enumerate() {
        let plain = PlainBoard::from(position).counts();
        prop_assert_eq!(counts(&portable, lane), plain, "lane {}: {}", lane, position);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn distances_agree_with_plain_arrays(size in sizes(), seed: u64) {
        let position = random(size, seed);
        every_width!(size, distances_agree(&position));
    }

    #[test]
    fn scans_agree_with_plain_arrays(size in sizes(), seeds: [u64; LANES]) {
        let positions = seeds.map(|seed| random(size, seed));
        every_width!(size, scans_agree(&positions));
    }
}

/// A board of alternate open ranks and walls with a gap at alternate ends: the longest way.
fn winding() -> AnyPosition {
    let size = BoardSize::new(26, 26).expect("the largest board");
    let mut contents = vec![Content::Empty; size.squares()];
    for rank in (1..26).step_by(2) {
        contents[26 * rank..26 * (rank + 1)].fill(Content::Obstacle);
        contents[26 * rank + if rank % 4 == 1 { 25 } else { 0 }] = Content::Empty;
    }
    contents[0] = Content::Archer(Side::White);
    contents[26 * 24] = Content::Archer(Side::Black);
    AnyPosition::new(size, &contents, Side::White)
}

#[test]
fn the_longest_way_is_measured() -> Result<(), TestCaseError> {
    let position = winding();
    let farthest =
        PlainBoard::from(&position).king_distances(Side::White).into_iter().flatten().max();
    assert!(farthest > Some(u16::from(u8::MAX)), "{farthest:?}");
    distances_agree::<11>(&position)?;
    scans_agree::<11>(&[position; LANES])
}
