//! Breakpoints in the code of loaded libraries: one per block, for its first visit.
//!
//! A breakpoint replaces the first byte of a block. The handler of SIGTRAP notes the block,
//! restores the byte and lets the process continue there. So the first visit of a block costs about
//! two microseconds and later ones nothing. Processes that are forked later begin with what
//! [`restore`] has left.
#![expect(
    unsafe_code,
    reason = "code is changed while the process runs, and a signal handler does it"
)]

use std::ffi::{c_int, c_void};
use std::io;
use std::ops::Range;
use std::ptr::{self, NonNull};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicPtr, AtomicU8, AtomicU64, AtomicUsize};

use nix::sys::mman::{ProtFlags, mprotect};
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};

use super::map::{BlockTable, JobTable};
use super::processor::{self, BREAKPOINT};

/// A library that is loaded in this process.
struct LoadedCode {
    /// Add it to an address of the file to get that in memory.
    load_bias: usize,
    /// The addresses in memory of its blocks are in this range.
    range: Range<usize>,
    /// The numbers of its blocks.
    blocks: Range<u32>,
}

impl LoadedCode {
    /// The address of a block in memory.
    fn address(&self, table: &BlockTable, block: u32) -> usize {
        self.load_bias.wrapping_add(table.address(block) as usize)
    }
}

/// The breakpoints of this process. They are made once and never freed, because the handler uses
/// them.
struct Breakpoints {
    table: &'static BlockTable,
    job: &'static JobTable,
    libraries: Vec<LoadedCode>,
    /// The first byte of each block.
    original: Vec<u8>,
    /// One bit per block: [`restore`] has removed its breakpoint.
    restored: Vec<AtomicU64>,
}

/// Set once, before the handler is installed.
static BREAKPOINTS: AtomicPtr<Breakpoints> = AtomicPtr::new(ptr::null_mut());

/// How far the address at which a breakpoint interrupts the process is behind the breakpoint: 1, or
/// 0 if a debugger such as gdb has corrected it. Found out once, by [`set`].
static BEHIND: AtomicUsize = AtomicUsize::new(UNKNOWN);
const UNKNOWN: usize = usize::MAX;

fn breakpoints() -> Option<&'static Breakpoints> {
    // SAFETY: null, or points to a value that is never freed or changed.
    unsafe { BREAKPOINTS.load(Acquire).as_ref() }
}

/// Sets a breakpoint at each block of the table.
///
/// # Errors
/// The system does not allow code to be changed, or a debugger keeps the signals.
pub(super) fn set(table: &'static BlockTable, job: &'static JobTable) -> io::Result<()> {
    let mut all = Breakpoints {
        table,
        job,
        libraries: Vec::new(),
        original: Vec::with_capacity(table.len() as usize),
        restored: (0..table.len().div_ceil(64))
            .map(|_| AtomicU64::new(0))
            .collect(),
    };
    for (library, (blocks, load_bias)) in table.libraries().zip(job.load_biases()).enumerate() {
        let at = |block| load_bias.wrapping_add(table.address(block) as usize);
        if blocks.is_empty() {
            continue;
        }
        // A library with counters needs no breakpoints.
        if table.has_counters(library) {
            all.original.extend(blocks.map(|_| 0));
            continue;
        }
        let range = at(blocks.start)..at(blocks.end - 1) + 1;
        allow_writing(&range)?;
        for block in blocks.clone() {
            // SAFETY: the address is that of an instruction of the library, and the memory is
            // writable.
            all.original.push(unsafe { code(at(block)) }.load(Relaxed));
        }
        all.libraries.push(LoadedCode {
            load_bias,
            range,
            blocks,
        });
    }
    let all: &'static Breakpoints = Box::leak(Box::new(all));
    BREAKPOINTS.store(ptr::from_ref(all).cast_mut(), Release);
    // NODEFER: a block may be reached in a signal handler that has interrupted this one.
    let flags =
        SaFlags::SA_SIGINFO | SaFlags::SA_ONSTACK | SaFlags::SA_NODEFER | SaFlags::SA_RESTART;
    let action = SigAction::new(SigHandler::SigAction(on_breakpoint), flags, SigSet::empty());
    // SAFETY: the handler calls no function that is unsafe in a handler.
    unsafe { sigaction(Signal::SIGTRAP, &action)? };
    processor::stop();
    if BEHIND.load(Relaxed) == UNKNOWN {
        let message = "a debugger does not pass SIGTRAP on; when gdb stops: handle SIGTRAP nostop noprint pass";
        return Err(io::Error::other(message));
    }
    for library in &all.libraries {
        for block in library.blocks.clone() {
            // SAFETY: as above. The handler is installed, so the process can continue at a
            // breakpoint.
            unsafe { code(library.address(table, block)) }.store(BREAKPOINT, Relaxed);
        }
    }
    Ok(())
}

/// Removes the breakpoints of all blocks that some process has reached, so that processes forked
/// later do not stop there.
pub fn restore() {
    let Some(all) = breakpoints() else {
        return;
    };
    for ((word, reached), restored) in all.table.reached().enumerate().zip(&all.restored) {
        let mut bits = reached & !restored.fetch_or(reached, Relaxed);
        while bits != 0 {
            all.remove((word * 64) as u32 + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
}

impl Breakpoints {
    /// Restores the first byte of a block.
    fn remove(&self, block: u32) {
        let of = |library: &&LoadedCode| library.blocks.contains(&block);
        if let Some(library) = self.libraries.iter().find(of) {
            self.write(block, library.address(self.table, block));
        }
    }

    fn write(&self, block: u32, address: usize) {
        if let Some(byte) = self.original.get(block as usize) {
            // SAFETY: the address is that of the block, whose memory `set` has made writable. Other
            // threads run either the breakpoint, and then come here too, or the original
            // instruction.
            unsafe { code(address) }.store(*byte, Relaxed);
        }
    }

    /// The block that begins at an address in memory.
    fn block_at(&self, address: usize) -> Option<u32> {
        let library = self
            .libraries
            .iter()
            .find(|library| library.range.contains(&address))?;
        let address = u32::try_from(address.wrapping_sub(library.load_bias)).ok()?;
        self.table.block_at(address, &library.blocks)
    }
}

/// Handles a breakpoint: notes the block, and continues with its first instruction.
extern "C" fn on_breakpoint(signal: c_int, _: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel passes the context to this handler, which is installed with SA_SIGINFO.
    let at = unsafe { processor::address_of(context) };
    let behind = BEHIND.load(Relaxed);
    if behind == UNKNOWN {
        // The breakpoint is that of `set`.
        // SAFETY: it is code of this program.
        let is_behind = unsafe { code(at) }.load(Relaxed) != BREAKPOINT;
        BEHIND.store(usize::from(is_behind), Relaxed);
        // SAFETY: as above. Behind the breakpoint, there is an instruction.
        unsafe { processor::continue_at(context, at + usize::from(!is_behind)) };
        return;
    }
    let address = at.wrapping_sub(behind);
    let found = breakpoints().and_then(|all| Some((all, all.block_at(address)?)));
    let Some((all, block)) = found else {
        // A trap of the library itself. It has the effect that it has without this handler.
        // SAFETY: both functions are safe in a signal handler.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
        return;
    };
    if all.table.reach(block) {
        all.job.push(block);
    }
    all.write(block, address);
    // SAFETY: as above. The block begins with an instruction.
    unsafe { processor::continue_at(context, address) };
}

/// A byte of code.
///
/// # Safety
/// The memory must be mapped, and writable if the byte is stored to.
unsafe fn code(address: usize) -> &'static AtomicU8 {
    // SAFETY: by the contract of this function. Libraries are never unloaded.
    unsafe { AtomicU8::from_ptr(ptr::with_exposed_provenance_mut(address)) }
}

/// Makes the pages of a range of code writable.
fn allow_writing(range: &Range<usize>) -> io::Result<()> {
    let page = nix::unistd::sysconf(nix::unistd::SysconfVar::PAGE_SIZE)?.unwrap_or(4096) as usize;
    let start = range.start / page * page;
    let pages = NonNull::new(ptr::with_exposed_provenance_mut::<c_void>(start));
    let pages = pages.ok_or_else(|| io::Error::other("no library begins at address 0"))?;
    let rights = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE | ProtFlags::PROT_EXEC;
    // SAFETY: the pages belong to a library. They stay readable and executable.
    unsafe { mprotect(pages, range.end - start, rights) }?;
    Ok(())
}
