//! `--baseline`: another library of the solver, such as that of the branch that a change is for. A
//! bug that it shows, too, is not a bug of the library under test, and is not reported.

use super::confirm::Confirmed;
use super::pool;
use super::repeater::Repeater;
use super::shows::Retest;
use super::triage::NewBug;
use crate::exit::Failure;
use crate::payload::{Drive, SearchLimit};
use crate::plan::Plan;
use murxla_executor::Pool;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Why a bug is not reported.
pub(super) const REASON: &str = "the library of --baseline shows it, too";

/// A pool that drives the library of `--baseline`.
///
/// # Errors
/// If it does not load.
pub(super) fn baseline_pool(plan: &Plan, stop: &Arc<AtomicBool>) -> Result<Option<Pool>, Failure> {
    let Some(baseline) = &plan.excluded.baseline else {
        return Ok(None);
    };
    let drive = Drive {
        library: baseline.library.clone(),
        interrupts: !plan.findings.report_limits,
        ..plan.drive.for_replays()
    };
    pool(drive, &plan.limits, 1, stop).map(Some)
}

impl Repeater {
    /// Whether the library of `--baseline` shows a bug, too.
    pub(super) async fn baseline_shows(&self, new: &NewBug, confirmed: &Confirmed) -> bool {
        let Some(baseline) = self.baseline else {
            return false;
        };
        let head = confirmed.search_limit.map(SearchLimit::line);
        let trace = head.unwrap_or_default() + &new.bug.outcome.trace;
        let retest = Retest {
            id: &new.id,
            kind: &new.bug.violation.kind,
            reproduces: &confirmed.reproduces,
            trace: trace.into(),
        };
        self.still_shows(baseline, retest).await == Some(true)
    }
}
