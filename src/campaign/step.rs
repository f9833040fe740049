//! One step of the loop of a campaign: starts runs, takes outcomes, asks oracles, continues with
//! the [tasks](super::tasks).

use super::{Campaign, ExaminedRun};
use crate::exit::{self, Failure};
use crate::triage::SuspectedBug;
use murxla_executor::{self, Item, Outcome, Verdict};
use std::time::Duration;

/// How long a step waits for an outcome at most. So often the time limit is checked and progress is
/// reported.
pub(super) const TICK: Duration = Duration::from_millis(200);

/// How long a short batch takes, and its least number of runs.
const SHORT_BATCH: Duration = Duration::from_millis(250);
const LEAST_BATCH: u64 = 8;

/// The number of runs that may wait for oracles or for a decision. With more, no runs are started;
/// their traces take some megabytes.
const MOST_UNDECIDED: usize = 1000;

/// The number of runs that may wait for replays. Only their seeds are kept.
const MOST_WAITING: usize = 10_000;

impl Campaign<'_> {
    /// Whether there are runs to start, to wait for, or to decide about, or findings to minimize
    /// within a time limit. After the limit, unfinished runs are abandoned, and their seeds are run
    /// again when the campaign continues.
    pub(super) fn is_unfinished(&self) -> bool {
        let runs = self.scheduler.seeds.left() != Some(0)
            || self.scheduler.pool.pending() + self.scheduler.waiting.len() > 0;
        let minimizes = self.time_left().is_some() && self.decider.open_minimizations() > 0;
        !self.is_time_over() && (runs || self.undecided() > 0 || minimizes)
    }

    /// The number of runs that have ended and are not decided about, and of open tasks.
    pub(super) fn undecided(&self) -> usize {
        self.scheduler.oracles.pending() + self.decider.examined.len() + self.decider.tasks.len()
    }

    /// Starts runs, waits until something happens, takes outcomes, and decides about them.
    pub(super) fn step(&mut self) -> Result<(), Failure> {
        self.scheduler.continue_replays()?;
        let is_ending = self.is_ending();
        while self.scheduler.pool.free_slots() > 0
            && self.scheduler.seeds.left() != Some(0)
            && self.undecided() < MOST_UNDECIDED
            && self.scheduler.waiting.len() < MOST_WAITING
            && !is_ending
            && self.may_begin()
        {
            // Batches become smaller towards the end, so that no job runs the last batch alone.
            let left = self.scheduler.seeds.left();
            let share = left.map_or(u64::MAX, |left| left.div_ceil(self.plan.jobs as u64));
            let batch = self
                .scheduler
                .seeds
                .begin(share.min(self.guided_batch(self.batch())));
            let items: Vec<Item> = batch.map(|seed| self.item(seed)).collect();
            self.scheduler.pool.submit(items);
        }
        match murxla_executor::wait_for_outcome(&mut self.scheduler.pools(), TICK) {
            Err(murxla_executor::ExecutorError::Interrupted) => return Ok(()),
            other => other?,
        }
        while let Some(outcome) = self.scheduler.pool.take_ready_outcome() {
            self.take(outcome)?;
        }
        while let Some((run, bugs)) = self.scheduler.oracles.take_examined() {
            self.decide_or_defer(run, bugs)?;
        }
        self.work()?;
        self.minimize(if is_ending { self.plan.jobs } else { 1 })?;
        self.progress(false)
    }

    /// The number of runs of a batch. While runs wait for replays, batches are short, so that these
    /// runs begin soon after the replays.
    fn batch(&self) -> u64 {
        let most = self.plan.limits.batch as u64;
        if self.scheduler.waiting.len() == 0 && !self.scheduler.replays.know_no_entry() {
            return most;
        }
        let pace = self.record.now.runs as f64
            / self.plan.jobs as f64
            / self.scheduler.started.elapsed().as_secs_f64();
        let short = pace * SHORT_BATCH.as_secs_f64();
        (short as u64)
            .clamp(LEAST_BATCH, most.max(LEAST_BATCH))
            .min(most)
    }

    /// Takes the outcome of a run, or of a repetition for `--stats`.
    fn take(&mut self, outcome: Outcome) -> Result<(), Failure> {
        if let Verdict::Defect(message) = &outcome.verdict {
            return Err(Failure {
                code: exit::DEFECT,
                message: format!("run {:?} panicked: {message}", outcome.item),
            });
        }
        let stats = self.record.stats.as_mut();
        if stats.is_some_and(|stats| stats.take_repeat(&outcome)) {
            return Ok(());
        }
        let Some(outcome) = self.scheduler.wait_for_replays(outcome) else {
            return Ok(());
        };
        if let Some(guidance) = &mut self.scheduler.guidance {
            guidance.take(&outcome);
        }
        let is_limit = |bug: &SuspectedBug| bug.is_limit_while_solving();
        let bug = match outcome.verdict {
            Verdict::Ok => None,
            _ => SuspectedBug::of(outcome.clone()),
        };
        // The answers before a limit can be compared.
        let has_answers = outcome.verdict == Verdict::Ok || bug.as_ref().is_some_and(is_limit);
        let bug = bug.filter(|bug| self.plan.findings.report_limits || !is_limit(bug));
        if bug.is_none() && has_answers && self.scheduler.oracles.has_oracles() {
            self.scheduler.oracles.add(outcome);
            return Ok(());
        }
        self.decide_or_defer(outcome, bug.into_iter().collect())
    }

    /// Decides about a run, or defers the decision if it takes time.
    fn decide_or_defer(&mut self, run: Outcome, bugs: Vec<SuspectedBug>) -> Result<(), Failure> {
        let seed = run.seed().filter(|_| !bugs.is_empty());
        if let Some((guidance, seed)) = self.scheduler.guidance.as_mut().zip(seed) {
            guidance.forget(seed);
        }
        let examined = ExaminedRun { run, bugs };
        if self.takes_time(&examined) {
            self.decider.examined.insert(examined.run.ticket, examined);
            return Ok(());
        }
        self.decide_at_once(examined)
    }

    /// Whether the decision about a run needs other runs.
    fn takes_time(&self, examined: &ExaminedRun) -> bool {
        let mut bugs = examined.bugs.iter();
        self.may_show_conflict(&examined.run)
            || self.decider.leaks.suspects(&examined.run)
            || bugs.any(|bug| self.decider.triage.is_new(bug) || self.needs_replays(bug))
            || !examined.bugs.is_empty() && self.decides_in_order(examined.run.ticket)
    }

    /// Whether the decision about a run must wait, because those about earlier runs are open: the
    /// first traces with a key are kept.
    fn decides_in_order(&self, ticket: u64) -> bool {
        let is_earlier_waiting = self
            .scheduler
            .waiting
            .first()
            .is_some_and(|first| first < ticket);
        let is_open = !self.decider.examined.is_empty() || self.decider.tasks.len() > 0;
        self.has_fixed_runs() && (is_earlier_waiting || is_open)
    }
}
