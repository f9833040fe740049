//! Groups of processes that do not live longer than this program.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

/// The shell that leads a process group.
pub const SHELL: &str = "/bin/sh";

/// A process group that is killed when this object is dropped, and when this process ends, even if
/// it is killed.
///
/// Ctrl-C in the terminal does not reach the group. This process ends it instead, and so knows why
/// a tool has ended.
pub struct ProcessGroup {
    /// A shell that waits for the end of its input, a pipe from this process, and then kills the
    /// group. The number of the group is not used again while this child is not reaped.
    leader: Child,
}

impl ProcessGroup {
    /// # Errors
    /// The shell cannot be started.
    pub fn new() -> io::Result<Self> {
        let mut leader = Command::new(SHELL);
        leader
            .args(["-c", "read end; kill -KILL 0"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0);
        Ok(Self {
            leader: leader.spawn()?,
        })
    }

    fn id(&self) -> i32 {
        self.leader.id() as i32
    }

    /// Starts a process in this group.
    ///
    /// # Errors
    /// Those of the system.
    pub fn start(&self, command: &mut Command) -> io::Result<Child> {
        command.process_group(self.id()).spawn()
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        // The leader is in the group, so the group exists until it is reaped.
        let _ = killpg(Pid::from_raw(self.id()), Signal::SIGKILL);
        #[expect(clippy::disallowed_methods, reason = "a killed process ends")]
        let _ = self.leader.wait();
    }
}
