//! The soft limit: a search that takes too much CPU time is interrupted. It then costs one run, not
//! the process.
//!
//! A timer sends a signal at each tick of the child's CPU time. It runs all the time, so it adds
//! nothing to the cost of a call. A search is interrupted after more ticks than it was granted.
//! Because it can begin between two ticks, it gets at least the granted time and at most one tick
//! more.
//!
//! Libraries may not react at once, so every further tick asks again. If a search still does not
//! end, the process exits, which is earlier than the hard limit would kill it.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::time::Duration;

use nix::sys::signal::{SigEvent, SigevNotify, Signal};
use nix::sys::timer::{Expiration, Timer, TimerSetTimeFlags};
use nix::time::ClockId;
use nix::unistd::gettid;

use super::{Interrupter, fork};

/// The signal of the timer. Libraries do not use it: the kernel sends it only for CPU limits, which
/// this program never sets.
const TICK: Signal = Signal::SIGXCPU;

/// A search that ignores interruption may take this many times the granted ticks.
const GRACE_FACTOR: u32 = 4;

/// Ticks granted to the current search. 0: no search is running.
static GRANTED: AtomicU32 = AtomicU32::new(0);
static TICKS: AtomicU32 = AtomicU32::new(0);
static TIMED_OUT: AtomicBool = AtomicBool::new(false);
/// How the library is interrupted. Set once, in the child, before the timer starts.
static INTERRUPTER: OnceLock<Interrupter> = OnceLock::new();

extern "C" fn tick(_: libc::c_int) {
    let granted = GRANTED.load(SeqCst);
    let ticks = TICKS.fetch_add(1, SeqCst);
    if granted == 0 || ticks < granted {
        return;
    }
    if let Some(Interrupter { tick, ask }) = INTERRUPTER.get() {
        // It is noted before, because the library may crash when it is asked.
        fork::note_interrupted(tick.saturating_mul(granted));
        if ask() {
            TIMED_OUT.store(true, SeqCst);
        } else {
            fork::note_interrupted(Duration::ZERO);
        }
    }
    if ticks >= granted.saturating_mul(GRACE_FACTOR) {
        fork::exit_unresponsive();
    }
}

/// Starts the timer. It runs until the process ends.
pub(super) fn start(interrupter: Interrupter) -> nix::Result<()> {
    let _ = INTERRUPTER.set(interrupter);
    fork::handle(TICK, tick)?;
    let notify = SigevNotify::SigevThreadId {
        signal: TICK,
        thread_id: gettid().as_raw(),
        si_value: 0,
    };
    let clock = ClockId::CLOCK_PROCESS_CPUTIME_ID;
    let mut timer = Timer::new(clock, SigEvent::new(notify))?;
    timer.set(
        Expiration::Interval(interrupter.tick.into()),
        TimerSetTimeFlags::empty(),
    )?;
    // Dropping the timer would stop it.
    std::mem::forget(timer);
    Ok(())
}

/// Prepares for the next item.
pub(super) fn reset() {
    search(0);
    TIMED_OUT.store(false, SeqCst);
}

/// Starts the limit of a search: it may take `granted` ticks. 0 means that the search has ended.
pub(super) fn search(granted: u32) {
    TICKS.store(0, SeqCst);
    GRANTED.store(granted, SeqCst);
}

/// Whether a search of this item was interrupted. Answers given since then must be ignored.
pub(super) fn search_timed_out() -> bool {
    TIMED_OUT.load(SeqCst)
}
