//! Lines as commands.

use thiserror::Error;

use super::clipped;
use super::go::{Go, Unreadable, narrowed, natural};
use super::option::{OptionError, Setting};

/// A command, as parsed from one line.
#[derive(Clone, Debug, PartialEq)]
pub enum Command<'a> {
    /// An empty line.
    Blank,
    /// A command that other engines heed and this one has no use for.
    Ignored,
    /// The UCI handshake.
    Uci,
    /// The UGI handshake.
    Ugi,
    /// Are earlier commands done?
    IsReady,
    /// Another game follows.
    NewGame,
    /// Set or press an option.
    SetOption(Setting),
    /// Set the position.
    Position(PositionText<'a>),
    /// Search.
    Go(Go),
    /// Count the leaves of the game tree at this depth.
    Perft(u32),
    /// End the search.
    Stop,
    /// The move pondered on was played.
    PonderHit,
    /// A question about the position.
    Query(Query),
    /// Show the board.
    Show,
    /// Explain the evaluation.
    Eval,
    /// Run the benchmark.
    Bench,
    /// List the commands.
    Help,
    /// End the program.
    Quit,
}

/// What can be asked with `query`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is it White's turn?
    FirstPlayersTurn,
    /// Is the game over?
    GameOver,
    /// Who has won?
    Result,
}

/// The words of a `position` command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionText<'a> {
    /// The FEN to start from; nothing for the start position of the variant.
    pub fen: Option<&'a str>,
    /// The moves, separated by white space.
    pub moves: &'a str,
}

/// A command as people look it up.
#[derive(Debug)]
pub struct CommandRow {
    /// Its first word.
    pub word: &'static str,
    /// What may follow.
    pub arguments: &'static str,
    /// What it does.
    pub doc: &'static str,
}

/// Every command.
pub static COMMANDS: [CommandRow; 20] = [
    row("uci", "", "Identify, list the options, speak UCI from here on."),
    row("ugi", "", "The same for UGI."),
    row("isready", "", "Answer `readyok` once earlier commands are done; at once during a search."),
    row("ucinewgame", "", "Forget what earlier searches have learned; the board stays."),
    row("uginewgame", "", "The same."),
    row("setoption", "name NAME [value VALUE]", "Set or press an option."),
    row("position", "startpos|fen FEN [moves MOVE…]", "Set the position."),
    row(
        "go",
        "[LIMIT…]",
        "Search within the limits and answer `bestmove`; `go perft N` counts the game tree's leaves.",
    ),
    row("stop", "", "End the search, the count or the benchmark."),
    row("ponderhit", "", "The move pondered on was played: the clock starts."),
    row("query", "p1turn|gameover|result", "Ask about the position."),
    row("d", "", "Show board, FEN, key, territories and result."),
    row("eval", "", "Explain the evaluation of the position."),
    row("bench", "", "Search fixed positions; the node count is the engine's signature."),
    row("help", "", "List the commands."),
    row("debug", "on|off", "Read and ignored."),
    row("register", "…", "Read and ignored."),
    row("ponder", "", "Read and ignored."),
    row("exit", "", "The same as `quit`."),
    row("quit", "", "End the search and the program."),
];

const fn row(word: &'static str, arguments: &'static str, doc: &'static str) -> CommandRow {
    CommandRow { word, arguments, doc }
}

/// A line that is not a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The first word is unknown.
    #[error("unknown command '{0}'; help lists the commands")]
    Unknown(String),
    /// A faulty `position`.
    #[error("position: {0}")]
    Position(#[from] PositionTextError),
    /// A faulty `setoption`.
    #[error("setoption: {0}")]
    Option(#[from] OptionError),
    /// A faulty `go perft`.
    #[error("go perft: {0}")]
    Perft(#[from] Unreadable),
    /// A faulty `query`.
    #[error("query: '{0}' is not p1turn, gameover or result")]
    Query(String),
}

/// A `position` command whose words are not in order.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionTextError {
    /// Neither `startpos` nor `fen` comes first.
    #[error("'{0}' where startpos or fen is expected")]
    Start(String),
    /// Something other than `moves` follows `startpos`.
    #[error("'{0}' after startpos where moves is expected")]
    Moves(String),
}

impl Command<'_> {
    /// Whether the command is only obeyed when no search runs.
    #[must_use]
    pub const fn needs_idle(&self) -> bool {
        matches!(
            self,
            Self::NewGame
                | Self::SetOption(_)
                | Self::Position(_)
                | Self::Go(_)
                | Self::Perft(_)
                | Self::Bench
                | Self::Quit
        )
    }
}

/// Reads one line.
///
/// # Errors
/// [`ParseError`], which says what is wrong and what would be right. A faulty `go` is a command
/// all the same, since it must be answered: see [`Go::fault`].
pub fn parse(line: &str) -> Result<Command<'_>, ParseError> {
    let (word, rest) = first_word(line);
    Ok(match word {
        "" => Command::Blank,
        "uci" => Command::Uci,
        "ugi" => Command::Ugi,
        "isready" => Command::IsReady,
        "ucinewgame" | "uginewgame" => Command::NewGame,
        "setoption" => Command::SetOption(Setting::parse(rest)?),
        "position" => Command::Position(read_position(rest)?),
        "go" => read_go(rest)?,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "query" => Command::Query(read_query(rest)?),
        "d" => Command::Show,
        "eval" => Command::Eval,
        "bench" => Command::Bench,
        "help" => Command::Help,
        "debug" | "register" | "ponder" => Command::Ignored,
        "exit" | "quit" => Command::Quit,
        _ => return Err(ParseError::Unknown(clipped(word))),
    })
}

/// The first word, empty if there is none, and what follows it.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

fn read_position(text: &str) -> Result<PositionText<'_>, PositionTextError> {
    match first_word(text) {
        ("startpos", rest) => match first_word(rest) {
            ("" | "moves", moves) => Ok(PositionText { fen: None, moves }),
            (other, _) => Err(PositionTextError::Moves(clipped(other))),
        },
        ("fen", rest) => {
            let (fen, moves) = split_at_moves(rest);
            Ok(PositionText { fen: Some(fen), moves })
        }
        (other, _) => Err(PositionTextError::Start(clipped(other))),
    }
}

/// The text before and after the word `moves`.
fn split_at_moves(text: &str) -> (&str, &str) {
    const WORD: &str = "moves";
    let is_word = |&(at, _): &(usize, &str)| {
        let (before, after) = (&text[..at], &text[at + WORD.len()..]);
        before.chars().next_back().is_none_or(char::is_whitespace)
            && after.chars().next().is_none_or(char::is_whitespace)
    };
    let found = text.match_indices(WORD).find(is_word);
    let (fen, moves) = match found {
        Some((at, _)) => (&text[..at], &text[at + WORD.len()..]),
        None => (text, ""),
    };
    (fen.trim(), moves.trim())
}

fn read_go(text: &str) -> Result<Command<'_>, Unreadable> {
    match first_word(text) {
        ("perft", depth) => {
            natural("depth", depth.trim()).map(|depth| Command::Perft(narrowed(depth)))
        }
        _ => Ok(Command::Go(Go::parse(text))),
    }
}

fn read_query(text: &str) -> Result<Query, ParseError> {
    match first_word(text).0 {
        "p1turn" => Ok(Query::FirstPlayersTurn),
        "gameover" => Ok(Query::GameOver),
        "result" => Ok(Query::Result),
        other => Err(ParseError::Query(clipped(other))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_a_command() {
        for row in &COMMANDS {
            assert!(!matches!(parse(row.word), Err(ParseError::Unknown(_))), "{}", row.word);
        }
    }

    #[test]
    fn positions_are_taken_apart() {
        let parsed = |line| match parse(line) {
            Ok(Command::Position(PositionText { fen, moves })) => (fen, moves),
            other => panic!("{other:?}"),
        };
        assert_eq!(parsed("position startpos"), (None, ""));
        assert_eq!(parsed(" position\tstartpos  moves \r"), (None, ""));
        assert_eq!(
            parsed("position startpos moves d1d7,d7g7 a4a5,a5a6"),
            (None, "d1d7,d7g7 a4a5,a5a6")
        );
        assert_eq!(parsed("position fen q2/3/2Q w"), (Some("q2/3/2Q w"), ""));
        assert_eq!(parsed("position fen q2/3/2Q w - - 0 1 moves"), (Some("q2/3/2Q w - - 0 1"), ""));
        assert_eq!(parsed("position fen moves c1c2,c2c1"), (Some(""), "c1c2,c2c1"));
    }

    #[test]
    fn what_is_not_understood_is_quoted() {
        let error = |line: &str| parse(line).expect_err(line).to_string();
        assert_eq!(error("position"), "position: '' where startpos or fen is expected");
        assert_eq!(
            error("position q2/3/2Q w"),
            "position: 'q2/3/2Q' where startpos or fen is expected"
        );
        assert_eq!(
            error("position startpos d1d7,d7g7"),
            "position: 'd1d7,d7g7' after startpos where moves is expected"
        );
        assert_eq!(error("query who"), "query: 'who' is not p1turn, gameover or result");
        assert_eq!(error("go perft x"), "go perft: depth 'x': a whole number from 0 is expected");
        let long = "ř".repeat(1 << 20);
        assert_eq!(
            error(&long),
            format!("unknown command '{}…'; help lists the commands", "ř".repeat(40))
        );
    }
}
