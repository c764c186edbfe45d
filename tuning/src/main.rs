//! The `strelci-tuning` program: the command line over the laboratory.

use clap::{Parser, Subcommand};
use strelci::search::{Param, Params};
use strelci_tuning::stats;

/// Measures and fits engines for Střelci and the Game of the Amazons.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Lists the constants of the search, with their bounds.
    Params,
    /// Tells Elo, its error and the verdict of a sequential test from counts of game pairs.
    Elo(stats::cli::elo::Arguments),
    /// Simulates matches, to see how often a sequential test errs and how long it takes.
    Simulate(stats::cli::simulate::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Params => {
            for Param { name, doc, value, least, most, step } in Params::table() {
                println!("{name} = {value} in {least}..={most}, step {step}: {doc}");
            }
            Ok(())
        }
        Command::Elo(arguments) => stats::cli::elo::run(&arguments),
        Command::Simulate(arguments) => stats::cli::simulate::run(&arguments),
    }
}
