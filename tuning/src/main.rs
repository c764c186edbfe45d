//! The `strelci-tuning` program: the command line over the laboratory.

use clap::{Parser, Subcommand};
use strelci::search::{Param, Params};
use strelci_tuning::matches::cli::{play, show};
use strelci_tuning::{engine, merge};

/// Measures and fits engines for Střelci and the Game of the Amazons.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays engines against each other, and goes on with a match that was cut short.
    Match(Box<play::Arguments>),
    /// Prints the reports of matches from their files.
    Table(show::Arguments),
    /// Pools the files of a run's shards into one.
    Merge(merge::Arguments),
    /// Lists the constants of the search, with their bounds.
    Params,
    Engine(engine::cli::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Match(arguments) => play::run(&arguments),
        Command::Table(arguments) => show::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Params => {
            for Param { name, doc, value, least, most, step } in Params::table() {
                println!("{name} = {value} in {least}..={most}, step {step}: {doc}");
            }
            Ok(())
        }
        Command::Engine(arguments) => engine::cli::run(&arguments),
    }
}
