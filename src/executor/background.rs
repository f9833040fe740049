//! Runs a command in the background, during the campaign. The command ends when this process ends.

use super::fork;
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// A running command. Dropping it kills the command.
#[derive(Debug)]
pub struct Background {
    pid: Pid,
    ended: bool,
}

impl Background {
    /// Starts a command. Its standard error goes to `log`; its standard input and output are
    /// `/dev/null`.
    ///
    /// # Errors
    /// If no process can be forked. If the command cannot be executed, it ends with exit code 127.
    pub fn start(program: &Path, args: &[String], log: &File) -> io::Result<Self> {
        let pid = fork::fork(|| {
            fork::reset_signals();
            fork::close_others(&mut [log.as_raw_fd()]);
            let execute = || -> io::Result<()> {
                let log = log.try_clone()?;
                let mut command = Command::new(program);
                command.args(args).stdin(Stdio::null());
                Err(command.stdout(Stdio::null()).stderr(log).exec())
            };
            i32::from(execute().is_err()) * 127
        })?;
        Ok(Self { pid, ended: false })
    }

    /// `None` while the command runs, then its exit code: `Some(None)` if a signal ended it.
    ///
    /// # Errors
    /// If the system call fails.
    pub fn poll(&mut self) -> io::Result<Option<Option<i32>>> {
        let code = match waitpid(self.pid, Some(WaitPidFlag::WNOHANG))? {
            WaitStatus::Exited(_, code) => Some(code),
            WaitStatus::Signaled(..) => None,
            _ => return Ok(None),
        };
        self.ended = true;
        Ok(Some(code))
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if !self.ended {
            // It leads its own process group. An error means that it is already gone.
            let _ = killpg(self.pid, Signal::SIGKILL);
            fork::reap(self.pid);
        }
    }
}
