//! Who plays: programs outside and the search in this process, behind one [`Player`].
//!
//! [`EngineSpec`] is what the command line and the files say of an engine; it makes the player.

mod botzone;
mod builtin;
pub mod cli;
mod keeper;
mod process;
mod program;
mod spec;
mod tables;
mod uci;
mod watch;

use std::fmt;
use std::time::{Duration, Instant};

use strelci::board::Move;
use strelci::rules::Outcome;
use strelci::search::Limits;
use thiserror::Error;

use crate::game::Game;

pub use program::Program;
pub use spec::{BuiltinSpec, EngineSpec, Form, Kind, SpecError, UniversalSpec};

/// What a player answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Its move. Whether it may be played is for the referee to say.
    pub played: Move,
    /// The value it gave, in hundredths of a square for the side to move; nothing where it gave
    /// none, or claims a result instead.
    pub score: Option<i32>,
    /// Whether it claims a proven win (`true`) or a proven loss (`false`).
    pub claim: Option<bool>,
    /// Plies it looked ahead, where it says so.
    pub depth: Option<u32>,
    /// Positions it looked at, where it says so.
    pub nodes: Option<u64>,
    /// Wall time from the question to the answer.
    pub time: Duration,
}

/// Why a player gave no move that can be judged. Each costs the game, none ends the match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The program cannot be started, or does not finish its handshake.
    #[error("does not start: {0}")]
    NotStarted(String),
    /// The program ended, or closed its output, while a move was asked for.
    #[error("crashed: {0}")]
    Crashed(String),
    /// No answer, long after the time was over.
    #[error("hangs: no answer after {} ms", .0.as_millis())]
    Hung(Duration),
    /// An answer that is no move.
    #[error("answers what is no move: {0}")]
    Nonsense(String),
    /// It says that the game is over or has another winner, against the rules.
    #[error("claims wrongly: {0}")]
    WrongClaim(String),
    /// More output than any engine has reason for.
    #[error("floods its output: {0}")]
    Flooded(String),
    /// The game cannot be told in the player's protocol.
    #[error("cannot play this game: {0}")]
    Unsuited(String),
    /// The run was asked to end; nobody's fault.
    #[error("interrupted")]
    Interrupted,
}

/// What is to be told of a program though it cost no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// It did not end when it was told to, and was killed.
    IgnoredQuit,
    /// It ended and left so many processes behind, which were killed.
    LeftChildren(usize),
    /// It answered when nothing was asked; the answer was not heeded.
    LateAnswer(String),
    /// It told of an error.
    Complained(String),
    /// It ended when nothing was asked, and was started anew.
    EndedUnasked(String),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IgnoredQuit => f.write_str("did not end when told to, and was killed"),
            Self::LeftChildren(1) => f.write_str("left a process behind, which was killed"),
            Self::LeftChildren(count) => {
                write!(f, "left {count} processes behind, which were killed")
            }
            Self::LateAnswer(line) => write!(f, "answered when nothing was asked: {line}"),
            Self::Complained(line) => write!(f, "told of an error: {line}"),
            Self::EndedUnasked(how) => write!(f, "had to be started anew: {how}"),
        }
    }
}

/// How long a program is waited for where no move is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// For its handshake, with its options set.
    pub start: Duration,
    /// For a sign of life between moves.
    pub ready: Duration,
    /// For its end, once it was told to end.
    pub quit: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            quit: Duration::from_secs(1),
        }
    }
}

/// Somebody who can be asked for moves, one game after the other. When it is dropped, its program
/// ends and leaves nothing behind.
pub trait Player: Send {
    /// Makes ready for a new game, from its start or after its opening. A player whose program has
    /// died or misbehaved is started anew.
    ///
    /// # Errors
    /// [`Fault`], with the game lost.
    fn new_game(&mut self, game: &Game) -> Result<(), Fault>;

    /// Asks for a move in the game's position under the limits, and waits for it at most for
    /// `patience`.
    ///
    /// # Errors
    /// [`Fault`], with the game lost.
    fn choose(&mut self, game: &Game, limits: &Limits, patience: Duration)
    -> Result<Answer, Fault>;

    /// Tells it that the game is over, and hears what it has to say of that where its protocol asks.
    ///
    /// # Errors
    /// [`Fault::WrongClaim`] where it does not agree; the result stands.
    fn game_over(&mut self, game: &Game, outcome: &Outcome) -> Result<(), Fault>;

    /// Ends its program, if it has one that runs. A new game starts it again.
    fn quit(&mut self);

    /// Processor time it has used since it was made, with its start, warming up, children and
    /// restarts; nothing where that cannot be known. The time of a game is what it has grown by
    /// since [`Player::new_game`] returned.
    fn cpu_time(&mut self) -> Option<Duration>;

    /// What has come up since this was last asked, each kind of note once.
    fn notes(&mut self) -> Vec<Note>;
}

impl EngineSpec {
    /// The player it describes. Its program is started, so that what is wrong with it is known
    /// before a game is lost by it.
    ///
    /// # Errors
    /// [`Fault::NotStarted`].
    pub fn player(&self) -> Result<Box<dyn Player>, Fault> {
        self.player_within(Deadlines::default())
    }

    /// The same, with other deadlines for a program.
    ///
    /// # Errors
    /// [`Fault::NotStarted`].
    pub fn player_within(&self, deadlines: Deadlines) -> Result<Box<dyn Player>, Fault> {
        Ok(match &self.kind {
            Kind::Universal(spec) => Box::new(uci::Universal::new(spec, deadlines)?),
            Kind::Botzone { program, form } => {
                Box::new(botzone::Bot::new(program.clone(), *form, deadlines)?)
            }
            Kind::Builtin(spec) => Box::new(builtin::Builtin::new(spec)?),
        })
    }
}

/// The longest quotation of what a program said, in characters.
const QUOTED: usize = 200;

/// What a program said, cut where it goes on too long, and without characters that would not show.
fn clipped(text: &str) -> String {
    let shown = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let mut clipped: String = shown.take(QUOTED).collect();
    if text.chars().count() > QUOTED {
        clipped.push('…');
    }
    clipped
}

/// The time when a wait is over; none is longer than a year.
fn until(wait: Duration) -> Instant {
    Instant::now() + wait.min(Duration::from_hours(24 * 365))
}
