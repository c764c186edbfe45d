//! `strelci perft`: counts the leaves of the game tree.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use rayon::ThreadPoolBuilder;

use super::input::PositionArgs;
use crate::perft;

/// Count the positions some plies ahead
#[derive(Args, Debug)]
#[command(after_help = "Example: strelci perft 2 amazons8 --divide")]
pub(super) struct Perft {
    /// How many plies
    #[arg(value_name = "N")]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Count for each move
    #[arg(long)]
    divide: bool,
    /// Threads that count in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl Perft {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let root = self.position.root()?;
        let pool = ThreadPoolBuilder::new()
            .num_threads(usize::from(self.threads))
            .build()
            .context("threads")?;
        let began = Instant::now();
        let leaves = if self.divide && self.depth > 0 {
            let counts = pool.install(|| perft::divide(root.rules, &root.position, self.depth));
            for (played, count) in &counts {
                writeln!(out, "{played}: {count}")?;
            }
            counts.iter().map(|(_, count)| count).sum()
        } else {
            pool.install(|| perft::count(root.rules, &root.position, self.depth))
        };
        writeln!(out, "{leaves} leaves")?;
        out.flush()?;
        let seconds = began.elapsed().as_secs_f64();
        let pace = leaves as f64 / seconds.max(1e-9) / 1e6;
        // The pace is for people; without standard error nobody misses it.
        let _ = writeln!(io::stderr(), "{seconds:.3} s, {pace:.1} M leaves/s");
        Ok(())
    }
}
