//! System calls without a safe wrapper, each made safe here, and the handler of fatal signals.
#![expect(
    unsafe_code,
    reason = "fork, signal handlers and the C library's allocator have no safe interface"
)]

use std::ffi::{c_int, c_void};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::rc::Rc;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicI32, AtomicPtr};
use std::time::Duration;

use nix::sys::prctl::set_pdeathsig;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{
    SaFlags, SigAction, SigHandler, SigSet, SigmaskHow, Signal, sigaction, sigprocmask,
};
use nix::sys::time::TimeVal;
use nix::unistd::{ForkResult, Pid, getpid, getppid, setpgid};

use super::STACK_OVERFLOW;
use super::shm::{Header, Shared};

/// The exit code of a process of ours that ends because of a defect of ours.
pub(super) const DEFECT: i32 = 70;

/// Forks. The child leads its own process group, so that it can be killed with all it starts and does
/// not get the terminal's Ctrl-C; it dies with its parent; it runs `body`, and ends with the returned code
/// through `_exit`, so that nothing of the parent's is flushed or dropped twice.
pub(super) fn fork(body: impl FnOnce() -> i32) -> io::Result<Pid> {
    let parent = getpid();
    flush();
    // SAFETY: the callers are single-threaded: the parent by the check in `require_one_thread`, a zygote
    // because it does nothing but load a library. So no lock is held by a thread that the child lacks.
    match unsafe { nix::unistd::fork()? } {
        ForkResult::Parent { child } => {
            // Both sides do this; whoever comes second may fail.
            let _ = setpgid(child, child);
            Ok(child)
        }
        ForkResult::Child => {
            let code = catch_unwind(AssertUnwindSafe(|| {
                let _ = setpgid(Pid::from_raw(0), Pid::from_raw(0));
                let _ = set_pdeathsig(Signal::SIGKILL);
                // The parent may have died before the line above.
                if getppid() == parent { body() } else { 0 }
            }));
            exit_now(code.unwrap_or(DEFECT))
        }
    }
}

/// Ends the process without running anything registered for its end.
pub(super) fn exit_now(code: i32) -> ! {
    // SAFETY: `_exit` has no preconditions.
    unsafe { libc::_exit(code) }
}

/// Refuses to fork from a process with several threads.
pub(super) fn require_one_thread() -> io::Result<()> {
    let threads = std::fs::read_dir("/proc/self/task")?.count();
    if threads == 1 {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "the process must have one thread to fork, but has {threads}"
    )))
}

/// Empties the buffers of Rust's and C's standard output, lest a child prints them a second time.
pub(super) fn flush() {
    let _ = io::stdout().flush();
    // SAFETY: a null pointer stands for all open streams.
    unsafe { libc::fflush(ptr::null_mut()) };
}

/// Undoes what the parent has set for its own signals.
pub(super) fn reset_signals() {
    let default = SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty());
    for signal in Signal::iterator() {
        if !matches!(signal, Signal::SIGKILL | Signal::SIGSTOP) {
            // SAFETY: the default action runs no code of this process.
            let _ = unsafe { sigaction(signal, &default) };
        }
    }
    let _ = sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::empty()), None);
}

/// Closes all files but the standard ones and those in `keep`: a zygote must keep no pipe or socket of
/// the parent open. Kernels before 5.9 cannot, and leave them open.
pub(super) fn close_others(keep: &mut [RawFd]) {
    keep.sort_unstable();
    let mut from = 3;
    for &fd in keep.iter().chain(&[RawFd::MAX]) {
        if fd > from {
            // SAFETY: the objects that own these files lie in the copied memory of the parent; no code
            // that could use or drop them runs in this process, which ends by `_exit`.
            unsafe { libc::syscall(libc::SYS_close_range, from, fd - 1, 0) };
        }
        from = fd.saturating_add(1).max(3);
    }
}

/// Bytes per page of `/proc/self/statm`.
pub(super) fn page_size() -> u64 {
    let size = nix::unistd::sysconf(nix::unistd::SysconfVar::PAGE_SIZE);
    size.ok().flatten().map_or(4096, |size| size as u64)
}

/// Keeps freed memory in the process. Measured with Z3: the thresholds as they are by default cost more
/// system time (returning pages and faulting them in again) than the rest of a small run.
pub(super) fn tune_malloc() {
    // SAFETY: both only set parameters of the allocator. 32 MiB is the largest that glibc accepts.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 32 << 20);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 512 << 20);
    }
}

/// Bytes that the process has allocated and not freed.
pub(super) fn malloc_in_use() -> i64 {
    // SAFETY: no preconditions.
    let info = unsafe { libc::mallinfo2() };
    (info.uordblks + info.hblkhd) as i64
}

/// What processes have used.
#[derive(Clone, Copy, Default, Debug)]
pub struct Usage {
    /// CPU time outside of the kernel.
    pub user: Duration,
    /// CPU time in the kernel.
    pub system: Duration,
    /// Page faults.
    pub faults: u64,
    /// The most memory that was ever resident, in bytes.
    pub memory: u64,
}

impl Usage {
    /// CPU time.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        self.user + self.system
    }

    /// Of this process.
    #[must_use]
    pub fn own() -> Self {
        Self::of(UsageWho::RUSAGE_SELF)
    }

    /// Of its children that are gone, and theirs.
    #[must_use]
    pub fn of_children() -> Self {
        Self::of(UsageWho::RUSAGE_CHILDREN)
    }

    fn of(who: UsageWho) -> Self {
        getrusage(who).map_or_else(
            |_| Self::default(),
            |usage| Self {
                user: micros(usage.user_time()),
                system: micros(usage.system_time()),
                faults: (usage.minor_page_faults() + usage.major_page_faults()) as u64,
                memory: usage.max_rss() as u64 * 1024,
            },
        )
    }
}

/// Reaps a child: its raw wait status and CPU time.
pub(super) fn reap(pid: Pid) -> (i32, Duration) {
    let mut status = 0;
    // SAFETY: zero is a valid `rusage`; both pointers are valid for the call.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        while libc::wait4(pid.as_raw(), &mut status, 0, &mut usage) < 0
            && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
        {}
        usage
    };
    let (user, system) = (usage.ru_utime.into(), usage.ru_stime.into());
    (status, micros(user) + micros(system))
}

fn micros(time: TimeVal) -> Duration {
    Duration::from_micros((time.tv_sec() * 1_000_000 + time.tv_usec()) as u64)
}

/// Where the handler writes. Set once, in the zygote.
static HEADER: AtomicPtr<Header> = AtomicPtr::new(ptr::null_mut());
static BACKTRACE: AtomicI32 = AtomicI32::new(-1);

/// Ends the process because of a search that does not end; safe in a handler of signals.
pub(super) fn exit_unresponsive() -> ! {
    // SAFETY: null, or points to memory that is never freed.
    if let Some(header) = unsafe { HEADER.load(Relaxed).as_ref() } {
        header.ended_itself.store(true, SeqCst);
    }
    exit_now(0)
}

/// Notes that a panic of our own code is under way, which may yet end in an abort.
pub(super) fn note_panic() {
    // SAFETY: null, or points to memory that is never freed.
    if let Some(header) = unsafe { HEADER.load(Relaxed).as_ref() } {
        header.panicked.store(true, Relaxed);
    }
}

/// Installs a handler, which must do nothing but what is safe in one, in this process and those forked from it.
pub(super) fn handle(signal: Signal, handler: extern "C" fn(c_int)) -> nix::Result<()> {
    // Deep recursion of a library may have left no room on the usual stack.
    let flags = SaFlags::SA_ONSTACK | SaFlags::SA_RESTART;
    let action = SigAction::new(SigHandler::Handler(handler), flags, SigSet::empty());
    // SAFETY: as the caller promises.
    unsafe { sigaction(signal, &action) }.map(drop)
}

/// Signals that a library sends itself by a fault of its own.
const FATAL: [Signal; 6] = [
    Signal::SIGSEGV,
    Signal::SIGBUS,
    Signal::SIGABRT,
    Signal::SIGFPE,
    Signal::SIGILL,
    Signal::SIGSYS,
];

/// Room for the handler when the stack itself has overflowed: the unwinder takes some kilobytes.
const STACK: usize = 256 << 10;

/// Installs the handler of fatal signals in this process and those forked from it; replaces Rust's own,
/// which swallows the first SIGSEGV. `backtrace` receives one line per frame.
pub(super) fn catch_fatal_signals(shared: &Rc<Shared>, backtrace: &File) -> io::Result<()> {
    // The handler may run until the process ends, so its memory must last as long.
    let shared: &'static Rc<Shared> = Box::leak(Box::new(Rc::clone(shared)));
    HEADER.store(ptr::from_ref(shared.header()).cast_mut(), SeqCst);
    BACKTRACE.store(backtrace.as_raw_fd(), SeqCst);
    // The first call loads the unwinder, which allocates; a handler must not.
    let mut frames = [ptr::null_mut(); 4];
    // SAFETY: the array has room for 4 frames.
    unsafe { libc::backtrace(frames.as_mut_ptr(), 4) };
    let stack = Box::leak(vec![0_u8; STACK].into_boxed_slice());
    let stack = libc::stack_t {
        ss_sp: stack.as_mut_ptr().cast(),
        ss_flags: 0,
        ss_size: STACK,
    };
    // SAFETY: the memory was leaked just now, so nothing else uses it, ever.
    if unsafe { libc::sigaltstack(&stack, ptr::null_mut()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // RESETHAND and NODEFER: a fault inside the handler kills at once instead of looping.
    let flags =
        SaFlags::SA_ONSTACK | SaFlags::SA_SIGINFO | SaFlags::SA_RESETHAND | SaFlags::SA_NODEFER;
    let action = SigAction::new(SigHandler::SigAction(on_fatal), flags, SigSet::empty());
    for signal in FATAL {
        // SAFETY: the handler uses atomics and functions that are safe in a handler once primed.
        unsafe { sigaction(signal, &action)? };
    }
    Ok(())
}

unsafe extern "C" {
    /// Of the unwinder that `backtrace` uses: where the function begins that an address is in, also in libraries without
    /// symbols; null if it is not known.
    fn _Unwind_FindEnclosingFunction(address: *mut c_void) -> *mut c_void;
}

/// Notes the signal first, because what follows may fail, then the backtrace, by the functions that it goes through, and dies
/// of the signal. One function has many places to fail in, and recursion returns to several: of one defect.
extern "C" fn on_fatal(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    const FRAMES: usize = 64;
    let mut frames = [ptr::null_mut(); FRAMES];
    let mut text = [0_u8; 32];
    // SAFETY: HEADER is null or points to memory that is never freed; `frames` has room for FRAMES
    // pointers, of which `count` are set; `text` for the bytes read; bad descriptors only fail.
    // `backtrace` was primed, and neither it nor the others allocate.
    unsafe {
        let header = HEADER.load(Relaxed).as_ref();
        if let Some(header) = header {
            header.signal.store(signal, SeqCst);
        }
        let statm = libc::open(c"/proc/self/statm".as_ptr(), libc::O_RDONLY);
        let len = libc::read(statm, text.as_mut_ptr().cast(), text.len());
        let digits = text.iter().take(len.max(0) as usize);
        let pages = digits.take_while(|c| c.is_ascii_digit());
        let pages = pages.fold(0_u64, |n, c| {
            n.wrapping_mul(10).wrapping_add(u64::from(c - b'0'))
        });
        if let Some(header) = header {
            header.pages.store(pages, SeqCst);
        }
        if signal == libc::SIGSEGV && is_overflow((*info).si_addr(), context) {
            let (text, fd) = (STACK_OVERFLOW.as_bytes(), BACKTRACE.load(Relaxed));
            libc::write(fd, text.as_ptr().cast(), text.len());
            libc::write(fd, c"\n".as_ptr().cast(), 1);
        }
        let count = libc::backtrace(frames.as_mut_ptr(), FRAMES as c_int) as usize;
        let frames = &mut frames[..count.min(FRAMES)];
        // The frames of this handler and of the kernel's return from it come before the faulting one.
        let fault = program_counter(context);
        let first = frames.iter().position(|&frame| frame == fault);
        let first = first.unwrap_or(2.min(frames.len()));
        let mut frames = &mut frames[first..];
        // From a null pointer that was called nothing can be unwound: there is its caller alone.
        let mut caller = [ptr::null_mut()];
        if fault.is_null() {
            caller[0] = return_address(context);
            frames = &mut caller;
        }
        for (n, frame) in frames.iter_mut().enumerate() {
            // A return address may be the first behind a function that ends with a call.
            let inside = frame.wrapping_byte_sub(usize::from(n > 0 || fault.is_null()));
            let function = _Unwind_FindEnclosingFunction(inside);
            if !function.is_null() {
                *frame = function;
            }
        }
        libc::backtrace_symbols_fd(
            frames.as_ptr(),
            frames.len() as c_int,
            BACKTRACE.load(Relaxed),
        );
        libc::raise(signal);
    }
}

/// Whether a fault at this address is for want of stack: it is where the next frame was to be.
fn is_overflow(address: *mut c_void, context: *mut c_void) -> bool {
    /// Larger frames are rare.
    const FRAME: usize = 1 << 20;
    let (_, stack) = registers(context);
    (address as usize).abs_diff(stack) < FRAME
}

/// Where the signal struck; null where we do not know how to tell.
fn program_counter(context: *mut c_void) -> *mut c_void {
    registers(context).0 as *mut c_void
}

/// Where a function that has not begun yet returns to; null where we do not know how to tell.
fn return_address(context: *mut c_void) -> *mut c_void {
    #[cfg(target_arch = "x86_64")]
    {
        let (_, stack) = registers(context);
        // SAFETY: a call has just pushed it. Were there no stack, the fault would end the process at once, which is about to end.
        unsafe { ptr::with_exposed_provenance::<*mut c_void>(stack).read_unaligned() }
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: the kernel passes a `ucontext_t` to a handler installed with SA_SIGINFO.
    unsafe {
        (*context.cast::<libc::ucontext_t>()).uc_mcontext.regs[30] as *mut c_void
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        let _ = context;
        ptr::null_mut()
    }
}

/// Program counter and stack pointer; zero where we do not know how to tell.
fn registers(context: *mut c_void) -> (usize, usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the kernel passes a `ucontext_t` to a handler installed with SA_SIGINFO.
    unsafe {
        let registers = &(*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        let [counter, stack] = [libc::REG_RIP, libc::REG_RSP].map(|n| registers[n as usize]);
        (counter as usize, stack as usize)
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: as above.
    unsafe {
        let context = &(*context.cast::<libc::ucontext_t>()).uc_mcontext;
        (context.pc as usize, context.sp as usize)
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        let _ = context;
        (0, 0)
    }
}
