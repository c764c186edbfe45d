//! Who plays: programs outside and the search in this process, behind one [`Player`].

use std::time::Duration;

use strelci::board::Move;
use strelci::rules::Outcome;
use strelci::search::Limits;
use thiserror::Error;

use crate::game::Game;

/// What a player answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Its move. Whether it may be played is for the referee to say.
    pub played: Move,
    /// The value it gave, in hundredths of a square for the side to move; nothing where it gave none.
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

/// Somebody who can be asked for moves, one game after the other.
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

    /// Processor time it has used since it was made, children and restarts together; nothing where
    /// that cannot be known.
    fn cpu_time(&mut self) -> Option<Duration>;
}
