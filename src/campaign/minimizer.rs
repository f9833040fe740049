//! `--minimize`: the command `minimize` on each new finding, one after the other, beside the campaign.
//!
//! In a finding's folder, `min.part.trace` is the shortest trace so far and becomes `min.trace` when there is none
//! shorter; `minimize.txt` is what the command said. What was interrupted is gone on with when the campaign is; what failed
//! is tried a second time, since there may have been no room for its trace.

use super::Campaign;
use crate::executor::Background;
use crate::exit::{self, Failure};
use crate::report::{Event, FINDINGS, FULL, MINIMIZED, MINIMIZER};
use crate::trace_file;
use crate::triage::{Finding, Reproduces};
use std::collections::VecDeque;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

const PART: &str = "min.part.trace";

/// How often it is looked whether the last ones have ended.
const LOOK: Duration = Duration::from_millis(20);

/// What is minimized and what will be.
pub(super) struct Minimizer {
    /// What the command is told of the campaign.
    args: Vec<String>,
    /// The folder of findings.
    folder: PathBuf,
    waiting: VecDeque<Task>,
    running: Option<(Task, Background)>,
}

struct Task {
    id: String,
    seed: Option<u64>,
    /// How often each candidate is run.
    repeat: u32,
    /// The command has failed before.
    is_second: bool,
}

/// How the command has ended.
enum Ended {
    Calls(usize),
    Failed(String),
}

impl Minimizer {
    /// Goes on with what an earlier part of the campaign has left.
    pub(super) fn new<'a>(
        args: &[String],
        folder: &Path,
        findings: impl Iterator<Item = &'a Finding>,
    ) -> Self {
        let mut minimizer = Self {
            args: args.to_vec(),
            folder: folder.join(FINDINGS),
            waiting: VecDeque::new(),
            running: None,
        };
        findings.for_each(|finding| minimizer.add(finding));
        minimizer
    }

    /// Takes a finding, unless its trace alone never shows it or it has been minimized.
    pub(super) fn add(&mut self, finding: &Finding) {
        let repeat = match finding.reproduces {
            // Where one try in `tries / seen` shows it, so many more miss it once in twenty times.
            Reproduces::Flaky { seen, tries } if seen > 0 => 3 * tries / seen,
            Reproduces::Yes if finding.kind != "leak" => 1,
            _ => return,
        };
        if !self.folder.join(&finding.id).join(MINIMIZED).exists() {
            self.waiting.push_back(Task {
                id: finding.id.clone(),
                seed: finding.seed,
                repeat,
                is_second: false,
            });
        }
    }

    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.running.is_none()
    }

    /// Begins with the next one, if there is one and none is under way.
    fn begin(&mut self) -> io::Result<()> {
        if self.running.is_some() {
            return Ok(());
        }
        let Some(task) = self.waiting.pop_front() else {
            return Ok(());
        };
        let folder = self.folder.join(&task.id);
        let part = folder.join(PART);
        let from = if part.exists() {
            part.clone()
        } else {
            folder.join(FULL)
        };
        let path = |path: &Path| path.display().to_string();
        let mut args = vec!["minimize".to_owned(), path(&from)];
        args.extend(["--output".to_owned(), path(&part)]);
        args.extend(["--jobs".to_owned(), "1".to_owned()]);
        args.extend(["--repeat".to_owned(), task.repeat.to_string()]);
        args.extend(self.args.iter().cloned());
        let program = std::env::current_exe()?;
        let started = Background::start(&program, &args, &folder.join(MINIMIZER))?;
        self.running = Some((task, started));
        Ok(())
    }

    /// The one that has ended, if it has.
    fn ended(&mut self) -> io::Result<Option<(Task, Ended)>> {
        let Some((_, command)) = &mut self.running else {
            return Ok(None);
        };
        let Some(code) = command.poll()? else {
            return Ok(None);
        };
        let Some((task, _)) = self.running.take() else {
            return Ok(None);
        };
        let ended = result(&self.folder.join(&task.id), code);
        // A folder that somebody has touched is no reason to end the campaign.
        let ended = ended.unwrap_or_else(|e| Ended::Failed(e.to_string()));
        Ok(Some((task, ended)))
    }
}

/// What the command has left in the folder of its finding.
fn result(folder: &Path, code: Option<i32>) -> io::Result<Ended> {
    if code != Some(i32::from(exit::FINDING)) {
        let said = fs::read_to_string(folder.join(MINIMIZER))?;
        let last = said.lines().last().unwrap_or_default();
        return Ok(Ended::Failed(last.to_owned()));
    }
    let whole = folder.join(MINIMIZED);
    fs::rename(folder.join(PART), &whole)?;
    let (_, script) = trace_file::read(&whole).map_err(io::Error::other)?;
    Ok(Ended::Calls(script.lines.len()))
}

impl Campaign<'_> {
    /// Tells of a finding that has been minimized, and begins with the next.
    pub(super) fn minimize(&mut self) -> Result<(), Failure> {
        let failed = super::io_failure("cannot minimize");
        let Some(minimizer) = &mut self.minimizer else {
            return Ok(());
        };
        match minimizer.ended().map_err(&failed)? {
            Some((task, Ended::Calls(calls))) => self.tell(&Event::Minimized {
                id: &task.id,
                calls,
            })?,
            Some((task, Ended::Failed(said))) if task.is_second => self.tell(&Event::Trouble {
                message: &format!("{} is not minimized: {said}", task.id),
                seed: task.seed,
            })?,
            Some((task, Ended::Failed(_))) => {
                let is_second = true;
                minimizer.waiting.push_back(Task { is_second, ..task });
                // Where there was no room for a trace, this waits until there is.
                self.progress(true)?;
            }
            None => {}
        }
        match &mut self.minimizer {
            Some(minimizer) => minimizer.begin().map_err(failed),
            None => Ok(()),
        }
    }

    /// Waits until all findings are minimized, or the user wants to stop.
    pub(super) fn minimize_rest(&mut self) -> Result<(), Failure> {
        while self.minimizer.as_ref().is_some_and(|m| !m.is_idle()) && !self.stopped() {
            self.minimize()?;
            std::thread::sleep(LOOK);
        }
        Ok(())
    }
}
