//! What is decided about runs: suspected bugs, leaks and conflicts of options.

use super::ExaminedRun;
use super::libraries::ChangedLibrary;
use super::minimizer::FindingMinimizer;
use super::tasks::Tasks;
use super::triage::Triage;
use crate::oracle::leak::LeakWatch;
use murxla_fsm::option::Conflicts;
use std::collections::BTreeMap;

/// The findings of a campaign, and what is not decided yet.
pub(super) struct Decider {
    pub(super) triage: Triage,
    /// Runs whose decision is deferred, by ticket. They are decided one after the other, because
    /// they may show the same bug.
    pub(super) examined: BTreeMap<u64, ExaminedRun>,
    /// What is being decided.
    pub(super) tasks: Tasks,
    /// Decides which runs are examined for leaks.
    pub(super) leaks: LeakWatch,
    /// Settings that the solver refuses together.
    pub(super) conflicts: Conflicts,
    /// Minimizes findings, if this was asked for.
    pub(super) minimizer: Option<FindingMinimizer>,
    /// The libraries that differ from those of earlier parts, until their findings are tried again.
    pub(super) changed: Vec<ChangedLibrary>,
}

impl Decider {
    /// The number of findings that wait to be minimized or are being minimized.
    pub(super) fn open_minimizations(&self) -> usize {
        self.minimizer.as_ref().map_or(0, FindingMinimizer::open)
    }
}
