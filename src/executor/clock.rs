//! The clocks that all processes of a pool read.

use std::time::Duration;

use nix::time::{ClockId, clock_gettime};
use nix::unistd::Pid;

/// CLOCK_MONOTONIC, which is the same for all processes, in nanoseconds.
pub(super) fn now() -> u64 {
    clock_gettime(ClockId::CLOCK_MONOTONIC).map_or(0, |t| Duration::from(t).as_nanos() as u64)
}

/// The CPU time of a process, in nanoseconds.
pub(super) fn cpu_time(pid: i32) -> Option<u64> {
    let clock = ClockId::pid_cpu_clock_id(Pid::from_raw(pid)).ok()?;
    let time = clock_gettime(clock).ok()?;
    Some(Duration::from(time).as_nanos() as u64)
}

pub(super) fn nanos(duration: Duration) -> u64 {
    // A limit without end would overflow when added to the clock.
    duration.as_nanos().min(u64::MAX as u128 / 4) as u64
}
