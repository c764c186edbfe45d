//! `strelci bench`: fixed searches, whose node count is the program's signature.

use std::io::Write;

use anyhow::Result;
use clap::Args;

use crate::bench;
use crate::search::Control;

/// Search fixed positions; the number of nodes is the signature of the search
#[derive(Args, Debug)]
#[command(after_help = "Example: strelci bench | tail -1")]
pub(super) struct Bench {}

pub(super) fn run(out: &mut dyn Write) -> Result<()> {
    let mut written = Ok(());
    let control = Control::running();
    let bench = bench::run(&control, |position, nodes| {
        if written.is_ok() {
            written = writeln!(out, "{nodes:>9} {position}").and_then(|()| out.flush());
        }
        if written.is_err() {
            control.stop();
        }
    })?;
    written?;
    let (nodes, pace) = (bench.nodes, bench.nodes_per_second());
    Ok(writeln!(out, "{nodes} nodes {pace} nps")?)
}
