//! Engines as the command line and the files name them: shell-like words `key=value`.
//!
//! | word | meaning | where it is not said |
//! |---|---|---|
//! | `name=` | what the engine is called | the program's file name, or `strelci` |
//! | `cmd='./program args'` | the program to run; a relative path is looked up from `dir` | |
//! | `proto=` | `uci`, `ugi`, `botzone`, `botzone-json`, or `builtin`: the search in this process | `uci` with `cmd`, else `builtin` |
//! | `dir=` | the program's working directory | that of this process |
//! | `option.NAME=VALUE` | an option over UCI or UGI, or of the search in this process | |
//! | `param.NAME=VALUE` | a constant of the search in this process | |
//! | `weights=FILE` | the evaluation of the search in this process, as the fit writes it | that compiled in |
//! | `tc=40/60+0.5` | a clock: moves, seconds, seconds added after each move | |
//! | `movetime=200` | milliseconds for each move | |
//! | `nodes=`, `depth=` | limits of each search | |
//! | `margin=` | milliseconds beyond its time that are forgiven | 100 |
//! | `warmup=` | milliseconds of thinking after each start, over UCI or UGI | 0 |

mod builtin;
mod error;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use strelci::protocol::reply::Face;

use super::program::{Program, word};
use crate::clock::{Pace, TimeControl};

pub use builtin::BuiltinSpec;
pub use error::SpecError;

use words::Words;

/// An engine and what it may spend. Read from words and shown as words, one of which says each
/// thing that is set: the table stands at the head of `engine/spec/mod.rs`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EngineSpec {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// What it may spend.
    pub time: TimeControl,
    /// Time beyond what it may spend that is forgiven.
    pub margin: Duration,
}

/// What an engine is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A program that speaks UCI or UGI.
    Universal(UniversalSpec),
    /// A bot of Botzone.
    Botzone {
        /// The program.
        program: Program,
        /// How it writes.
        form: Form,
    },
    /// The search in this process.
    Builtin(BuiltinSpec),
}

/// A program that speaks UCI or UGI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniversalSpec {
    /// The program.
    pub program: Program,
    /// Which of the two.
    pub face: Face,
    /// Options to set, in the order given.
    pub options: Vec<(String, String)>,
    /// How long it thinks after each start, before its first game.
    pub warmup: Duration,
}

/// How a bot of Botzone reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Numbers in lines.
    Lines,
    /// JSON, one value in a line.
    Json,
}

/// The time beyond what it may spend that is forgiven an engine, where nothing else is said.
const USUAL_MARGIN: Duration = Duration::from_millis(100);

/// What the words of `proto=` mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proto {
    Universal(Face),
    Botzone(Form),
    Builtin,
}

const PROTOS: [(&str, Proto); 5] = [
    ("uci", Proto::Universal(Face::Uci)),
    ("ugi", Proto::Universal(Face::Ugi)),
    ("botzone", Proto::Botzone(Form::Lines)),
    ("botzone-json", Proto::Botzone(Form::Json)),
    ("builtin", Proto::Builtin),
];

impl EngineSpec {
    /// Reads an engine's own words, and takes from those for `each` engine what they do not say.
    /// An engine that says itself how it is limited takes none of the limits for each.
    ///
    /// # Errors
    /// [`SpecError`] where the words describe no engine.
    pub fn read(each: &str, own: &str) -> Result<Self, SpecError> {
        let mut words = Words::split(own)?.or(Words::split(each)?);
        let (proto, meaning) = proto(&mut words)?;
        let kind = match meaning {
            Proto::Universal(face) => Kind::Universal(UniversalSpec {
                program: program(&mut words, proto)?,
                face,
                options: words.take_group("option"),
                warmup: words.millis("warmup", 0)?.unwrap_or_default(),
            }),
            Proto::Botzone(form) => Kind::Botzone { program: program(&mut words, proto)?, form },
            Proto::Builtin => Kind::Builtin(BuiltinSpec::read(&mut words)?),
        };
        let time = time(&mut words, &kind)?;
        let margin = words.millis("margin", 0)?.unwrap_or(USUAL_MARGIN);
        let name = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        let name = words.read("name", "a name is expected", name)?;
        words.finish(proto)?;
        Ok(Self { name: name.unwrap_or_else(|| kind.usual_name()), kind, time, margin })
    }
}

fn proto(words: &mut Words) -> Result<(&'static str, Proto), SpecError> {
    let expected = PROTOS.map(|(name, _)| name).join(", ");
    let named = |name: &str| PROTOS.into_iter().find(|(known, _)| *known == name);
    let said = words.read("proto", &format!("one of {expected} is expected"), named)?;
    let usual = if words.has("cmd") { "uci" } else { "builtin" };
    Ok(said.or_else(|| named(usual)).unwrap_or(PROTOS[0]))
}

fn program(words: &mut Words, proto: &'static str) -> Result<Program, SpecError> {
    let dir = words.take("dir").map(Into::into);
    let command = |text: &str| Program::new(&shlex::split(text)?, dir);
    let expected = "a program and its arguments, quoted as for a shell, are expected";
    words.read("cmd", expected, command)?.ok_or(SpecError::NoCommand(proto))
}

/// A bot of Botzone can neither be told its time nor be limited; it knows itself when to answer.
fn time(words: &mut Words, kind: &Kind) -> Result<TimeControl, SpecError> {
    let expected = "moves/base+increment in seconds is expected, as in 40/60+0.5 or 10+0.1";
    let clock = words.read("tc", expected, |text| text.parse().ok())?;
    let move_time = words.millis("movetime", 1)?;
    let pace = match (clock, move_time) {
        (Some(_), Some(_)) => return Err(SpecError::TwoPaces),
        (Some(period), None) => Some(Pace::Clock(period)),
        (None, time) => time.map(Pace::Move),
    };
    if let Kind::Botzone { .. } = kind {
        return Ok(TimeControl { pace, ..TimeControl::default() });
    }
    let time = TimeControl { pace, nodes: words.count("nodes")?, depth: words.count("depth")? };
    if time.is_endless() { Err(SpecError::Endless) } else { Ok(time) }
}

impl Kind {
    fn usual_name(&self) -> String {
        match self {
            Self::Universal(UniversalSpec { program, .. }) | Self::Botzone { program, .. } => {
                program.file_name()
            }
            Self::Builtin(_) => "strelci".to_owned(),
        }
    }

    const fn proto(&self) -> Proto {
        match self {
            Self::Universal(spec) => Proto::Universal(spec.face),
            Self::Botzone { form, .. } => Proto::Botzone(*form),
            Self::Builtin(_) => Proto::Builtin,
        }
    }

    /// The words that say it, without `proto`.
    fn words(&self) -> Vec<String> {
        match self {
            Self::Universal(spec) => {
                let mut words = spec.program.words();
                let options = spec.options.iter();
                words.extend(options.map(|(name, value)| word(&format!("option.{name}"), value)));
                words.push(word("warmup", &spec.warmup.as_millis().to_string()));
                words
            }
            Self::Botzone { program, .. } => program.words(),
            Self::Builtin(spec) => spec.words(),
        }
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::read("", text)
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proto = PROTOS.iter().find(|(_, proto)| *proto == self.kind.proto());
        f.write_str(&word("name", &self.name))?;
        proto.into_iter().try_for_each(|(name, _)| write!(f, " proto={name}"))?;
        self.kind.words().iter().try_for_each(|word| write!(f, " {word}"))?;
        if !self.time.is_endless() {
            write!(f, " {}", self.time)?;
        }
        write!(f, " margin={}", self.margin.as_millis())
    }
}

impl TryFrom<String> for EngineSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Self, SpecError> {
        text.parse()
    }
}

impl From<EngineSpec> for String {
    fn from(spec: EngineSpec) -> Self {
        spec.to_string()
    }
}
