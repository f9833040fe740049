//! What is decided about runs: suspected bugs, leaks and conflicts of options.

use super::ExaminedRun;
use super::libraries::ChangedLibrary;
use super::minimizer::FindingMinimizer;
use super::tasks::{Task, Tasks};
use super::triage::Triage;
use crate::events::SuspectedRun;
use crate::oracle::leak::LeakWatch;
use murxla_fsm::option::Conflicts;
use murxla_fsm::oracle::BugKind;
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

    /// The suspected bugs that nothing has been decided about.
    pub(super) fn suspected_runs(&self) -> Vec<SuspectedRun> {
        let queued = self.tasks.waiting().filter_map(|task| match task {
            Task::Examine(bug) => Some(SuspectedRun::of(bug)),
            Task::FindLeak(run) => self.leaks.suspects(run).then(|| SuspectedRun {
                kind: BugKind::Leak,
                seed: run.seed(),
            }),
            _ => None,
        });
        let examined = self.examined.values().flat_map(|run| &run.bugs);
        let waiting = queued.chain(examined.map(SuspectedRun::of));
        self.tasks
            .examined()
            .cloned()
            .into_iter()
            .chain(waiting)
            .collect()
    }
}
