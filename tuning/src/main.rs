//! The `strelci-tuning` program: the command line over the laboratory.

use clap::{Parser, Subcommand};
use strelci::search::{Param, Params};
use strelci_tuning::{fit, selfplay};

/// Measures and fits engines for Střelci and the Game of the Amazons.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Fit(fit::cli::Arguments),
    /// Lists the constants of the search, with their bounds.
    Params,
    Selfplay(selfplay::cli::generate::Arguments),
    Stats(selfplay::cli::stats::Arguments),
    Sample(selfplay::cli::sample::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Fit(arguments) => fit::cli::run(&arguments),
        Command::Params => {
            for Param { name, doc, value, least, most, step } in Params::table() {
                println!("{name} = {value} in {least}..={most}, step {step}: {doc}");
            }
            Ok(())
        }
        Command::Selfplay(arguments) => selfplay::cli::generate::run(&arguments),
        Command::Stats(arguments) => selfplay::cli::stats::run(&arguments),
        Command::Sample(arguments) => selfplay::cli::sample::run(&arguments),
    }
}
