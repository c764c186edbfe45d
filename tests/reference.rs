//! The facts in `tests/data`, and random small boards against plain arrays.

mod common;

use common::boards::{random, small_sizes, walled};
use common::plain::{PlainBoard, PlainMove, Solver};
use common::rows;
use proptest::prelude::*;
use strelci::board::{AnyPosition, BoardSize, Move, Side};
use strelci::eval::Explanation;
use strelci::perft;
use strelci::rules::{Rules, outcome_of, territory};

fn rules(name: &str) -> Rules {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn position(fen: &str) -> AnyPosition {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A row of `perft.txt`: rules, position, and leaves by depth.
type PerftRow = (Rules, AnyPosition, Vec<(u32, u64)>);

fn perft_rows() -> Vec<PerftRow> {
    let counts = |text: &str| {
        let pairs = text.split(' ').map(|pair| {
            let (depth, leaves) = pair.split_once(':').expect("depth:leaves");
            (depth.parse().unwrap(), leaves.parse().unwrap())
        });
        pairs.collect()
    };
    rows(include_str!("data/perft.txt"))
        .map(|row| (rules(row[0]), position(row[1]), counts(row[2])))
        .collect()
}

#[test]
fn every_perft_row_holds() {
    for (rules, position, counts) in perft_rows() {
        for (depth, expected) in counts {
            let counted = perft::count(rules, &position, depth);
            assert_eq!(counted, expected, "{rules} {position}, depth {depth}");
        }
    }
}

/// Boards of every width, each larger than any it is to hold.
const HOSTS: [(usize, usize); 6] = [(8, 8), (11, 11), (9, 13), (16, 16), (26, 26), (25, 24)];

#[test]
fn walls_around_a_board_change_nothing() {
    for (rules, position, counts) in perft_rows() {
        let inner = position.size();
        let fits = |&(files, ranks): &(usize, usize)| {
            files >= inner.files() && ranks >= inner.ranks() && inner.squares() <= 36
        };
        for (files, ranks) in HOSTS.into_iter().filter(fits) {
            let host = BoardSize::new(files, ranks).unwrap();
            for corner in 0..4 {
                let file = (corner % 2) * (files - inner.files());
                let rank = (corner / 2) * (ranks - inner.ranks());
                let walled = walled(&position, host, (file, rank));
                for &(depth, expected) in counts.iter().filter(|(_, leaves)| *leaves < 1_000_000) {
                    let counted = perft::count(rules, &walled, depth);
                    assert_eq!(counted, expected, "{rules} {walled}, depth {depth}");
                }
            }
        }
    }
}

/// The winner by one rule set as `status.txt` writes it.
fn state(rules: Rules, position: &AnyPosition) -> String {
    let winner = match outcome_of(rules, position).map(|outcome| outcome.winner) {
        None => "ongoing",
        Some(Side::White) => "white",
        Some(Side::Black) => "black",
    };
    format!("{rules} {winner}")
}

#[test]
fn every_status_row_holds() {
    let mut checked = 0;
    for row in rows(include_str!("data/status.txt")) {
        let position = position(row[0]);
        let [white, black] = territory(&position);
        assert_eq!(state(Rules::Strelci, &position), row[1], "{position}");
        assert_eq!(state(Rules::Amazons, &position), row[2], "{position}");
        assert_eq!(format!("territory {white} {black}"), row[3], "{position}");
        checked += 1;
    }
    assert_eq!(checked, 300);
}

#[test]
fn rules_differ_where_the_data_says_so() {
    for row in rows(include_str!("data/rules-differ.txt")) {
        let board = PlainBoard::from(&position(row[0]));
        for (rules, result) in [(Rules::Amazons, row[1]), (Rules::Strelci, row[2])] {
            let wins = Solver::new(rules).wins(&board);
            assert_eq!(wins, result == "win", "{rules} {}", row[0]);
        }
    }
}

/// Files of solved positions, with the rules in their names.
const EXACT: [(Rules, &str); 7] = [
    (Rules::Strelci, include_str!("data/exact-10x10-4v4-strelci.txt")),
    (Rules::Amazons, include_str!("data/exact-6x6-1v1-amazons.txt")),
    (Rules::Strelci, include_str!("data/exact-6x6-1v1-strelci.txt")),
    (Rules::Strelci, include_str!("data/exact-7x5-2v1-strelci.txt")),
    (Rules::Strelci, include_str!("data/exact-8x8-2v2-strelci.txt")),
    (Rules::Amazons, include_str!("data/exact-8x8-4v4-amazons.txt")),
    (Rules::Strelci, include_str!("data/exact-hard-6x6-1v1-strelci.txt")),
];

/// Positions with at most so many empty squares are solved on plain arrays in a moment.
const SOON_SOLVED: usize = 14;

#[test]
fn small_exact_rows_are_confirmed_by_trying_everything() {
    let mut confirmed = 0;
    for (rules, text) in EXACT {
        for row in rows(text) {
            let position = position(row[0]);
            assert_eq!(position.count_moves().to_string(), row[3], "{position}");
            if position.empty_squares() <= SOON_SOLVED {
                assert_eq!(solved(rules, &position), (row[1], row[2].into()), "{position}");
                confirmed += 1;
            }
        }
    }
    assert!(confirmed > 80, "only {confirmed} rows were small enough");
}

/// The result for the side to move, and the winning moves as the data writes them.
fn solved(rules: Rules, position: &AnyPosition) -> (&'static str, String) {
    let board = PlainBoard::from(position);
    let mut winning: Vec<String> = Solver::new(rules)
        .winning_moves(&board)
        .into_iter()
        .map(|played| spelled(position.size(), played))
        .collect();
    winning.sort_unstable();
    let result = if winning.is_empty() { "loss" } else { "win" };
    (result, winning.join(" "))
}

fn spelled(size: BoardSize, played: PlainMove) -> String {
    played
        .map(|at| {
            let file = char::from(b'a' + (at % size.files()) as u8);
            format!("{file}{}", at / size.files() + 1)
        })
        .concat()
}

/// The numbers of a row of `evaluation-vectors.txt`, each after its name.
fn pairs(text: &str) -> Vec<(&str, f64)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.chunks(2).map(|pair| (pair[0], pair[1].parse().expect(text))).collect()
}

#[test]
fn every_published_evaluation_holds() {
    let mut checked = 0;
    for row in rows(include_str!("data/evaluation-vectors.txt")) {
        let position = position(row[0]);
        let numbers = match row[1].strip_prefix("kappa ") {
            Some(kappa) => terms_beside(&position, kappa.parse().unwrap(), row[2]),
            None => alphas_beside(&position, row[2]),
        };
        for (name, found, expected) in numbers {
            assert!(
                (found - expected).abs() < 1e-4,
                "{name}: {found} for {expected} in {position}"
            );
            checked += 1;
        }
    }
    assert_eq!(checked, 5 + 4 * 2 + 8 + 8);
}

fn terms_beside(position: &AnyPosition, kappa: f64, text: &str) -> Vec<(String, f64, f64)> {
    let terms = Explanation::of(position, kappa).terms();
    let mut numbers = Vec::new();
    for (name, expected) in pairs(text) {
        let term = terms.iter().find(|term| term.name == name).expect(name);
        numbers.push((name.to_owned(), term.value, expected));
    }
    numbers
}

fn alphas_beside(position: &AnyPosition, text: &str) -> Vec<(String, f64, f64)> {
    let archers = Explanation::of(position, 0.0).archers;
    let mut numbers = Vec::new();
    for part in text.split(" ; ") {
        let (side, list) = part.split_once(' ').expect("a side and its archers");
        for (square, expected) in pairs(list) {
            let archer =
                archers.iter().find(|archer| archer.square.to_string() == square).expect(square);
            assert_eq!(archer.side.to_string(), side, "{square}");
            numbers.push((format!("alpha of {square}"), archer.alpha, expected));
        }
    }
    numbers
}

fn by_squares(size: BoardSize, moves: &[Move]) -> Vec<PlainMove> {
    let index = |square: strelci::board::Square| square.rank() * size.files() + square.file();
    let mut moves: Vec<PlainMove> =
        moves.iter().map(|played| [played.from, played.to, played.shot].map(index)).collect();
    moves.sort_unstable();
    moves
}

proptest! {
    #[test]
    fn random_boards_agree_with_plain_arrays(size in small_sizes(), seed: u64) {
        let position = random(size, seed);
        let board = PlainBoard::from(&position);
        let mut moves = board.moves();
        moves.sort_unstable();
        prop_assert_eq!(by_squares(size, &position.moves()), moves);
        prop_assert_eq!(territory(&position), board.territory());
        for rules in [Rules::Strelci, Rules::Amazons] {
            let winner = outcome_of(rules, &position).map(|outcome| outcome.winner);
            prop_assert_eq!(winner, board.winner(rules));
            prop_assert_eq!(perft::count(rules, &position, 2), board.perft(rules, 2));
        }
    }

    #[test]
    fn mobility_is_the_number_of_moves(size in small_sizes(), seed: u64) {
        let position = random(size, seed);
        let mobility = Explanation::of(&position, 0.1).mobility(position.side_to_move());
        prop_assert_eq!(mobility, position.count_moves());
    }
}
