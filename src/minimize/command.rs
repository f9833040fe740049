//! Decides by a command of the user whether a trace is kept.

use super::Predicate;
use crate::exit::Failure;
use murxla_executor::ExecutorError;
use murxla_fsm::trace::Note;
use murxla_system::console::shown_status;
use murxla_system::process_group::{ProcessGroup, SHELL};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io, thread};
use tempfile::TempDir;

/// The time between two looks at running commands.
const TICK: Duration = Duration::from_millis(2);

/// Keeps the traces for which a command ends with exit code 0.
pub struct CommandPredicate {
    command: String,
    /// The header of the traces, so that `replay` finds their solver.
    header: String,
    /// The elapsed time that a command may take.
    limit: Duration,
    jobs: usize,
    stop: Arc<AtomicBool>,
    /// The folder of the traces.
    folder: TempDir,
    calls: u64,
    /// How the last command ended that did not end with exit code 0.
    refusal: String,
}

/// A command that runs.
struct Running {
    child: Child,
    /// It is killed with all that it has started when this is dropped.
    _group: ProcessGroup,
}

impl CommandPredicate {
    /// Runs `command` with traces that begin with `header`.
    ///
    /// # Errors
    /// The temporary folder cannot be made.
    pub fn new(
        command: &str,
        header: String,
        limit: Duration,
        jobs: usize,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        Ok(Self {
            command: command.to_owned(),
            header,
            limit,
            jobs,
            stop: Arc::clone(stop),
            folder: tempfile::tempdir().map_err(|e| wrong(&e))?,
            calls: 0,
            refusal: String::new(),
        })
    }

    /// How the last command ended that did not end with exit code 0.
    #[must_use]
    pub fn refusal(&self) -> &str {
        &self.refusal
    }

    fn start(&self, place: usize, trace: &str) -> io::Result<Running> {
        let file = self.folder.path().join(format!("{place}.trace"));
        fs::write(&file, format!("{}{}", self.header, without_answers(trace)))?;
        let group = ProcessGroup::new()?;
        let mut command = Command::new(SHELL);
        command
            .args(["-c", &format!("{} \"$@\"", self.command), "sh"])
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Ok(Running {
            child: group.start(&mut command)?,
            _group: group,
        })
    }

    /// Waits until a command ends. `None` if the time is over.
    fn end(&self, running: &mut Running, deadline: Instant) -> Result<Option<ExitStatus>, Failure> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(ExecutorError::Interrupted.into());
            }
            if let Some(status) = running.child.try_wait().map_err(|e| wrong(&e))? {
                return Ok(Some(status));
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
            thread::sleep(TICK);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        #[expect(clippy::disallowed_methods, reason = "a killed process ends")]
        let _ = self.child.wait();
    }
}

impl Predicate for CommandPredicate {
    fn jobs(&self) -> usize {
        self.jobs
    }

    fn runs(&self) -> u64 {
        self.calls
    }

    fn first_kept(&mut self, traces: &[&str]) -> Result<Option<(usize, Arc<str>)>, Failure> {
        let mut all = Vec::new();
        for (place, trace) in traces.iter().enumerate() {
            all.push(self.start(place, trace).map_err(|e| wrong(&e))?);
            self.calls += 1;
        }
        let deadline = Instant::now() + self.limit;
        for (place, mut running) in all.into_iter().enumerate() {
            match self.end(&mut running, deadline)? {
                Some(status) if status.success() => return Ok(Some((place, traces[place].into()))),
                Some(status) => {
                    self.refusal = format!("ended with {}", shown_status(status));
                }
                None => self.refusal = format!("ran for {} s", self.limit.as_secs_f64()),
            }
        }
        Ok(None)
    }
}

fn wrong(error: &io::Error) -> Failure {
    Failure::configuration(format!("cannot run the command of --predicate: {error}"))
}

/// A trace without notes of answers. The answers of a trace are not those of a shorter one, and
/// `replay` would report the difference.
#[must_use]
pub fn without_answers(trace: &str) -> String {
    let is_answer = |line: &str| matches!(Note::of_line(line), Some(Note::Answer(_)));
    trace
        .split_inclusive('\n')
        .filter(|line| !is_answer(line))
        .collect()
}
