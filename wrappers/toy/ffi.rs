//! The only unsafe code of the toy.

#![allow(unsafe_code, reason = "a signal cannot be raised safely")]

/// Dies of SIGSEGV.
pub(super) fn segfault() -> ! {
    loop {
        // SAFETY: raising a signal touches no memory. The handler that Rust installs for stack
        // overflows gives way to the default at the first signal; the second one kills.
        unsafe {
            libc::raise(libc::SIGSEGV);
        }
    }
}
