//! Ending a game when its result is proven.
//!
//! Two proofs are accepted. Under Amazons' rules, the count of the moves left to each side once the
//! sides are separated (see [`strelci::endgame`]): the result with the best play from there. Under
//! either rules, the agreement of the players: the last word of one was that it has proven its win,
//! and the last word of the other that it has proven its loss.

use strelci::board::Side;
use strelci::endgame::{Filling, settled};
use strelci::rules::Rules;
use strelci::with_position;

use super::ending::{Ending, Reason};
use crate::game::Game;

/// The end of a game whose result is proven. `claims` is what White and Black said last of their own
/// result.
#[must_use]
pub fn proven(game: &Game, claims: [Option<bool>; 2]) -> Option<Ending> {
    counted(game).or_else(|| agreed(claims))
}

/// Who has more moves left, under Amazons' rules.
fn counted(game: &Game) -> Option<Ending> {
    if game.start().rules != Rules::Amazons {
        return None;
    }
    let proof = with_position!(game.position(), position => {
        (!position.is_contested()).then(|| settled(&mut Filling::default(), position)).flatten()
    })?;
    let side = game.side_to_move();
    let winner = if proof.won { side } else { !side };
    Some(adjudicated(winner, format!("separated, and {} has no moves to spare", !winner)))
}

/// Whose win both players have proven.
fn agreed(claims: [Option<bool>; 2]) -> Option<Ending> {
    let winner = match claims {
        [Some(true), Some(false)] => Side::White,
        [Some(false), Some(true)] => Side::Black,
        _ => return None,
    };
    Some(adjudicated(winner, "both players have proven it".to_owned()))
}

fn adjudicated(winner: Side, detail: String) -> Ending {
    Ending { winner, reason: Reason::Adjudicated, margin: None, detail: Some(detail) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(start: &str) -> Game {
        Game::new(start.parse().unwrap())
    }

    #[test]
    fn separated_amazons_are_counted() {
        // White has three squares, Black one.
        let ending = proven(&game("amazons Q3*q1/4*** w"), [None; 2]).unwrap();
        assert_eq!((ending.winner, ending.reason), (Side::White, Reason::Adjudicated));
        assert_eq!(ending.margin, None);
        assert_eq!(proven(&game("amazons6"), [None; 2]), None);
    }

    #[test]
    fn who_is_to_move_with_equal_counts_loses() {
        let winner = |start: &str| proven(&game(start), [None; 2]).unwrap().winner;
        assert_eq!(winner("amazons Q1*q1/***** w"), Side::Black);
        assert_eq!(winner("amazons Q1*q1/***** b"), Side::White);
    }

    #[test]
    fn agreement_is_believed_and_one_word_is_not() {
        let winner = |claims| proven(&game("strelci6"), claims).map(|ending| ending.winner);
        assert_eq!(winner([Some(true), Some(false)]), Some(Side::White));
        assert_eq!(winner([Some(false), Some(true)]), Some(Side::Black));
        for claims in [[Some(true), None], [Some(true), Some(true)], [None, Some(false)]] {
            assert_eq!(winner(claims), None);
        }
    }
}
