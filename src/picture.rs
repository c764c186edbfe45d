//! Boards as plain text with coordinates, for people at a terminal.

use crate::board::{AnyPosition, Content, Side, Square};
use crate::eval::{Explanation, Influence};
use crate::with_position;

/// The board: `Q` and `q` are White's and Black's archers, `*` obstacles, `.` empty squares.
///
/// ```
/// let position = "q2/1*1/2Q w".parse().unwrap();
/// assert_eq!(
///     strelci::picture::board(&position),
///     concat!(
///         " 3  q . .\n",
///         " 2  . * .\n",
///         " 1  . . Q\n",
///         "    a b c\n",
///     )
/// );
/// ```
#[must_use]
pub fn board(position: &AnyPosition) -> String {
    drawn(position, |_| '.')
}

/// The board with `w` and `b` on the empty squares that are White's and Black's territory: those
/// the other side is cut off from.
#[must_use]
pub fn territory(position: &AnyPosition) -> String {
    with_position!(position, inner => {
        let territories = inner.territories();
        let owner = |side, square| territories.of(side).has(inner.geometry().index(square));
        drawn(position, |square| match square {
            _ if owner(Side::White, square) => 'w',
            _ if owner(Side::Black, square) => 'b',
            _ => '.',
        })
    })
}

/// The board with `+`, `-` and `=` on the empty squares that White reaches sooner, Black reaches
/// sooner and both reach equally soon. The explanation must be that of the position.
#[must_use]
pub fn influence(position: &AnyPosition, explanation: &Explanation) -> String {
    drawn(position, |square| match explanation.influence(square) {
        Some(Influence::Of(Side::White)) => '+',
        Some(Influence::Of(Side::Black)) => '-',
        Some(Influence::Tied) => '=',
        Some(Influence::OutOfReach) | None => '.',
    })
}

/// The board with `x` on those of its empty squares that are targets.
#[must_use]
pub fn targets(position: &AnyPosition, targets: &[Square]) -> String {
    drawn(position, |square| if targets.contains(&square) { 'x' } else { '.' })
}

/// The board with the given mark on each empty square.
fn drawn(position: &AnyPosition, mark: impl Fn(Square) -> char) -> String {
    let size = position.size();
    let letter = |square| match position.content(square) {
        Content::Empty => mark(square),
        Content::Obstacle => '*',
        Content::Archer(Side::White) => 'Q',
        Content::Archer(Side::Black) => 'q',
    };
    let rows = (0..size.ranks()).rev().map(|rank| {
        let row = (0..size.files()).map(|file| letter(Square::new(file, rank)));
        line(&(rank + 1).to_string(), row)
    });
    let files = ('a'..='z').take(size.files());
    rows.chain([line("", files)]).collect()
}

/// One line: a name of at most two letters and a row of marks.
fn line(name: &str, marks: impl Iterator<Item = char>) -> String {
    let marks: String = marks.flat_map(|mark| [' ', mark]).collect();
    format!("{name:>2} {marks}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlays_mark_empty_squares_only() {
        let position = "q1*1/2*1/1*1Q w".parse().unwrap();
        assert_eq!(territory(&position), " 3  q . * .\n 2  . . * .\n 1  . * . Q\n    a b c d\n");
        let explanation = Explanation::of(&position, 0.0);
        assert_eq!(
            influence(&position, &explanation),
            " 3  q - * +\n 2  - - * +\n 1  - * = Q\n    a b c d\n"
        );
        let separated = "q1*1/2*1/2*Q w".parse().unwrap();
        assert_eq!(territory(&separated), " 3  q b * w\n 2  b b * w\n 1  b b * Q\n    a b c d\n");
    }

    #[test]
    fn the_largest_board_keeps_its_columns() {
        let position = format!("q25/{}25Q w", "26/".repeat(24)).parse().unwrap();
        let text = board(&position);
        assert_eq!(text.lines().count(), 27);
        assert!(text.lines().all(|line| line.len() == 3 + 2 * 26));
        assert!(text.starts_with("26  q"));
        assert!(text.ends_with(" z\n"));
    }
}
