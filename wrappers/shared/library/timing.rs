//! Measures the time that is spent in functions of libraries.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

static ON: AtomicBool = AtomicBool::new(false);
static INSIDE: AtomicBool = AtomicBool::new(false);
static NANOSECONDS: AtomicU64 = AtomicU64::new(0);

/// Starts to measure, in this process and in processes forked from it. Each call of a library then
/// reads the clock twice, which costs about 50 ns.
pub fn measure() {
    ON.store(true, Relaxed);
}

/// Whether the time is measured.
pub(super) fn is_on() -> bool {
    ON.load(Relaxed)
}

/// The elapsed (wall-clock) time that this process has spent in functions of libraries. Zero unless
/// [`measure`] was called.
#[must_use]
pub fn in_libraries() -> Duration {
    Duration::from_nanos(NANOSECONDS.load(Relaxed))
}

/// A call begins. `None` if a callback makes it: its time is part of the call that has not returned
/// yet, and is not counted again.
pub(super) fn begin_call() -> Option<Instant> {
    (!INSIDE.swap(true, Relaxed)).then(Instant::now)
}

/// The call that began then has returned.
pub(super) fn end_call(begun: Instant) {
    let took = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
    NANOSECONDS.fetch_add(took, Relaxed);
    INSIDE.store(false, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_in_calls_count_once() {
        let nap = || std::thread::sleep(Duration::from_millis(2));
        let before = in_libraries();
        let begun = Instant::now();
        let outer = begin_call().unwrap();
        nap();
        assert_eq!(begin_call(), None);
        nap();
        end_call(outer);
        let (took, all) = (in_libraries() - before, begun.elapsed());
        assert!(
            took >= Duration::from_millis(4) && took <= all,
            "{took:?} of {all:?}"
        );
    }
}
