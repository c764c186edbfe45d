//! The `strelci` program.

use std::io;

use strelci::search::{AlphaBeta, Root, Settings};
use strelci::session;

fn main() -> io::Result<()> {
    let searcher = AlphaBeta::new(&Settings::default()).map_err(io::Error::other)?;
    session::run(Box::new(searcher), explain)
}

/// To be replaced by the explanation of the evaluation.
fn explain(root: &Root) -> String {
    format!("Key: {:016X}", root.position.key())
}
