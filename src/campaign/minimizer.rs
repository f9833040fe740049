//! `--minimize`: runs the command `minimize` on each new finding, one after the other, beside the
//! campaign. After its end, what is left is minimized in parallel, for a limited time.
//!
//! In a finding's folder, `min.part.trace` is the shortest trace so far. It becomes `min.trace`
//! when the command ends. `minimize.txt` has the output of the command. An interrupted minimization
//! is started again when the campaign continues. A failed one is tried a second time, because there
//! may have been no space for its trace.

use super::Campaign;
use crate::events::Event;
use crate::exit::{self, Failure};
use crate::plan::Plan;
use crate::results::{FULL, MINIMIZED, MINIMIZER, Place, store_evidence};
use crate::trace_file;
use crate::triage::{Finding, FindingId, Reproduces, Shown};
use murxla_executor::{self, Background, ExecutorError};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::trace::Script;
use murxla_system::folder::Folder;
use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

const PART: &str = "min.part.trace";

/// What the minimized trace shows, until the campaign has read it.
const SHOWN: &str = "min.shown.json";

/// At the end of the campaign: the time between two looks at whether the command has ended.
const LOOK: Duration = Duration::from_millis(20);

/// How long findings are minimized after the end, if the user does not say it: this part of the
/// time of the campaign, but at least so long for each finding that is left.
const PART_OF_CAMPAIGN: u32 = 10;
const LEAST_PER_FINDING: Duration = Duration::from_secs(10);

/// The findings to minimize, and the command that runs.
pub(super) struct FindingMinimizer {
    /// Arguments of the command that are the same for all findings.
    args: Vec<String>,
    /// The results directory.
    results: Folder,
    waiting: VecDeque<MinimizeTask>,
    running: Vec<(MinimizeTask, Background)>,
}

/// A finding to minimize.
struct MinimizeTask {
    id: FindingId,
    kind: BugKind,
    place: Place,
    seed: Option<u64>,
    /// How often each candidate is run.
    repeat: u32,
    /// The command has failed before.
    is_second: bool,
}

/// How the command has ended.
enum Ended {
    /// With a minimized trace, and with what it shows, if a single run shows it.
    Minimized(Script, Option<Box<Shown>>),
    /// With an error.
    Failed(String),
}

impl FindingMinimizer {
    /// Continues with the findings of an earlier part of the campaign.
    pub(super) fn new<'a>(
        args: &[String],
        folder: Folder,
        findings: impl Iterator<Item = (Place, &'a Finding)>,
    ) -> Self {
        let mut minimizer = Self {
            args: args.to_vec(),
            results: folder,
            waiting: VecDeque::new(),
            running: Vec::new(),
        };
        findings.for_each(|(place, finding)| minimizer.add(place, finding));
        minimizer
    }

    /// Adds a finding, unless its trace alone does not show it or it has been minimized.
    pub(super) fn add(&mut self, place: Place, finding: &Finding) {
        let repeat = match finding.reproduces {
            // If one replay in `tries / seen` shows the bug, three times as many miss it with a
            // probability of 5 %.
            Reproduces::Flaky { seen, tries } if seen > 0 => 3 * tries / seen,
            Reproduces::Yes if finding.gone.is_none() => 1,
            _ => return,
        };
        let folder = self.folder(place, &finding.id);
        let has_trace = |folder: &Folder| folder.has(FULL) || folder.has(PART);
        if folder.is_ok_and(|folder| !folder.exists(MINIMIZED) && has_trace(&folder)) {
            self.waiting.push_back(MinimizeTask {
                id: finding.id.clone(),
                kind: finding.observed.kind.clone(),
                place,
                seed: finding.seed,
                repeat,
                is_second: false,
            });
        }
    }

    fn folder(&self, place: Place, id: &FindingId) -> io::Result<Folder> {
        self.results.folder(place.folder())?.folder(id.as_str())
    }

    /// The number of findings that wait or are being minimized.
    pub(super) fn open(&self) -> usize {
        self.waiting.len() + self.running.len()
    }

    /// Starts commands on the next findings, until so many are running. Returns a finding with an
    /// error if this fails.
    fn begin(&mut self, parallel: usize) -> Result<(), (MinimizeTask, io::Error)> {
        while self.running.len() < parallel
            && let Some(task) = self.waiting.pop_front()
        {
            match self.start(&task) {
                Ok(started) => self.running.push((task, started)),
                Err(e) => return Err((task, e)),
            }
        }
        Ok(())
    }

    /// Ends the commands. Returns the findings that are left.
    fn stop(&mut self) -> Vec<FindingId> {
        let running = self.running.drain(..).map(|(task, _)| task);
        let left = running.chain(self.waiting.drain(..));
        let left = left.filter(|task| task.place == Place::Findings);
        left.map(|task| task.id).collect()
    }

    fn start(&self, task: &MinimizeTask) -> io::Result<Background> {
        let folder = self.folder(task.place, &task.id)?;
        // The command would follow symbolic links. The result of an interrupted command belongs to
        // another trace.
        for name in [PART, MINIMIZER, SHOWN] {
            if folder.exists(name) && (!folder.has(name) || name == SHOWN) {
                folder.remove(name)?;
            }
        }
        let from = if folder.has(PART) { PART } else { FULL };
        let path = |name: &str| folder.path(name).display().to_string();
        let mut args = vec!["minimize".to_owned(), path(from)];
        args.extend(["--output".to_owned(), path(PART)]);
        args.extend(["--shown".to_owned(), path(SHOWN)]);
        args.extend(["--jobs".to_owned(), "1".to_owned()]);
        args.extend(["--repeat".to_owned(), task.repeat.to_string()]);
        args.extend(self.args.iter().cloned());
        let program = std::env::current_exe()?;
        let log = folder.append(MINIMIZER)?;
        log.set_len(0)?;
        Background::start(&program, &args, &log)
    }

    /// A finding on which the command has ended, if there is one.
    fn ended(&mut self) -> io::Result<Option<(MinimizeTask, Ended)>> {
        let mut ended = None;
        for (place, (_, command)) in self.running.iter_mut().enumerate() {
            if let Some(code) = command.poll()? {
                ended = Some((place, code));
                break;
            }
        }
        let Some((place, code)) = ended else {
            return Ok(None);
        };
        let (task, _) = self.running.remove(place);
        let folder = self.folder(task.place, &task.id);
        let ended = folder.and_then(|folder| result(&folder, code));
        // A user may have changed the folder; this does not end the campaign.
        let ended = ended.unwrap_or_else(|e| Ended::Failed(e.to_string()));
        Ok(Some((task, ended)))
    }
}

/// The result of the command in the folder of its finding.
fn result(folder: &Folder, code: Option<i32>) -> io::Result<Ended> {
    if code != Some(i32::from(exit::FINDING)) {
        let said = folder.read(MINIMIZER)?;
        let said = String::from_utf8_lossy(&said);
        let last = said.lines().last().unwrap_or_default();
        return Ok(Ended::Failed(last.to_owned()));
    }
    folder.rename(PART, MINIMIZED)?;
    let (_, script) = trace_file::read_in(folder, MINIMIZED).map_err(io::Error::other)?;
    let shown = folder.read(SHOWN).ok();
    let shown = shown.and_then(|text| serde_json::from_slice(&text).ok());
    if folder.exists(SHOWN) {
        folder.remove(SHOWN)?;
    }
    Ok(Ended::Minimized(script, shown))
}

impl Campaign<'_> {
    /// Reports a finding that has been minimized, and starts with the next ones. So many are
    /// minimized at the same time.
    pub(super) fn minimize(&mut self, parallel: usize) -> Result<(), Failure> {
        let failed = super::io_failure("cannot minimize");
        let Some(minimizer) = &mut self.decider.minimizer else {
            return Ok(());
        };
        // Replays say whether the bug of a minimized trace is known.
        let mut kinds = minimizer.running.iter().map(|(task, _)| &task.kind);
        if let Some(kind) = kinds.find(|kind| !self.scheduler.replays.know_kind(kind)) {
            self.scheduler.replays.want_kind(kind);
            return Ok(());
        }
        match minimizer.ended().map_err(&failed)? {
            Some((task, Ended::Minimized(script, shown))) => {
                let result = (&script, shown.as_deref());
                match task.place {
                    Place::Findings => self.minimized(&task.id, result)?,
                    Place::Candidates => self.minimized_candidate(&task.id, result)?,
                }
            }
            Some((task, Ended::Failed(said))) => self.failed_to_minimize(task, &said)?,
            None => {}
        }
        let minimizer = self.decider.minimizer.as_mut();
        match minimizer.map(|minimizer| minimizer.begin(parallel)) {
            Some(Err((task, e))) => self.failed_to_minimize(task, &e.to_string()),
            _ => Ok(()),
        }
    }

    /// Reports a minimized trace, and takes the standing of its finding from it.
    fn minimized(
        &mut self,
        id: &FindingId,
        (script, shown): (&Script, Option<&Shown>),
    ) -> Result<(), Failure> {
        let mut findings = self
            .decider
            .triage
            .findings
            .iter()
            .map(|(finding, _)| finding);
        let mut known = None;
        if let Some(place) = findings.position(|finding| finding.id == *id) {
            let finding = self.judged(&self.decider.triage.findings[place].0, script, shown);
            self.decider.triage.findings[place].0 = finding.clone();
            self.write(|campaign| campaign.store_shown(Place::Findings, &finding, shown))?;
            known = finding.analysis.known;
        }
        self.emit(&Event::Minimized {
            id,
            calls: script.lines.len(),
            known: known.as_deref(),
        })
    }

    /// Stores a finding or candidate, and the evidence for the bug that its minimized trace shows.
    pub(super) fn store_shown(
        &mut self,
        place: Place,
        finding: &Finding,
        shown: Option<&Shown>,
    ) -> io::Result<()> {
        if let Some(shown) = shown {
            let folder = self
                .record
                .results
                .folder_of(place)?
                .folder(finding.id.as_str())?;
            store_evidence(&folder, finding, shown.evidence.as_deref())?;
        }
        self.record.results.keep(place, finding, &[])
    }

    /// The finding with what its minimized trace shows, and whether that is known.
    pub(super) fn judged(
        &self,
        finding: &Finding,
        script: &Script,
        shown: Option<&Shown>,
    ) -> Finding {
        let Plan { subject, drive, .. } = &self.plan;
        let mut finding = finding.minimized(script, shown, (subject.wrapper, &drive.profile));
        finding.analysis.known = self.scheduler.replays.known().reason_of(&finding);
        finding
    }

    /// Tries it a second time, or reports the failure.
    fn failed_to_minimize(&mut self, task: MinimizeTask, said: &str) -> Result<(), Failure> {
        if task.is_second {
            if task.place == Place::Candidates {
                return Ok(()); // It may not reproduce.
            }
            let message = format!("{} is not minimized: {said}", task.id);
            return self.emit(&Event::Trouble {
                message: &message,
                seed: task.seed,
            });
        }
        if let Some(minimizer) = &mut self.decider.minimizer {
            let is_second = true;
            let task = MinimizeTask { is_second, ..task };
            minimizer.waiting.push_back(task);
        }
        // If there is no space on the disk, this waits until there is.
        self.progress(true)
    }

    /// After the last run: minimizes what is left, as long as the plan allows it and the user does
    /// not interrupt. A time limit includes it. Returns the findings that are not minimized.
    pub(super) fn minimize_rest(&mut self) -> Result<Vec<FindingId>, Failure> {
        self.progress(true)?;
        self.scheduler.has_ended = true;
        let all = self.decider.open_minimizations();
        let least = LEAST_PER_FINDING * u32::try_from(all).unwrap_or(u32::MAX);
        let default = (self.scheduler.started.elapsed() / PART_OF_CAMPAIGN).max(least);
        let limit = self.plan.findings.minimize_time.unwrap_or(default);
        let limit = self.time_left().unwrap_or(limit);
        let since = Instant::now();
        while self.decider.open_minimizations() > 0 && !self.stopped() && since.elapsed() < limit {
            self.scheduler.continue_replays()?;
            self.minimize(self.plan.jobs)?;
            let done = all.saturating_sub(self.decider.open_minimizations());
            let seconds = since.elapsed().as_secs_f64();
            self.report(&Event::Minimizing { done, all, seconds })?;
            match murxla_executor::wait_for_outcome(&mut self.scheduler.pools(), LOOK) {
                Err(ExecutorError::Interrupted) => {}
                other => other?,
            }
        }
        let left = self.decider.minimizer.as_mut().map(FindingMinimizer::stop);
        Ok(left.unwrap_or_default())
    }
}
