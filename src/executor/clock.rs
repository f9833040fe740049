//! The clocks for deadlines and durations. All processes of a pool read the same clocks.

use std::time::Duration;

use nix::time::{ClockId, clock_gettime};
use nix::unistd::Pid;

/// The time of CLOCK_MONOTONIC in nanoseconds. The clock is the same in all processes.
pub(super) fn now() -> u64 {
    clock_gettime(ClockId::CLOCK_MONOTONIC).map_or(0, |t| Duration::from(t).as_nanos() as u64)
}

/// The CPU time that a process has used, in nanoseconds. `None` if there is no such process.
pub(super) fn cpu_time(pid: i32) -> Option<u64> {
    let clock = ClockId::pid_cpu_clock_id(Pid::from_raw(pid)).ok()?;
    let time = clock_gettime(clock).ok()?;
    Some(Duration::from(time).as_nanos() as u64)
}

/// A duration in nanoseconds, limited so that adding it to a time cannot overflow.
pub(super) fn nanos(duration: Duration) -> u64 {
    duration.as_nanos().min(u64::MAX as u128 / 4) as u64
}
