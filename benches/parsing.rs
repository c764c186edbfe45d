//! Reading positions and games, as a manager sends them before every move.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use strelci::board::{AnyPosition, Move};
use strelci::rules::{Rules, play};
use strelci::variant::Variant;

/// A legal game of 90 plies on the 10×10 board, so long because its shots keep to the walls.
const GAME: &str = include_str!("game.txt");

fn replayed(start: &AnyPosition, moves: &str) -> AnyPosition {
    let mut position = *start;
    for text in moves.split_whitespace() {
        let played: Move = text.parse().expect("a move");
        position = play(Rules::Amazons, &position, played).expect("a legal game");
    }
    position
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    let start = Variant::default_variant().start();
    let end = replayed(&start, GAME);
    assert_eq!(end.plies(), 90);

    let mut group = criterion.benchmark_group("parsing");
    for (name, fen) in [("fen of a start", start), ("fen after 90 plies", end)] {
        let fen = fen.to_string();
        group.throughput(Throughput::Elements(1));
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(&fen).parse::<AnyPosition>());
        });
    }
    group.throughput(Throughput::Elements(90));
    group.bench_function("moves of a game of 90 plies", |bencher| {
        bencher.iter(|| replayed(&start, black_box(GAME)));
    });
    group.finish();
    criterion.final_summary();
}
