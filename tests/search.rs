//! The search against solved positions, and what it promises: legality, limits, determinism.

mod common;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use strelci::board::{AnyPosition, BoardSize, Move};
use strelci::eval::{Detail, LEAN_WEIGHTS, Preference, Proof};
use strelci::rules::{Outcome, Reason, Rules, outcome_of, play};
use strelci::search::{
    AnySearcher, Bound, Choice, Control, Info, Limits, Params, Root, SearchResult, Searcher,
    Settings,
};
use strelci::variant::{VARIANTS, Variant};

use common::plain::{PlainBoard, Solver};
use common::{boards, rows};

/// The searchers that make the promises here.
const BOTH: [Choice; 2] = [Choice::AlphaBeta, Choice::Mcts];

fn searcher(choice: Choice, change: impl Fn(&mut Settings)) -> AnySearcher {
    let mut settings = Settings { choice, hash_mib: 8, ..Settings::default() };
    change(&mut settings);
    AnySearcher::new(&settings).unwrap()
}

/// Constants of an alpha-beta that passes over most moves even on small boards.
fn narrow() -> Params {
    let mut params = Params::default();
    let width = [("width", 4), ("step_width", 4), ("reduce_after", 1), ("reduce_more_after", 2)];
    let looks = [("step_margin", 0), ("futility", 0), ("futility_moves", 0)];
    for (name, value) in width.into_iter().chain(looks) {
        assert!(params.set(name, value), "{name}");
    }
    params
}

fn search(searcher: &mut AnySearcher, root: &Root, limits: &Limits) -> SearchResult {
    searcher.search(root, limits, &Control::running(), &|_| ())
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn root(rules: Rules, fen: &str) -> Root {
    Root { position: fen.parse().unwrap(), rules }
}

fn start(variant: &str) -> Root {
    let variant: &Variant = variant.parse().unwrap();
    Root { position: variant.start(), rules: variant.rules }
}

fn proof(result: &SearchResult) -> Option<Proof> {
    result.lines.first()?.score.proof(Preference::Length)
}

/// Searches every row of a file of solved positions; says how many there are, and panics on the
/// first that is not proven or not played right.
fn solve(choice: Choice, file: &str, rules: Rules, limit: u64) {
    // The smallest memory: what was forgotten is proven again.
    let mut searcher = searcher(choice, |settings| settings.hash_mib = 1);
    let text = std::fs::read_to_string(format!("tests/data/{file}")).unwrap();
    for fields in rows(&text) {
        let root = root(rules, fields[0]);
        searcher.clear();
        let result = search(&mut searcher, &root, &nodes(limit));
        let proof =
            proof(&result).unwrap_or_else(|| panic!("{choice}, {file}: not proven: {fields:?}"));
        assert_eq!(proof.won, fields[1] == "win", "{choice}, {file}: {fields:?}");
        if proof.won {
            let best = result.best.unwrap();
            let listed = fields[2].split(' ').any(|text| text.parse() == Ok(best));
            assert!(listed, "{choice}, {file}: played {best} in {fields:?}");
        }
    }
}

#[test]
fn solved_positions_of_strelci_are_proven_and_played_right() {
    for file in [
        "exact-6x6-1v1-strelci.txt",
        "exact-7x5-2v1-strelci.txt",
        "exact-8x8-2v2-strelci.txt",
        "exact-10x10-4v4-strelci.txt",
    ] {
        solve(Choice::AlphaBeta, file, Rules::Strelci, 200_000);
        solve(Choice::Mcts, file, Rules::Strelci, 400_000);
    }
}

#[test]
fn solved_positions_of_amazons_are_proven_and_played_right() {
    for file in ["exact-6x6-1v1-amazons.txt", "exact-8x8-4v4-amazons.txt"] {
        solve(Choice::AlphaBeta, file, Rules::Amazons, 400_000);
        solve(Choice::Mcts, file, Rules::Amazons, 800_000);
    }
}

/// Searches small boards with one small table that is never cleared, by both rules and preferences
/// in turn: what is proven is what a plain solver finds, move by move.
#[test]
fn what_is_proven_is_true() {
    for threads in [1, 2] {
        for choice in BOTH {
            proves_what_is_true(choice, threads, Params::default());
        }
        proves_what_is_true(Choice::AlphaBeta, threads, narrow());
    }
}

fn proves_what_is_true(choice: Choice, threads: usize, params: Params) {
    let mut solvers = [Rules::Strelci, Rules::Amazons].map(|rules| (rules, Solver::new(rules)));
    let mut settings = Settings { choice, threads, hash_mib: 1, ..Settings::default() };
    let mut searcher = AnySearcher::tuned(&settings, params, &LEAN_WEIGHTS).unwrap();
    let mut proven = 0;
    for seed in 0..400 {
        let size = BoardSize::new(3 + seed as usize % 3, 4).unwrap();
        let position = boards::random(size, seed);
        if position.empty_squares() > 9 {
            continue;
        }
        let limits = match choice {
            Choice::Mcts => nodes(5000),
            _ => depth(3 + seed as u32 % 6),
        };
        for (rules, solver) in &mut solvers {
            for preference in [Preference::Length, Preference::Margin] {
                settings.preference = preference;
                searcher.configure(&settings).unwrap();
                // The position after the best move is searched with what is known of it.
                let mut next = Some(position);
                for _ in 0..2 {
                    let going_on = |position: &AnyPosition| outcome_of(*rules, position).is_none();
                    let Some(position) = next.filter(going_on) else { break };
                    let result = search(&mut searcher, &Root { position, rules: *rules }, &limits);
                    let case = format!("{choice}, {threads}, {rules}, {preference:?}: {position}");
                    proven += usize::from(is_truly_proven(&result, &position, solver, &case));
                    next = position.play(result.best.unwrap()).ok();
                }
            }
        }
    }
    assert!(proven > 300, "{choice}: only {proven} results were proven");
}

/// Whether a result is proven; what is, and the move of a win, are held against the truth.
fn is_truly_proven(
    result: &SearchResult,
    position: &AnyPosition,
    solver: &mut Solver,
    case: &str,
) -> bool {
    let score = result.lines[0].score;
    if score.is_proven() {
        assert_eq!(score.is_won(), solver.wins(&PlainBoard::from(position)), "{case}");
    }
    if score.is_won() {
        let after = position.play(result.best.unwrap()).unwrap();
        let after = PlainBoard::from(&after);
        assert!(!solver.wins(&after), "{case}");
    }
    score.is_proven()
}

/// A tree search tells of the first moves, alpha-beta does not.
#[test]
fn the_searcher_changes_with_the_time_for_a_move() {
    let root = start("strelci");
    let fast = Limits { move_time: Some(Duration::from_millis(100)), ..nodes(5000) };
    let mut settings = Settings { hash_mib: 2, ..Settings::default() };
    let mut searcher = AnySearcher::new(&settings).unwrap();
    let mut searched = |settings: &Settings, limits: &Limits| {
        searcher.configure(settings).unwrap();
        let result = search(&mut searcher, &root, limits);
        assert!(result.best.is_some());
        result.first_moves.len()
    };
    for hash_mib in [2, 3, 1] {
        settings.hash_mib = hash_mib;
        assert_eq!(searched(&settings, &fast), 10);
        assert_eq!(searched(&settings, &depth(1)), 0);
    }
}

/// The margin that the side to move wins by with best play for margin, or less than nothing for
/// what it loses by; a thousand tells a win by nothing from a loss by nothing.
fn best_margin(position: &AnyPosition, known: &mut HashMap<String, i32>) -> i32 {
    let key = position.to_string();
    if let Some(&margin) = known.get(&key) {
        return margin;
    }
    let margin = if let Some(Outcome { winner, reason }) = outcome_of(Rules::Strelci, position) {
        let size = match reason {
            Reason::Separated { margin } => 1000 + i32::from(margin),
            Reason::Blocked => 1000,
        };
        if winner == position.side_to_move() { size } else { -size }
    } else {
        let after = |played: &Move| -best_margin(&position.play(*played).unwrap(), known);
        position.moves().iter().map(after).max().unwrap()
    };
    known.insert(key, margin);
    margin
}

#[test]
fn the_margin_played_for_is_the_largest_there_is() {
    for choice in BOTH {
        finds_the_largest_margin(choice, Params::default());
    }
    finds_the_largest_margin(Choice::AlphaBeta, narrow());
}

fn finds_the_largest_margin(choice: Choice, params: Params) {
    let preference = Preference::Margin;
    let settings = Settings { choice, preference, hash_mib: 8, ..Settings::default() };
    let mut searcher = AnySearcher::tuned(&settings, params, &LEAN_WEIGHTS).unwrap();
    let mut searched = 0;
    for seed in 0..200 {
        let position = boards::random(BoardSize::new(4, 3).unwrap(), seed);
        let root = Root { position, rules: Rules::Strelci };
        let is_over = outcome_of(root.rules, &position).is_some();
        if is_over || position.empty_squares() > 6 {
            continue;
        }
        let result = search(&mut searcher, &root, &depth(20));
        let proof = result.lines[0].score.proof(preference);
        let Some(Proof { won, detail: Detail::Margin(margin), .. }) = proof else {
            panic!("{choice}: {position} is not proven with its margin")
        };
        let found = if won { 1000 + i32::from(margin) } else { -1000 - i32::from(margin) };
        assert_eq!(found, best_margin(&position, &mut HashMap::new()), "{choice}: {position}");
        searched += 1;
    }
    assert!(searched > 30, "only {searched} positions");
}

#[test]
fn hard_positions_of_strelci_are_proven_and_played_right() {
    solve(Choice::AlphaBeta, "exact-hard-6x6-1v1-strelci.txt", Rules::Strelci, 20_000_000);
}

#[test]
fn the_winner_depends_on_the_rules() {
    for choice in BOTH {
        let mut searcher = searcher(choice, |_| ());
        for fields in rows(include_str!("data/rules-differ.txt")) {
            for (rules, expected) in [(Rules::Amazons, fields[1]), (Rules::Strelci, fields[2])] {
                searcher.clear();
                let root = root(rules, fields[0]);
                let won = match outcome_of(rules, &root.position) {
                    Some(outcome) => outcome.winner == root.position.side_to_move(),
                    None => proof(&search(&mut searcher, &root, &nodes(1_000_000))).unwrap().won,
                };
                assert_eq!(won, expected == "win", "{rules}: {fields:?}");
            }
        }
    }
}

#[test]
fn one_thread_and_a_limit_give_the_same_search_again() {
    for choice in BOTH {
        for variant in &VARIANTS {
            let root = start(variant.name);
            for limits in [nodes(30_000), depth(3)] {
                let first = search(&mut searcher(choice, |_| ()), &root, &limits);
                let again = search(&mut searcher(choice, |_| ()), &root, &limits);
                assert_eq!(
                    (first.best, first.nodes),
                    (again.best, again.nodes),
                    "{}",
                    variant.name
                );
            }
        }
    }
}

#[test]
fn nodes_are_limited() {
    for choice in BOTH {
        for limit in [1, 100, 10_000] {
            let result = search(&mut searcher(choice, |_| ()), &start("strelci8"), &nodes(limit));
            // A node's moves are evaluated together, so a search may pass its limit by one node.
            assert!(result.nodes <= limit + 1500, "{limit}: {}", result.nodes);
            assert!(result.best.is_some());
        }
    }
}

#[test]
fn the_best_lines_are_different_and_in_order() {
    let result = search(
        &mut searcher(Choice::AlphaBeta, |settings| settings.multi_pv = 4),
        &start("strelci6"),
        &depth(4),
    );
    assert_eq!(result.lines.len(), 4);
    assert!(result.lines.is_sorted_by(|a, b| a.score >= b.score));
    let mut firsts: Vec<Move> = result.lines.iter().map(|line| line.pv[0]).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    let single = search(&mut searcher(Choice::AlphaBeta, |_| ()), &start("strelci6"), &depth(4));
    assert_eq!(single.best, Some(result.lines[0].pv[0]));
}

/// Beside a move that wins the others are searched too, until as many lines are proven as are wanted.
#[test]
fn the_lines_of_a_solved_position_are_proven_and_in_order() {
    for (choice, threads) in [(Choice::AlphaBeta, 1), (Choice::Mcts, 1), (Choice::Mcts, 2)] {
        let mut solver = Solver::new(Rules::Strelci);
        let mut searcher = searcher(choice, |settings| {
            (settings.multi_pv, settings.threads) = (5, threads);
        });
        let mut searched = 0;
        for seed in 0..200 {
            let position = boards::random(BoardSize::new(4, 3).unwrap(), seed);
            let is_over = outcome_of(Rules::Strelci, &position).is_some();
            if is_over || position.empty_squares() > 6 {
                continue;
            }
            let root = Root { position, rules: Rules::Strelci };
            let lines = search(&mut searcher, &root, &Limits::default()).lines;
            let case = format!("{choice}, {threads}: {position}");
            let (wins, wanted) = (
                solver.winning_moves(&PlainBoard::from(&position)).len(),
                position.moves().len().min(5),
            );
            let told = lines.iter().map(|line| line.score.is_won());
            let expected = (0..wanted).map(|number| number < wins);
            assert!(told.eq(expected), "{case}: {wins} wins, {lines:?}");
            assert!(lines.iter().all(|line| line.score.is_proven()), "{case}: {lines:?}");
            searched += 1;
        }
        assert!(searched > 30, "only {searched} positions");
    }
}

/// Some limits strike between the search that finds a move to be better than was asked and that which
/// tells how good it is.
#[test]
fn a_line_that_was_broken_off_says_whether_it_is_a_bound() {
    let bound = |limit| {
        let mut searcher = searcher(Choice::AlphaBeta, |settings| settings.hash_mib = 1);
        search(&mut searcher, &start("strelci6"), &nodes(limit)).lines[0].bound
    };
    let bounds: Vec<Bound> = (1000..2000).step_by(10).map(bound).collect();
    for bound in [Bound::Exact, Bound::Lower] {
        assert!(bounds.contains(&bound), "{bound:?} in {bounds:?}");
    }
}

/// The smallest memory is pruned of most that is below the root, and of a step's shots the best may go.
#[test]
fn the_lines_of_a_solved_position_are_proven_in_the_smallest_memory() {
    for threads in [1, 2] {
        let mut searcher = searcher(Choice::Mcts, |settings| {
            (settings.multi_pv, settings.threads, settings.hash_mib) = (12, threads, 1);
        });
        let root = root(Rules::Strelci, "6/2**1*/1Q***1/2**2/2*1**/*1q1*1 b");
        let told = AtomicU32::new(0);
        let report = |info: &Info| {
            told.fetch_max(info.hash_full, Ordering::Relaxed);
        };
        let result = searcher.search(&root, &nodes(20_000_000), &Control::running(), &report);
        assert!(told.into_inner() >= 990, "never full");
        assert_eq!(result.lines.len(), 12);
        assert!(result.lines.iter().all(|line| line.score.is_proven()), "{:?}", result.lines);
        assert!(result.lines.is_sorted_by(|a, b| a.score >= b.score));
    }
}

#[test]
fn only_the_wanted_moves_are_searched() {
    for choice in BOTH {
        let search_moves = vec!["c1c2c1".parse().unwrap(), "c1d2c1".parse().unwrap()];
        let limits = Limits { search_moves: search_moves.clone(), ..depth(4) };
        let result = search(
            &mut searcher(choice, |settings| settings.multi_pv = 9),
            &start("strelci6"),
            &limits,
        );
        assert_eq!(result.lines.len(), 2);
        assert!(result.lines.iter().all(|line| search_moves.contains(&line.pv[0])));
    }
}

#[test]
fn lines_are_legal_to_their_end() {
    for choice in BOTH {
        for variant in &VARIANTS {
            let root = start(variant.name);
            let result = search(&mut searcher(choice, |_| ()), &root, &nodes(100_000));
            let mut position = root.position;
            for &played in &result.lines[0].pv {
                position = play(root.rules, &position, played).unwrap();
            }
        }
    }
}

#[test]
fn a_proven_line_ends_the_game_as_it_says() {
    for choice in BOTH {
        let root = root(Rules::Strelci, "6/2**1*/1Q***1/2**2/2*1**/*1q1*1 b");
        let result = search(&mut searcher(choice, |_| ()), &root, &nodes(2_000_000));
        let proof = proof(&result).unwrap();
        assert!(proof.won);
        let mut position = root.position;
        for &played in &result.lines[0].pv {
            position = play(root.rules, &position, played).unwrap();
        }
        assert_eq!(result.lines[0].pv.len(), proof.plies);
        let outcome = outcome_of(root.rules, &position).unwrap();
        assert_eq!(outcome.winner, root.position.side_to_move());
    }
}

#[test]
fn a_finished_game_has_no_move() {
    for choice in BOTH {
        let separated = root(Rules::Strelci, "Q*q/3/*** w");
        assert_eq!(
            search(
                &mut searcher(choice, |_| ()),
                &root(Rules::Strelci, "q*Q/**1/1*1 w"),
                &depth(3)
            ),
            SearchResult::default()
        );
        assert!(search(&mut searcher(choice, |_| ()), &separated, &depth(3)).best.is_some());
    }
}

#[test]
fn settled_amazons_regions_are_counted() {
    for choice in BOTH {
        // White has eight moves alone, Black four; White to move wins when Black has made its four.
        let root = root(Rules::Amazons, "3*1q1/1Q1*3/3**** w");
        let result = search(&mut searcher(choice, |_| ()), &root, &depth(6));
        let proof = proof(&result).unwrap();
        assert!(proof.won);
        assert_eq!((proof.plies, proof.detail), (11, Detail::Margin(0)));
    }
}

#[test]
fn two_threads_prove_what_one_proves() {
    for choice in BOTH {
        let root = root(Rules::Strelci, "6/2**1*/1Q***1/2**2/2*1**/*1q1*1 b");
        let result = search(
            &mut searcher(choice, |settings| settings.threads = 2),
            &root,
            &nodes(4_000_000),
        );
        assert_eq!(proof(&result).map(|proof| proof.won), Some(true));
        assert_eq!(result.best.map(|best| best.to_string()), Some("c1a3,a3b3".to_owned()));
    }
}

#[test]
fn a_stopped_search_has_an_answer() {
    for choice in BOTH {
        let control = Control::running();
        control.stop();
        let result = searcher(choice, |_| ()).search(
            &start("strelci"),
            &Limits::default(),
            &control,
            &|_| (),
        );
        assert!(result.best.is_some());
    }
}

#[test]
fn the_largest_board_is_searched() {
    for choice in BOTH {
        let fen = format!("q24q/{}q23Qq/{}Q24Q w", "26/".repeat(12), "26/".repeat(11));
        let position: AnyPosition = fen.parse().unwrap();
        let root = Root { position, rules: Rules::Strelci };
        let result = search(&mut searcher(choice, |_| ()), &root, &nodes(20_000));
        assert!(result.best.is_some());
    }
}

#[test]
fn weaker_and_varied_play_depends_on_the_seed_alone() {
    for choice in BOTH {
        let root = start("strelci6");
        let best = |skill, variety, seed| {
            let mut searcher = searcher(choice, |settings| {
                (settings.skill, settings.variety, settings.seed) = (skill, variety, seed);
            });
            search(&mut searcher, &root, &depth(3)).best.unwrap()
        };
        for (skill, variety) in [(3, 0), (20, 1000)] {
            let choices: Vec<Move> = (0..12).map(|seed| best(skill, variety, seed)).collect();
            let again: Vec<Move> = (0..12).map(|seed| best(skill, variety, seed)).collect();
            assert_eq!(choices, again);
            assert!(choices.iter().any(|choice| *choice != choices[0]), "always {}", choices[0]);
        }
    }
}

#[test]
fn the_line_of_the_move_played_is_told_whatever_its_rank() {
    for choice in BOTH {
        let mut led = 0;
        for seed in 0..12 {
            let mut searcher = searcher(choice, |settings| {
                (settings.multi_pv, settings.variety, settings.seed) = (2, 1000, seed);
            });
            let SearchResult { best, lines, .. } =
                search(&mut searcher, &start("strelci6"), &depth(3));
            let numbers: Vec<usize> = lines.iter().map(|line| line.line).collect();
            let firsts: Vec<Move> = lines.iter().map(|line| line.pv[0]).collect();
            assert_eq!(numbers, [1, 2]);
            assert!(best.is_some_and(|best| firsts.contains(&best)) && firsts[0] != firsts[1]);
            led += u32::from(lines[0].score < lines[1].score);
        }
        assert!(led > 0, "{choice}: none but the best two was played");
    }
}

#[test]
fn no_time_at_all_is_enough_for_a_move() {
    for choice in BOTH {
        let limits = Limits { move_time: Some(Duration::ZERO), ..Limits::default() };
        assert!(search(&mut searcher(choice, |_| ()), &start("strelci"), &limits).best.is_some());
    }
}
