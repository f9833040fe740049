//! What depends on the processor: breakpoints, and how a signal handler continues after one. x86-64
//! only.

use std::ffi::c_void;

/// The instruction `int3`, one byte. It can replace any instruction, and no other instruction
/// behind it.
pub(super) const BREAKPOINT: u8 = 0xcc;

/// Executes a breakpoint. The next instruction is not a breakpoint.
#[expect(unsafe_code, reason = "an instruction of the processor")]
pub(super) fn stop() {
    // SAFETY: it changes nothing. The caller has installed a handler of SIGTRAP.
    unsafe {
        std::arch::asm!("int3", "nop");
    }
}

/// The address at which a process was interrupted by a signal.
///
/// # Safety
/// `context` must be the context that the kernel passes to a handler that is installed with
/// SA_SIGINFO.
#[expect(unsafe_code, reason = "the context of a signal is a pointer")]
pub(super) unsafe fn address_of(context: *mut c_void) -> usize {
    // SAFETY: by the contract of this function.
    unsafe {
        let registers = &(*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        registers[libc::REG_RIP as usize] as usize
    }
}

/// Lets the process continue at an address when the handler returns.
///
/// # Safety
/// As [`address_of`]. The address must be that of an instruction.
#[expect(unsafe_code, reason = "the context of a signal is a pointer")]
pub(super) unsafe fn continue_at(context: *mut c_void, address: usize) {
    // SAFETY: by the contract of this function.
    unsafe {
        let registers = &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        registers[libc::REG_RIP as usize] = address as i64;
    }
}
