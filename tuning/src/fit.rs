//! Fitting the weights of the lean evaluation.
use anyhow::Result;
#[derive(clap::Args)]
pub(crate) struct Arguments {}
pub(crate) fn run(_: &Arguments) -> Result<()> { Ok(()) }
