//! What goes on all the time: runs are begun and taken, judges are asked, time goes by. Whoever has to wait for
//! something goes on with this meanwhile, so that one slow run holds up no other.

use super::{Campaign, Judged};
use crate::executor::{self, Item, Outcome, Pool, Verdict};
use crate::exit::{self, Failure};
use crate::triage::SuspectedBug;
use std::time::Duration;

/// How often it is looked whether it is late, and told that time has gone by, where no run ends.
pub(super) const TICK: Duration = Duration::from_millis(200);

/// So many runs may wait to be judged or looked into before no more are begun: some megabytes of traces.
const HELD: usize = 1000;

/// The place of the solver under test in [`Campaign::pools`].
pub(super) const SUBJECT: usize = 0;

impl Campaign<'_> {
    /// What runs solvers: that of the subject, then those of the judges.
    pub(super) fn pools(&mut self) -> Vec<&mut Pool> {
        let judges = self.court.pools();
        std::iter::once(&mut self.pool).chain(judges).collect()
    }

    /// Whether the time is over. What has been begun is then not waited for: its seeds come again.
    fn is_late(&self) -> bool {
        let end = self.plan.until.and_then(|until| until.time);
        end.is_some_and(|time| self.started.elapsed() >= time)
    }

    /// Whether something is to be begun or waited for.
    pub(super) fn goes_on(&self) -> bool {
        let runs = self.seeds.left() != Some(0) || self.pool.pending() > 0;
        runs && !self.is_late() || self.held() > 0
    }

    /// Runs that have ended and are not decided.
    fn held(&self) -> usize {
        self.court.open() + self.judged.len()
    }

    /// Begins runs, waits until something happens, and takes what has ended. What takes time to be decided is only put
    /// down: a step is also what is done meanwhile.
    pub(super) fn step(&mut self) -> Result<(), Failure> {
        if self.is_late() {
            self.pool.abandon();
            self.court.dismiss();
        }
        while self.pool.idle() > 0 && self.seeds.left() != Some(0) && self.held() < HELD {
            // Towards the end batches get smaller, or one job would be left with the last of them.
            let share =
                { self.seeds.left() }.map_or(u64::MAX, |left| left.div_ceil(self.plan.jobs as u64));
            let batch = self.seeds.begin(share.min(self.plan.limits.batch as u64));
            self.pool.submit(batch.map(Item::Seed));
        }
        match executor::wait_for_outcome(&mut self.pools(), TICK) {
            Err(executor::ExecutorError::Interrupted) => return Ok(()),
            other => other?,
        }
        while let Some(outcome) = self.pool.ready() {
            self.take(outcome)?;
        }
        while let Some((run, charges)) = self.court.judged() {
            self.put_down(run, charges)?;
        }
        self.minimize()?;
        self.progress(false)
    }

    /// A run has ended, or what `--stats` repeats.
    fn take(&mut self, outcome: Outcome) -> Result<(), Failure> {
        if let Verdict::Defect(message) = &outcome.verdict {
            return Err(Failure {
                code: exit::DEFECT,
                message: format!("run {:?} panicked: {message}", outcome.item),
            });
        }
        if { self.stats.as_mut() }.is_some_and(|stats| stats.is_repeat(&outcome)) {
            return Ok(());
        }
        if outcome.verdict == Verdict::Ok && !self.court.is_empty() {
            self.court.add(outcome);
            return Ok(());
        }
        let charge = SuspectedBug::of(outcome.clone())
            .filter(|charge| self.plan.report_limits || !charge.is_limit_while_solving());
        self.put_down(outcome, charge.into_iter().collect())
    }

    /// Decides about a run, or puts it down where that takes time.
    fn put_down(&mut self, run: Outcome, charges: Vec<SuspectedBug>) -> Result<(), Failure> {
        let judged = Judged { run, charges };
        if self.takes_time(&judged) {
            self.judged.insert(judged.run.ticket, judged);
            return Ok(());
        }
        self.decide(judged)
    }

    fn takes_time(&self, judged: &Judged) -> bool {
        self.may_teach(&judged.run)
            || self.is_suspect(&judged.run)
            || judged.charges.iter().any(|charge| self.is_new(charge))
    }

    /// Runs items in one fresh child of one of the [pools](Self::pools), while the campaign goes on. There are fewer
    /// outcomes if the child ends early, or the user wants to stop.
    pub(super) fn run_list(
        &mut self,
        pool: usize,
        items: Vec<Item>,
    ) -> Result<Vec<Outcome>, Failure> {
        self.pools()[pool].begin_list(items)?;
        while !self.stopped() {
            if let Some(outcomes) = self.pools()[pool].take_list() {
                if let Some(stats) = self.stats.as_mut().filter(|_| pool == SUBJECT) {
                    outcomes.iter().for_each(|outcome| stats.again(outcome));
                }
                return Ok(outcomes);
            }
            self.step()?;
        }
        Ok(Vec::new())
    }

    /// As [`Campaign::run_list`] with one item. None if the user wants to stop.
    pub(super) fn run_one(&mut self, pool: usize, item: Item) -> Result<Option<Outcome>, Failure> {
        while !self.stopped() {
            // There is none if the child was killed from outside before it had begun.
            if let Some(outcome) = self.run_list(pool, vec![item.clone()])?.pop() {
                return Ok(Some(outcome));
            }
        }
        Ok(None)
    }
}
