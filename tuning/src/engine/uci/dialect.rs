//! What is said to a program, as text.

use std::fmt::Write;

use strelci::board::Side;
use strelci::protocol::reply::Face;
use strelci::rules::Outcome;
use strelci::search::Limits;

use crate::game::Game;

/// The first word to a program.
pub(super) const fn hello(face: Face) -> &'static str {
    match face {
        Face::Uci => "uci",
        Face::Ugi => "ugi",
    }
}

/// The last line of its answer.
pub(super) const fn hello_end(face: Face) -> &'static str {
    match face {
        Face::Uci => "uciok",
        Face::Ugi => "ugiok",
    }
}

/// A new game begins.
pub(super) const fn new_game(face: Face) -> &'static str {
    match face {
        Face::Uci => "ucinewgame",
        Face::Ugi => "uginewgame",
    }
}

/// Sets an option, or presses one whose value is empty.
pub(super) fn set_option(name: &str, value: &str) -> String {
    match value {
        "" => format!("setoption name {name}"),
        value => format!("setoption name {name} value {value}"),
    }
}

/// The position of a game, by its start and its moves.
pub(super) fn position(game: &Game) -> String {
    let mut text = format!("position fen {}", game.start().position);
    if !game.moves().is_empty() {
        text.push_str(" moves");
    }
    for played in game.moves() {
        // Writing to a string does not fail.
        let _ = write!(text, " {played}");
    }
    text
}

/// Has it think within limits that a time control can set.
pub(super) fn go(face: Face, limits: &Limits) -> String {
    let [times, increments] = match face {
        Face::Uci => [["wtime", "btime"], ["winc", "binc"]],
        Face::Ugi => [["p1time", "p2time"], ["p1inc", "p2inc"]],
    };
    let mut words = vec!["go".to_owned()];
    let mut say = |word: &str, value: u128| words.push(format!("{word} {value}"));
    for side in [Side::White, Side::Black] {
        if let Some(clock) = limits.clock(side) {
            say(times[side as usize], clock.left.as_millis());
            say(increments[side as usize], clock.increment.as_millis());
        }
    }
    limits.moves_to_go.into_iter().for_each(|moves| say("movestogo", moves.into()));
    limits.move_time.into_iter().for_each(|time| say("movetime", time.as_millis()));
    limits.nodes.into_iter().for_each(|nodes| say("nodes", nodes.into()));
    limits.depth.into_iter().for_each(|depth| say("depth", depth.into()));
    words.join(" ")
}

/// Whether a word in a move's place says that there is none.
pub(super) fn is_no_move(word: &str) -> bool {
    ["(none)", "none", "0000", "null"].contains(&word)
}

/// What `query result` should be answered.
pub(super) const fn result(outcome: Outcome) -> &'static str {
    match outcome.winner {
        Side::White => "p1win",
        Side::Black => "p2win",
    }
}
