//! What runs, and what runs next.

use super::repeater::UNDER_TEST;
use super::replays::Replays;
use super::waiting::WaitingRuns;
use crate::executor::Pool;
use crate::guidance::Guidance;
use crate::oracle::OraclePool;
use crate::seeds::Seeds;
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
}
