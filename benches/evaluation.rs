//! Evaluations per second as the search makes them: all children of a position, four at a time,
//! beside the same counts on plain arrays.

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/common/plain.rs"]
mod plain;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use plain::PlainBoard;
use strelci::board::{AnyPosition, MoveSet, Position, SquareSet};
use strelci::isa::Isa;
use strelci::survey::{LANES, Lanes, Scene, scan};
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

/// Scans the positions after a step and so many shots of it, the last shot again in spare lanes.
fn scan_shots<const N: usize>(
    isa: Isa,
    position: &Position<N>,
    step: &MoveSet<N>,
    shots: &[usize],
) -> u64 {
    let side = position.side_to_move();
    let (from, to) = (SquareSet::single(step.from), SquareSet::single(step.to));
    let moved = position.archers(side).without(from) | to;
    let cleared = (position.empty() | from).without(to);
    let empty: [SquareSet<N>; LANES] = std::array::from_fn(|lane| {
        cleared.without(SquareSet::single(shots[lane.min(shots.len() - 1)]))
    });
    let scene = Scene {
        archers: [Lanes::splat(position.archers(!side)), Lanes::splat(moved)],
        empty: Lanes::gather(empty),
    };
    let scan = black_box(scan(isa, position.geometry(), &scene));
    scan.queen.mine[0]
}

fn scan_children<const N: usize>(isa: Isa, position: &Position<N>) -> u64 {
    let mut sum = 0;
    let mut shots = Vec::new();
    for step in position.bundles() {
        shots.clear();
        shots.extend(step.shots);
        for shots in shots.chunks(LANES) {
            sum += scan_shots(isa, position, &step, shots);
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
                    bencher.iter(|| scan_children(isa, black_box(position)));
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
