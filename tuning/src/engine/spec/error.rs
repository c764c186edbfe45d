//! What is wrong with the words that describe an engine.

use strelci::protocol::{Effect, OPTIONS, OptionError};
use strelci::search::{Choice, Params};
use thiserror::Error;

use super::words::{GROUPS, KEYS};

/// Words that describe no engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// Shell-like quoting that does not come to an end.
    #[error("a quote is not closed in: {0}")]
    Quote(String),
    /// A word without `=`.
    #[error("'{0}' is not a word of an engine: words are key=value, as in movetime=200")]
    NotAWord(String),
    /// A line break or the like, which no protocol can tell.
    #[error("'{0}' holds a control character: only plain text can be told to an engine")]
    Control(String),
    /// A key that does not exist.
    #[error("no word '{0}': one of {keys}", keys = known())]
    Unknown(String),
    /// A key that comes twice.
    #[error("'{0}' is said twice")]
    Twice(String),
    /// A key that engines of another protocol have.
    #[error("'{word}' means nothing to an engine of proto={proto}")]
    Misplaced {
        /// The key.
        word: String,
        /// The protocol.
        proto: &'static str,
    },
    /// A value that cannot be read.
    #[error("{word}='{value}': {expected}")]
    Value {
        /// The key.
        word: &'static str,
        /// The value.
        value: String,
        /// What it should be.
        expected: String,
    },
    /// A program outside without its command.
    #[error("proto={0} needs cmd='program arguments'")]
    NoCommand(&'static str),
    /// Two ways of giving time.
    #[error("both tc and movetime: one of them gives the time")]
    TwoPaces,
    /// A search without an end.
    #[error("nothing limits its moves: say tc=10+0.1, movetime=200, nodes=5000 or depth=6")]
    Endless,
    /// A value that the engine of this process does not take.
    #[error("option: {0}")]
    Option(#[from] OptionError),
    /// An option of the program that the search knows nothing of.
    #[error("option.{0} is not one of the search in this process: {options}", options = options())]
    NotSearch(String),
    /// A constant that the search does not have.
    #[error("no constant '{0}' of the search: one of {params}", params = params())]
    Param(String),
    /// A constant's value.
    #[error("param.{name}='{value}': a whole number from {least} to {most} is expected")]
    ParamValue {
        /// The constant.
        name: &'static str,
        /// The value.
        value: String,
        /// The smallest that makes sense.
        least: i32,
        /// The largest.
        most: i32,
    },
}

fn known() -> String {
    let groups = GROUPS.map(|group| format!("{group}.NAME"));
    format!("{}, {}", KEYS.join(", "), groups.join(", "))
}

fn options() -> String {
    let search = OPTIONS.iter().filter(|option| option.effect == Effect::Configure);
    search.map(|option| option.name).collect::<Vec<_>>().join(", ")
}

fn params() -> String {
    let table = Params::table(Choice::Auto);
    table.iter().map(|param| param.name).collect::<Vec<_>>().join(", ")
}
