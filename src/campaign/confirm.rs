//! Confirms suspected bugs by repeating runs in fresh children.

use super::repeater::Repeater;
use crate::payload::SearchLimit;
use crate::trace_file::closed;
use crate::triage::{FindingId, Reproduces, SuspectedBug};
use murxla_executor::{Item, Verdict};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::trace::Note;
use std::sync::Arc;

/// The number of replays that decide whether a finding reproduces. A replay that reaches a limit
/// takes long, so there are fewer.
pub(super) const TRIES: u32 = 6;
pub(super) const TRIES_OF_LIMITS: u32 = 2;

/// How a suspected bug reproduces.
pub(super) struct Confirmed {
    pub(super) reproduces: Reproduces,
    /// The runs that it needs before.
    pub(super) prefix: Vec<Arc<str>>,
    /// See [`Finding::search_limit`](crate::triage::Finding::search_limit).
    pub(super) search_limit: Option<SearchLimit>,
}

impl Repeater {
    /// Repeats a suspected bug in fresh children.
    pub(super) async fn confirm(&self, bug: &SuspectedBug, id: &FindingId) -> Confirmed {
        let search_limit = self.needed_search_limit(bug, id).await;
        let head = search_limit.map_or(String::new(), SearchLimit::line);
        let item = if bug.outcome.calls.truncated {
            bug.outcome.item.clone()
        } else {
            Item::Trace((head + &bug.outcome.trace).into())
        };
        let (reproduces, prefix) = self.repeat(bug, id, &item).await;
        Confirmed {
            reproduces,
            prefix,
            search_limit,
        }
    }

    /// The limit of searches of a run in which a search was interrupted, unless the bug also shows
    /// without it.
    async fn needed_search_limit(&self, bug: &SuspectedBug, id: &FindingId) -> Option<SearchLimit> {
        let limit = bug.outcome.cost.interrupted?;
        let without = SearchLimit::NEVER.line() + &bug.outcome.trace;
        let again = self.run_one(Item::Trace(without.into())).await;
        let shows = self.shows(again, id, false).await;
        (!shows).then(|| limit.into())
    }

    /// Repeats the trace of a suspected bug alone, and if this never shows the bug, after the runs
    /// that the process had made before. Returns how it reproduces, and the runs that it needs.
    async fn repeat(
        &self,
        bug: &SuspectedBug,
        id: &FindingId,
        item: &Item,
    ) -> (Reproduces, Vec<Arc<str>>) {
        let by_oracle = !bug.oracle_header.is_empty();
        if bug.violation.kind == BugKind::Leak {
            return (Reproduces::Yes, Vec::new()); // It was repeated in order to find it.
        }
        let tries = match bug.outcome.verdict {
            Verdict::Timeout | Verdict::OutOfMemory => TRIES_OF_LIMITS,
            _ => TRIES,
        };
        let mut seen = 0;
        for _ in 0..tries {
            let again = self.run_one(item.clone()).await;
            seen += u32::from(self.shows(again, id, by_oracle).await);
        }
        if seen == tries {
            return (Reproduces::Yes, Vec::new());
        }
        if seen > 0 {
            return (Reproduces::Flaky { seen, tries }, Vec::new());
        }
        // Tries 1, 2, 4 … runs before it, until the bug shows.
        let prefix: Vec<Arc<str>> = bug.outcome.process.prefix.iter().map(continued).collect();
        let mut length = 1;
        while !prefix.is_empty() {
            let tail = &prefix[prefix.len().saturating_sub(length)..];
            let items = tail.iter().map(|text| Item::Trace(text.clone()));
            let outcomes = self.run_list(items.chain([item.clone()]).collect()).await;
            let last = outcomes.into_iter().nth(tail.len());
            if let Some(last) = last
                && self.shows(last, id, by_oracle).await
            {
                return (Reproduces::Warm { runs: tail.len() }, tail.to_vec());
            }
            if tail.len() == prefix.len() {
                break;
            }
            length *= 2;
        }
        (Reproduces::No, Vec::new())
    }
}

/// The trace of a run, for a trace in which other runs follow it. If the run ended early, the call
/// that ended it is marked, so that a replay continues after it.
fn continued(trace: &Arc<str>) -> Arc<str> {
    closed(trace, &Note::Ended.line()).into()
}
