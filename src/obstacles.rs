//! Obstacles on the start board, as the original rules invite: random, but fair.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use crate::board::{AnyPosition, Content, Position, Side, SquareSet};
use crate::with_position;

/// Obstacles that cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ObstaclesError {
    /// An odd number, and no empty square in the middle of the board.
    #[error(
        "{0} obstacles cannot lie symmetrically here: an odd number needs an empty square in the middle of the board; take an even one"
    )]
    Odd(usize),
    /// No place was found.
    #[error(
        "no room for {0} obstacles that neither separate the sides nor block an archer; take fewer"
    )]
    Crowded(usize),
}

/// How often the squares are shuffled anew before the board counts as too crowded.
const ATTEMPTS: usize = 100;

/// The position with so many obstacles more, chosen at random by the seed. They lie symmetrically
/// under half a turn of the board, leave every archer a move and the sides in contact.
///
/// # Errors
/// [`ObstaclesError`] where that cannot be done.
pub fn scattered(
    start: &AnyPosition,
    count: usize,
    seed: u64,
) -> Result<AnyPosition, ObstaclesError> {
    let contents = start.contents();
    let is_empty = |index: usize| contents[index] == Content::Empty;
    // Half a turn takes the first square to the last one, the second to the last but one.
    let last = contents.len() - 1;
    let middle = last / 2;
    let mut pairs: Vec<usize> = (0..contents.len() / 2)
        .filter(|&index| is_empty(index) && is_empty(last - index))
        .collect();
    let is_odd = count % 2 == 1;
    if is_odd && (last % 2 == 1 || !is_empty(middle)) {
        return Err(ObstaclesError::Odd(count));
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let attempt = |_| {
        pairs.shuffle(&mut random);
        let mut board = Board::new(start, &contents);
        let has_middle = !is_odd || board.place(&[middle]);
        let placed = pairs
            .iter()
            .filter(|&&index| board.place(&[index, last - index]))
            .take(count / 2)
            .count();
        (has_middle && placed == count / 2).then(|| board.position())
    };
    (0..ATTEMPTS).find_map(attempt).ok_or(ObstaclesError::Crowded(count))
}

/// A board on which obstacles are placed.
struct Board<'a> {
    start: &'a AnyPosition,
    contents: Vec<Content>,
}

impl<'a> Board<'a> {
    fn new(start: &'a AnyPosition, contents: &[Content]) -> Self {
        Self { start, contents: contents.to_vec() }
    }

    fn position(&self) -> AnyPosition {
        AnyPosition::new(self.start.size(), &self.contents, self.start.side_to_move())
    }

    /// Puts obstacles on empty squares, unless they would spoil the game.
    fn place(&mut self, squares: &[usize]) -> bool {
        for &index in squares {
            self.contents[index] = Content::Obstacle;
        }
        let is_fair = with_position!(&self.position(), position => is_open(position));
        if !is_fair {
            for &index in squares {
                self.contents[index] = Content::Empty;
            }
        }
        is_fair
    }
}

/// Whether the sides are in contact and every archer can move.
fn is_open<const N: usize>(position: &Position<N>) -> bool {
    let archers = position.archers(Side::White) | position.archers(Side::Black);
    let can_move =
        |archer| position.geometry().widened(SquareSet::single(archer)).meets(position.empty());
    position.is_contested() && archers.into_iter().all(can_move)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;
    use crate::rules::{Rules, outcome_of};
    use crate::variant::VARIANTS;

    fn obstacles(position: &AnyPosition) -> usize {
        let contents = position.contents();
        contents.iter().filter(|&&content| content == Content::Obstacle).count()
    }

    #[test]
    fn obstacles_are_symmetric_and_decide_nothing() {
        let half_turn = Symmetry::all()[3];
        for variant in &VARIANTS {
            let start = variant.start();
            for seed in 0..20 {
                let position = scattered(&start, 8, seed).unwrap();
                assert_eq!(obstacles(&position), 8);
                assert_eq!(
                    obstacle_squares(&half_turn.position(&position)),
                    obstacle_squares(&position)
                );
                for rules in [Rules::Strelci, Rules::Amazons] {
                    assert_eq!(outcome_of(rules, &position), None);
                }
            }
        }
    }

    fn obstacle_squares(position: &AnyPosition) -> Vec<bool> {
        let contents = position.contents().into_iter();
        contents.map(|content| content == Content::Obstacle).collect()
    }

    #[test]
    fn the_seed_decides() {
        let start = VARIANTS[0].start();
        assert_eq!(scattered(&start, 6, 1), scattered(&start, 6, 1));
        assert_ne!(scattered(&start, 6, 1), scattered(&start, 6, 2));
        assert_eq!(scattered(&start, 0, 1), Ok(start));
    }

    #[test]
    fn what_cannot_be_done_is_refused() {
        let even: AnyPosition = "q3/4/4/3Q w".parse().unwrap();
        assert_eq!(scattered(&even, 3, 0), Err(ObstaclesError::Odd(3)));
        assert_eq!(scattered(&even, 14, 0), Err(ObstaclesError::Crowded(14)));
        let odd: AnyPosition = "q2/3/2Q w".parse().unwrap();
        assert_eq!(obstacles(&scattered(&odd, 1, 0).unwrap()), 1);
        assert_eq!(scattered(&odd, usize::MAX, 0), Err(ObstaclesError::Crowded(usize::MAX)));
    }
}
