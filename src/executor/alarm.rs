//! The soft limit: a search that takes too much CPU time is asked to end, so that it costs a run and not the process.
//!
//! A timer of the child's CPU time ticks all the time, which costs a call nothing. A search that sees more ticks than it is
//! granted has taken its time at least, and one tick more at most. From then on each tick asks again, since a library may
//! not listen at once; one that never does ends with the process, as at the hard limit, but earlier.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicU32};

use nix::sys::signal::{SigEvent, SigevNotify, Signal};
use nix::sys::timer::{Expiration, Timer, TimerSetTimeFlags};
use nix::time::ClockId;
use nix::unistd::gettid;

use super::{Interrupter, fork};

/// What libraries leave alone: none catches it, and only the kernel sends it, at limits that nobody sets here.
const TICK: Signal = Signal::SIGXCPU;

/// A search that does not listen may take so many times what it is granted.
const PATIENCE: u32 = 4;

/// What a search is granted; none is under way if it is zero.
static GRANTED: AtomicU32 = AtomicU32::new(0);
static TICKS: AtomicU32 = AtomicU32::new(0);
static TIMED_OUT: AtomicBool = AtomicBool::new(false);
/// Set once, in the child, before there is a timer.
static ASK: OnceLock<fn() -> bool> = OnceLock::new();

extern "C" fn tick(_: libc::c_int) {
    let granted = GRANTED.load(SeqCst);
    let ticks = TICKS.fetch_add(1, SeqCst);
    if granted == 0 || ticks < granted {
        return;
    }
    if ASK.get().is_some_and(|ask| ask()) {
        TIMED_OUT.store(true, SeqCst);
    }
    if ticks >= granted.saturating_mul(PATIENCE) {
        fork::exit_unresponsive();
    }
}

/// Starts to tick, until the process ends.
pub(super) fn start(Interrupter { tick: time, ask }: Interrupter) -> nix::Result<()> {
    let _ = ASK.set(ask);
    fork::handle(TICK, tick)?;
    let notify = SigevNotify::SigevThreadId {
        signal: TICK,
        thread_id: gettid().as_raw(),
        si_value: 0,
    };
    let clock = ClockId::CLOCK_PROCESS_CPUTIME_ID;
    let mut timer = Timer::new(clock, SigEvent::new(notify))?;
    timer.set(
        Expiration::Interval(time.into()),
        TimerSetTimeFlags::empty(),
    )?;
    // Dropping it would stop it.
    std::mem::forget(timer);
    Ok(())
}

/// An item begins.
pub(super) fn reset() {
    search(0);
    TIMED_OUT.store(false, SeqCst);
}

/// A search begins that is granted so many ticks, or none is under way any more.
pub(super) fn search(granted: u32) {
    TICKS.store(0, SeqCst);
    GRANTED.store(granted, SeqCst);
}

/// Whether a search of this item was asked to end: what it has answered since is not to be believed.
pub(super) fn search_timed_out() -> bool {
    TIMED_OUT.load(SeqCst)
}
