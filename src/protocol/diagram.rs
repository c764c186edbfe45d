//! A picture of the board.

use std::fmt;

use crate::board::{AnyPosition, Content, Side, Square};

/// Shows a position as a picture, rank numbers at the left and file letters below.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a>(pub &'a AnyPosition);

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.size();
        for rank in (0..size.ranks()).rev() {
            write!(f, "{:>3}", rank + 1)?;
            for file in 0..size.files() {
                write!(f, " {}", letter(self.0.content(Square::new(file, rank))))?;
            }
            writeln!(f)?;
        }
        f.write_str("   ")?;
        (0..size.files()).try_for_each(|file| write!(f, " {}", char::from(b'a' + file as u8)))
    }
}

/// The letter of the FEN, and a dot for an empty square.
const fn letter(content: Content) -> char {
    match content {
        Content::Empty => '.',
        Content::Obstacle => '*',
        Content::Archer(Side::White) => 'Q',
        Content::Archer(Side::Black) => 'q',
    }
}
