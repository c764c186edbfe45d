//! `strelci show`: the board, the legal moves, and who has won.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use super::input::PositionArgs;
use super::{json, output};
use crate::board::Move;
use crate::rules::outcome_of;
use crate::search::Root;

/// Show a position, its legal moves, and who has won
#[derive(Args, Debug)]
#[command(
    after_help = "Example: strelci show strelci6 --moves c1c5,c5f5 d6d1,d1a1",
    after_long_help = long_help()
)]
pub(super) struct Show {
    #[command(flatten)]
    position: PositionArgs,
    /// Write one JSON object; --help lists its fields
    #[arg(long)]
    json: bool,
}

fn long_help() -> String {
    format!(
        "Example: strelci show strelci6 --moves c1c5,c5f5 d6d1,d1a1\n\nFields of --json:\n{}\n  moves         the legal moves, none once the game is over",
        json::SITUATION_HELP
    )
}

/// The answer in JSON.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    situation: json::Situation,
    /// The legal moves; none once the game is over.
    moves: Vec<String>,
}

impl Show {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let root = self.position.root()?;
        let moves = legal_moves(&root);
        if self.json {
            let answer = Answer {
                situation: json::Situation::of(&root),
                moves: moves.iter().map(Move::to_string).collect(),
            };
            json::write(out, &answer)?;
        } else {
            output::situation(out, &root)?;
            writeln!(out, "FEN: {}", root.position)?;
            writeln!(out, "Legal moves: {}", moves.len())?;
            output::steps(out, &moves)?;
        }
        Ok(())
    }
}

/// The moves of the side to move, none once the game is over.
pub(super) fn legal_moves(root: &Root) -> Vec<Move> {
    match outcome_of(root.rules, &root.position) {
        Some(_) => Vec::new(),
        None => root.position.moves(),
    }
}
