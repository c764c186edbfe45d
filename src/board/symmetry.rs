//! The symmetries of a board: for tests and tables.

use super::any::AnyPosition;
use super::moves::Move;
use super::position::Content;
use super::size::BoardSize;
use super::square::Square;

/// One of the eight ways to lay a board on itself or on its transpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    mirror_files: bool,
    mirror_ranks: bool,
    transpose: bool,
}

impl Symmetry {
    /// All eight, the identity first. The last four turn `files × ranks` into `ranks × files`.
    #[must_use]
    pub fn all() -> [Self; 8] {
        std::array::from_fn(|n| Self {
            mirror_files: n & 1 != 0,
            mirror_ranks: n & 2 != 0,
            transpose: n & 4 != 0,
        })
    }

    /// The size a board of `size` has afterwards.
    #[must_use]
    pub fn size(self, size: BoardSize) -> BoardSize {
        let (files, ranks) = (size.files(), size.ranks());
        let turned = if self.transpose { (ranks, files) } else { (files, ranks) };
        BoardSize::new(turned.0, turned.1).unwrap_or(size)
    }

    /// Where a square of a board of `size` goes.
    #[must_use]
    pub fn square(self, size: BoardSize, square: Square) -> Square {
        let mirrored =
            |mirror: bool, at: usize, length: usize| if mirror { length - 1 - at } else { at };
        let file = mirrored(self.mirror_files, square.file(), size.files());
        let rank = mirrored(self.mirror_ranks, square.rank(), size.ranks());
        if self.transpose { Square::new(rank, file) } else { Square::new(file, rank) }
    }

    /// A move on the board laid over.
    #[must_use]
    pub fn played(self, size: BoardSize, played: Move) -> Move {
        let place = |square| self.square(size, square);
        Move { from: place(played.from), to: place(played.to), shot: place(played.shot) }
    }

    /// The position laid over; the same side is to move.
    #[must_use]
    pub fn position(self, position: &AnyPosition) -> AnyPosition {
        let (size, turned) = (position.size(), self.size(position.size()));
        let mut contents = vec![Content::Empty; turned.squares()];
        for (index, content) in position.contents().into_iter().enumerate() {
            let at = self.square(size, Square::of_index(index, size));
            contents[at.index(turned)] = content;
        }
        AnyPosition::new(turned, &contents, position.side_to_move())
    }
}

/// The position with White's and Black's archers exchanged, and the other side to move.
#[must_use]
pub fn colours_swapped(position: &AnyPosition) -> AnyPosition {
    let swapped = |content| match content {
        Content::Archer(side) => Content::Archer(!side),
        other => other,
    };
    let contents: Vec<Content> = position.contents().into_iter().map(swapped).collect();
    AnyPosition::new(position.size(), &contents, !position.side_to_move())
}
