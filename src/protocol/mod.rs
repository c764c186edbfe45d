//! The protocol's text as values: no input, no output, no state.
//!
//! [`parse`] turns a line into a [`Command`]; the types of [`reply`] show what is answered; the
//! options are one table, [`OPTIONS`], from which the handshake, the reading of `setoption` and
//! the table of `protocol.md` come. That document is the contract with other programs.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod command;
mod go;
mod option;
pub mod reply;

pub use command::{
    COMMANDS, Command, CommandRow, ParseError, PositionText, PositionTextError, Query, parse,
};
pub use go::{Go, GoFault, Unreadable};
pub use option::{Config, Effect, EngineOption, Kind, OPTIONS, OptionError, Setting, Value};

/// The longest quotation of another program's text in a reply, in characters.
const QUOTED_CHARACTERS: usize = 40;

/// Errors quote what they found, but not a megabyte of it.
fn clipped(text: &str) -> String {
    match text.char_indices().nth(QUOTED_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
