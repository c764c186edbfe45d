//! Games to test with.

use rand::seq::IndexedRandom;
use strelci::board::AnyPosition;

use crate::game::Game;
use crate::selfplay::{SavedGame, SavedPly};
use crate::start::generator;

/// A game of random moves to its end, on 5×5 with an archer a side; the score of each ply, from 0,
/// is what is said of its number and the position before it.
pub(super) fn random_game(
    number: u64,
    score: impl Fn(usize, &AnyPosition) -> Option<i32>,
) -> SavedGame {
    let start = "strelci 2q2/5/5/5/2Q2 w".parse().unwrap();
    let random = &mut generator(5, number);
    let mut game = Game::new(start);
    let mut plies = Vec::new();
    while game.outcome().is_none() {
        let played = *game.position().moves().choose(random).unwrap();
        plies.push(SavedPly { played, score: score(plies.len(), game.position()) });
        game.play(played).unwrap();
    }
    SavedGame::new(number, start, plies).unwrap()
}
