//! Runs a solver's own program on a file, with limits and without the right to write files.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::os::fd::AsRawFd as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};

use super::sandbox::{FileNeeds, restrict};
use super::{Limits, fork};

/// The largest part of the output that is kept, in bytes.
const OUTPUT: u64 = 1 << 20;

/// The time between two looks at whether the program has ended.
const LOOK: Duration = Duration::from_millis(5);

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramEnd {
    /// With this exit code.
    Exit(i32),
    /// By a signal.
    Signal(Signal),
    /// It was ended, because it took longer than the limit.
    Timeout,
}

/// The text continues a sentence: "it ends with …".
impl fmt::Display for ProgramEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => write!(f, "{signal}"),
            Self::Timeout => write!(f, "the time limit"),
        }
    }
}

/// The result of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramRun {
    /// How it ended.
    pub end: ProgramEnd,
    /// The beginning of its output, with that to stderr.
    pub output: String,
}

/// Runs a program within the limits of time and memory. It may write no files, if the kernel has
/// Landlock.
///
/// # Errors
/// No process can be forked, or `stop` is set. If the program cannot be executed, its exit code is
/// 127.
pub fn run_program(
    program: &Path,
    args: &[&Path],
    limits: &Limits,
    stop: &AtomicBool,
) -> io::Result<ProgramRun> {
    let mut output = tempfile::tempfile()?;
    let pid = fork::fork(|| {
        fork::reset_signals();
        let code = execute(program, args, limits, &output).is_err();
        i32::from(code) * 127
    })?;
    let deadline = Instant::now() + 4 * limits.time;
    let end = loop {
        match waitpid(pid, Some(WaitPidFlag::WNOHANG))? {
            WaitStatus::Exited(_, code) => break ProgramEnd::Exit(code),
            WaitStatus::Signaled(_, Signal::SIGXCPU, _) => break ProgramEnd::Timeout,
            WaitStatus::Signaled(_, signal, _) => break ProgramEnd::Signal(signal),
            _ if stop.load(Relaxed) || Instant::now() > deadline => {
                // It leads its own process group. An error means that it is already gone.
                let _ = killpg(pid, Signal::SIGKILL);
                fork::reap(pid);
                break ProgramEnd::Timeout;
            }
            _ => std::thread::sleep(LOOK),
        }
    };
    if stop.load(Relaxed) {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let mut bytes = Vec::new();
    output.rewind()?;
    output.take(OUTPUT).read_to_end(&mut bytes)?;
    let output = String::from_utf8_lossy(&bytes).into_owned();
    Ok(ProgramRun { end, output })
}

/// Replaces this process by the program.
fn execute(program: &Path, args: &[&Path], limits: &Limits, output: &File) -> io::Result<()> {
    fork::close_others(&mut [output.as_raw_fd()]);
    setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
    let seconds = limits.time.as_secs().max(1);
    setrlimit(Resource::RLIMIT_CPU, seconds, seconds + 1)?;
    if limits.memory > 0 {
        setrlimit(Resource::RLIMIT_AS, limits.memory, limits.memory)?;
    }
    if limits.sandbox {
        let needs = FileNeeds {
            programs: true,
            folder: None,
        };
        restrict(&needs, None)?;
    }
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null());
    Err(command
        .stdout(output.try_clone()?)
        .stderr(output.try_clone()?)
        .exec())
}
