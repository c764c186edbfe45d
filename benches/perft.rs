//! Counting leaves on one thread: move generation and, under Střelci's rules, the test for the end.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use strelci::perft::perft;
use strelci::variant::{VARIANTS, Variant};
use strelci::with_position;

fn counting(criterion: &mut Criterion, variant: &Variant, depth: u32) {
    let start = variant.start();
    let leaves = with_position!(&start, start => perft(variant.rules, start, depth));
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(leaves));
    group.bench_function(format!("{} depth {depth}", variant.name), |bencher| {
        with_position!(&start, start => {
            bencher.iter(|| perft(variant.rules, black_box(start), depth));
        });
    });
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    for variant in &VARIANTS {
        counting(&mut criterion, variant, 2);
    }
    criterion.final_summary();
}
