//! `strelci --version`: which program this is, and what it can do.

use std::io::{self, Write};

use crate::board::{MAX_SIDE, MIN_SIDE};
use crate::isa::Isa;
use crate::rules::Rules;
use crate::search::Choice;
use crate::variant::Variant;

pub(super) fn run(out: &mut dyn Write) -> io::Result<()> {
    let (version, commit) = (env!("CARGO_PKG_VERSION"), env!("STRELCI_COMMIT"));
    writeln!(out, "strelci {version} ({commit})")?;
    writeln!(
        out,
        "boards: {MIN_SIDE}×{MIN_SIDE} to {MAX_SIDE}×{MAX_SIDE}, in 1, 2, 4 or 11 words of 64 squares"
    )?;
    writeln!(out, "rules: {}, {}", Rules::Strelci, Rules::Amazons)?;
    writeln!(out, "variants: {}", Variant::names().join(", "))?;
    writeln!(out, "searchers: {}", Choice::names().join(", "))?;
    writeln!(out, "instructions: {}", Isa::best().name())
}
