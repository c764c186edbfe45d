//! The `strelci` program.

use std::io;

use strelci::eval::Score;
use strelci::search::{AlphaBeta, Control, Root, Settings};
use strelci::session::{self, Hooks};

fn main() -> io::Result<()> {
    let searcher = AlphaBeta::new(&Settings::default()).map_err(io::Error::other)?;
    session::run(Box::new(searcher), HOOKS)
}

const HOOKS: Hooks = Hooks {
    win_chance,
    explain,
    bench,
};

fn win_chance(_: &Root, score: Score) -> f64 {
    1.0 / (1.0 + (-f64::from(score.hundredths()) / 500.0).exp())
}

fn explain(root: &Root) -> String {
    format!("Key: {:016X}", root.position.key())
}

fn bench(_: &Control, say: &mut dyn FnMut(String)) {
    say("0 nodes 0 nps".to_owned());
}
