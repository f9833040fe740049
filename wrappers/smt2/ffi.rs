//! Signals, for what has no safe interface.
#![expect(unsafe_code, reason = "the C library's functions for signals")]

/// Writing to a program that has ended is an error from now on, and does not end this process.
pub(super) fn ignore_broken_pipes() {
    // SAFETY: the signal is ignored, so no code runs when it comes.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
}

/// Ends this process by a signal, as a program has ended that it speaks for: without a backtrace, which would
/// be this process's own.
pub(super) fn die_of(signal: i32) -> ! {
    // SAFETY: the default action runs no code of this process, and `raise` has no preconditions.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
    // The signal was none that ends a process.
    std::process::abort()
}
