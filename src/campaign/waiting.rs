//! Runs that need replays of entries of the corpus before they can be made.

use murxla_executor::Item;
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

    /// Adds a run that needs entries with these numbers.
    pub(super) fn add(&mut self, ticket: u64, item: Item, needs: Vec<usize>) {
        self.0.insert(ticket, WaitingRun { item, needs });
    }

    /// Removes a run that has been made.
    pub(super) fn remove(&mut self, ticket: u64) {
        self.0.remove(&ticket);
    }

    /// The runs that can be made now, in order. They wait until they are removed.
    pub(super) fn ready(&mut self, are_known: impl Fn(&[usize]) -> bool) -> Vec<(u64, Item)> {
        let waiting = self.0.iter_mut();
        let ready = waiting.filter(|(_, run)| !run.needs.is_empty() && are_known(&run.needs));
        let ready = ready.map(|(ticket, run)| {
            run.needs.clear();
            (*ticket, run.item.clone())
        });
        ready.collect()
    }
}
