//! A game as Botzone tells it.
//!
//! Columns and rows count from 0. The side that moves first is called Black there and White here;
//! its archers start in the rows 0 and 2, which are the ranks 1 and 3, so that a column is a file
//! and a row a rank.

use strelci::board::{Move, Square};

use crate::engine::Fault;

/// A turn as six numbers `x0 y0 x1 y1 x2 y2`: where from, where to, and the shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Told(pub(super) [i64; 6]);

/// The names of the numbers.
pub(super) const NAMES: [&str; 6] = ["x0", "y0", "x1", "y1", "x2", "y2"];

/// Columns and rows.
const SIZE: i64 = 8;

impl Told {
    /// What the side that moves first is told before its first turn; as an answer, that there is no
    /// move.
    pub(super) const NOTHING: Self = Self([-1; 6]);

    /// The turn as a move.
    pub(super) fn played(self) -> Result<Move, Fault> {
        if self == Self::NOTHING {
            let claim = "answers -1, that it has no move, while the game goes on";
            return Err(Fault::WrongClaim(claim.to_owned()));
        }
        if self.0.iter().any(|number| !(0..SIZE).contains(number)) {
            let what = format!("{:?}, whose numbers are not all from 0 to 7", self.0);
            return Err(Fault::Nonsense(what));
        }
        let square = |at: usize| Square::new(self.0[at] as usize, self.0[at + 1] as usize);
        Ok(Move { from: square(0), to: square(2), shot: square(4) })
    }
}

impl From<Move> for Told {
    fn from(played: Move) -> Self {
        let Move { from, to, shot } = played;
        let [[x0, y0], [x1, y1], [x2, y2]] =
            [from, to, shot].map(|square| [square.file() as i64, square.rank() as i64]);
        Self([x0, y0, x1, y1, x2, y2])
    }
}

/// What a bot whose turn it is has been asked and has answered, by turns, and what it is asked now.
/// It may have answered nothing itself: the moves of an opening are told as if they were its own.
pub(super) fn history(moves: &[Move]) -> Vec<Told> {
    let moves_first = moves.len().is_multiple_of(2);
    let start = moves_first.then_some(Told::NOTHING);
    start.into_iter().chain(moves.iter().copied().map(Told::from)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|word| word.parse().expect(word)).collect()
    }

    #[test]
    fn moves_go_both_ways() {
        for (text, told) in [
            ("c1c6,c6g6", [2, 0, 2, 5, 6, 5]),
            ("a6a5,a5a4", [0, 5, 0, 4, 0, 3]),
            ("h8g7,g7h8", [7, 7, 6, 6, 7, 7]),
        ] {
            let played: Move = text.parse().expect(text);
            assert_eq!(Told::from(played), Told(told));
            assert_eq!(Told(told).played(), Ok(played));
        }
    }

    #[test]
    fn either_side_is_told_the_whole_game() {
        let first = Told([2, 0, 2, 5, 6, 5]);
        let second = Told([0, 5, 0, 4, 0, 3]);
        assert_eq!(history(&[]), [Told::NOTHING]);
        assert_eq!(history(&moves("c1c6,c6g6")), [first]);
        assert_eq!(history(&moves("c1c6,c6g6 a6a5,a5a4")), [Told::NOTHING, first, second]);
    }

    #[test]
    fn what_is_off_the_board_is_no_move() {
        let wrong = |numbers| Told(numbers).played().unwrap_err();
        assert!(matches!(wrong([-1; 6]), Fault::WrongClaim(_)));
        for numbers in [[0, 0, 0, 0, 0, 8], [-1, 0, 0, 0, 0, 0], [i64::MAX; 6]] {
            assert!(matches!(wrong(numbers), Fault::Nonsense(_)));
        }
    }
}
