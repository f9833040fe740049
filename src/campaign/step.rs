//! One step of the loop of a campaign: starts runs, takes outcomes, asks oracles, continues with
//! the [tasks](super::tasks).

use super::{Campaign, ExaminedRun};
use crate::executor::{self, Item, Outcome, Pool, Verdict};
use crate::exit::{self, Failure};
use crate::triage::SuspectedBug;
use std::time::Duration;

/// How long a step waits for an outcome at most. So often the time limit is checked and progress is
/// reported.
pub(super) const TICK: Duration = Duration::from_millis(200);

/// The number of runs that may wait for oracles or for a decision. With more, no runs are started;
/// their traces take some megabytes.
const MOST_UNDECIDED: usize = 1000;

impl Campaign<'_> {
    /// All pools of children: that of the solver under test, then those of the oracles' solvers.
    pub(super) fn pools(&mut self) -> Vec<&mut Pool> {
        let oracles = self.oracles.pools();
        std::iter::once(&mut self.pool).chain(oracles).collect()
    }

    /// Whether the time limit has passed. Unfinished runs are then abandoned, and their seeds are
    /// run again when the campaign continues.
    pub(super) fn is_time_over(&self) -> bool {
        self.time_left().is_some_and(|left| left.is_zero())
    }

    /// The time until the time limit, if there is one.
    pub(super) fn time_left(&self) -> Option<Duration> {
        let end = self.plan.until.and_then(|until| until.time)?;
        Some(end.saturating_sub(self.started.elapsed()))
    }

    /// Whether there are runs to start, to wait for, or to decide about.
    pub(super) fn is_unfinished(&self) -> bool {
        let runs = self.seeds.left() != Some(0) || self.pool.pending() > 0;
        runs && !self.is_time_over() || self.undecided() > 0
    }

    /// The number of runs that have ended and are not decided about, and of open tasks.
    fn undecided(&self) -> usize {
        self.oracles.pending() + self.examined.len() + self.tasks.len()
    }

    /// Starts runs, waits until something happens, takes outcomes, and decides about them.
    pub(super) fn step(&mut self) -> Result<(), Failure> {
        if self.is_time_over() {
            self.pool.abandon();
            self.oracles.drop_waiting();
        }
        while self.pool.free_slots() > 0
            && self.seeds.left() != Some(0)
            && self.undecided() < MOST_UNDECIDED
        {
            // Batches become smaller towards the end, so that no job runs the last batch alone.
            let left = self.seeds.left();
            let share = left.map_or(u64::MAX, |left| left.div_ceil(self.plan.jobs as u64));
            let batch = self.seeds.begin(share.min(self.plan.limits.batch as u64));
            self.pool.submit(batch.map(Item::Seed));
        }
        match executor::wait_for_outcome(&mut self.pools(), TICK) {
            Err(executor::ExecutorError::Interrupted) => return Ok(()),
            other => other?,
        }
        while let Some(outcome) = self.pool.take_ready_outcome() {
            self.take(outcome)?;
        }
        while let Some((run, bugs)) = self.oracles.take_examined() {
            self.decide_or_defer(run, bugs)?;
        }
        self.work()?;
        self.minimize()?;
        self.progress(false)
    }

    /// Takes the outcome of a run, or of a repetition for `--stats`.
    fn take(&mut self, outcome: Outcome) -> Result<(), Failure> {
        if let Verdict::Defect(message) = &outcome.verdict {
            return Err(Failure {
                code: exit::DEFECT,
                message: format!("run {:?} panicked: {message}", outcome.item),
            });
        }
        let stats = self.stats.as_mut();
        if stats.is_some_and(|stats| stats.take_repeat(&outcome)) {
            return Ok(());
        }
        let is_limit = |bug: &SuspectedBug| bug.is_limit_while_solving();
        let bug = match outcome.verdict {
            Verdict::Ok => None,
            _ => SuspectedBug::of(outcome.clone()),
        };
        // The answers before a limit can be compared.
        let has_answers = outcome.verdict == Verdict::Ok || bug.as_ref().is_some_and(is_limit);
        let bug = bug.filter(|bug| self.plan.report_limits || !is_limit(bug));
        if bug.is_none() && has_answers && self.oracles.has_oracles() {
            self.oracles.add(outcome);
            return Ok(());
        }
        self.decide_or_defer(outcome, bug.into_iter().collect())
    }

    /// Decides about a run, or defers the decision if it takes time.
    fn decide_or_defer(&mut self, run: Outcome, bugs: Vec<SuspectedBug>) -> Result<(), Failure> {
        let examined = ExaminedRun { run, bugs };
        if self.takes_time(&examined) {
            self.examined.insert(examined.run.ticket, examined);
            return Ok(());
        }
        self.decide_at_once(examined)
    }

    /// Whether the decision about a run needs other runs.
    fn takes_time(&self, examined: &ExaminedRun) -> bool {
        self.may_show_conflict(&examined.run)
            || self.leaks.suspects(&examined.run)
            || examined.bugs.iter().any(|bug| self.triage.is_new(bug))
    }
}
