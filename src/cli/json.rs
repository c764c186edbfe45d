//! What the answers in JSON share.

use std::io::{self, Write};

use serde::Serialize;

use super::output::{contested, side_name};
use crate::rules::{self, Reason, outcome_of};
use crate::search::Root;

/// A position and what the rules say of it: the first fields of every answer.
#[derive(Serialize)]
pub(super) struct Situation {
    /// `strelci` or `amazons`.
    rules: &'static str,
    /// The position, after the moves that were given.
    fen: String,
    /// `white` or `black`.
    side_to_move: &'static str,
    /// The number of the full move, from 1.
    full_move: usize,
    /// Empty squares that belong to one side for good.
    territory: Territory,
    /// Empty squares in regions that hold archers of both sides.
    contested: usize,
    /// How the game has ended; `null` while it goes on.
    outcome: Option<Outcome>,
}

#[derive(Serialize)]
struct Territory {
    white: usize,
    black: usize,
}

#[derive(Serialize)]
struct Outcome {
    /// `white` or `black`.
    winner: &'static str,
    /// `separated` or `blocked`.
    reason: &'static str,
    /// By how many squares; 0 where equal territories have decided, `null` where the loser is
    /// blocked.
    margin: Option<u16>,
    /// The same in words.
    text: String,
}

/// The fields of [`Situation`], for people.
pub(super) const SITUATION_HELP: &str = "  rules         \"strelci\" or \"amazons\"
  fen           the position, after the moves
  side_to_move  \"white\" or \"black\"
  full_move     the number of the full move, from 1
  territory     {white, black}: empty squares that are one side's for good
  contested     empty squares in regions with archers of both sides
  outcome       null, or {winner, reason: \"separated\" or \"blocked\",
                margin: squares or null where blocked, text}";

impl Situation {
    /// What the rules say of a position.
    pub(super) fn of(root: &Root) -> Self {
        let [white, black] = rules::territory(&root.position);
        Self {
            rules: root.rules.name(),
            fen: root.position.to_string(),
            side_to_move: side_name(root.position.side_to_move()),
            full_move: root.position.full_move(),
            territory: Territory { white, black },
            contested: contested(&root.position),
            outcome: outcome_of(root.rules, &root.position).map(Outcome::of),
        }
    }
}

impl Outcome {
    fn of(outcome: rules::Outcome) -> Self {
        let (reason, margin) = match outcome.reason {
            Reason::Separated { margin } => ("separated", Some(margin)),
            Reason::Blocked => ("blocked", None),
        };
        Self { winner: side_name(outcome.winner), reason, margin, text: outcome.to_string() }
    }
}

/// Writes one object, and ends the line.
pub(super) fn write(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, answer)?;
    writeln!(out)
}
