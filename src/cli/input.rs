//! What several commands read from their arguments: positions, moves, rules, durations.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::board::{AnyPosition, Move};
use crate::rules::{self, Rules};
use crate::search::{Choice, Root, Settings};
use crate::variant::Variant;

/// Where a game starts, and by which rules it is played.
#[derive(Args, Debug)]
pub(super) struct StartArgs {
    /// The name of a variant or a FEN, in quotes or not [default: strelci]
    ///
    /// Variants: strelci, strelci8, strelci6, amazons, amazons8, amazons6.
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// strelci or amazons [default: the variant's, strelci for a FEN]
    #[arg(long, value_name = "RULES")]
    rules: Option<Rules>,
}

/// A position: a start, and moves from there.
#[derive(Args, Debug)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    start: StartArgs,
    /// Moves to play first, as in --moves d1d7,d7g7 d10-d8/h4
    #[arg(long, value_name = "MOVE", num_args = 0..)]
    moves: Vec<String>,
}

/// What a search may use.
#[derive(Args, Debug)]
pub(super) struct EngineArgs {
    /// The searcher: alphabeta, mcts (Monte-Carlo tree search), or auto, which takes the stronger one
    #[arg(long, value_name = "NAME", default_value_t = Choice::Auto)]
    search: Choice,
    /// Threads that think in parallel; one gives the same answer every time for a depth or nodes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Memory for what was found, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
}

impl StartArgs {
    /// The position and the rules.
    pub(super) fn root(&self) -> Result<Root> {
        let text = self.position.join(" ");
        let default = Variant::default_variant();
        let (position, rules) = if self.position.is_empty() {
            (default.start(), default.rules)
        } else if text.contains('/') || text.trim().contains(' ') {
            let position = text.parse::<AnyPosition>().context("position")?;
            (position, default.rules)
        } else {
            let variant: &Variant = text.trim().parse().context("neither a FEN nor a variant")?;
            (variant.start(), variant.rules)
        };
        let rules = self.rules.unwrap_or(rules);
        Ok(Root { position, rules })
    }
}

impl PositionArgs {
    /// The position after the moves, and the rules.
    pub(super) fn root(&self) -> Result<Root> {
        let Root { position, rules } = self.start.root()?;
        let texts = self.moves.iter().flat_map(|text| text.split_whitespace());
        let position = moves(texts).try_fold(position, |position, numbered| {
            let (number, played) = numbered?;
            rules::play(rules, &position, played).with_context(|| format!("move {number}"))
        })?;
        Ok(Root { position, rules })
    }
}

impl EngineArgs {
    /// The settings of a searcher at full strength.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            choice: self.search,
            threads: usize::from(self.threads),
            hash_mib: self.hash as usize,
            overhead: Duration::ZERO,
            ..Settings::default()
        }
    }
}

/// Reads moves; errors say which one is wrong, from 1.
pub(super) fn moves<'a>(
    texts: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = Result<(usize, Move)>> {
    texts.enumerate().map(|(index, text)| {
        let number = index + 1;
        let played = text.parse().with_context(|| format!("move {number}"))?;
        Ok((number, played))
    })
}

/// Reads a time: `500` and `500ms` are milliseconds; `1.5s` and `2m` are read too.
pub(super) fn read_duration(text: &str) -> Result<Duration> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let seconds = match &text[digits.len()..] {
        "" | "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        unit => bail!("unknown unit '{unit}': ms, s or m, as in 500ms"),
    };
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = digits.parse::<f64>().ok().filter(|_| is_plain);
    let number = number.context("a time such as 500 (milliseconds), 500ms, 3s or 2m")?;
    Duration::try_from_secs_f64(number * seconds)
        .ok()
        .filter(|&time| time <= LONGEST)
        .context("at most a day")
}

/// No search is longer.
const LONGEST: Duration = Duration::from_hours(24);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        for (text, milliseconds) in
            [("500", 500), ("500ms", 500), ("1s", 1000), ("1.5s", 1500), ("2m", 120_000), ("0", 0)]
        {
            assert_eq!(
                read_duration(text).ok(),
                Some(Duration::from_millis(milliseconds)),
                "{text}"
            );
        }
        for text in ["", "s", "-1s", "1h", "1e9", "nan", "inf", "25000000s", "1 s"] {
            assert!(read_duration(text).is_err(), "{text}");
        }
    }
}
