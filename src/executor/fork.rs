//! System calls without a safe wrapper, each with a safe function here, and the handler of fatal
//! signals.
#![expect(
    unsafe_code,
    reason = "fork, signal handlers and the C library's allocator have no safe interface"
)]

use std::ffi::{c_int, c_void};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::ptr;
use std::rc::Rc;
use std::sync::LazyLock;
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
use murxla_system::sanitizer::{self, PRELOAD, PRELOAD_BEFORE, STARTED_FOR};

/// The exit code of a process that ends because of a defect of this program.
pub(super) const DEFECT: i32 = 70;

/// Forks a process that runs `body`. Its exit code is the result of `body`, or [`DEFECT`] after a
/// panic.
///
/// The process leads its own process group, so that it can be killed with everything it starts, and
/// so that Ctrl-C in the terminal does not reach it. It is killed when its parent dies. It ends by
/// `_exit`, so that buffers and objects copied from the parent are not flushed or dropped a second
/// time.
pub(super) fn fork(body: impl FnOnce() -> i32) -> io::Result<Pid> {
    let parent = getpid();
    flush();
    // SAFETY: the callers have one thread: `require_one_thread` checks this in the parent, and a
    // zygote only loads a library. So no lock is held by a thread that does not exist in the child.
    match unsafe { nix::unistd::fork()? } {
        ForkResult::Parent { child } => {
            // Both processes call this, so that it has happened whichever runs first. The second
            // call may fail.
            let _ = setpgid(child, child);
            Ok(child)
        }
        ForkResult::Child => {
            let code = catch_unwind(AssertUnwindSafe(|| {
                let _ = setpgid(Pid::from_raw(0), Pid::from_raw(0));
                let _ = set_pdeathsig(Signal::SIGKILL);
                // The parent may have died before `set_pdeathsig`.
                if getppid() == parent { body() } else { 0 }
            }));
            exit_now(code.unwrap_or(DEFECT))
        }
    }
}

/// Ends the process without running exit handlers.
pub(super) fn exit_now(code: i32) -> ! {
    // SAFETY: `_exit` has no preconditions.
    unsafe { libc::_exit(code) }
}

/// Fails if the process has more than one thread, because it must not fork then.
pub(super) fn require_one_thread() -> io::Result<()> {
    let threads = std::fs::read_dir("/proc/self/task")?.count();
    if threads == 1 {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "the process must have one thread to fork, but has {threads}"
    )))
}

/// Flushes Rust's standard output and all C streams. Otherwise a child would print their contents
/// again.
pub(super) fn flush() {
    let _ = io::stdout().flush();
    // SAFETY: a null pointer stands for all open streams.
    unsafe { libc::fflush(ptr::null_mut()) };
}

/// Resets signal handlers and the signal mask that were inherited from the parent, or set by the
/// runtime of Rust.
pub fn reset_signals() {
    let default = SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty());
    for signal in Signal::iterator() {
        if !matches!(signal, Signal::SIGKILL | Signal::SIGSTOP) {
            // SAFETY: the default action runs no code of this process.
            let _ = unsafe { sigaction(signal, &default) };
        }
    }
    let _ = sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::empty()), None);
}

/// Closes all files except the standard ones and those in `keep`. A zygote must not keep pipes or
/// sockets of the parent open. Kernels before 5.9 lack the system call; files stay open there.
pub(super) fn close_others(keep: &mut [RawFd]) {
    keep.sort_unstable();
    let mut from = 3;
    for &fd in keep.iter().chain(&[RawFd::MAX]) {
        if fd > from {
            // SAFETY: the objects that own these files are copies of objects of the parent. No code
            // that uses or drops them runs in this process, which ends by `_exit`.
            unsafe { libc::syscall(libc::SYS_close_range, from, fd - 1, 0) };
        }
        from = fd.saturating_add(1).max(3);
    }
}

/// Sets the folder that libraries use for temporary files.
pub(super) fn use_for_temporary_files(folder: &Path) {
    // SAFETY: a zygote has one thread, so no other thread reads the environment.
    unsafe { std::env::set_var("TMPDIR", folder) };
}

/// Size of a page of `/proc/self/statm` in bytes.
pub(super) fn page_size() -> u64 {
    let size = nix::unistd::sysconf(nix::unistd::SysconfVar::PAGE_SIZE);
    size.ok().flatten().map_or(4096, |size| size as u64)
}

/// Makes the allocator keep freed memory. With the default thresholds, small runs of Z3 spent more
/// system time on returning pages and faulting them in again than on everything else (measured).
pub(super) fn tune_malloc() {
    // SAFETY: both calls only set parameters of the allocator. 32 MiB is the maximum that glibc
    // accepts.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 32 << 20);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 512 << 20);
    }
}

/// Whether this process has the runtime of AddressSanitizer.
pub(super) fn has_address_sanitizer() -> bool {
    // SAFETY: the name is a C string.
    unsafe { !libc::dlsym(libc::RTLD_DEFAULT, c"__asan_init".as_ptr()).is_null() }
}

/// Restores the environment if the program has started itself again with sanitizer runtimes, so
/// that programs which this one starts are not affected. Must be called before there is a second
/// thread.
pub fn restore_environment() {
    let Ok(runtimes) = std::env::var(STARTED_FOR) else {
        return;
    };
    sanitizer::note_start(runtimes);
    let before = std::env::var_os(PRELOAD_BEFORE).unwrap_or_default();
    // SAFETY: there is no other thread that reads the environment.
    unsafe {
        match before.is_empty() {
            true => std::env::remove_var(PRELOAD),
            false => std::env::set_var(PRELOAD, before),
        }
        std::env::remove_var(PRELOAD_BEFORE);
        std::env::remove_var(STARTED_FOR);
    }
}

/// Bytes that the process has allocated and not freed. Modulo 4 GiB before glibc 2.33.
pub(super) fn malloc_in_use() -> i64 {
    // The allocator of AddressSanitizer counts for itself.
    static SANITIZER: LazyLock<Option<unsafe extern "C" fn() -> usize>> = LazyLock::new(|| {
        let name = c"__sanitizer_get_current_allocated_bytes";
        // SAFETY: the name is a C string.
        let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
        // SAFETY: this is its type in <sanitizer/allocator_interface.h>. A null pointer is `None`.
        unsafe { std::mem::transmute(found) }
    });
    if let Some(in_use) = *SANITIZER {
        // SAFETY: no preconditions.
        return unsafe { in_use() } as i64;
    }
    // The program also runs where the C library lacks this function, so it is not linked.
    static MALLINFO2: LazyLock<Option<unsafe extern "C" fn() -> libc::mallinfo2>> =
        LazyLock::new(|| {
            // SAFETY: the name is a C string.
            let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"mallinfo2".as_ptr()) };
            // SAFETY: this is its type in <malloc.h>. A null pointer is `None`.
            unsafe { std::mem::transmute(found) }
        });
    if let Some(mallinfo2) = *MALLINFO2 {
        // SAFETY: no preconditions.
        let info = unsafe { mallinfo2() };
        return (info.uordblks + info.hblkhd) as i64;
    }
    // SAFETY: no preconditions.
    let info = unsafe { libc::mallinfo() };
    i64::from(
        info.uordblks
            .cast_unsigned()
            .wrapping_add(info.hblkhd.cast_unsigned()),
    )
}

/// Resources that processes have used.
#[derive(Clone, Copy, Default, Debug)]
pub struct Usage {
    /// CPU time in user mode.
    pub user: Duration,
    /// CPU time in the kernel.
    pub system: Duration,
    /// Number of page faults.
    pub faults: u64,
    /// Maximum resident memory in bytes.
    pub memory: u64,
}

impl Usage {
    /// CPU time in user mode and in the kernel.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        self.user + self.system
    }

    /// What was used since an earlier time. The maximum of the memory stays.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self {
            user: self.user.saturating_sub(before.user),
            system: self.system.saturating_sub(before.system),
            faults: self.faults.saturating_sub(before.faults),
            memory: self.memory,
        }
    }

    /// Usage of this process.
    #[must_use]
    pub fn of_this_process() -> Self {
        Self::of(UsageWho::RUSAGE_SELF)
    }

    /// Usage of the children that have ended and were reaped, and of their children.
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

/// Reaps a child. Returns its raw wait status and its CPU time.
pub(super) fn reap(pid: Pid) -> (i32, Duration) {
    let mut status = 0;
    // SAFETY: zero is a valid `rusage`; both pointers are valid during the call.
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

/// The header that the signal handler writes to. Set once, in the zygote.
static HEADER: AtomicPtr<Header> = AtomicPtr::new(ptr::null_mut());
/// The file for the backtrace. Set together with `HEADER`.
static BACKTRACE: AtomicI32 = AtomicI32::new(-1);

/// Notes that a search is interrupted after this CPU time. Safe in a signal handler.
pub(super) fn note_interrupted(limit: Duration) {
    // SAFETY: null, or points to memory that is never freed.
    if let Some(header) = unsafe { HEADER.load(Relaxed).as_ref() } {
        header.interrupted.store(limit.as_nanos() as u64, SeqCst);
    }
}

/// Ends the process because a search ignores interruption. Safe in a signal handler.
pub(super) fn exit_unresponsive() -> ! {
    // SAFETY: null, or points to memory that is never freed.
    if let Some(header) = unsafe { HEADER.load(Relaxed).as_ref() } {
        header.exit.ignored_interruption.store(true, SeqCst);
    }
    exit_now(0)
}

/// Notes that code of this program has panicked. The process may abort later because of it.
pub(super) fn note_panic() {
    // SAFETY: null, or points to memory that is never freed.
    if let Some(header) = unsafe { HEADER.load(Relaxed).as_ref() } {
        header.panicked.store(true, Relaxed);
    }
}

/// Installs a signal handler in this process and those forked from it. The handler must only call
/// functions that are safe in signal handlers.
pub(super) fn handle(signal: Signal, handler: extern "C" fn(c_int)) -> nix::Result<()> {
    // Deep recursion in a library may have used up the normal stack.
    let flags = SaFlags::SA_ONSTACK | SaFlags::SA_RESTART;
    let action = SigAction::new(SigHandler::Handler(handler), flags, SigSet::empty());
    // SAFETY: the caller promises that the handler is safe.
    let replaced = unsafe { sigaction(signal, &action) };
    replaced.map(drop)
}

/// Signals that are caused by errors of a library.
const FATAL: [Signal; 6] = [
    Signal::SIGSEGV,
    Signal::SIGBUS,
    Signal::SIGABRT,
    Signal::SIGFPE,
    Signal::SIGILL,
    Signal::SIGSYS,
];

/// Stack size of the handler in bytes. It needs its own stack because the normal one may have
/// overflowed. The unwinder uses some kilobytes.
const STACK: usize = 256 << 10;

/// Installs the handler of fatal signals in this process and those forked from it. It replaces
/// Rust's handler, which ignores the first SIGSEGV. `backtrace` receives one line per frame.
pub(super) fn catch_fatal_signals(shared: &Rc<Shared>, backtrace: &File) -> io::Result<()> {
    // The handler may run until the process ends, so its memory is never freed.
    let shared: &'static Rc<Shared> = Box::leak(Box::new(Rc::clone(shared)));
    HEADER.store(ptr::from_ref(shared.header()).cast_mut(), SeqCst);
    BACKTRACE.store(backtrace.as_raw_fd(), SeqCst);
    // The first call loads the unwinder, which allocates memory. The handler must not allocate.
    let mut frames = [ptr::null_mut(); 4];
    // SAFETY: the array has room for 4 frames.
    unsafe { libc::backtrace(frames.as_mut_ptr(), 4) };
    let stack = Box::leak(vec![0_u8; STACK].into_boxed_slice());
    let stack = libc::stack_t {
        ss_sp: stack.as_mut_ptr().cast(),
        ss_flags: 0,
        ss_size: STACK,
    };
    // SAFETY: the memory was leaked above, so nothing else uses it.
    if unsafe { libc::sigaltstack(&stack, ptr::null_mut()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // RESETHAND and NODEFER: a fault inside the handler kills the process instead of calling the
    // handler again.
    let flags =
        SaFlags::SA_ONSTACK | SaFlags::SA_SIGINFO | SaFlags::SA_RESETHAND | SaFlags::SA_NODEFER;
    let action = SigAction::new(SigHandler::SigAction(on_fatal), flags, SigSet::empty());
    for signal in FATAL {
        // SAFETY: the handler uses atomics and functions that are safe in a handler after their
        // first call above.
        unsafe { sigaction(signal, &action)? };
    }
    Ok(())
}

unsafe extern "C" {
    /// Function of the unwinder that `backtrace` uses. Returns the start of the function that
    /// contains the address, or null if it is unknown. Works without symbols.
    fn _Unwind_FindEnclosingFunction(address: *mut c_void) -> *mut c_void;
}

/// Handles a fatal signal. It notes the signal first, because the rest may fail. Then it writes the
/// backtrace and ends the process by the same signal.
///
/// Frames are written as the start of their functions. Otherwise one defect would have several
/// backtraces: a function can fail in several places, and recursive calls return to several.
extern "C" fn on_fatal(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    let mut frames = [ptr::null_mut(); FRAMES];
    let mut text = [0_u8; 64];
    // SAFETY: HEADER is null or points to memory that is never freed. `frames` has space for FRAMES
    // pointers, and `count` of them are set. `text` has space for the bytes read. Bad file
    // descriptors only cause errors. `backtrace` was called before, so neither it nor the other
    // functions allocate.
    unsafe {
        let header = HEADER.load(Relaxed).as_ref();
        if let Some(header) = header {
            header.exit.signal.store(signal, SeqCst);
        }
        let statm = libc::open(c"/proc/self/statm".as_ptr(), libc::O_RDONLY);
        let len = libc::read(statm, text.as_mut_ptr().cast(), text.len());
        let counts_resident =
            header.is_some_and(|header| header.limit.counts_resident.load(Relaxed));
        let text = &text[..(len.max(0) as usize).min(text.len())];
        let mut fields = text.split(|c| *c == b' ');
        let digits = fields.nth(usize::from(counts_resident)).unwrap_or_default();
        let pages = digits.iter().take_while(|c| c.is_ascii_digit());
        let pages = pages.fold(0_u64, |n, c| {
            n.wrapping_mul(10).wrapping_add(u64::from(c - b'0'))
        });
        if let Some(header) = header {
            header.exit.pages.store(pages, SeqCst);
        }
        if signal == libc::SIGSEGV && is_overflow((*info).si_addr(), context) {
            let (text, fd) = (STACK_OVERFLOW.as_bytes(), BACKTRACE.load(Relaxed));
            libc::write(fd, text.as_ptr().cast(), text.len());
            libc::write(fd, c"\n".as_ptr().cast(), 1);
        }
        let frames = stack(&mut frames);
        // The first frames are those of this handler and of the kernel's signal return. Skip to the
        // faulting one.
        let fault = program_counter(context);
        let first = frames.iter().position(|&frame| frame == fault);
        let first = first.unwrap_or(2.min(frames.len()));
        let mut frames = &mut frames[first..];
        // After a call of a null pointer the stack cannot be unwound. Only the caller is known.
        let mut caller = [ptr::null_mut()];
        if fault.is_null() {
            caller[0] = return_address(context);
            frames = &mut caller;
        }
        write_frames(frames, !fault.is_null());
        libc::raise(signal);
    }
}

/// Notes the stack when a library calls `exit`, in the processes forked from this one.
pub(super) fn catch_exit() {
    // SAFETY: the function is safe at the end of a process. If there is no space for it, the stack
    // stays unknown.
    unsafe { libc::atexit(on_exit) };
}

extern "C" fn on_exit() {
    let mut frames = [ptr::null_mut(); FRAMES];
    // SAFETY: as in `on_fatal`.
    unsafe {
        let frames = stack(&mut frames);
        // The first frame is this function, which `exit` has called.
        write_frames(frames.get_mut(1..).unwrap_or_default(), false);
    }
}

/// Number of frames that are written.
const FRAMES: usize = 64;

/// The stack of this function's caller, innermost first.
///
/// # Safety
/// `backtrace` must have been called before, so that it does not allocate.
#[inline(always)]
unsafe fn stack(frames: &mut [*mut c_void; FRAMES]) -> &mut [*mut c_void] {
    // SAFETY: `frames` has space for FRAMES pointers, and `count` of them are set.
    let count = unsafe { libc::backtrace(frames.as_mut_ptr(), FRAMES as c_int) };
    &mut frames[..(count as usize).min(FRAMES)]
}

/// Writes frames to the file for the backtrace. `is_fault`: the first one is the address of an
/// instruction, and not that behind a call.
///
/// # Safety
/// As for [`stack`].
unsafe fn write_frames(frames: &mut [*mut c_void], is_fault: bool) {
    // SAFETY: the functions only read the stack and tables of libraries, and do not allocate. A bad
    // file descriptor only causes an error.
    unsafe {
        for (n, frame) in frames.iter_mut().enumerate() {
            // The return address of a call at the end of a function belongs to the next function,
            // so look one byte earlier.
            let inside = frame.wrapping_byte_sub(usize::from(n > 0 || !is_fault));
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
    }
}

/// Whether a fault at this address is a stack overflow: the address is near the stack pointer.
fn is_overflow(address: *mut c_void, context: *mut c_void) -> bool {
    /// Larger frames are rare. In bytes.
    const FRAME: usize = 1 << 20;
    let (_, stack) = registers(context);
    (address as usize).abs_diff(stack) < FRAME
}

/// The address of the instruction that caused the signal. Null on unsupported processors.
fn program_counter(context: *mut c_void) -> *mut c_void {
    registers(context).0 as *mut c_void
}

/// The return address of a function that was called but has not run any instruction.
fn return_address(context: *mut c_void) -> *mut c_void {
    let (_, stack) = registers(context);
    // SAFETY: the call has just pushed this address. If the stack is invalid, the fault ends the
    // process, which is about to end anyway.
    unsafe { ptr::with_exposed_provenance::<*mut c_void>(stack).read_unaligned() }
}

/// Program counter and stack pointer.
fn registers(context: *mut c_void) -> (usize, usize) {
    // SAFETY: the kernel passes a `ucontext_t` to a handler installed with SA_SIGINFO.
    unsafe {
        let registers = &(*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        let [counter, stack] = [libc::REG_RIP, libc::REG_RSP].map(|n| registers[n as usize]);
        (counter as usize, stack as usize)
    }
}
