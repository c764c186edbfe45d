//! The best of many, without sorting the others.

/// Moves the `count` items of the least rank to the front, in order; the others follow in none.
pub(super) fn best_first<T, R: Ord>(items: &mut [T], count: usize, rank: impl Fn(&T) -> R) {
    if count < items.len() {
        items.select_nth_unstable_by_key(count, &rank);
        items[..count].sort_unstable_by_key(rank);
    } else {
        items.sort_unstable_by_key(rank);
    }
}
