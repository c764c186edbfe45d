//! The `strelci` program.
use std::time::Duration;
use strelci::{board::*, rules::Rules, search::*};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args[1] == "bench" {
        let b = strelci::bench::run(|p, n| println!("{p} {n}")).unwrap();
        println!("{} nodes {} nps", b.nodes, b.nodes_per_second());
        return;
    }
    let position: AnyPosition = args[1].parse().unwrap();
    let ms: u64 = args[2].parse().unwrap();
    let rules =
        if args.get(3).is_some_and(|a| a == "strelci") { Rules::Strelci } else { Rules::Amazons };
    let mut s = AlphaBeta::new(&Settings {
        threads: args.get(4).map_or(1, |t| t.parse().unwrap()),
        ..Settings::default()
    })
    .unwrap();
    let limits = Limits { move_time: Some(Duration::from_millis(ms)), ..Limits::default() };
    let r = s.search(&Root { position, rules }, &limits, &Control::running(), &|i| {
        println!(
            "d {} sd {} {:?} nodes {} time {:?} nps {:.2}M pv {}",
            i.depth,
            i.selective_depth,
            i.score
                .proof(Preference::Length)
                .map_or(format!("{}", i.score.hundredths()), |p| format!("{p:?}")),
            i.nodes,
            i.time,
            i.nodes as f64 / i.time.as_secs_f64() / 1e6,
            i.pv.iter().map(|m| m.to_string()).collect::<Vec<_>>().join(" ")
        );
    });
    println!("{:?} nodes {}", r.best.map(|m| m.to_string()), r.nodes);
}
use strelci::eval::Preference;
