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
pub(crate) fn is_on() -> bool {
    ON.load(Relaxed)
}

/// The elapsed (wall-clock) time that this process has spent in functions of libraries. Zero unless
/// [`measure`] was called.
#[must_use]
pub fn in_libraries() -> Duration {
    Duration::from_nanos(NANOSECONDS.load(Relaxed))
}

/// Makes a call and measures its time. Calls that a callback makes meanwhile are part of it and are
/// not counted again.
pub(crate) fn time_call<R>(call: impl FnOnce() -> R) -> R {
    if INSIDE.swap(true, Relaxed) {
        return call();
    }
    let begun = Instant::now();
    let result = call();
    let took = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
    NANOSECONDS.fetch_add(took, Relaxed);
    INSIDE.store(false, Relaxed);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_in_calls_count_once() {
        let nap = || std::thread::sleep(Duration::from_millis(2));
        let before = in_libraries();
        let begun = Instant::now();
        time_call(|| {
            nap();
            time_call(nap);
        });
        let (took, all) = (in_libraries() - before, begun.elapsed());
        assert!(
            took >= Duration::from_millis(4) && took <= all,
            "{took:?} of {all:?}"
        );
    }
}
