//! A campaign: seeds → children → oracles → triage → events. Events say what happens; nothing in
//! here knows a solver by name.

mod baseline;
mod candidates;
mod confirm;
mod conflicts;
mod covered;
mod decider;
mod guided;
mod known;
mod leaks;
mod libraries;
mod lists;
mod minimizer;
mod oracles;
mod part;
mod record;
mod repeater;
mod replay_cache;
mod replays;
mod restate;
mod retest;
mod room;
mod scheduler;
mod shows;
mod step;
mod tasks;
mod time;
mod triage;
mod try_options;
mod waiting;

pub use covered::prepare_coverage;
pub use libraries::describe_library;
pub use oracles::{OracleSet, Release, defects_of};
pub use replays::Replays;
pub use try_options::try_options;

use crate::events::{Counters, Event, KnownDefects, Reporter};
use crate::exit::{self, Failure};
use crate::oracle::OraclePool;
use crate::oracle::leak::LeakWatch;
use crate::payload::{Drive, SolverPayload};
use crate::plan::Plan;
use crate::results::{Identity, Place, Results};
use crate::seeds::{Reached, Seeds};
use crate::stats::Stats;
use crate::triage::{FindingId, Rules, SuspectedBug, worst_first};
use decider::Decider;
use minimizer::FindingMinimizer;
use murxla_coverage::Coverage;
use murxla_executor::{ExecutorError, Outcome, Pool, Usage, Verdict};
use murxla_fsm::profile::Defect;
use murxla_system::random::fresh;
use record::{PartStart, Record, ShownJobs, StoredCoverage};
use scheduler::Scheduler;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tasks::Tasks;
use triage::Triage;
use waiting::WaitingRuns;

/// A running campaign.
pub struct Campaign<'a> {
    plan: &'a Plan,
    stop: Arc<AtomicBool>,
    scheduler: Scheduler<'a>,
    decider: Decider,
    record: Record,
}

/// A run that has ended and that the oracles have examined. It is counted when it is decided about.
/// If the campaign ends before, the next part runs its seed again.
struct ExaminedRun {
    run: Outcome,
    bugs: Vec<SuspectedBug>,
}

/// A pool that drives a solver.
///
/// # Errors
/// If the library does not load.
pub fn pool(
    drive: Drive,
    limits: &murxla_executor::Limits,
    jobs: usize,
    stop: &Arc<AtomicBool>,
) -> Result<Pool, Failure> {
    covered_pool(drive, limits, jobs, stop, None)
}

/// A [`pool`] that measures coverage.
///
/// # Errors
/// As [`pool`], and if coverage cannot be measured.
pub fn covered_pool(
    drive: Drive,
    limits: &murxla_executor::Limits,
    jobs: usize,
    stop: &Arc<AtomicBool>,
    coverage: Option<Coverage>,
) -> Result<Pool, Failure> {
    let library = drive.library.clone();
    let payload = Box::new(SolverPayload::new(drive));
    let pool = Pool::with_coverage(coverage, jobs, limits.clone(), payload, stop.clone());
    pool.map_err(|error| match (error, library) {
        (ExecutorError::Load(message), Some(path))
            if !message.contains(&*path.to_string_lossy()) =>
        {
            Failure::configuration(format!("{}: {message}", path.display()))
        }
        (error, _) => error.into(),
    })
}

fn io_failure(what: &str) -> impl Fn(std::io::Error) -> Failure {
    move |e| Failure::configuration(format!("{what}: {e}"))
}

impl<'a> Campaign<'a> {
    /// Loads the solvers and opens the results directory.
    ///
    /// # Errors
    /// A message that says what the user can change.
    pub fn new(
        plan: &'a Plan,
        reports: Vec<Box<dyn Reporter>>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let rules = Rules::new(&plan.drive.profile.errors).map_err(Failure::configuration)?;
        let rules = Rc::new(rules);
        let what = format!(
            "cannot use the results directory {} (choose another with --out)",
            plan.out.display()
        );
        let out = io_failure(&what);
        let identity = Identity {
            solver: plan.subject.spec.to_string(),
            shard: plan.runs.shard,
            corpus: plan.drive.sources.corpus.digest().map(str::to_owned),
            restarts: plan.runs.restarts,
        };
        let (results, earlier) = Results::open(&plan.out, &identity).map_err(&out)?;
        let OracleSet {
            workers,
            releases,
            libraries: of_oracles,
        } = OracleSet::of(plan, &stop)?;
        let replays = Replays::new(plan, Rc::clone(&rules), &stop)?;
        let mut drive = plan.drive.clone();
        drive.options.conflicts = Some(results.conflicts_file());
        drive.sources.entry_states = replays.states();
        drive.defects.of_oracles = defects_of(&releases);
        // To report limits, searches must run until they reach them.
        drive.interrupts = !plan.findings.report_limits;
        let coverage = plan
            .coverage
            .map(|what| prepare_coverage(what, earlier.coverage.clone()));
        let coverage = coverage.transpose()?;
        if plan.coverage.is_some() && !earlier.coverage.is_empty() {
            let kept = results.keep_coverage_before(&earlier.coverage);
            kept.map_err(&out)?;
        }
        let pool = covered_pool(drive, &plan.limits, plan.jobs, &stop, coverage)?;
        let guidance = guided::guidance(plan, &earlier, &pool)?;
        let library = describe_library(&plan.subject, pool.version());
        let mut used = vec![(library, &plan.subject.spec.source)];
        used.extend(
            of_oracles
                .iter()
                .map(|(library, source)| (library.clone(), source)),
        );
        let changed = libraries::changed(&earlier.libraries, &used, &plan.out)?;
        let baseline = baseline::baseline_pool(plan, &stop)?;
        let minimizer = match &plan.findings.minimize {
            None => None,
            Some(args) => {
                let known = earlier.findings.iter().map(|(finding, _)| finding);
                let known = known.map(|finding| (Place::Findings, finding));
                let more = earlier.candidates.iter();
                let more = more.map(|candidate| (Place::Candidates, candidate));
                let folder = results.folder().map_err(out)?;
                Some(FindingMinimizer::new(args, folder, known.chain(more)))
            }
        };
        let known_defects = known_defects(plan, pool.version(), releases);
        Ok(Self {
            plan,
            stop,
            scheduler: Scheduler {
                pool,
                oracles: OraclePool::new(workers),
                baseline,
                replays,
                waiting: WaitingRuns::default(),
                guidance,
                seeds: seeds(plan, earlier.reached),
                started: Instant::now(),
                has_ended: false,
            },
            decider: Decider {
                triage: Triage {
                    rules,
                    findings: earlier.findings,
                    candidates: earlier.candidates,
                    has_seen_known: false,
                    new: BTreeSet::new(),
                },
                examined: BTreeMap::new(),
                tasks: Tasks::default(),
                leaks: LeakWatch::default(),
                conflicts: earlier.conflicts,
                minimizer,
                changed,
            },
            record: Record {
                results,
                reports,
                is_unread: false,
                earlier: earlier.counters,
                now: Counters::default(),
                stats: plan.drive.collected.stats.then(|| Stats::new(&plan.drive)),
                strategies: BTreeMap::new(),
                start: PartStart {
                    settings_before: earlier.settings,
                    damage: earlier.damage,
                    known_defects,
                    libraries: used.into_iter().map(|(library, _)| library).collect(),
                },
                covered: StoredCoverage {
                    before: earlier.coverage,
                    count: 0,
                },
                jobs: ShownJobs::new(),
            },
        })
    }

    /// Runs until the end of the plan, or until the user interrupts the campaign. Returns the exit
    /// code.
    ///
    /// # Errors
    /// If children cannot be run or results cannot be written.
    pub fn run(mut self) -> Result<u8, Failure> {
        let Plan { subject, drive, .. } = self.plan;
        let options = &drive.user.options;
        try_options(&mut self.scheduler.pool, subject, options, drive.is_trusted)?;
        let spec = self.plan.subject.spec.to_string();
        let (version, out) = (
            self.scheduler.pool.version().to_owned(),
            self.plan.out.display().to_string(),
        );
        let known_defects = std::mem::take(&mut self.record.start.known_defects);
        let earlier = self.decider.triage.findings.clone();
        let mut remarks = self.scheduler.pool.remarks().to_vec();
        remarks.extend(self.begin_part());
        remarks.extend(self.remark_on_seed());
        remarks.extend(self.remark_on_table());
        remarks.extend(self.remark_on_baseline());
        self.emit(&Event::Started {
            solver: &spec,
            version: &version,
            seed: self.scheduler.seeds.first(),
            shard: self.plan.runs.shard,
            out: &out,
            remarks: &remarks,
            known_defects: &known_defects,
            earlier: &earlier,
        })?;
        for message in std::mem::take(&mut self.record.start.damage) {
            self.emit(&Event::Damaged { message: &message })?;
        }
        // From the start, the results directory names its solver.
        self.progress(true)?;
        self.adopt_libraries()?;
        while !self.stopped() && self.is_unfinished() {
            self.step()?;
        }
        let not_minimized = self.minimize_rest()?;
        self.end(&not_minimized)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Stores an event in the results directory and passes it to the reports.
    fn emit(&mut self, event: &Event<'_>) -> Result<(), Failure> {
        self.write(|campaign| campaign.record.results.take(event))?;
        self.report(event)
    }

    /// Passes an event to the reports, but does not store it.
    fn report(&mut self, event: &Event<'_>) -> Result<(), Failure> {
        for report in &mut self.record.reports {
            match report.take(event) {
                // Nobody reads what the campaign was started for.
                Err(e) if e.kind() == ErrorKind::BrokenPipe => {
                    self.record.is_unread = true;
                    self.stop.store(true, Ordering::Relaxed);
                }
                // A full disk stops the campaign only when it writes results. Output that is lost
                // is an error at the end.
                Err(e) if room::is_full(&e) => {}
                other => other.map_err(io_failure("cannot report"))?,
            }
        }
        Ok(())
    }

    fn progress(&mut self, save: bool) -> Result<(), Failure> {
        if !self.scheduler.has_ended {
            self.record.now.time = self.scheduler.started.elapsed().as_secs_f64();
        }
        self.record.now.coverage = self.scheduler.pool.coverage().map(Coverage::count);
        let (total, now) = (self.record.total(), self.record.now.clone());
        if self.plan.verbose && self.record.jobs.at.elapsed() >= step::TICK {
            let running = self.scheduler.pool.running_items();
            self.record.jobs.update(running);
        }
        let jobs = std::mem::take(&mut self.record.jobs.all);
        let confirming = self.decider.suspected_runs().len();
        self.emit(&Event::Progress {
            total: &total,
            now: &now,
            left: self.left(),
            minimizing: self.decider.minimizer.as_ref().map(FindingMinimizer::open),
            confirming,
            waiting: self.scheduler.waiting.len(),
            jobs: &jobs,
        })?;
        self.record.jobs.all = jobs;
        if save || self.record.results.is_due() {
            self.keep_coverage()?;
            self.keep_entries()?;
        }
        self.write(|campaign| {
            let reached = || campaign.scheduler.seeds.reached();
            let (version, findings) = (
                campaign.scheduler.pool.version(),
                &campaign.decider.triage.findings,
            );
            campaign
                .record
                .results
                .save(version, reached, &total, findings, save)
        })
    }

    /// An estimate of the seconds that are left, if there is a limit.
    fn left(&self) -> Option<f64> {
        let until = self.plan.runs.until?;
        let by_time = until
            .time
            .map(|time| time.as_secs_f64() - self.record.now.time);
        let pace = self.record.now.time / self.record.now.runs as f64;
        let by_runs = self
            .scheduler
            .seeds
            .unfinished()
            .map(|runs| runs as f64 * pace);
        let both = by_time
            .into_iter()
            .chain(by_runs.filter(|_| self.record.now.runs > 0));
        both.min_by(f64::total_cmp).map(|left| left.max(0.0))
    }

    /// The next run to decide about. Runs are decided in their order, so that the speed of oracles
    /// does not decide which run a finding is reported for.
    fn next_examined(&mut self) -> Option<ExaminedRun> {
        let waiting = self
            .scheduler
            .waiting
            .first()
            .filter(|_| self.has_fixed_runs());
        let first = self.decider.examined.first_entry()?;
        let pending = self
            .scheduler
            .oracles
            .first_pending()
            .into_iter()
            .chain(waiting)
            .min();
        pending
            .is_none_or(|pending| *first.key() < pending)
            .then(|| first.remove())
    }

    /// Counts a run about which all is decided, when there were `found` findings before.
    fn count(&mut self, run: &Outcome, found: u64) -> Result<(), Failure> {
        if let Verdict::Killed | Verdict::Unusable(_) = run.verdict {
            let message = run.verdict.to_string();
            self.emit(&Event::Trouble {
                message: &message,
                seed: run.seed(),
            })?;
        }
        self.record.now.count(run);
        self.record.counts_of_strategy(run).runs += 1;
        if let Some(stats) = &mut self.record.stats {
            stats.add(run);
            if let Some(repeat) = stats.repeat_of(run) {
                stats.begin_repeat(run, self.scheduler.pool.submit([repeat]));
            }
        }
        if let Some(seed) = run.seed() {
            self.scheduler.seeds.end(seed);
        }
        if self.record.now.found > found {
            self.progress(true)?;
        }
        Ok(())
    }

    fn end(mut self, not_minimized: &[FindingId]) -> Result<u8, Failure> {
        self.scheduler.replays.store();
        self.progress(true)?;
        if let Some(mut stats) = self.record.stats.take() {
            // The CPU time of children is known when they have ended.
            self.scheduler.pool.close();
            drop(self.scheduler.baseline.take());
            let oracles = std::mem::take(&mut self.scheduler.oracles).cpu();
            let replays = self.scheduler.replays.close();
            let most = self.scheduler.started.elapsed() * self.plan.jobs as u32;
            stats.set_coverage(self.record.now.coverage);
            stats.end(
                Usage::of_this_process(),
                Usage::of_children(),
                [oracles, replays, most],
            );
            self.emit(&Event::Statistics { stats: &stats })?;
        }
        let interrupted = self.stopped() && !self.record.is_unread;
        let (total, now) = (self.record.total(), self.record.now.clone());
        let fails = self.decider.triage.fails(self.plan.findings.fail_on);
        let mut findings = std::mem::take(&mut self.decider.triage.findings);
        let (strategies, compared) = (
            std::mem::take(&mut self.record.strategies),
            self.scheduler.oracles.compared(),
        );
        findings.sort_by(|(one, _), (other, _)| worst_first(one, other));
        let not_examined = self.decider.suspected_runs();
        let guided = self.guided_runs();
        let enumerated = self.enumerated();
        self.emit(&Event::Ended {
            total: &total,
            now: &now,
            findings: &findings,
            not_minimized,
            not_examined: &not_examined,
            strategies: &strategies,
            left_out: self.scheduler.replays.left_out(),
            guided: guided.as_ref(),
            compared,
            enumerated,
            interrupted,
        })?;
        Ok(if interrupted {
            exit::INTERRUPTED
        } else if fails {
            exit::FINDING
        } else {
            exit::CLEAN
        })
    }
}

/// The known defects of the releases, which runs avoid. `others` are those of the oracles.
fn known_defects(plan: &Plan, version: &str, others: Vec<Release>) -> Vec<KnownDefects> {
    let Plan { subject, drive, .. } = plan;
    if !drive.defects.of_release {
        return Vec::new();
    }
    let mut releases = vec![Release::new(subject, version, &drive.profile)];
    releases.extend(others);
    let mut named = BTreeSet::new();
    releases.retain(|release| !release.defects.is_empty() && named.insert(release.name.clone()));
    let known = |release: Release| KnownDefects {
        release: release.name,
        defects: release.defects.iter().map(Defect::name).collect(),
    };
    releases.into_iter().map(known).collect()
}

/// The seeds of this part of the campaign.
fn seeds(plan: &Plan, reached: Option<Reached>) -> Seeds {
    let runs = plan.runs.until.and_then(|until| until.runs);
    if let Some(shard) = plan.runs.shard {
        return Seeds::of_shard(&shard, reached, runs);
    }
    let reached = match (plan.runs.seed, reached) {
        (Some(seed), reached) => reached.unwrap_or_default().going_on_from(seed),
        (None, Some(reached)) => reached,
        (None, None) if plan.drive.sources.strategies.enumerate_only() => Reached::new(0),
        // 52 bits: enough seeds for a campaign, and JSON numbers represent them exactly.
        (None, None) => Reached::new(fresh() >> 12),
    };
    Seeds::new(reached, runs)
}
