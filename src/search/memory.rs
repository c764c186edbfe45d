//! Large memory: asked for before it is taken, and taken only where it is used.

use std::marker::PhantomData;
use std::ops::Deref;

use memmap2::{MmapMut, MmapRaw};
use zerocopy::FromZeros;

use super::HashError;

/// Bytes of a MiB.
pub(super) const MIB: usize = 1 << 20;

/// A block of items that are zeros at first.
///
/// It is a mapping of the system's, whose pages come into being when they are first touched: the
/// allocator writes zeros into every byte of a block whose items are aligned to more than 16 bytes,
/// which costs 0.75 ms a MiB, often on the clock of the first move.
#[derive(Debug)]
pub(super) struct Block<T> {
    map: MmapRaw,
    mib: usize,
    items: PhantomData<T>,
}

impl<T: FromZeros> Block<T> {
    /// What the view of the mapping in [`Block::deref`] relies on. Pages are at least so large.
    const FITS: () = assert!(align_of::<T>() <= 4096 && !std::mem::needs_drop::<T>());

    /// A block of `mib` MiB.
    ///
    /// # Errors
    /// [`HashError`] where the memory cannot be had.
    pub(super) fn new(mib: usize) -> Result<Self, HashError> {
        Self::map(mib).ok_or(HashError { mib, kept: 0 })
    }

    /// Changes the size; the items are zeros afterwards.
    ///
    /// # Errors
    /// [`HashError`] where the memory cannot be had. The block is as large as before then, or
    /// where the system will not even give that back as the error says.
    pub(super) fn resize(&mut self, mib: usize) -> Result<(), HashError> {
        let spare = Self::map(1).ok_or(HashError { mib, kept: self.mib })?;
        // Both at once might be more than there is, so the old one goes first.
        let old = std::mem::replace(self, spare).mib;
        if let Some(block) = Self::map(mib).or_else(|| Self::map(old)) {
            *self = block;
        }
        if self.mib == mib { Ok(()) } else { Err(HashError { mib, kept: self.mib }) }
    }

    /// The size in MiB.
    pub(super) const fn mib(&self) -> usize {
        self.mib
    }

    fn map(mib: usize) -> Option<Self> {
        if available_mib().is_some_and(|available| mib > available) {
            return None;
        }
        let map = MmapMut::map_anon(mib.checked_mul(MIB)?).ok()?;
        Some(Self { map: map.into(), mib, items: PhantomData })
    }
}

impl<T: FromZeros> Deref for Block<T> {
    type Target = [T];

    #[inline(always)]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[T] {
        let () = Self::FITS;
        let items = self.map.as_ptr().cast::<T>();
        // SAFETY: the mapping is this block's alone, lives as long as it does, and is this many
        // bytes long. Its pages are aligned to more than `T` is. It began as zeros, which are a
        // `T`, and is read and written to only through these references: the pointer is the
        // system's, and no slice of bytes is ever made of it.
        unsafe { std::slice::from_raw_parts(items, self.map.len() / size_of::<T>()) }
    }
}

/// Memory the system says can be had, in MiB; nothing where it does not say. A system that promises
/// more than it has would end the process when the block is filled, so it is asked first.
fn available_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn blocks_are_zeros_whatever_their_size() {
        let mut block = Block::<AtomicU64>::new(2).unwrap();
        for mib in [3, 1, 2] {
            block.resize(mib).unwrap();
            assert_eq!((block.mib(), block.len()), (mib, mib * MIB / 8));
            let ends = [0, block.len() - 1];
            assert_eq!(ends.map(|end| block[end].swap(7, Ordering::Relaxed)), [0, 0]);
            assert_eq!(ends.map(|end| block[end].load(Ordering::Relaxed)), [7, 7]);
        }
    }

    #[test]
    fn memory_that_cannot_be_had_is_an_error() {
        for mib in [usize::MAX, usize::MAX / MIB] {
            let error = Block::<AtomicU64>::new(mib).unwrap_err();
            assert_eq!(error, HashError { mib, kept: 0 });
            let mut block = Block::<AtomicU64>::new(2).unwrap();
            assert_eq!(block.resize(mib), Err(HashError { mib, kept: 2 }));
            assert_eq!((block.mib(), block.len()), (2, 2 * MIB / 8));
        }
    }
}
