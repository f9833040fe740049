//! A command of this program beside the campaign. It dies with this process, as children do.

use super::fork;
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use std::fs::File;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// A process that executes a command. It is killed when this is dropped.
#[derive(Debug)]
pub struct Background {
    pid: Pid,
    ended: bool,
}

impl Background {
    /// Starts a command, which reads and writes nothing but `log`, where its words for people go.
    ///
    /// # Errors
    /// If there can be no further process. What it cannot execute ends with exit code 127.
    pub fn start(program: &Path, args: &[String], log: &Path) -> io::Result<Self> {
        let pid = fork::fork(|| {
            fork::reset_signals();
            fork::close_others(&mut []);
            let execute = || -> io::Result<()> {
                let log = File::create(log)?;
                let mut command = Command::new(program);
                command.args(args).stdin(Stdio::null());
                Err(command.stdout(Stdio::null()).stderr(log).exec())
            };
            i32::from(execute().is_err()) * 127
        })?;
        Ok(Self { pid, ended: false })
    }

    /// Whether it has ended, and with which exit code: none if a signal ended it.
    ///
    /// # Errors
    /// If the system does not tell.
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
            // It leads a group of its own. There is nothing to be done where it cannot be killed.
            let _ = killpg(self.pid, Signal::SIGKILL);
            fork::reap(self.pid);
        }
    }
}
