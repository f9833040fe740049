//! A campaign: seeds → children → judges → triage → events.

mod confirm;
mod learn;
mod minimizer;
mod oracles;
mod room;
mod step;

pub use oracles::{OracleSet, Release, defects_of};

use crate::executor::{Item, Outcome, Pool, RunningItem, Usage, Verdict};
use crate::exit::{self, Failure};
use crate::oracle::OraclePool;
use crate::payload::{Drive, SolverPayload};
use crate::plan::Plan;
use crate::report::{Counters, EVIDENCE, Event, FULL, Job, KnownDefects, OUTPUT, Report, Results};
use crate::seeds::{Reached, Seeds, fresh};
use crate::stats::Stats;
use crate::trace_file::header;
use crate::triage::{self, Finding, Reproduces, Rules, SuspectedBug};
use minimizer::Minimizer;
use murxla_fsm::option::Conflicts;
use murxla_fsm::profile::Defect;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A campaign under way.
pub struct Campaign<'a> {
    plan: &'a Plan,
    stop: Arc<AtomicBool>,
    pool: Pool,
    court: OraclePool,
    /// Those of the judges, with what they get wrong.
    releases: Vec<Release>,
    rules: Rules,
    results: Results,
    reports: Vec<Box<dyn Report>>,
    earlier: Counters,
    now: Counters,
    findings: Vec<(Finding, u64)>,
    /// To be decided about one after the other, since what they are charged with may be the same; by ticket.
    judged: BTreeMap<u64, Judged>,
    seeds: Seeds,
    started: Instant,
    /// What each job did when it was looked at last, if that is to be told.
    jobs: Vec<Option<Job>>,
    looked: Instant,
    suspicion: i64,
    seen_any: bool,
    /// What the runs were made of, if asked for.
    stats: Option<Stats>,
    /// Settings that the solver refuses together.
    conflicts: Conflicts,
    /// If findings are to be minimized.
    minimizer: Option<Minimizer>,
}

/// A run that has ended and been judged. It is counted when it is decided about: until then, a campaign that goes on
/// runs its seed again.
struct Judged {
    run: Outcome,
    charges: Vec<SuspectedBug>,
}

/// A pool that drives a solver.
///
/// # Errors
/// If the library does not load.
pub fn pool(
    drive: Drive,
    limits: &crate::executor::Limits,
    jobs: usize,
    stop: &Arc<AtomicBool>,
) -> Result<Pool, Failure> {
    let payload = Box::new(SolverPayload::new(drive));
    Ok(Pool::new(jobs, limits.clone(), payload, stop.clone())?)
}

/// Sets the options that the user gave once, to say at the start what the solver refuses: in runs
/// a refused option is nothing unusual.
///
/// # Errors
/// The solver's words about the first one that it refuses.
pub fn try_options(pool: &mut Pool, plan: &Plan) -> Result<(), Failure> {
    for (name, value) in &plan.drive.forced {
        let quote = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let trace = format!("new\nset-option {} {}\n", quote(name), quote(value));
        let outcome = pool.run_one(Item::Trace(Arc::from(trace)))?;
        let refused = outcome
            .trace
            .lines()
            .find_map(|l| l.strip_prefix("#= refused"));
        let wrong = match (&outcome.verdict, refused) {
            (Verdict::Ok, None) => continue,
            (Verdict::Ok, Some(reason)) => reason.trim().to_owned(),
            (other, _) => format!("{other} {}", outcome.output.trim()),
        };
        return Err(Failure::configuration(format!(
            "{} refuses the option {name}={value}: {wrong}; 'murxla-rs show options' lists what can be set",
            plan.subject.spec
        )));
    }
    Ok(())
}

fn io_failure(what: &str) -> impl Fn(std::io::Error) -> Failure {
    move |e| Failure::configuration(format!("{what}: {e}"))
}

impl<'a> Campaign<'a> {
    /// Loads the solvers and opens the results directory.
    ///
    /// # Errors
    /// What the user must change.
    pub fn new(
        plan: &'a Plan,
        reports: Vec<Box<dyn Report>>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let rules = Rules::new(&plan.drive.profile.errors).map_err(Failure::configuration)?;
        let what = format!(
            "cannot use the results directory {}, choose another with --out",
            plan.out.display()
        );
        let out = io_failure(&what);
        let (results, earlier) =
            Results::open(&plan.out, &plan.subject.spec.to_string(), plan.shard).map_err(out)?;
        let OracleSet { judges, releases } = OracleSet::of(plan, &stop)?;
        let drive = Drive {
            conflicts: Some(results.conflicts_file()),
            oracle_defects: defects_of(&releases),
            // A search that nobody interrupts runs into the limits that are asked for.
            interrupts: !plan.report_limits,
            ..plan.drive.clone()
        };
        let mut pool = pool(drive, &plan.limits, plan.jobs, &stop)?;
        try_options(&mut pool, plan)?;
        let minimizer = { plan.minimize.as_ref() }.map(|args| {
            let known = earlier.findings.iter().map(|(finding, _)| finding);
            Minimizer::new(args, &plan.out, known)
        });
        Ok(Self {
            plan,
            stop,
            pool,
            court: OraclePool::new(judges),
            releases,
            rules,
            results,
            reports,
            earlier: earlier.counters,
            now: Counters::default(),
            findings: earlier.findings,
            judged: BTreeMap::new(),
            seeds: seeds(plan, earlier.reached),
            started: Instant::now(),
            jobs: Vec::new(),
            looked: Instant::now(),
            suspicion: confirm::LEAK,
            seen_any: false,
            stats: plan.drive.stats.then(|| Stats::new(&plan.drive)),
            conflicts: earlier.conflicts,
            minimizer,
        })
    }

    /// Runs until the plan says so, or until interrupted. Returns the exit code.
    ///
    /// # Errors
    /// If children can no longer be run or results no longer be written.
    pub fn run(mut self) -> Result<u8, Failure> {
        let spec = self.plan.subject.spec.to_string();
        let (version, out) = (
            self.pool.version().to_owned(),
            self.plan.out.display().to_string(),
        );
        let spared = self.spared(&version);
        let earlier = self.findings.clone();
        self.tell(&Event::Started {
            solver: &spec,
            version: &version,
            seed: self.seeds.first(),
            shard: self.plan.shard,
            out: &out,
            known_defects: &spared,
            earlier: &earlier,
        })?;
        // The directory says from the beginning whose it is.
        self.progress(true)?;
        while !self.stopped() && self.goes_on() {
            self.step()?;
            while !self.stopped()
                && let Some(judged) = self.next_judged()
            {
                self.decide(judged)?;
            }
        }
        self.minimize_rest()?;
        self.end()
    }

    /// What runs leave out, because one of the releases is known to get it wrong.
    fn spared(&self, version: &str) -> Vec<KnownDefects> {
        let Plan { subject, drive, .. } = self.plan;
        if !drive.excludes_known_defects {
            return Vec::new();
        }
        let mut releases = vec![Release::new(subject, version, &drive.profile)];
        releases.extend(self.releases.clone());
        let mut named = BTreeSet::new();
        releases
            .retain(|release| !release.defects.is_empty() && named.insert(release.name.clone()));
        let known = |release: Release| KnownDefects {
            release: release.name,
            defects: release.defects.iter().map(Defect::name).collect(),
        };
        releases.into_iter().map(known).collect()
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn tell(&mut self, event: &Event<'_>) -> Result<(), Failure> {
        self.write(|campaign| campaign.results.take(event))?;
        self.report(event)
    }

    /// Tells of an event, but does not record it.
    fn report(&mut self, event: &Event<'_>) -> Result<(), Failure> {
        for report in &mut self.reports {
            match report.take(event) {
                // The reader of our output has gone: the campaign goes on without it.
                Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => {}
                // Nor is it held up by what is no result: that waits for room.
                Err(e) if room::is_full(&e) => {}
                other => other.map_err(io_failure("cannot report"))?,
            }
        }
        Ok(())
    }

    fn progress(&mut self, save: bool) -> Result<(), Failure> {
        self.now.time = self.started.elapsed().as_secs_f64();
        let (total, now) = (self.total(), self.now.clone());
        if self.plan.verbose && self.looked.elapsed() >= step::TICK {
            self.looked = Instant::now();
            self.jobs = self.pool.running_items().into_iter().map(job).collect();
        }
        let jobs = std::mem::take(&mut self.jobs);
        self.tell(&Event::Progress {
            total: &total,
            now: &now,
            left: self.left(),
            jobs: &jobs,
        })?;
        self.jobs = jobs;
        self.write(|campaign| {
            let reached = || campaign.seeds.reached();
            let (version, findings) = (campaign.pool.version(), &campaign.findings);
            campaign
                .results
                .save(version, reached, &total, findings, save)
        })
    }

    /// Seconds to the end, as far as it can be told.
    fn left(&self) -> Option<f64> {
        let until = self.plan.until?;
        let by_time = until.time.map(|time| time.as_secs_f64() - self.now.time);
        let pace = self.now.time / self.now.runs as f64;
        let by_runs = self.seeds.to_end().map(|runs| runs as f64 * pace);
        let both = by_time
            .into_iter()
            .chain(by_runs.filter(|_| self.now.runs > 0));
        both.min_by(f64::total_cmp).map(|left| left.max(0.0))
    }

    fn total(&self) -> Counters {
        &self.earlier + &self.now
    }

    /// What is to be decided about next: in the order of runs, so that how fast judges are does not change which run a
    /// finding is told of.
    fn next_judged(&mut self) -> Option<Judged> {
        let first = self.judged.first_entry()?;
        let before = self.court.first_open();
        before
            .is_none_or(|open| *first.key() < open)
            .then(|| first.remove())
    }

    /// Decides about a run. Only what [takes time](Campaign::takes_time) waits for other runs.
    fn decide(&mut self, judged: Judged) -> Result<(), Failure> {
        let Judged { run, charges } = judged;
        let found = self.now.found;
        self.learn(&run)?;
        if self.is_suspect(&run) {
            self.suspect_leak(&run)?;
        }
        if let Verdict::Killed | Verdict::Refused { .. } | Verdict::Unsupported { .. } = run.verdict
        {
            let message = run.verdict.to_string();
            self.tell(&Event::Trouble {
                message: &message,
                seed: seed_of(&run),
            })?;
        }
        for charge in charges {
            self.charge(charge)?;
        }
        if self.stopped() {
            return Ok(()); // Perhaps too soon: its seed comes again.
        }
        self.now.count(&run);
        if let Some(stats) = &mut self.stats {
            stats.add(&run);
            if let Some(again) = stats.wants_again(&run) {
                stats.repeats(&run, self.pool.submit([again]));
            }
        }
        if let Item::Seed(seed) = run.item {
            self.seeds.end(seed);
        }
        if self.now.found > found {
            self.progress(true)?;
        }
        Ok(())
    }

    /// The place of the finding that shows the same bug.
    fn known(&self, key: &str) -> Option<usize> {
        self.findings.iter().position(|(known, _)| known.key == key)
    }

    /// Whether a charge is neither left out nor known.
    fn is_new(&self, charge: &SuspectedBug) -> bool {
        self.rules.excludes(charge).is_none() && self.known(&charge.key(&self.rules)).is_none()
    }

    /// Decides whether a charge is left out, known or new.
    fn charge(&mut self, charge: SuspectedBug) -> Result<(), Failure> {
        let seed = seed_of(&charge.outcome);
        if let Some(reason) = self.rules.excludes(&charge) {
            let reason = reason.to_owned();
            self.now.filtered += 1;
            return self.tell(&Event::Filtered {
                kind: &charge.kind,
                reason: &reason,
                seed,
            });
        }
        let key = charge.key(&self.rules);
        let id = triage::id(&charge.kind, &key);
        self.seen_any = true;
        if let Some(known) = self.known(&key) {
            self.findings[known].1 += 1;
            self.now.duplicates += 1;
            return self.tell(&Event::Duplicate { id: &id, seed });
        }
        let (reproduces, prefix) = self.confirm(&charge, &key)?;
        if matches!(
            charge.outcome.verdict,
            Verdict::Timeout | Verdict::OutOfMemory
        ) && reproduces == Reproduces::No
        {
            return Ok(()); // The machine was busy, not the solver stuck.
        }
        if self.stopped() {
            return Ok(()); // Perhaps before it was seen again.
        }
        let finding = Finding {
            id,
            kind: charge.kind.clone(),
            message: charge.message.clone(),
            key,
            frames: charge.outcome.frames.clone(),
            last_call: charge.outcome.last_call.clone(),
            seed,
            solver: self.plan.subject.spec.to_string(),
            version: charge.outcome.version.to_string(),
            reproduces,
            after: self.earlier.time + self.started.elapsed().as_secs_f64(),
        };
        self.keep(&finding, &charge, &prefix)?;
        self.now.found += 1;
        self.tell(&Event::Found { finding: &finding })?;
        if let Some(minimizer) = &mut self.minimizer {
            minimizer.add(&finding);
        }
        self.findings.push((finding, 1));
        Ok(())
    }

    fn keep(
        &mut self,
        finding: &Finding,
        charge: &SuspectedBug,
        prefix: &[Arc<str>],
    ) -> Result<(), Failure> {
        let subject = &self.plan.subject.spec;
        let mut trace = header(subject, &finding.version, finding.seed, Some(&finding.id));
        for earlier in prefix {
            trace.push_str(earlier);
        }
        trace.push_str(&charge.outcome.trace);
        let mut files = vec![(FULL, trace.as_str()), (OUTPUT, &charge.outcome.output)];
        let evidence = charge
            .evidence
            .as_ref()
            .map(|text| header(subject, &finding.version, finding.seed, Some(&finding.id)) + text);
        if let Some(text) = &evidence {
            files.push((EVIDENCE, text));
        }
        self.write(|campaign| campaign.results.keep(finding, &files))
    }

    fn end(mut self) -> Result<u8, Failure> {
        self.progress(true)?;
        if let Some(mut stats) = self.stats.take() {
            // Only what processes have used that are gone is known.
            self.pool.close();
            let judges = std::mem::take(&mut self.court).cpu();
            let most = self.started.elapsed() * self.plan.jobs as u32;
            stats.end(Usage::own(), Usage::of_children(), judges, most);
            self.tell(&Event::Statistics { stats: &stats })?;
        }
        let interrupted = self.stopped();
        let (total, now) = (self.total(), self.now.clone());
        let findings = std::mem::take(&mut self.findings);
        self.tell(&Event::Ended {
            total: &total,
            now: &now,
            findings: &findings,
            interrupted,
        })?;
        Ok(if interrupted {
            exit::INTERRUPTED
        } else if self.seen_any {
            exit::FINDING
        } else {
            exit::CLEAN
        })
    }
}

/// What is told of a job.
fn job(item: Option<RunningItem>) -> Option<Job> {
    let item = item?;
    Some(Job {
        seed: item.seed,
        seconds: item.time.as_secs_f64(),
        action: triage::action_of(&item.call).to_owned(),
    })
}

fn seed_of(outcome: &Outcome) -> Option<u64> {
    match outcome.item {
        Item::Seed(seed) => Some(seed),
        Item::Trace(_) => None,
    }
}

/// The seeds of this part of the campaign.
fn seeds(plan: &Plan, reached: Option<Reached>) -> Seeds {
    let runs = plan.until.and_then(|until| until.runs);
    match (plan.shard, plan.seed) {
        (Some(shard), _) => Seeds::of_shard(&shard, reached, runs),
        // So many bits that a campaign does not run out of seeds, and JSON's numbers have them all.
        (None, None) => Seeds::new(reached.unwrap_or_else(|| from(fresh() >> 12)), runs),
        (None, Some(seed)) => Seeds::new(from(seed), runs),
    }
}

/// Nothing has been run from this seed on.
fn from(next_seed: u64) -> Reached {
    Reached {
        next_seed,
        unfinished: Vec::new(),
    }
}
