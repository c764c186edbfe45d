//! One game between two searchers, and openings to start it from.

use anyhow::{Result, bail};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use strelci::board::{AnyPosition, Move, Side};
use strelci::rules::{Outcome, Rules, outcome_of};
use strelci::search::{Control, Limits, Root, SearchResult, Searcher};
use strelci::variant::Variant;

/// A position to start from, and the rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) position: AnyPosition,
    pub(crate) rules: Rules,
}

/// A start by a variant's name, or `RULES FEN`.
pub(crate) fn start(text: &str) -> Result<Start> {
    if let Ok(variant) = text.parse::<&Variant>() {
        return Ok(Start { position: variant.start(), rules: variant.rules });
    }
    let (rules, fen) = match text.split_once(' ') {
        Some(("strelci", fen)) => (Rules::Strelci, fen),
        Some(("amazons", fen)) => (Rules::Amazons, fen),
        _ => bail!("'{text}': the name of a variant, or strelci or amazons and a FEN"),
    };
    Ok(Start { position: fen.parse()?, rules })
}

/// Plays a few random plies; the game is not over afterwards.
pub(crate) fn opening(start: &Start, plies: usize, random: &mut Xoshiro256PlusPlus) -> AnyPosition {
    loop {
        let mut position = start.position;
        for _ in 0..plies {
            if let Some(next) = random_ply(start.rules, &position, random) {
                position = next;
            }
        }
        if outcome_of(start.rules, &position).is_none() {
            return position;
        }
    }
}

/// The position after a random move, if the game goes on there.
pub(crate) fn random_ply(
    rules: Rules,
    position: &AnyPosition,
    random: &mut Xoshiro256PlusPlus,
) -> Option<AnyPosition> {
    let next = position.play(*position.moves().choose(random)?).ok()?;
    outcome_of(rules, &next).is_none().then_some(next)
}

/// The generator of game number `number` of a run.
pub(crate) fn generator(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number)
}

/// Limits with the nodes varied by up to five per cent either way, so that twins do not play the
/// same game twice.
pub(crate) fn varied(limits: &Limits, random: &mut Xoshiro256PlusPlus) -> Limits {
    let mut limits = limits.clone();
    limits.nodes = limits.nodes.map(|nodes| nodes * random.random_range(95..=105) / 100);
    limits
}

/// A move of a recorded game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The position's text before the move.
    pub(crate) fen: String,
    /// The search's value for the side to move, in hundredths of a square; nothing for a random move.
    pub(crate) score: Option<i32>,
}

/// Searches one move.
pub(crate) fn think(searcher: &mut dyn Searcher, start: &Start, limits: &Limits) -> SearchResult {
    let root = Root { position: start.position, rules: start.rules };
    searcher.search(&root, limits, &Control::running(), &|_| ())
}

/// Plays a game out from a position in which it goes on.
pub(crate) fn play<'s>(
    white: &'s mut dyn Searcher,
    black: &'s mut dyn Searcher,
    start: &Start,
    mut limits: impl FnMut(Side) -> Limits,
) -> Result<Outcome> {
    let mut at = *start;
    loop {
        if let Some(outcome) = outcome_of(at.rules, &at.position) {
            return Ok(outcome);
        }
        let side = at.position.side_to_move();
        let searcher = match side {
            Side::White => &mut *white,
            Side::Black => &mut *black,
        };
        let result = think(searcher, &at, &limits(side));
        let Some(best) = result.best else { bail!("no move in {}", at.position) };
        at.position = played(&at.position, best)?;
    }
}

pub(crate) fn played(position: &AnyPosition, best: Move) -> Result<AnyPosition> {
    Ok(position.play(best)?)
}
