//! `simulate`: whether a test keeps what it promises.

use std::fmt;
use std::io::{self, Write};

use anyhow::{Context, Result};
use clap::Args;

use super::SprtArguments;
use crate::stats::{Opponents, Simulation, Sprt, TWO_SIDED_95, Tally};

/// What to simulate.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    test: SprtArguments,
    /// How much better the first side truly is, in Elo of the model; without it, ELO0 and ELO1.
    #[arg(long, num_args = 1.., allow_negative_numbers = true)]
    elo: Vec<f64>,
    /// What the better colour of an opening adds to the chance of winning: the more, the more pairs
    /// are shared.
    #[arg(long, default_value_t = 0.25, allow_negative_numbers = true)]
    bias: f64,
    /// Matches for each.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    /// Where a match without a decision is broken off.
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    most_pairs: u64,
    /// What the games come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Simulates it, and tells a line for each Elo.
///
/// # Errors
/// Where there is no test, no such opponents, or nothing can be written.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { bias, matches, most_pairs, seed, .. } = *arguments;
    let sprt = arguments.test.sprt()?.context("a test to simulate is needed: --sprt ELO0 ELO1")?;
    let hypotheses = sprt.hypotheses();
    let asked = if arguments.elo.is_empty() { &hypotheses[..] } else { &arguments.elo };
    let all: Vec<Opponents> = asked
        .iter()
        .map(|&elo| Opponents::new(sprt.model(), elo, bias))
        .collect::<Result<_, _>>()?;
    writeln!(io::stdout(), "SPRT {sprt}; {matches} matches each, bias {bias}, seed {seed}")?;
    for (opponents, &elo) in all.into_iter().zip(asked) {
        let tally = Simulation { sprt, opponents, most_pairs, seed }.run(matches);
        writeln!(io::stdout(), "{}", Line { sprt, elo, tally })?;
    }
    Ok(())
}

/// What came of the matches at one Elo.
struct Line {
    sprt: Sprt,
    elo: f64,
    tally: Tally,
}

impl Line {
    /// The matches that were decided wrongly, and the promise; nothing between the hypotheses, where
    /// neither decision is wrong.
    fn wrong(&self) -> Option<(u64, f64)> {
        let [elo0, elo1] = self.sprt.hypotheses();
        let [alpha, beta] = self.sprt.error_rates();
        if self.elo <= elo0 {
            Some((self.tally.h1, alpha))
        } else {
            (self.elo >= elo1).then_some((self.tally.h0, beta))
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { h0, h1, undecided, .. } = self.tally;
        let pairs = self.tally.mean_pairs();
        write!(f, "at {} Elo: H0 {h0}, H1 {h1}, undecided {undecided}, ", self.elo)?;
        write!(f, "{pairs:.0} pairs on average")?;
        let Some((wrong, promise)) = self.wrong() else { return Ok(()) };
        let matches = self.tally.matches() as f64;
        let rate = wrong as f64 / matches;
        let error = TWO_SIDED_95 * (rate * (1.0 - rate) / matches).sqrt();
        let [rate, error, promise] = [rate, error, promise].map(|share| share * 100.0);
        write!(f, "; wrong {rate:.2} % ± {error:.2} %, promised {promise:.2} %")
    }
}
