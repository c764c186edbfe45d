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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use strelci::search::Clock;

    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn limits_are_told_in_either_dialect() {
        let clock = |left, increment| Some(Clock { left: ms(left), increment: ms(increment) });
        let both = Limits {
            clocks: [clock(60_000, 500), clock(9_999, 0)],
            moves_to_go: Some(40),
            ..Limits::default()
        };
        let one = Limits { clocks: [None, clock(10, 1)], ..Limits::default() };
        let others = Limits {
            move_time: Some(ms(200)),
            nodes: Some(5000),
            depth: Some(6),
            ..Limits::default()
        };
        for (face, limits, told) in [
            (Face::Uci, &both, "go wtime 60000 winc 500 btime 9999 binc 0 movestogo 40"),
            (Face::Ugi, &both, "go p1time 60000 p1inc 500 p2time 9999 p2inc 0 movestogo 40"),
            (Face::Uci, &one, "go btime 10 binc 1"),
            (Face::Ugi, &others, "go movetime 200 nodes 5000 depth 6"),
        ] {
            assert_eq!(go(face, limits), told);
        }
    }

    #[test]
    fn an_option_without_a_value_is_pressed() {
        assert_eq!(set_option("Clear Hash", ""), "setoption name Clear Hash");
        assert_eq!(set_option("Skill Level", "3"), "setoption name Skill Level value 3");
    }
}
