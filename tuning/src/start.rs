//! Where games begin, and random openings from there.

use std::fmt;
use std::str::FromStr;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use strelci::board::{AnyPosition, FenError, Move};
use strelci::rules::{Rules, RulesError, outcome_of, play};
use strelci::variant::{Variant, VariantError};
use thiserror::Error;

/// A position to start from, and the rules. Its text is a variant's name, or the rules and a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position.
    pub position: AnyPosition,
    /// The rules.
    pub rules: Rules,
}

/// A start that cannot be read.
#[derive(Debug, Error)]
#[error("'{text}': {why}; a start is the name of a variant, or strelci or amazons and a FEN")]
pub struct StartError {
    text: String,
    #[source]
    why: Why,
}

#[derive(Debug, Error)]
enum Why {
    #[error(transparent)]
    Variant(#[from] VariantError),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    Position(#[from] FenError),
}

impl Start {
    /// The variant that starts here, if any.
    #[must_use]
    pub fn variant(&self) -> Option<&'static Variant> {
        strelci::variant::VARIANTS
            .iter()
            .find(|variant| variant.rules == self.rules && variant.start() == self.position)
    }

    /// Plays a few random plies, and gives the position after them: fewer than asked for where a
    /// ply would end the game.
    pub fn random_opening(
        &self,
        plies: usize,
        random: &mut Xoshiro256PlusPlus,
    ) -> (Vec<Move>, AnyPosition) {
        let mut moves = Vec::with_capacity(plies);
        let mut position = self.position;
        for _ in 0..plies {
            let Some((played, next)) = random_ply(self.rules, &position, random) else { break };
            moves.push(played);
            position = next;
        }
        (moves, position)
    }
}

/// A random move and the position after it, if the game goes on there.
pub fn random_ply(
    rules: Rules,
    position: &AnyPosition,
    random: &mut Xoshiro256PlusPlus,
) -> Option<(Move, AnyPosition)> {
    let played = *position.moves().choose(random)?;
    let next = play(rules, position, played).ok()?;
    outcome_of(rules, &next).is_none().then_some((played, next))
}

/// The generator of unit `number` of a run: the same whichever shard or thread asks for it.
#[must_use]
pub fn generator(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number)
}

impl FromStr for Start {
    type Err = StartError;

    fn from_str(text: &str) -> Result<Self, StartError> {
        let read = || match text.split_once(' ') {
            None => {
                let variant: &Variant = text.parse()?;
                Ok(Self { position: variant.start(), rules: variant.rules })
            }
            Some((rules, fen)) => Ok(Self { rules: rules.parse()?, position: fen.parse()? }),
        };
        read().map_err(|why| StartError { text: text.to_owned(), why })
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.variant() {
            Some(variant) => f.write_str(variant.name),
            None => write!(f, "{} {}", self.rules, self.position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_and_its_text_are_inverse() {
        for text in ["amazons8", "strelci q2/3/2Q w - - 0 1"] {
            assert_eq!(text.parse::<Start>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_wrong_start_is_told() {
        let told = |text: &str| text.parse::<Start>().unwrap_err().to_string();
        assert!(told("chess").contains("unknown variant 'chess'"));
        assert!(told("chess q2/3/2Q w").contains("unknown rules 'chess'"));
        assert!(told("strelci q9q").starts_with("'strelci q9q': "));
    }

    #[test]
    fn openings_come_from_the_seed_alone() {
        let start: Start = "strelci6".parse().unwrap();
        let opening = |number| start.random_opening(4, &mut generator(7, number));
        assert_eq!(opening(3), opening(3));
        assert_ne!(opening(3), opening(4));
        assert_eq!(opening(3).0.len(), 4);
    }
}
