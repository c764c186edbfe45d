//! The `strelci` program.
use strelci::{board::*, isa::Isa, perft, rules::Rules, survey::*};
fn bench<const N: usize>(p: &Position<N>) {
    for isa in [Isa::PORTABLE, Isa::best()] {
        let t = std::time::Instant::now();
        let mut n = 0;
        let mut sum = 0i64;
        while t.elapsed().as_millis() < 400 {
            for b in p.bundles() {
                let me = p.archers(p.side_to_move());
                let you = p.archers(!p.side_to_move());
                let me = me.without(SquareSet::single(b.from)).with(b.to);
                let e = p.empty().with(b.from).without(SquareSet::single(b.to));
                let mut it = b.shots.into_iter();
                while let Some(f) = it.next() {
                    let mut a = [f; 4];
                    for k in 1..4 {
                        if let Some(x) = it.next() {
                            a[k] = x;
                        }
                    }
                    let scene = Scene {
                        archers: [Lanes::splat(you), Lanes::splat(me)],
                        empty: Lanes::gather(a.map(|s| e.without(SquareSet::single(s)))),
                    };
                    let s = scan(isa, p.geometry(), &scene);
                    n += 4;
                    sum += (s.queen.mine[0] as i64 - s.queen.theirs[1] as i64)
                        + s.king.mine[2] as i64
                        + s.close[1] as i64
                        + s.at_distance[0][0][3] as i64;
                }
            }
        }
        println!(
            "{} {:.2} M/s {sum}",
            isa.name(),
            n as f64 / t.elapsed().as_secs_f64() / 1e6
        );
    }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args[1] == "scan" {
        for f in [
            "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w",
            "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
            "*1*q1*2/**2**2/q2*2q1/1*1**2*/*Q*2Q2/2**1*1*/*1Q2*2/2**q1*Q w",
            "8*1/4*2*2/3Q1q4/2**1q4/4*3*1/1*q*1*****/5*QQ*1/3Q**1*2/1*q2*4/5*4 w",
        ] {
            let p: AnyPosition = f.parse().unwrap();
            println!("{f}");
            strelci::with_position!(&p, p => bench(p));
        }
        return;
    }
    let p: AnyPosition = args[1].parse().unwrap();
    let t = std::time::Instant::now();
    let n = perft::count(Rules::Amazons, &p, args[2].parse().unwrap());
    println!("{n} {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let n = perft::count(Rules::Strelci, &p, args[2].parse().unwrap());
    println!("{n} {:?}", t.elapsed());
}
