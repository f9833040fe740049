//! The time that is spent in libraries, where somebody wants to know it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

static ON: AtomicBool = AtomicBool::new(false);
static INSIDE: AtomicBool = AtomicBool::new(false);
static NANOSECONDS: AtomicU64 = AtomicU64::new(0);

/// Measures from now on, in this process and those forked from it. A call costs two looks at the clock more, some 50 ns.
pub fn measure() {
    ON.store(true, Relaxed);
}

/// Whether it is measured.
pub(crate) fn is_on() -> bool {
    ON.load(Relaxed)
}

/// The time, by the clock on the wall, that functions of libraries have taken in this process.
#[must_use]
pub fn in_libraries() -> Duration {
    Duration::from_nanos(NANOSECONDS.load(Relaxed))
}

/// Makes a call. What a callback of ours calls in turn counts as part of it.
pub(crate) fn around<R>(call: impl FnOnce() -> R) -> R {
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
        around(|| {
            nap();
            around(nap);
        });
        let (took, all) = (in_libraries() - before, begun.elapsed());
        assert!(
            took >= Duration::from_millis(4) && took <= all,
            "{took:?} of {all:?}"
        );
    }
}
