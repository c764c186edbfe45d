//! The tree search: its memory, what it keeps from move to move, and its threads.

mod common;

use std::sync::Mutex;
use std::time::{Duration, Instant};

use strelci::board::BoardSize;
use strelci::rules::{Rules, outcome_of, play};
use strelci::search::{Control, Info, Limits, Mcts, Root, SearchResult, Searcher, Settings};
use strelci::variant::Variant;

use common::boards;

fn searcher(hash_mib: usize, threads: usize) -> Mcts {
    Mcts::new(&Settings { hash_mib, threads, ..Settings::default() }).unwrap()
}

fn start(variant: &str) -> Root {
    let variant: &Variant = variant.parse().unwrap();
    Root { position: variant.start(), rules: variant.rules }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn search(searcher: &mut Mcts, root: &Root, limits: &Limits) -> SearchResult {
    searcher.search(root, limits, &Control::running(), &|_| ())
}

fn visits(result: &SearchResult) -> u32 {
    result.first_moves.iter().map(|first| first.visits).sum()
}

/// The root after the first moves of a result's best line.
fn later(root: &Root, result: &SearchResult, plies: usize) -> Root {
    let line = result.lines[0].pv.iter().take(plies);
    let position =
        line.fold(root.position, |position, &played| play(root.rules, &position, played).unwrap());
    Root { position, ..*root }
}

#[test]
fn the_first_moves_are_told_the_most_visited_first() {
    let result = search(&mut searcher(8, 1), &start("strelci8"), &nodes(200_000));
    let first = &result.first_moves;
    assert!(first.len() > 3 && visits(&result) > 100);
    assert!(first.is_sorted_by(|a, b| a.visits >= b.visits));
    assert_eq!(result.best, Some(first[0].played));
    assert_eq!(result.lines[0].score, first[0].score);
}

/// The smallest memory is full again and again; the search goes on, and its best line lives.
#[test]
fn a_full_tree_is_pruned_and_the_search_goes_on() {
    for threads in [1, 2] {
        let told = Mutex::new(Vec::new());
        let report = |info: &Info| told.lock().unwrap().push(info.hash_full);
        let mut searcher = searcher(1, threads);
        let limits = nodes(6_000_000);
        let root = start("strelci8");
        let result = searcher.search(&root, &limits, &Control::running(), &report);
        assert!(result.nodes >= 6_000_000);
        assert!(told.lock().unwrap().iter().all(|&full| full <= 1000));
        assert!(visits(&result) > 10_000 && result.lines[0].pv.len() > 3);
        later(&root, &result, usize::MAX);
    }
}

#[test]
fn the_tree_is_gone_on_with_when_the_game_goes_on() {
    for plies in [0, 1, 2] {
        let root = start("strelci8");
        let mut searcher = searcher(8, 1);
        let before = search(&mut searcher, &root, &nodes(300_000));
        let next = later(&root, &before, plies);
        let known = visits(&search(&mut searcher, &next, &nodes(1)));
        assert!(known > 50, "{plies} plies later only {known} visits are known");
    }
}

#[test]
fn nothing_is_kept_from_another_game() {
    let root = start("strelci8");
    let fresh = search(&mut searcher(8, 1), &root, &nodes(50_000));
    let mut used = searcher(8, 1);
    search(&mut used, &start("strelci6"), &nodes(50_000));
    assert_eq!(search(&mut used, &root, &nodes(50_000)).first_moves, fresh.first_moves);
    used.clear();
    assert_eq!(search(&mut used, &root, &nodes(50_000)).first_moves, fresh.first_moves);
    let other = Root { rules: Rules::Amazons, ..root };
    let fresh = search(&mut searcher(8, 1), &other, &nodes(50_000));
    assert_eq!(search(&mut used, &other, &nodes(50_000)).first_moves, fresh.first_moves);
}

#[test]
fn a_search_of_some_moves_leaves_nothing_behind() {
    let root = start("strelci6");
    let fresh = search(&mut searcher(8, 1), &root, &nodes(50_000));
    let mut used = searcher(8, 1);
    let search_moves = vec!["c1c2c1".parse().unwrap()];
    search(&mut used, &root, &Limits { search_moves, ..nodes(20_000) });
    assert_eq!(search(&mut used, &root, &nodes(50_000)).first_moves, fresh.first_moves);
}

#[test]
fn a_search_of_some_moves_plays_one_of_them_whatever_is_known() {
    let root = start("strelci6");
    let mut searcher = searcher(8, 1);
    let best = search(&mut searcher, &root, &nodes(50_000)).best;
    let wanted = "c1c2c1".parse().unwrap();
    assert_ne!(best, Some(wanted));
    let limits = Limits { search_moves: vec![wanted], ..nodes(20_000) };
    let result = search(&mut searcher, &root, &limits);
    assert_eq!(result.best, Some(wanted));
    assert!(result.lines.iter().all(|line| line.pv[0] == wanted));
}

/// Rounds between two prunings of a small tree never reach their goal.
#[test]
fn limits_are_heeded_when_the_tree_is_full() {
    let root = start("strelci8");
    let limits = Limits { depth: Some(7), ..nodes(100_000_000) };
    let result = search(&mut searcher(1, 1), &root, &limits);
    assert!(result.lines[0].depth >= 7 && result.nodes < 100_000_000);
}

/// Lines that are not visited often are pruned no more than the best.
#[test]
fn a_full_tree_keeps_a_line_for_each_move_that_is_told() {
    let settings = Settings { hash_mib: 1, multi_pv: 20, ..Settings::default() };
    let mut searcher = Mcts::new(&settings).unwrap();
    let result = search(&mut searcher, &start("strelci8"), &nodes(3_000_000));
    assert_eq!(result.lines.len(), 20);
    assert!(result.lines.iter().all(|line| line.pv.len() > 1));
}

#[test]
fn the_smallest_memory_will_do_for_the_largest_board() {
    let fen = format!("qqqqqqqqqq16/{}/QQQQQQQQQQ16 w", ["26"; 24].join("/"));
    let root = Root { position: fen.parse().unwrap(), rules: Rules::Amazons };
    let result = search(&mut searcher(1, 1), &root, &nodes(200_000));
    later(&root, &result, usize::MAX);
    assert!(result.best.is_some());
}

#[test]
fn a_stop_is_heeded_at_once() {
    for threads in [1, 2] {
        let control = Control::running();
        let mut searcher = searcher(8, threads);
        let root = start("strelci");
        std::thread::scope(|scope| {
            let search = || searcher.search(&root, &Limits::default(), &control, &|_| ());
            let running = scope.spawn(search);
            std::thread::sleep(Duration::from_millis(300));
            control.stop();
            let stopped = Instant::now();
            assert!(running.join().unwrap().best.is_some());
            assert!(stopped.elapsed() < Duration::from_secs(1), "{:?}", stopped.elapsed());
        });
    }
}

/// A new game every time, and games that go on: nothing piles up, and every search has an answer.
#[test]
fn ten_thousand_short_searches() {
    let mut searcher = searcher(1, 1);
    let mut searched = 0;
    for seed in 0.. {
        let size = BoardSize::new(3 + seed as usize % 2, 3 + seed as usize / 2 % 2).unwrap();
        let rules = [Rules::Strelci, Rules::Amazons][seed as usize % 3 % 2];
        let mut root = Root { position: boards::random(size, seed), rules };
        while outcome_of(root.rules, &root.position).is_none() {
            let result = search(&mut searcher, &root, &nodes(60));
            root.position = play(root.rules, &root.position, result.best.unwrap()).unwrap();
            searched += 1;
        }
        if searched >= 10_000 {
            break;
        }
    }
}

#[test]
fn two_threads_share_one_tree() {
    let root = start("amazons8");
    let result = search(&mut searcher(8, 2), &root, &nodes(400_000));
    let alone = search(&mut searcher(8, 1), &root, &nodes(400_000));
    let (together, alone) = (visits(&result), visits(&alone));
    assert!(together > alone / 2 && together < alone * 2, "{together} and {alone}");
}
