//! Single nodes: what a remembered move may change, and what is thought of what was passed over.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::params::AlphaBetaParams;
use super::worker::{Best, Node, Shared, Worker};
use crate::board::{AnyPosition, BoardSize, Content, Position, Side, Turn};
use crate::eval::{Detail, LEAN_WEIGHTS, Preference, Proof, Score};
use crate::rules::{Outcome, Reason, Rules, outcome, outcome_of};
use crate::search::Control;
use crate::search::account::Account;
use crate::search::busy::Busy;
use crate::search::info::Bound;
use crate::search::table::{Entry, Table};
use crate::search::window::Window;

/// More than there is of anything.
const ALL: i32 = 1 << 20;

/// Constants by which nothing is passed over or searched less deep.
fn exhaustive() -> AlphaBetaParams {
    AlphaBetaParams {
        step_margin: ALL,
        step_width: ALL,
        width: ALL,
        reduce_after: ALL,
        reduce_more_after: ALL,
        futility_moves: ALL,
        ..AlphaBetaParams::default()
    }
}

/// Lets a worker with these constants and a table look at a position of Střelci.
fn with_worker<R>(
    position: &Position<1>,
    params: &AlphaBetaParams,
    preference: Preference,
    table: &Table,
    look: impl FnOnce(&mut Worker<'_, 1>) -> R,
) -> R {
    let control = Control::running();
    let shared = Shared {
        table,
        busy: Busy::new(1),
        params,
        weights: &LEAN_WEIGHTS,
        rules: Rules::Strelci,
        preference,
        salt: 0,
        account: Account::new(&control, None, None),
    };
    look(&mut Worker::new(&shared, position))
}

/// What a position is proven worth by a search of everything, where the table remembers a move.
fn proven(position: &Position<1>, preference: Preference, remembered: Option<u32>) -> Proof {
    let table = Table::new(1).unwrap();
    let entry = Entry { best: remembered, score: Score::ZERO, bound: Bound::Lower, depth: 1 };
    table.put(position.key(), entry);
    let depth = position.empty().count() as i32;
    let node = Node { position, depth, window: Window::full(), ply: 0 };
    let score = with_worker(position, &exhaustive(), preference, &table, |worker| {
        worker.node(&node).unwrap()
    });
    score.proof(preference).unwrap()
}

/// What counts by a preference: where the length comes first, equal ones may differ in the margin.
fn worth(preference: Preference, proof: Proof) -> (bool, usize, Option<Detail>) {
    (proof.won, proof.plies, (preference == Preference::Margin).then_some(proof.detail))
}

/// Good moves, bad ones, those that end the game and those of other positions under the same key.
#[test]
fn no_remembered_move_changes_what_a_search_of_everything_proves() {
    let (mut won, mut lost, mut at_once_lost, mut won_by_less) = (0, 0, 0, 0);
    let goes_on = |any: &AnyPosition| outcome_of(Rules::Strelci, any).is_none();
    let few_are_empty = |any: &AnyPosition| any.empty_squares() <= 6;
    for any in small_boards().filter(few_are_empty).filter(goes_on).take(60) {
        let position = any.of_width::<1>().unwrap();
        for preference in [Preference::Length, Preference::Margin] {
            let truth = proven(position, preference, None);
            *(if truth.won { &mut won } else { &mut lost }) += 1;
            let legal = any.moves().into_iter().map(|played| position.geometry().turn(played));
            let strange = [Turn::new(5, 6, 7), Turn::new(15, 0, 15), Turn::new(200, 100, 50)];
            for turn in legal.chain(strange) {
                let found = proven(position, preference, Some(turn.code()));
                let case = format!("{any}, {preference:?}, {turn:?} remembered");
                assert_eq!(worth(preference, found), worth(preference, truth), "{case}");
                let after = position.allows(turn).then(|| position.after_turn(turn));
                let outcome = after.and_then(|after| outcome(Rules::Strelci, &after));
                if let Some(Outcome { winner, reason }) = outcome {
                    let is_won = winner == position.side_to_move();
                    at_once_lost += u32::from(truth.won && !is_won);
                    let Reason::Separated { margin } = reason else { continue };
                    let by_less = is_won && Detail::Margin(margin) != truth.detail;
                    won_by_less += u32::from(by_less && preference == Preference::Margin);
                }
            }
        }
    }
    assert!(won > 50 && lost > 10, "{won} won, {lost} lost");
    assert!(at_once_lost > 20 && won_by_less > 10, "{at_once_lost}, {won_by_less}");
}

/// Boards of four by four at random, with an archer on either side.
fn small_boards() -> impl Iterator<Item = AnyPosition> {
    let size = BoardSize::new(4, 4).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    std::iter::repeat_with(move || {
        let obstacle = |random: &mut Xoshiro256PlusPlus| random.random_range(0..100) < 40;
        let content = |is_obstacle| if is_obstacle { Content::Obstacle } else { Content::Empty };
        let mut contents: Vec<Content> =
            (0..size.squares()).map(|_| content(obstacle(&mut random))).collect();
        let white = random.random_range(0..size.squares());
        let black = (white + random.random_range(1..size.squares())) % size.squares();
        contents[white] = Content::Archer(Side::White);
        contents[black] = Content::Archer(Side::Black);
        AnyPosition::new(size, &contents, Side::White)
    })
}

/// A win that is found at the last ply, where steps are passed over by their looks, is that with the
/// largest margin there is, though it may come from a move that waited to be evaluated.
#[test]
fn a_win_at_the_last_ply_is_the_largest() {
    let params = AlphaBetaParams { step_margin: 0, ..AlphaBetaParams::default() };
    let table = Table::new(1).unwrap();
    let mut won = 0;
    for any in small_boards().take(3000) {
        let position = any.of_width::<1>().unwrap();
        if outcome(Rules::Strelci, position).is_some() {
            continue;
        }
        with_worker(position, &params, Preference::Margin, &table, |worker| {
            let mut largest = Score::WORST;
            let take = |_, score, is_over| {
                if is_over {
                    largest = largest.max(score);
                }
            };
            worker.evaluate_all(position, 0, take).unwrap();
            let best = worker.horizon(position, Window::full(), 0, None).unwrap();
            if best.score.is_won() {
                assert_eq!(best.score, largest, "{any}");
                won += 1;
            }
        });
    }
    assert!(won > 300, "only {won} wins");
}

/// The start of `strelci6`, asked whether it is worth far more than it is, with the worst-looking move
/// remembered: all others are passed over, and count for as much as they are thought worth at most.
fn passed_over(
    params: &AlphaBetaParams,
    look: impl FnOnce(&mut Worker<'_, 1>, &Node<'_, 1>, Option<Turn>) -> (Best, Score),
) {
    let any: AnyPosition = "3q2/6/6/6/6/2Q3 w".parse().unwrap();
    let position = any.of_width::<1>().unwrap();
    let table = Table::new(1).unwrap();
    let window = Window::around(Score::estimate(5000), 1);
    with_worker(position, params, Preference::Length, &table, |worker| {
        let mut moves = Vec::new();
        worker
            .evaluate_all(position, 0, |turn, score, _| moves.push((score, turn.code())))
            .unwrap();
        let worst = moves.into_iter().min().map(|(_, code)| Turn::from_code(code));
        let node = Node { position, depth: 2, window, ply: 0 };
        let (best, thought) = look(worker, &node, worst);
        assert_eq!(best.score, thought);
        assert_eq!(window.bound(best.score), Bound::Upper);
    });
}

#[test]
fn steps_passed_over_at_the_last_ply_count_for_their_looks() {
    let params = AlphaBetaParams { step_margin: 70, ..AlphaBetaParams::default() };
    passed_over(&params, |worker, node, worst| {
        let mut steps = Vec::new();
        worker.look_at_steps(node.position, &mut steps).unwrap();
        let best = worker.horizon(node.position, node.window, 0, worst).unwrap();
        (best, Score::estimate(steps[0].looks + 70))
    });
}

#[test]
fn moves_passed_over_before_count_for_their_looks() {
    let params =
        AlphaBetaParams { step_width: ALL, futility: 70, futility_moves: 0, ..exhaustive() };
    passed_over(&params, |worker, node, worst| {
        let mut most = Score::WORST;
        worker.evaluate_all(node.position, 0, |_, score, _| most = most.max(score)).unwrap();
        let best = worker.branch(node, worst).unwrap();
        (best, Score::estimate(most.hundredths() + 70))
    });
}
