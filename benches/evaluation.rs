//! Evaluations per second as the search makes them: all children of a position, four at a time,
//! beside the same counts on plain arrays.

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/common/plain.rs"]
mod plain;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use plain::PlainBoard;
use strelci::board::{AnyPosition, Position, Turn};
use strelci::eval::{Evaluator, LEAN_WEIGHTS};
use strelci::isa::Isa;
use strelci::rules::Rules;
use strelci::survey::LANES;
use strelci::with_position;

/// Starts, and positions 30 plies into games of greedy play from them.
const POSITIONS: [(&str, &str); 4] = [
    ("10x10 start", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"),
    (
        "10x10 ply 30",
        "4*5/4*1Qq2/2Q***1**1/2q4*2/5***1*/****6/1Q2***1*1/2**1**Q*1/*2**q2q1/4*2*2 w",
    ),
    ("8x8 start", "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w"),
    ("8x8 ply 30", "3*4/1****3/1Q*1*1*1/**qQ**1*/1***1*1q/Q*****1*/*q**1*2/**1Q*q2 w"),
];

/// Evaluates every child of a position, as the search does.
fn evaluate_children<const N: usize>(evaluator: &Evaluator<N>, position: &Position<N>) -> i32 {
    let mut sum = 0;
    let mut turns = [Turn::from_code(0); LANES];
    for step in position.bundles() {
        let mut shots = step.shots.into_iter();
        while let Some(first) = shots.next() {
            turns.fill(Turn::new(step.from, step.to, first));
            for turn in &mut turns[1..] {
                *turn = shots.next().map_or(*turn, |shot| Turn::new(step.from, step.to, shot));
            }
            sum += black_box(evaluator.children(position, &turns)).estimates[0];
        }
    }
    sum
}

fn count_children(board: &PlainBoard) -> u64 {
    let counts = |played| black_box(board.after(played).counts()).queen[0];
    board.moves().into_iter().map(counts).sum()
}

/// The instruction sets of this machine.
fn isas() -> Vec<Isa> {
    let mut isas = vec![Isa::PORTABLE, Isa::best()];
    isas.dedup();
    isas
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    for (name, fen) in POSITIONS {
        let position: AnyPosition = fen.parse().expect("a valid position");
        let mut group = criterion.benchmark_group(format!("evaluation {name}"));
        group.throughput(Throughput::Elements(position.count_moves()));
        for isa in isas() {
            group.bench_function(isa.name(), |bencher| {
                with_position!(&position, position => {
                    let evaluator =
                        Evaluator::new(position.geometry(), Rules::Amazons, &LEAN_WEIGHTS, isa);
                    bencher.iter(|| evaluate_children(&evaluator, black_box(position)));
                });
            });
        }
        let board = PlainBoard::from(&position);
        group.bench_function("plain arrays", |bencher| {
            bencher.iter(|| count_children(black_box(&board)));
        });
        group.finish();
    }
    criterion.final_summary();
}
