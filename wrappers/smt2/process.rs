//! A program that reads commands and answers each of them. This is the only file of the wrappers
//! that starts a process.
//!
//! The program is in the process group of the process that drives it, so that both are killed
//! together. Its standard error is that of this process, like that of a library.
#![expect(
    clippy::disallowed_types,
    reason = "here a wrapper drives a program and not a library"
)]

use super::checks::ENDLESS;
use super::ffi;
use super::sexp::Scan;
use murxla_fsm::solver::Result;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

/// The longest answer in bytes. A longer text is an error.
const LIMIT: usize = 64 << 20;

/// A running program.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// Text that was read, but is not a complete answer yet.
    unread: Vec<u8>,
}

/// Why there is no answer.
pub(super) enum Silence {
    /// The program has ended.
    Ended(ExitStatus),
    /// The answer is too long.
    Endless,
}

impl Process {
    /// Starts a program with its arguments.
    pub(super) fn start(command: &[String]) -> io::Result<Self> {
        ffi::ignore_broken_pipes();
        let (program, args) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self {
            input: child.stdin.take(),
            child,
            output: BufReader::new(output),
            unread: Vec::new(),
        })
    }

    /// Sends a command, and waits for the answer.
    pub(super) fn ask(&mut self, command: &str) -> std::result::Result<String, Silence> {
        let written = match &mut self.input {
            Some(input) => writeln!(input, "{command}").and_then(|()| input.flush()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        let mut scan = Scan::default();
        loop {
            if let Some(place) = scan.find(&self.unread, false) {
                let answer = String::from_utf8_lossy(&self.unread[place.clone()]).into_owned();
                self.unread.drain(..place.end);
                return Ok(answer);
            }
            if self.unread.len() > LIMIT {
                return Err(Silence::Endless);
            }
            // The program may have answered before it died, so that the answer is read after a
            // broken pipe, too.
            let read = self.output.read_until(b'\n', &mut self.unread);
            if written.is_err() && read.is_err() || matches!(read, Ok(0)) {
                return Err(self.end());
            }
        }
    }

    /// Waits for the end of the program.
    fn end(&mut self) -> Silence {
        self.input = None;
        match self.child.wait() {
            Ok(status) => Silence::Ended(status),
            Err(_) => Silence::Endless,
        }
    }

    /// Tells the program to end. A crash at its end is a finding, too.
    pub(super) fn stop(&mut self) {
        if let Some(input) = &mut self.input {
            let _ = writeln!(input, "(exit)");
        }
        self.input = None;
        // The program may print, and must not block because nobody reads.
        let _ = io::copy(&mut self.output, &mut io::sink());
        if let Ok(status) = self.child.wait()
            && let Some(signal) = status.signal()
        {
            ffi::die_of(signal);
        }
    }
}

impl Silence {
    /// Ends this process as the program has ended, so that the executor sees the same end.
    pub(super) fn exit_like_program<T>(self) -> Result<T> {
        match self {
            Silence::Ended(status) => match status.signal() {
                Some(signal) => ffi::die_of(signal),
                None => std::process::exit(status.code().unwrap_or(0)),
            },
            Silence::Endless => ENDLESS.fails(""),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It is an error to kill a program that has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
