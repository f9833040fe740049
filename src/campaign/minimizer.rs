//! `--minimize`: runs the command `minimize` on each new finding, one after the other, beside the campaign.
//!
//! In a finding's folder, `min.part.trace` is the shortest trace so far. It becomes `min.trace` when the command ends.
//! `minimize.txt` has the output of the command. An interrupted minimization is started again when the campaign
//! continues. A failed one is tried a second time, because there may have been no space for its trace.

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

/// At the end of the campaign: the time between two looks at whether the command has ended.
const LOOK: Duration = Duration::from_millis(20);

/// The findings to minimize, and the command that runs.
pub(super) struct FindingMinimizer {
    /// Arguments of the command that are the same for all findings.
    args: Vec<String>,
    /// The folder of findings.
    folder: PathBuf,
    waiting: VecDeque<MinimizeTask>,
    running: Option<(MinimizeTask, Background)>,
}

/// A finding to minimize.
struct MinimizeTask {
    id: String,
    seed: Option<u64>,
    /// How often each candidate is run.
    repeat: u32,
    /// The command has failed before.
    is_second: bool,
}

/// How the command has ended.
enum Ended {
    /// The number of calls of the minimized trace.
    Calls(usize),
    /// With an error.
    Failed(String),
}

impl FindingMinimizer {
    /// Continues with the findings of an earlier part of the campaign.
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

    /// Adds a finding, unless its trace alone does not show it or it has been minimized.
    pub(super) fn add(&mut self, finding: &Finding) {
        let repeat = match finding.reproduces {
            // If one replay in `tries / seen` shows the bug, three times as many miss it with a probability of 5 %.
            Reproduces::Flaky { seen, tries } if seen > 0 => 3 * tries / seen,
            Reproduces::Yes if finding.kind != "leak" => 1,
            _ => return,
        };
        if !self.folder.join(&finding.id).join(MINIMIZED).exists() {
            self.waiting.push_back(MinimizeTask {
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

    /// Starts the command on the next finding, unless it is running.
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

    /// The finding on which the command has ended, if it has.
    fn ended(&mut self) -> io::Result<Option<(MinimizeTask, Ended)>> {
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
        // A user may have changed the folder; this does not end the campaign.
        let ended = ended.unwrap_or_else(|e| Ended::Failed(e.to_string()));
        Ok(Some((task, ended)))
    }
}

/// The result of the command in the folder of its finding.
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
    /// Reports a finding that has been minimized, and starts with the next.
    pub(super) fn minimize(&mut self) -> Result<(), Failure> {
        let failed = super::io_failure("cannot minimize");
        let Some(minimizer) = &mut self.minimizer else {
            return Ok(());
        };
        match minimizer.ended().map_err(&failed)? {
            Some((task, Ended::Calls(calls))) => self.emit(&Event::Minimized {
                id: &task.id,
                calls,
            })?,
            Some((task, Ended::Failed(said))) if task.is_second => self.emit(&Event::Trouble {
                message: &format!("{} is not minimized: {said}", task.id),
                seed: task.seed,
            })?,
            Some((task, Ended::Failed(_))) => {
                let is_second = true;
                minimizer
                    .waiting
                    .push_back(MinimizeTask { is_second, ..task });
                // If there is no space on the disk, this waits until there is.
                self.progress(true)?;
            }
            None => {}
        }
        match &mut self.minimizer {
            Some(minimizer) => minimizer.begin().map_err(failed),
            None => Ok(()),
        }
    }

    /// Waits until all findings are minimized, or the user interrupts the campaign.
    pub(super) fn minimize_rest(&mut self) -> Result<(), Failure> {
        while self.minimizer.as_ref().is_some_and(|m| !m.is_idle()) && !self.stopped() {
            self.minimize()?;
            std::thread::sleep(LOOK);
        }
        Ok(())
    }
}
