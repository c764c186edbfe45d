//! The `strelci-tuning` program: matches, self-play and fitting.

mod fit;
mod game;
mod matches;
mod selfplay;
mod stats;

use clap::{Parser, Subcommand};
use strelci::search::{Param, Params};

/// Measures and fits the strelci engine.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays two settings of the search against each other, in game pairs.
    Match(matches::Arguments),
    /// Plays games of the engine against itself and writes them down, one a line.
    Selfplay(selfplay::Arguments),
    /// Fits the weights of the evaluation to the results of games.
    Fit(fit::Arguments),
    /// Lists the constants of the search, with their bounds.
    Params,
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Match(arguments) => matches::run(&arguments),
        Command::Selfplay(arguments) => selfplay::run(&arguments),
        Command::Fit(arguments) => fit::run(&arguments),
        Command::Params => {
            for Param { name, doc, value, least, most, step } in Params::table() {
                println!("{name} = {value} in {least}..={most}, step {step}: {doc}");
            }
            Ok(())
        }
    }
}
