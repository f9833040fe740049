//! A program that reads commands and answers each: the one place where a wrapper starts a process.
//!
//! It is started by the process that drives it, in the same process group, so that both are killed together; its
//! errors go where those of a library would go.
#![expect(
    clippy::disallowed_types,
    reason = "here a wrapper drives a program and not a library"
)]

use super::ffi;
use super::sexp::Scan;
use murxla_fsm::solver::{Error, Result};
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

/// The longest answer, in bytes: what is longer is no answer any more.
const LIMIT: usize = 64 << 20;

/// A running program.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// What was read and is not part of an answer yet.
    unread: Vec<u8>,
}

/// Why there is no answer.
pub(super) enum Silence {
    /// The program has ended.
    Ended(ExitStatus),
    /// It says too much.
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

    /// Gives a command and waits for the answer to it.
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
            // What it said before it died counts, so a broken pipe is no reason not to listen.
            let read = self.output.read_until(b'\n', &mut self.unread);
            if written.is_err() && read.is_err() || matches!(read, Ok(0)) {
                return Err(self.end());
            }
        }
    }

    /// Lets it end by itself, if it does.
    fn end(&mut self) -> Silence {
        self.input = None;
        match self.child.wait() {
            Ok(status) => Silence::Ended(status),
            Err(_) => Silence::Endless,
        }
    }

    /// Tells it to go; whether it does so in peace is part of what is tested.
    pub(super) fn dismiss(&mut self) {
        if let Some(input) = &mut self.input {
            let _ = writeln!(input, "(exit)");
        }
        self.input = None;
        // It may have something to say, and must not wait for a listener.
        let _ = io::copy(&mut self.output, &mut io::sink());
        if let Ok(status) = self.child.wait()
            && let Some(signal) = status.signal()
        {
            ffi::die_of(signal);
        }
    }
}

impl Silence {
    /// Does what the program has done: to whoever watches this process it is the program.
    pub(super) fn follow<T>(self) -> Result<T> {
        match self {
            Silence::Ended(status) => match status.signal() {
                Some(signal) => ffi::die_of(signal),
                None => std::process::exit(status.code().unwrap_or(0)),
            },
            Silence::Endless => Err(Error::Contradiction(
                "an answer that does not end".to_owned(),
            )),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that has ended already is not there to be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
