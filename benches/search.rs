//! Searches to a fixed depth from the start positions, one thread and an empty table each time.

use std::time::Duration;

use criterion::{Criterion, Throughput};
use strelci::search::{AlphaBeta, Control, Limits, Root, Searcher, Settings};
use strelci::variant::VARIANTS;

const DEPTH: u32 = 4;

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    let settings = Settings { hash_mib: 16, ..Settings::default() };
    let mut searcher = AlphaBeta::new(&settings).expect("16 MiB can be had");
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    for variant in &VARIANTS {
        let root = Root { position: variant.start(), rules: variant.rules };
        let mut search = || {
            searcher.clear();
            searcher.search(&root, &limits, &Control::running(), &|_| ())
        };
        let nodes = search().nodes;
        let mut group = criterion.benchmark_group("search");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{} depth {DEPTH}", variant.name), |bencher| {
            bencher.iter(&mut search);
        });
        group.finish();
    }
    criterion.final_summary();
}
