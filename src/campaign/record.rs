//! What a campaign stores and reports: results, counters, statistics.

use crate::actions::action_of;
use crate::events::{Counters, Job, KnownDefects, LibraryRecord, Reporter, StrategyCounts};
use crate::results::{PartSettings, Results};
use crate::stats::Stats;
use crate::trace_file::strategy_of;
use murxla_coverage::LibraryCoverage;
use murxla_executor::{Outcome, RunningItem};
use murxla_fsm::strategy::WALK;
use std::collections::BTreeMap;
use std::time::Instant;

/// The results directory and the reports of a campaign, and what they show.
pub(super) struct Record {
    pub(super) results: Results,
    pub(super) reports: Vec<Box<dyn Reporter>>,
    /// The reader of the output has closed the pipe, which ends the campaign.
    pub(super) is_unread: bool,
    /// Counters of earlier parts of the campaign.
    pub(super) earlier: Counters,
    /// Counters of this part.
    pub(super) now: Counters,
    /// Statistics of the runs, if they were asked for.
    pub(super) stats: Option<Stats>,
    /// What runs of this part were made by.
    pub(super) strategies: BTreeMap<String, StrategyCounts>,
    pub(super) start: PartStart,
    pub(super) covered: StoredCoverage,
    pub(super) jobs: ShownJobs,
}

/// What is reported or stored when this part of the campaign starts.
pub(super) struct PartStart {
    /// What the last part of the campaign was started with, if there is one that has recorded it.
    pub(super) settings_before: Option<PartSettings>,
    /// Messages about damaged files of the results directory.
    pub(super) damage: Vec<String>,
    /// The known defects of the releases, which runs avoid.
    pub(super) known_defects: Vec<KnownDefects>,
    /// The libraries that this part uses, the one under test first, until they are stored.
    pub(super) libraries: Vec<LibraryRecord>,
}

/// The coverage in the results directory.
pub(super) struct StoredCoverage {
    /// What earlier parts have reached.
    pub(super) before: Vec<LibraryCoverage>,
    /// The number of reached blocks that is stored.
    pub(super) count: u64,
}

/// What reports show of the jobs.
pub(super) struct ShownJobs {
    /// What each job did at `at`; empty unless reports show it.
    pub(super) all: Vec<Option<Job>>,
    pub(super) at: Instant,
}

impl Record {
    /// The counters of all parts.
    pub(super) fn total(&self) -> Counters {
        &self.earlier + &self.now
    }

    /// The counts of the strategy that made a run.
    pub(super) fn counts_of_strategy(&mut self, run: &Outcome) -> &mut StrategyCounts {
        let name = strategy_of(&run.trace).unwrap_or(WALK.0);
        self.strategies.entry(name.to_owned()).or_default()
    }
}

impl ShownJobs {
    /// No job has been shown.
    pub(super) fn new() -> Self {
        Self {
            all: Vec::new(),
            at: Instant::now(),
        }
    }

    /// Notes the calls that the jobs make.
    pub(super) fn update(&mut self, running: Vec<Option<RunningItem>>) {
        self.at = Instant::now();
        self.all = running.into_iter().map(|item| item.map(job)).collect();
    }
}

/// What reports show of a job.
fn job(item: RunningItem) -> Job {
    Job {
        seed: item.seed,
        seconds: item.time.as_secs_f64(),
        action: action_of(&item.call).to_owned(),
    }
}
