//! The zygote of a job: it has loaded the library and forks the children.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::Ordering::{Relaxed, Release};

use nix::sys::eventfd::EventFd;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::{dup2_stderr, dup2_stdin, dup2_stdout};

use super::capture::Capture;
use super::clock::now;
use super::sandbox::Sandbox;
use super::shm::Shared;
use super::{Limits, Payload, child, fork};
use murxla_coverage::{self, JobCoverage};
use murxla_system::escape::one_line;

/// The messages between parent and zygote, one byte each. All other data goes through shared
/// memory.
pub(super) mod message {
    /// Parent to zygote: fork a child for the batch in shared memory.
    pub(in super::super) const RUN: u8 = b'r';
    /// Zygote to parent: the library is loaded; its version and the remarks are in the arena, a
    /// line each.
    pub(in super::super) const LOADED: u8 = b'l';
    /// Zygote to parent: the library is not loaded; the reason is in the arena.
    pub(in super::super) const NOT_LOADED: u8 = b'n';
    /// Parent to zygote: set the breakpoints that measure coverage.
    pub(in super::super) const COVER: u8 = b'c';
    /// Zygote to parent: the breakpoints are set.
    pub(in super::super) const COVERED: u8 = b'd';
    /// Zygote to parent: the breakpoints are not set; the reason is in the arena.
    pub(in super::super) const NOT_COVERED: u8 = b'u';
    /// Zygote to parent: the child has ended.
    pub(in super::super) const ENDED: u8 = b'e';
    /// Zygote to parent: no child could be forked.
    pub(in super::super) const NO_CHILD: u8 = b'x';
}

/// The state that a zygote inherits from the parent.
pub(super) struct Zygote<'a> {
    pub(super) payload: &'a mut dyn Payload,
    pub(super) shared: &'a Rc<Shared>,
    pub(super) capture: &'a Capture,
    pub(super) control: UnixStream,
    pub(super) notify: &'a EventFd,
    pub(super) limits: &'a Limits,
    pub(super) sandbox: Option<&'a Sandbox>,
    /// Measures the coverage of the children.
    pub(super) coverage: Option<&'a JobCoverage>,
}

impl Zygote<'_> {
    /// Loads the library, then forks children until the parent closes the socket. Returns the exit
    /// code.
    pub(super) fn run(mut self) -> i32 {
        if let Err(error) = self.prepare() {
            return self.not_loaded(&format!("cannot prepare a process: {error}"));
        }
        match catch_unwind(AssertUnwindSafe(|| self.payload.load())) {
            Ok(Ok(version)) => {
                let mut lines = vec![one_line(&version)];
                lines.extend(self.payload.remarks());
                self.publish(&lines.join("\n"));
            }
            Ok(Err(message)) => return self.not_loaded(&message),
            Err(panic) => {
                let message = child::panic_message(&*panic);
                self.not_loaded(&format!("panic while loading: {message}"));
                return fork::DEFECT;
            }
        }
        // After the library has registered its own functions for the end, which may crash.
        fork::catch_exit();
        let limited = self.limit_memory();
        if let Err(error) = limited {
            return self.not_loaded(&format!("cannot limit memory: {error}"));
        }
        fork::flush();
        self.send(message::LOADED);
        let mut command = [0];
        while self.control.read_exact(&mut command).is_ok() {
            let message = match command[0] {
                message::COVER => self.cover(),
                _ => self.run_child(),
            };
            self.send(message);
        }
        0
    }

    /// Sets everything that children inherit, so that it is done once and not in every child.
    fn prepare(&mut self) -> io::Result<()> {
        fork::reset_signals();
        dup2_stdin(OwnedFd::from(File::open("/dev/null")?))?;
        dup2_stdout(&self.capture.output)?;
        dup2_stderr(&self.capture.output)?;
        fork::close_others(&mut [
            self.capture.output.as_raw_fd(),
            self.capture.backtrace.as_raw_fd(),
            self.control.as_raw_fd(),
            self.notify.as_raw_fd(),
        ]);
        setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
        if let Some(sandbox) = self.sandbox {
            sandbox.enter(&self.payload.file_needs())?;
        }
        fork::tune_malloc();
        fork::catch_fatal_signals(self.shared, &self.capture.backtrace)?;
        // Only panics of this program reach this hook. A library written in Rust has its own hook.
        let default = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            fork::note_panic();
            default(info);
        }));
        Ok(())
    }

    /// Sets the limit relative to the current size, so that shared mappings and the library do not
    /// count. The kernel enforces a limit on address space; the parent enforces one on resident
    /// memory.
    fn limit_memory(&self) -> io::Result<()> {
        if self.limits.memory == 0 {
            return Ok(());
        }
        let header = self.shared.header();
        let counts_resident = fork::has_address_sanitizer();
        header.limit.counts_resident.store(counts_resident, Relaxed);
        let statm = std::fs::read_to_string("/proc/self/statm")?;
        let pages = pages_of(&statm, counts_resident);
        let pages = pages.ok_or_else(|| io::Error::other("unreadable /proc/self/statm"))?;
        let limit = pages * fork::page_size() + self.limits.memory;
        header.limit.bytes.store(limit, Relaxed);
        if !counts_resident {
            setrlimit(Resource::RLIMIT_AS, limit, limit)?;
        }
        Ok(())
    }

    fn cover(&self) -> u8 {
        let Some(Err(error)) = self.coverage.map(JobCoverage::set_breakpoints) else {
            return message::COVERED;
        };
        self.publish(&format!("cannot measure coverage: {error}"));
        message::NOT_COVERED
    }

    fn run_child(&mut self) -> u8 {
        let header = self.shared.header();
        if self.coverage.is_some() {
            murxla_coverage::restore();
        }
        let forked = fork::fork(|| {
            self.shared.set_child(std::process::id() as i32);
            child::run(
                self.payload,
                self.shared,
                self.capture,
                self.notify,
                self.limits,
                self.coverage,
            )
        });
        let Ok(pid) = forked else {
            return message::NO_CHILD;
        };
        // The dead child keeps its process id until it is reaped, so this kills the group of the
        // child and no other.
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
        while waitid(Id::Pid(pid), flags) == Err(nix::errno::Errno::EINTR) {}
        let _ = killpg(pid, Signal::SIGKILL);
        self.shared.take_child();
        let (status, cpu) = fork::reap(pid);
        header.exit.status.store(status, Relaxed);
        header.exit.cpu.store(cpu.as_nanos() as u64, Relaxed);
        header.exit.seen_at.store(now(), Relaxed);
        message::ENDED
    }

    fn not_loaded(&mut self, message: &str) -> i32 {
        self.publish(message);
        self.send(message::NOT_LOADED);
        0
    }

    fn publish(&self, text: &str) {
        let len = self.shared.write(0, text.as_bytes());
        self.shared.header().arena.used.store(len, Release);
    }

    fn send(&mut self, message: u8) {
        let _ = self.control.write_all(&[message]);
    }
}

/// The memory of a process in pages, from the text of its `/proc/PID/statm`: resident memory or
/// address space.
pub(super) fn pages_of(statm: &str, resident: bool) -> Option<u64> {
    let field = statm.split(' ').nth(usize::from(resident));
    field.and_then(|pages| pages.parse().ok())
}
