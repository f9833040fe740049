//! What runs, and what runs next.

use super::repeater::UNDER_TEST;
use super::replays::Replays;
use super::waiting::WaitingRuns;
use crate::exit::Failure;
use crate::guidance::Guidance;
use crate::oracle::OraclePool;
use crate::seeds::Seeds;
use murxla_executor::{Outcome, Pool, Verdict};
use std::time::Instant;

/// The processes of a campaign, its seeds, and its time.
pub(super) struct Scheduler<'a> {
    /// Runs the solver under test.
    pub(super) pool: Pool,
    /// Run the solvers of the oracles.
    pub(super) oracles: OraclePool,
    /// Runs the library of `--baseline`.
    pub(super) baseline: Option<Pool>,
    /// Replays of traces that say what is known about the library.
    pub(super) replays: Replays<'a>,
    /// Runs that wait for replays.
    pub(super) waiting: WaitingRuns,
    /// The entries that guide runs, if this was asked for.
    pub(super) guidance: Option<Guidance>,
    pub(super) seeds: Seeds,
    pub(super) started: Instant,
    /// No more runs are started, and the time of the campaign has ended.
    pub(super) has_ended: bool,
}

impl Scheduler<'_> {
    /// All pools of children: that of the solver under test, then those of the oracles' solvers,
    /// that of `--baseline`, and that of the replays.
    pub(super) fn pools(&mut self) -> Vec<&mut Pool> {
        let oracles = self.oracles.pools();
        let pools = std::iter::once(&mut self.pool).chain(oracles);
        let others = self
            .baseline
            .as_mut()
            .into_iter()
            .chain(self.replays.pool());
        pools.chain(others).collect()
    }

    /// The place of the pool of `--baseline` among [all pools](Self::pools), if there is one.
    pub(super) fn place_of_baseline(&self) -> Option<usize> {
        let place = UNDER_TEST + 1 + self.oracles.oracles().len();
        self.baseline.as_ref().map(|_| place)
    }

    /// Takes a run that cannot be made before some entries have been replayed. Returns any other.
    pub(super) fn wait_for_replays(&mut self, run: Outcome) -> Option<Outcome> {
        let Verdict::NeedsReplays(needs) = run.verdict else {
            self.waiting.remove(run.ticket);
            return Some(run);
        };
        self.replays.want_entries(&needs);
        self.waiting.add(run.ticket, run.item, needs);
        None
    }

    /// Continues with replays, and submits the runs that have waited for them, in order.
    pub(super) fn continue_replays(&mut self) -> Result<(), Failure> {
        self.replays.step()?;
        let replays = &self.replays;
        let ready = self.waiting.ready(|needs| replays.know_entries(needs));
        self.pool.submit_again(ready);
        Ok(())
    }
}
