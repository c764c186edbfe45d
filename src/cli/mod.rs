//! The command line: a file for each subcommand, thin over the library.
//!
//! Answers go to standard output, everything else to standard error. What is wrong with the input
//! is said in one line, with exit code 2.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod analyze;
mod bench;
mod eval;
mod input;
mod json;
mod output;
mod perft;
mod play;
mod show;
mod version;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::search::{AnySearcher, Settings};
use crate::session;

pub use eval::explain;

/// An engine for Střelci (Archers) and the Game of the Amazons, on any board.
///
/// Without a command it speaks UCI and UGI on standard input and output: that is what game
/// managers and graphical boards start.
#[derive(Parser, Debug)]
#[command(
    name = "strelci",
    disable_version_flag = true,
    after_help = "Example: strelci analyze strelci8 --time 5s"
)]
struct Cli {
    /// Show the version, the commit and what this program can do
    #[arg(short = 'V', long)]
    version: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Analyze(analyze::Analyze),
    Play(play::Play),
    Show(show::Show),
    Eval(eval::Eval),
    Perft(perft::Perft),
    Bench(bench::Bench),
}

/// Exit code for input that cannot be used.
const BAD_INPUT: u8 = 2;

/// Does what the arguments of the program ask for.
#[must_use]
pub fn run() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => exit_code(cli.run()),
        Err(error) if error.use_stderr() => {
            complain(&usage_line(&error.render().to_string()));
            ExitCode::from(BAD_INPUT)
        }
        // Help; whoever closed the pipe does not want it.
        Err(error) => {
            let _ = error.print();
            ExitCode::SUCCESS
        }
    }
}

impl Cli {
    fn run(&self) -> Result<()> {
        if !self.version && self.command.is_none() {
            return converse();
        }
        let mut out = anstream::stdout().lock();
        match &self.command {
            _ if self.version => version::run(&mut out)?,
            Some(Command::Analyze(analyze)) => analyze.run(&mut out)?,
            Some(Command::Play(play)) => play.run(&mut out)?,
            Some(Command::Show(show)) => show.run(&mut out)?,
            Some(Command::Eval(eval)) => eval.run(&mut out)?,
            Some(Command::Perft(perft)) => perft.run(&mut out)?,
            Some(Command::Bench(_)) => bench::run(&mut out)?,
            None => {}
        }
        Ok(out.flush()?)
    }
}

/// Speaks the protocol until its end.
fn converse() -> Result<()> {
    let searcher = AnySearcher::new(&Settings::default())?;
    Ok(session::run(Box::new(searcher), eval::explain)?)
}

/// The program's exit code. A bare I/O error is a failed output; where the reader has gone, there
/// is nobody left to tell, and nothing wrong.
fn exit_code(result: Result<()>) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    match error.downcast_ref::<io::Error>() {
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Some(error) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
        None => {
            complain(&format!("{error:#}"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Says what is wrong, in one line.
fn complain(message: &str) {
    let message = message.lines().collect::<Vec<_>>().join(" ");
    // Where standard error is closed, the exit code has to do.
    let _ = writeln!(anstream::stderr(), "strelci: {message}");
}

/// The paragraphs of a usage error in one line.
fn usage_line(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| {
        let lines: Vec<&str> = paragraph.lines().map(str::trim).collect();
        lines.join(" ").trim().to_owned()
    });
    let useful = paragraphs
        .filter(|paragraph| !paragraph.is_empty() && !paragraph.starts_with("For more information"))
        .map(|paragraph| paragraph.replacen("Usage:", "usage:", 1));
    let line = useful.collect::<Vec<_>>().join("; ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}
