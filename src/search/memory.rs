//! Large memory, asked for before it is taken.

use zerocopy::FromZeros;

use super::HashError;

/// Bytes of a MiB.
pub(super) const MIB: usize = 1 << 20;

/// Replaces what a searcher remembers in, `old_mib` MiB large, by `mib` MiB of items
/// that are nothing but zeros.
///
/// # Errors
/// [`HashError`] where the memory cannot be had; the old items are kept where they are no more
/// than was asked for, else none are.
pub(super) fn refill<T: FromZeros>(
    items: &mut Box<[T]>,
    old_mib: usize,
    mib: usize,
) -> Result<(), HashError> {
    let refused = HashError { mib, kept: old_mib };
    let count = mib.checked_mul(MIB / size_of::<T>()).ok_or(refused)?.max(1);
    if available_mib().is_some_and(|available| mib > available + old_mib) {
        return Err(refused);
    }
    if mib < old_mib {
        *items = Box::default();
    }
    *items = <[T]>::new_box_zeroed_with_elems(count).map_err(|_| refused)?;
    Ok(())
}

/// Memory the system says can be had, in MiB; nothing where it does not say. A system that promises
/// more than it has would end the process when the table is filled, so it is asked first.
fn available_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}
