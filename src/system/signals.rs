//! The signals that end the program: Ctrl-C (SIGINT), SIGTERM and SIGHUP.

#![expect(unsafe_code, reason = "handlers of signals")]

use nix::time::{ClockId, clock_gettime};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::low_level;
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicI64;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, LazyLock};

/// A signal so soon after the first one, in milliseconds, belongs to it: `timeout` sends its signal
/// to the program and then to its process group.
const SAME: i64 = 1000;

static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The time of the first signal on the system's clock, in milliseconds; 0 before.
static FIRST: AtomicI64 = AtomicI64::new(0);

/// The flag that the first signal sets. What takes long looks at it.
pub fn stop() -> Arc<AtomicBool> {
    Arc::clone(&STOP)
}

/// Handles the signals from now on. The first one sets the flag [`stop`], or ends the program if
/// `at_once` is set. One that comes more than a second later ends the program in any case. If
/// SIGHUP was ignored when the program was started, it stays ignored, as the user of `nohup`
/// expects.
///
/// # Errors
/// If the system refuses it.
pub fn handle(at_once: bool) -> io::Result<()> {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if signal == SIGHUP && is_ignored(signal) {
            continue;
        }
        let stop = stop();
        let act = move || {
            if at_once || is_second(now()) {
                let _ = low_level::emulate_default_handler(signal);
            }
            stop.store(true, SeqCst);
        };
        // SAFETY: the handler reads a clock, uses atomic variables, and calls a function that is
        // made for handlers. It neither allocates nor locks.
        unsafe { low_level::register(signal, act) }?;
    }
    Ok(())
}

/// Whether a signal at this time is a second one. Notes the time of the first one.
fn is_second(now: i64) -> bool {
    match FIRST.compare_exchange(0, now, SeqCst, SeqCst) {
        Ok(_) => false,
        Err(first) => now - first > SAME,
    }
}

/// Milliseconds since the system was started; never 0.
fn now() -> i64 {
    clock_gettime(ClockId::CLOCK_MONOTONIC).map_or(1, |time| {
        (time.tv_sec() * 1000 + time.tv_nsec() / 1_000_000).max(1)
    })
}

/// Whether a signal was ignored when the program was started.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & (1 << (signal - 1)) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_within_a_second_are_one() {
        assert!(!is_second(10_000));
        assert!(!is_second(10_000));
        assert!(!is_second(10_000 + SAME));
        assert!(is_second(10_001 + SAME));
    }
}
