//! Runs that need replays of entries of the corpus before they can be made.

use super::scheduler::Scheduler;
use crate::executor::{Item, Outcome, Verdict};
use crate::exit::Failure;
use std::collections::BTreeMap;

/// If more runs wait, decisions do not wait for them.
const MOST_AWAITED: usize = 100;

/// The runs that wait, by their tickets.
#[derive(Default)]
pub(super) struct WaitingRuns(BTreeMap<u64, WaitingRun>);

struct WaitingRun {
    item: Item,
    /// The numbers of the entries that it needs. Empty once the run has been submitted again.
    needs: Vec<usize>,
}

impl WaitingRuns {
    /// The number of runs that wait.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The ticket of the first one. Decisions about later runs can wait for it, so that replays do
    /// not decide which run a finding is reported for. `None` if that would take long.
    pub(super) fn first(&self) -> Option<u64> {
        let first = self.0.first_key_value().map(|(ticket, _)| *ticket);
        first.filter(|_| self.0.len() <= MOST_AWAITED)
    }
}

impl Scheduler<'_> {
    /// Takes a run that cannot be made before some entries have been replayed. Returns any other.
    pub(super) fn wait_for_replays(&mut self, run: Outcome) -> Option<Outcome> {
        let Verdict::NeedsReplays(needs) = run.verdict else {
            self.waiting.0.remove(&run.ticket);
            return Some(run);
        };
        self.replays.want_entries(&needs);
        let item = run.item;
        self.waiting
            .0
            .insert(run.ticket, WaitingRun { item, needs });
        None
    }

    /// Continues with replays, and submits the runs that have waited for them, in order.
    pub(super) fn continue_replays(&mut self) -> Result<(), Failure> {
        self.replays.step()?;
        let waiting = self.waiting.0.iter_mut();
        let ready = waiting
            .filter(|(_, run)| !run.needs.is_empty() && self.replays.know_entries(&run.needs));
        let ready = ready.map(|(ticket, run)| {
            run.needs.clear();
            (*ticket, run.item.clone())
        });
        self.pool.submit_again(ready);
        Ok(())
    }
}
