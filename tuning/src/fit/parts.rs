//! Work on many rows by several threads, with one result whatever their number.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::thread;

/// Into how many parts rows are cut: enough for the cores there are, few enough that a sum for each
/// part is no burden. Sums of floating-point numbers depend on their order, so the parts do not
/// depend on the number of threads.
const PARTS: usize = 64;

/// To start a thread for fewer rows takes longer than the work on them.
const WORTH: usize = 1000;

/// Does `work` on consecutive parts of the rows, and gives what comes of each in their order.
pub fn in_parts<T: Sync, S: Send>(
    rows: &[T],
    threads: NonZeroUsize,
    work: impl Fn(&[T]) -> S + Sync,
) -> Vec<S> {
    let parts: Vec<&[T]> = rows.chunks(rows.len().div_ceil(PARTS).max(1)).collect();
    let threads = threads.get().min(rows.len() / WORTH);
    if threads <= 1 {
        return parts.into_iter().map(work).collect();
    }
    let share = parts.len().div_ceil(threads);
    let work = &work;
    thread::scope(|scope| {
        let shares = parts.chunks(share).map(|parts| {
            scope.spawn(move || parts.iter().map(|part| work(part)).collect::<Vec<S>>())
        });
        let workers: Vec<_> = shares.collect();
        let done =
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|p| resume_unwind(p)));
        done.flatten().collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_in_their_order_from_any_number_of_threads() {
        for count in [0, 1, 63, 64, 65, 999, 1000, 2000, 2001, 12_345] {
            let rows: Vec<usize> = (0..count).collect();
            for threads in [1, 2, 3, 64, 100] {
                let threads = NonZeroUsize::new(threads).unwrap();
                let parts = in_parts(&rows, threads, <[usize]>::to_vec);
                assert!(parts.len() <= PARTS);
                assert_eq!(parts.concat(), rows);
            }
        }
    }

    #[test]
    fn sums_are_the_same_to_the_bit() {
        let rows: Vec<f64> = (1..5000).map(|number| 1.0 / f64::from(number)).collect();
        let sum = |threads| {
            let threads = NonZeroUsize::new(threads).unwrap();
            in_parts(&rows, threads, |part| part.iter().sum::<f64>()).into_iter().sum::<f64>()
        };
        assert_eq!(sum(1).to_bits(), sum(2).to_bits());
        assert_eq!(sum(1).to_bits(), sum(7).to_bits());
    }
}
