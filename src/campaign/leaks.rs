//! Repeats runs that may leak memory, and finds the call that leaks.

use super::repeater::Repeater;
use crate::oracle::leak::{self, LEAK, LeakingCalls};
use crate::triage::{SuspectedBug, checks};
use murxla_executor::Outcome;
use murxla_fsm::oracle::{BugKind, Violation};
use std::time::{Duration, Instant};

impl Repeater {
    /// Repeats the trace of a run that may leak. If it does, repeats parts of the trace, in order
    /// to find the call, as long as `time` allows. `None` if it does not leak.
    pub(super) async fn find_leak(&self, run: &Outcome, time: Duration) -> Option<SuspectedBug> {
        let since = Instant::now();
        let least = leak::growth(&self.run_list(leak::repeated(&run.trace)).await)?;
        let mut calls = LeakingCalls::new(&run.trace);
        let mut is_found = true;
        while let Some(first) = calls.next() {
            if since.elapsed() > time {
                is_found = false;
                break;
            }
            let repetitions = self.run_list(leak::repeated(&first)).await;
            calls.learn(leak::least_growth(&repetitions).is_some_and(|part| part >= LEAK / 4));
        }
        let call = if is_found { calls.found() } else { "" };
        let least = format!("by at least {} kB", least >> 10);
        let failed = checks::LEAK.failed_for(leak::kind_of(call), least);
        let mut outcome = run.clone();
        outcome.calls.last = call.lines().next().map(|line| line.trim().to_owned());
        Some(SuspectedBug {
            violation: Violation::of_check(BugKind::Leak, failed, None),
            outcome,
            evidence: None,
            oracle_header: String::new(),
        })
    }
}
