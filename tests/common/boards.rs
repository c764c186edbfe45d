//! Random boards, and boards inside other boards.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use strelci::board::{AnyPosition, BoardSize, Content, Side};

/// Sizes of every width, the long thin ones, the squarest and any other.
pub fn sizes() -> impl Strategy<Value = BoardSize> {
    let named = prop::sample::select(vec![
        (8, 8),
        (10, 10),
        (13, 9),
        (16, 16),
        (26, 2),
        (2, 26),
        (26, 26),
        (25, 26),
        (2, 2),
    ]);
    let sides = prop_oneof![named, (2..=8usize, 2..=8usize), (2..=26usize, 2..=26usize)];
    sides.prop_map(|(files, ranks)| BoardSize::new(files, ranks).expect("from 2 to 26"))
}

/// Sizes on which everything can be tried.
pub fn small_sizes() -> impl Strategy<Value = BoardSize> {
    (2..=6usize, 2..=5usize)
        .prop_map(|(files, ranks)| BoardSize::new(files, ranks).expect("from 2 to 26"))
}

/// A board of this size, from almost open to almost full, with one to four archers a side.
pub fn random(size: BoardSize, seed: u64) -> AnyPosition {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let full = random.random_range(0..90);
    let mut contents: Vec<Content> =
        (0..size.squares())
            .map(|_| {
                if random.random_range(0..100) < full { Content::Obstacle } else { Content::Empty }
            })
            .collect();
    let most = (size.squares() / 2).min(4);
    let mut free: Vec<usize> = (0..size.squares()).collect();
    for side in [Side::White, Side::Black] {
        for _ in 0..random.random_range(1..=most) {
            let at = free.swap_remove(random.random_range(0..free.len()));
            contents[at] = Content::Archer(side);
        }
    }
    let mover = [Side::White, Side::Black][random.random_range(0..2)];
    AnyPosition::new(size, &contents, mover)
}

/// The position on a larger board that is otherwise full of obstacles, its `a1` on this file and
/// rank (from 0).
pub fn walled(
    position: &AnyPosition,
    size: BoardSize,
    (file, rank): (usize, usize),
) -> AnyPosition {
    let inner = position.size();
    let mut contents = vec![Content::Obstacle; size.squares()];
    for (index, content) in position.contents().into_iter().enumerate() {
        let at = (index % inner.files() + file, index / inner.files() + rank);
        contents[at.1 * size.files() + at.0] = content;
    }
    AnyPosition::new(size, &contents, position.side_to_move())
}
