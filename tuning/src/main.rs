//! The `strelci-tuning` program: the command line over the laboratory.

use clap::{Parser, Subcommand};
use strelci::search::{Choice, Param, Params};
use strelci_tuning::output::answer;
use strelci_tuning::{engine, fit, matches, merge, selfplay, spsa, stats};

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
    Match(Box<matches::cli::play::Arguments>),
    /// Prints the reports of matches from their files.
    Table(matches::cli::show::Arguments),
    /// Tells Elo, its error and the verdict of a sequential test from counts of game pairs.
    Elo(stats::cli::elo::Arguments),
    /// Simulates matches, to see how often a sequential test errs and how long it takes.
    Simulate(stats::cli::simulate::Arguments),
    Selfplay(selfplay::cli::generate::Arguments),
    Stats(selfplay::cli::stats::Arguments),
    Sample(selfplay::cli::sample::Arguments),
    Fit(fit::cli::Arguments),
    Spsa(spsa::cli::Arguments),
    /// Pools the files of a run's shards into one.
    Merge(merge::Arguments),
    Engine(engine::cli::Arguments),
    /// Lists the constants of the search, with their bounds.
    Params,
}

/// A constant of the search in a line.
fn line(param: &Param) -> String {
    let Param { name, doc, value, least, most, step } = param;
    format!("{name} = {value} in {least}..={most}, step {step}: {doc}\n")
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Match(arguments) => matches::cli::play::run(&arguments),
        Command::Table(arguments) => matches::cli::show::run(&arguments),
        Command::Elo(arguments) => stats::cli::elo::run(&arguments),
        Command::Simulate(arguments) => stats::cli::simulate::run(&arguments),
        Command::Selfplay(arguments) => selfplay::cli::generate::run(&arguments),
        Command::Stats(arguments) => selfplay::cli::stats::run(&arguments),
        Command::Sample(arguments) => selfplay::cli::sample::run(&arguments),
        Command::Fit(arguments) => fit::cli::run(&arguments),
        Command::Spsa(arguments) => spsa::cli::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Engine(arguments) => engine::cli::run(&arguments),
        Command::Params => {
            answer(&Params::table(Choice::Auto).iter().map(line).collect::<String>())
        }
    }
}
