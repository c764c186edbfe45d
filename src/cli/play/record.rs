//! Games as text files: a line for the rules, one for the start, one for the moves.
//!
//! ```text
//! # a game for: strelci play --load
//! rules strelci
//! fen 2q2q2/8/8/8/8/8/8/2Q2Q2 w - - 0 1
//! moves c1c5,c5g5 c8c6,c6h6
//! ```
//! Lines that begin with `#` are comments; how the game ended is in one.

use std::fmt::{self, Display};

use anyhow::{Context, Result, anyhow, bail};

use super::game::Game;
use crate::board::AnyPosition;
use crate::cli::input;
use crate::rules::Rules;
use crate::search::Root;

/// Reads a game.
pub(super) fn read(text: &str) -> Result<Game> {
    let mut rules: Option<Rules> = None;
    let mut start: Option<AnyPosition> = None;
    let mut moves = "";
    for (index, line) in text.lines().enumerate() {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let place = || format!("line {}", index + 1);
        match word {
            "rules" => rules = Some(rest.trim().parse().with_context(place)?),
            "fen" => start = Some(rest.parse().with_context(place)?),
            "moves" => moves = rest,
            _ if word.is_empty() || word.starts_with('#') => {}
            _ => {
                let word: String = word.chars().take(20).collect();
                return Err(anyhow!("'{word}' is none of rules, fen, moves")).with_context(place);
            }
        }
    }
    let (Some(rules), Some(position)) = (rules, start) else {
        bail!("a saved game needs a line 'rules …' and a line 'fen …'");
    };
    let mut game = Game::new(&Root { position, rules });
    for numbered in input::moves(moves.split_whitespace()) {
        let (number, played) = numbered?;
        game.play(played).with_context(|| format!("move {number}"))?;
    }
    Ok(game)
}

impl Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# a game for: strelci play --load")?;
        writeln!(f, "rules {}", self.root().rules)?;
        writeln!(f, "fen {}", self.start())?;
        f.write_str("moves")?;
        for played in self.moves() {
            write!(f, " {played}")?;
        }
        writeln!(f)?;
        match self.end() {
            Some(end) => writeln!(f, "# {end}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_go_both_ways() -> Result<()> {
        let text = "rules amazons\nfen q2/3/2Q w - - 0 1\nmoves c1b2,b2c1 a3a2,a2a3\n";
        let written = read(text)?.to_string();
        assert_eq!(written, format!("# a game for: strelci play --load\n{text}"));
        assert_eq!(read(&written)?.to_string(), written);
        Ok(())
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| read(text).err().map(|error| format!("{error:#}"));
        let said = [
            error("fen q2/3/2Q w"),
            error("rules chess"),
            error("\nfen q2/3/2X w"),
            error("rules strelci\nwinner White"),
            error("rules strelci\nfen q2/3/2Q w\nmoves c1c2,c2c3 c1c2,c2c3"),
        ];
        let expected = [
            "a saved game needs a line 'rules …' and a line 'fen …'",
            "line 1: unknown rules 'chess': strelci or amazons",
            "line 2: row 3, column 2: 'X' is not Q, q, * or a number of empty squares",
            "line 2: 'winner' is none of rules, fen, moves",
            "move 2: c1c2,c2c3 is not legal: no archer of Black, who is to move, stands on c1",
        ];
        assert_eq!(said, expected.map(|text| Some(text.to_owned())));
    }
}
