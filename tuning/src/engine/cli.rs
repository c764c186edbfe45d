//! `strelci-tuning engine`: a candidate as a program, for managers of any kind.

use anyhow::{Result, ensure};
use strelci::{cli, session};

use super::BuiltinSpec;

/// Speaks UCI and UGI as strelci does, with other constants and weights.
#[derive(clap::Args)]
#[command(after_help = "Example: strelci-tuning engine param.width=60 weights=new.rs")]
pub struct Arguments {
    /// param.NAME=VALUE and weights=FILE, as for an engine in a match; options are set over the
    /// protocol.
    words: Vec<String>,
}

/// Speaks the protocol until its end.
///
/// # Errors
/// Words that mean nothing, a file without weights, or an output that fails.
pub fn run(arguments: &Arguments) -> Result<()> {
    let words = shlex::try_join(arguments.words.iter().map(String::as_str))?;
    let spec: BuiltinSpec = words.parse()?;
    ensure!(spec.options.is_empty(), "options are set over the protocol, not by words");
    Ok(session::run(Box::new(spec.searcher()?), cli::explain)?)
}
