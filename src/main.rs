//! The `strelci` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    strelci::cli::run()
}
