//! Runs the tools of an installation: Python, cargo, apt-get, and the script of a build.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, ExitStatus, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::error::InstallError;
use murxla_system::process_group::{self, ProcessGroup};

/// The time between two looks at a running tool.
const TICK: Duration = Duration::from_millis(20);

/// Starts tools, and ends them when the user interrupts the installation.
#[derive(Clone, Debug, Default)]
pub(super) struct Tools {
    stop: Arc<AtomicBool>,
}

impl Tools {
    /// Tools that end when this flag is set.
    pub(super) fn new(stop: Arc<AtomicBool>) -> Self {
        Self { stop }
    }

    /// # Errors
    /// If the user has interrupted the installation.
    pub(super) fn check(&self) -> Result<(), InstallError> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(InstallError::Interrupted),
            false => Ok(()),
        }
    }

    /// Runs a tool and returns what it prints.
    ///
    /// # Errors
    /// As [`Tools::status`].
    pub(super) fn output(&self, command: &mut Command) -> Result<Output, InstallError> {
        // Files, because a pipe would need a thread that reads it, and a process with threads must
        // not fork later.
        let folder = std::env::temp_dir();
        let file = || tempfile::tempfile_in(&folder).map_err(InstallError::io(&folder));
        let (stdout, stderr) = (file()?, file()?);
        let copy = |file: &File| file.try_clone().map_err(InstallError::io(&folder));
        command.stdout(copy(&stdout)?).stderr(copy(&stderr)?);
        let status = self.status(command)?;
        let read = |mut file: File| {
            let mut text = Vec::new();
            let read = file.rewind().and_then(|()| file.read_to_end(&mut text));
            read.map(|_| text).map_err(InstallError::io(&folder))
        };
        Ok(Output {
            status,
            stdout: read(stdout)?,
            stderr: read(stderr)?,
        })
    }

    /// Runs a tool without input. No process that it starts lives longer.
    ///
    /// # Errors
    /// If it cannot be started, if a signal ends it, or if the user interrupts the installation.
    pub(super) fn status(&self, command: &mut Command) -> Result<ExitStatus, InstallError> {
        self.status_watched(command, &mut || ())
    }

    /// The same. Calls `watch` many times a second while the tool runs.
    ///
    /// # Errors
    /// As [`Tools::status`].
    pub(super) fn status_watched(
        &self,
        command: &mut Command,
        watch: &mut dyn FnMut(),
    ) -> Result<ExitStatus, InstallError> {
        self.check()?;
        let tool = command.get_program().to_string_lossy().into_owned();
        let failed = |error: io::Error| match (tool.as_str(), error.kind()) {
            ("python3", io::ErrorKind::NotFound) => InstallError::NoPython,
            (tool, _) => InstallError::io(Path::new(tool))(error),
        };
        let group =
            ProcessGroup::new().map_err(InstallError::io(Path::new(process_group::SHELL)))?;
        let mut child = group
            .start(command.stdin(Stdio::null()).env("LC_ALL", "C"))
            .map_err(failed)?;
        loop {
            if let Some(status) = child.try_wait().map_err(failed)? {
                let Some(signal) = status.signal() else {
                    return Ok(status);
                };
                return Err(InstallError::Killed { tool, signal });
            }
            if let Err(interrupted) = self.check() {
                drop(group);
                #[expect(clippy::disallowed_methods, reason = "a killed process ends")]
                let _ = child.wait();
                return Err(interrupted);
            }
            watch();
            thread::sleep(TICK);
        }
    }
}

/// The message of a tool that has failed: a line of its output, or its exit code if it has printed
/// nothing.
pub(super) fn message(line: Option<&str>, status: ExitStatus) -> String {
    match line.map(str::trim).filter(|line| !line.is_empty()) {
        Some(line) => line.chars().take(200).collect(),
        None => format!("{status}, and no message"),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;
    use std::{fs, thread};

    use super::{Tools, message};
    use crate::error::InstallError;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn the_output_and_the_exit_code_are_returned() {
        let tools = Tools::default();
        let done = tools
            .output(&mut shell("echo out; echo err >&2; exit 3"))
            .unwrap();
        assert_eq!(done.status.code(), Some(3));
        assert_eq!(
            (&*done.stdout, &*done.stderr),
            (&b"out\n"[..], &b"err\n"[..])
        );
        let silent = tools.output(&mut shell("exit 101")).unwrap();
        let said = message(None, silent.status);
        assert_eq!(said, "exit status: 101, and no message");
    }

    #[test]
    fn a_signal_that_ends_a_tool_is_named() {
        let done = Tools::default().output(&mut shell("kill -KILL $$"));
        let message = done.unwrap_err().to_string();
        assert!(
            message.starts_with("`sh` was ended by SIGKILL"),
            "{message}"
        );
    }

    /// Whether a process runs. One that has ended may wait for its parent.
    fn runs(pid: &str) -> bool {
        let stat = fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
        stat.is_ok_and(|stat| !stat.contains(") Z") && !stat.contains(") X"))
    }

    #[test]
    fn an_interrupt_ends_all_processes_of_a_tool() {
        let stop = Arc::new(AtomicBool::new(false));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pid");
        let mut command = shell("sleep 1000 & echo $! > new; mv new pid; wait");
        command.current_dir(folder.path());
        let done = thread::scope(|scope| {
            let tool = scope.spawn(|| Tools::new(Arc::clone(&stop)).output(&mut command));
            while !file.exists() && !tool.is_finished() {
                thread::sleep(Duration::from_millis(5));
            }
            stop.store(true, Ordering::Relaxed);
            tool.join().unwrap()
        });
        assert!(matches!(done, Err(InstallError::Interrupted)), "{done:?}");
        let pid = fs::read_to_string(file).unwrap();
        // The signal arrives a moment later.
        let is_gone = |_| {
            thread::sleep(Duration::from_millis(20));
            !runs(pid.trim())
        };
        assert!((0..3000).any(is_gone), "the process {pid} is alive");
        let again = Tools::new(stop).output(&mut shell("exit 0"));
        assert!(matches!(again, Err(InstallError::Interrupted)), "{again:?}");
    }
}
