//! The transposition table: shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use zerocopy::FromZeros;

use super::HashError;
use super::info::Bound;
use super::memory::Block;
use crate::eval::Score;

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, as a packed number; nothing where all moves failed.
    pub best: Option<u32>,
    /// The value, counted from the position itself.
    pub score: Score,
    /// What the value is.
    pub bound: Bound,
    /// The depth it was searched to, in plies.
    pub depth: u32,
}

/// Bits of a packed move.
const MOVE_BITS: u32 = 30;
const MOVE_MASK: u64 = (1 << MOVE_BITS) - 1;
/// No square index is this large, so no move is.
const NO_MOVE: u64 = MOVE_MASK;
const DEPTH_BITS: u32 = 8;
/// The largest depth an entry can hold.
pub const DEPTH_MAX: u32 = (1 << DEPTH_BITS) - 1;

impl Entry {
    fn pack(self) -> u64 {
        let best = self.best.map_or(NO_MOVE, u64::from);
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        ((self.score.bits() << DEPTH_BITS | u64::from(self.depth.min(DEPTH_MAX))) << 2 | bound)
            << MOVE_BITS
            | best
    }

    fn unpack(data: u64) -> Option<Self> {
        let best = data & MOVE_MASK;
        let rest = data >> MOVE_BITS;
        let bound = match rest & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let depth = (rest >> 2 & u64::from(DEPTH_MAX)) as u32;
        let score = Score::from_bits(rest >> (2 + DEPTH_BITS));
        Some(Self { best: (best != NO_MOVE).then_some(best as u32), score, bound, depth })
    }
}

/// A stored entry. `check` is the position's key xored with the data, so that a torn write by two
/// threads shows as a mismatch (Hyatt and Mann, "A lock-less transposition table implementation",
/// 2002); its low byte is the generation.
#[derive(Debug, FromZeros)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

const GENERATION: u64 = 0xFF;

impl Slot {
    fn load(&self) -> (u64, u64) {
        (self.check.load(Ordering::Relaxed), self.data.load(Ordering::Relaxed))
    }

    fn store(&self, check: u64, data: u64) {
        self.check.store(check, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// Slots that share a cache line: a position may be in any of them.
const WAYS: usize = 4;

#[derive(Debug, FromZeros)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// The transposition table.
#[derive(Debug)]
pub struct Table {
    buckets: Block<Bucket>,
    generation: u64,
}

impl Table {
    /// A table of `mib` MiB.
    ///
    /// # Errors
    /// [`HashError`] where the memory cannot be had.
    pub fn new(mib: usize) -> Result<Self, HashError> {
        Ok(Self { buckets: Block::new(mib)?, generation: 0 })
    }

    /// Changes the size, forgetting everything where it differs.
    ///
    /// # Errors
    /// [`HashError`] where the memory cannot be had, with the size that is left.
    pub fn resize(&mut self, mib: usize) -> Result<(), HashError> {
        if mib == self.buckets.mib() {
            return Ok(());
        }
        self.generation = 0;
        self.buckets.resize(mib)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // What was never written to is only read: memory that is not used is not taken.
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        for slot in slots.filter(|slot| slot.load() != (0, 0)) {
            slot.store(0, 0);
        }
        self.generation = 0;
    }

    /// Makes all entries old: a new search begins.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) & GENERATION;
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known of the position with this key.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let (check, data) = slot.load();
            if (check ^ data ^ key) & !GENERATION == 0 {
                return Entry::unpack(data);
            }
        }
        None
    }

    /// Stores what was found of the position with this key, over what is worth least: an old
    /// entry, or one of little depth.
    #[inline(always)]
    pub fn put(&self, key: u64, entry: Entry) {
        let mut chosen = &self.bucket(key).0[0];
        let mut least = i64::MAX;
        let mut entry = entry;
        for slot in &self.bucket(key).0 {
            let (check, data) = slot.load();
            let Some(old) = Entry::unpack(data) else {
                chosen = slot;
                break;
            };
            if (check ^ data ^ key) & !GENERATION == 0 {
                entry.best = entry.best.or(old.best);
                chosen = slot;
                break;
            }
            let age = self.generation.wrapping_sub(check) & GENERATION;
            let worth = i64::from(old.depth) - 8 * age as i64;
            if worth < least {
                least = worth;
                chosen = slot;
            }
        }
        let data = entry.pack();
        chosen.store((key ^ data) & !GENERATION | self.generation, data);
    }

    /// How much of the table holds entries of this search, in thousandths.
    #[must_use]
    pub fn full(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|slot| {
                let (check, data) = slot.load();
                data != 0 && check & GENERATION == self.generation
            })
            .count();
        (used * 1000 / (sample.len() * WAYS).max(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Detail, Preference, Proof};

    fn entry(hundredths: i32, depth: u32) -> Entry {
        let score = Score::estimate(hundredths);
        Entry { best: Some(12_345), score, bound: Bound::Exact, depth }
    }

    #[test]
    fn entries_come_back_whole() {
        let table = Table::new(1).unwrap();
        let lost = Proof { won: false, plies: 300, detail: Detail::Margin(7) };
        let proven = Score::proven(Preference::Length, lost);
        let entries = [
            entry(-7, 3),
            Entry { best: None, score: proven, bound: Bound::Upper, depth: DEPTH_MAX },
            Entry { best: Some(0), score: -proven, bound: Bound::Lower, depth: 0 },
        ];
        for (number, entry) in entries.into_iter().enumerate() {
            let key = 0x1234_5678_9abc_def0u64.wrapping_mul(number as u64 + 1);
            assert_eq!(table.get(key), None);
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
    }

    #[test]
    fn old_and_shallow_entries_give_way() {
        let mut table = Table::new(1).unwrap();
        let key = |number: u64| number << 8;
        for number in 0..4 {
            table.put(key(number), entry(0, 2 + number as u32));
        }
        table.put(key(4), entry(0, 1));
        assert_eq!(table.get(key(0)), None, "the shallowest was replaced");
        table.age();
        table.put(key(5), entry(0, 1));
        table.put(key(6), entry(0, 1));
        assert_eq!(table.get(key(5)), Some(entry(0, 1)), "new entries replace old ones first");
    }
}
