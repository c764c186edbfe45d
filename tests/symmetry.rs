//! Nothing depends on how a board is laid, or on which side is called White.

mod common;

use common::boards::{random, sizes, small_sizes};
use proptest::prelude::*;
use strelci::board::{AnyPosition, Position, Side, Symmetry, colours_swapped};
use strelci::eval::Explanation;
use strelci::isa::Isa;
use strelci::perft;
use strelci::rules::{Rules, outcome_of, territory};
use strelci::survey::{Scan, Scene, scan};
use strelci::with_position;

const BOTH: [Rules; 2] = [Rules::Strelci, Rules::Amazons];

fn scanned<const N: usize>(position: &Position<N>) -> Scan {
    let side = position.side_to_move();
    let archers = [position.archers(side), position.archers(!side)];
    let scene = Scene::of(archers, position.empty());
    scan(Isa::best(), position.geometry(), &scene)
}

fn scan_of(position: &AnyPosition) -> Scan {
    with_position!(position, position => scanned(position))
}

/// The numbers of an explanation that are leads of White, then those that are not.
fn leads(position: &AnyPosition) -> ([f64; 4], [f64; 2]) {
    let explained = Explanation::of(position, 0.125);
    let leads = [explained.t1, explained.t2, explained.c1, explained.c2];
    (leads, [explained.w, explained.contested as f64])
}

/// The sums of both sides: mobility and α.
fn freedom(position: &AnyPosition) -> [(u64, f64); 2] {
    let explained = Explanation::of(position, 0.125);
    [Side::White, Side::Black].map(|side| (explained.mobility(side), explained.alpha(side)))
}

/// Equal but for the order of summation.
fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

fn near_leads(
    (leads, rest): ([f64; 4], [f64; 2]),
    (other_leads, other_rest): ([f64; 4], [f64; 2]),
    sign: f64,
) -> bool {
    leads.iter().zip(other_leads).all(|(&lead, other)| near(lead, sign * other))
        && rest.iter().zip(other_rest).all(|(&term, other)| near(term, other))
}

fn near_freedom(one: [(u64, f64); 2], other: [(u64, f64); 2]) -> bool {
    one.iter().zip(other).all(|(one, other)| one.0 == other.0 && near(one.1, other.1))
}

proptest! {
    #[test]
    fn a_board_laid_otherwise_is_the_same(size in sizes(), seed: u64) {
        let position = random(size, seed);
        for symmetry in Symmetry::all() {
            let laid = symmetry.position(&position);
            for rules in BOTH {
                prop_assert_eq!(outcome_of(rules, &laid), outcome_of(rules, &position));
            }
            prop_assert_eq!(territory(&laid), territory(&position));
            prop_assert_eq!(laid.count_moves(), position.count_moves());
            prop_assert_eq!(scan_of(&laid), scan_of(&position));
            prop_assert!(near_leads(leads(&laid), leads(&position), 1.0));
            prop_assert!(near_freedom(freedom(&laid), freedom(&position)));
        }
    }

    #[test]
    fn swapped_colours_swap_the_result(size in sizes(), seed: u64) {
        let position = random(size, seed);
        let swapped = colours_swapped(&position);
        for rules in BOTH {
            let (one, other) = (outcome_of(rules, &position), outcome_of(rules, &swapped));
            prop_assert_eq!(one.map(|outcome| !outcome.winner), other.map(|outcome| outcome.winner));
            prop_assert_eq!(one.map(|outcome| outcome.reason), other.map(|outcome| outcome.reason));
        }
        let [white, black] = territory(&position);
        prop_assert_eq!(territory(&swapped), [black, white]);
        prop_assert_eq!(swapped.count_moves(), position.count_moves());
        prop_assert_eq!(scan_of(&swapped), scan_of(&position));
        prop_assert!(near_leads(leads(&swapped), leads(&position), -1.0));
        let [white, black] = freedom(&position);
        prop_assert!(near_freedom(freedom(&swapped), [black, white]));
    }

    #[test]
    fn perft_knows_no_directions(size in small_sizes(), seed: u64) {
        let position = random(size, seed);
        for rules in BOTH {
            let counted = perft::count(rules, &position, 2);
            prop_assert_eq!(perft::count(rules, &colours_swapped(&position), 2), counted);
            for symmetry in Symmetry::all() {
                prop_assert_eq!(perft::count(rules, &symmetry.position(&position), 2), counted);
            }
        }
    }

    #[test]
    fn moves_go_where_their_squares_go(size in small_sizes(), seed: u64) {
        let position = random(size, seed);
        for symmetry in Symmetry::all() {
            for played in position.moves() {
                let after = position.play(played).expect("a listed move");
                let laid = symmetry.position(&position);
                let laid_after = laid.play(symmetry.played(size, played));
                prop_assert_eq!(laid_after, Ok(symmetry.position(&after)));
            }
        }
    }
}
