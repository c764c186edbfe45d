//! `elo`: what counts of pairs say.

use anyhow::Result;
use clap::Args;

use super::SprtArguments;
use crate::output::answer;
use crate::stats::{Pentanomial, Summary};

/// What to tell, and of what.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Pairs of games with 0, 1 and 2 points for the first side, as in 12,45,30; with draws, those
    /// with 0, ½, 1, 1½ and 2.
    pairs: Pentanomial,
    #[command(flatten)]
    test: SprtArguments,
}

/// Tells it.
///
/// # Errors
/// Where the test cannot be made, or nothing can be written.
pub fn run(arguments: &Arguments) -> Result<()> {
    let summary = Summary { pairs: arguments.pairs, sprt: arguments.test.sprt()? };
    answer(&format!("{summary}\n"))?;
    Ok(())
}
