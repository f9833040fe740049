//! Signals, for which there is no safe interface.
#![expect(unsafe_code, reason = "the C library's functions for signals")]

/// Ignores SIGPIPE, so that writing to a program that has ended is an error, and does not end this
/// process.
pub(super) fn ignore_broken_pipes() {
    // SAFETY: the signal is ignored, so no code runs when it comes.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
}

/// Ends this process by the signal by which the solver's program has ended. There is no backtrace,
/// because it would be that of this process.
pub(super) fn die_of(signal: i32) -> ! {
    // SAFETY: the default action runs no code of this process, and `raise` has no preconditions.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
    // The signal does not end a process.
    std::process::abort()
}
