//! Whether a finding shows on a library: that of the campaign, or that of `--baseline`.

use super::confirm::{TRIES, TRIES_OF_LIMITS};
use super::repeater::Repeater;
use crate::oracle::leak;
use crate::triage::{Finding, FindingId, Reproduces};
use murxla_executor::{Item, Verdict};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::trace::lex;
use std::sync::Arc;

/// A finding that is tried on a library.
pub(super) struct Retest<'a> {
    pub(super) id: &'a FindingId,
    pub(super) kind: &'a BugKind,
    /// How it reproduces on the library on which it was found.
    pub(super) reproduces: &'a Reproduces,
    pub(super) trace: Arc<str>,
}

impl<'a> Retest<'a> {
    pub(super) fn of(finding: &'a Finding, trace: Arc<str>) -> Self {
        Self {
            id: &finding.id,
            kind: &finding.observed.kind,
            reproduces: &finding.reproduces,
            trace,
        }
    }
}

impl Repeater {
    /// Whether a finding shows on the library of a pool. `None` if this cannot be told.
    pub(super) async fn still_shows(&self, pool: usize, retest: Retest<'_>) -> Option<bool> {
        let Retest { id, trace, .. } = retest;
        if *retest.kind == BugKind::Leak {
            let repetitions = self.lists.run(pool, leak::repeated(&trace)).await;
            let is_measured = leak::least_growth(&repetitions).is_some();
            return is_measured.then(|| leak::growth(&repetitions).is_some());
        }
        let tries = match *retest.reproduces {
            // It does not show on any library.
            Reproduces::No => return None,
            Reproduces::Flaky { seen, tries } => (3 * tries).div_ceil(seen.max(1)),
            _ if retest.kind.is_limit() => TRIES_OF_LIMITS,
            _ => TRIES,
        };
        let has_oracles = !self.oracles.is_empty();
        let script = lex(&trace).ok();
        for _ in 0..tries {
            let again = self.run_one_in(pool, Item::Trace(trace.clone())).await;
            let by_oracles = has_oracles && again.verdict == Verdict::Ok;
            let named = (id, script.as_ref());
            match self.judge(again, named, by_oracles).await.is_shown() {
                Some(false) => {}
                told => return told,
            }
        }
        (has_oracles || !id.needs_other_process()).then_some(false)
    }
}
