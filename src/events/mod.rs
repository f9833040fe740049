//! What a campaign says while it runs: one enum of events, and those who take them, one file each.
//! Nothing else prints what a campaign does. Nothing in here decides about runs.

mod counters;
mod human;
mod junit;
mod library;
mod machine;
mod metrics;
mod status;
mod summary;

pub use counters::{AnswerCounts, Counters};
pub(crate) use counters::{is_count, is_time};
pub use human::Human;
pub use junit::Junit;
pub use library::{LibraryRecord, LibraryRole};
pub use machine::{Csv, Json};
pub use metrics::Metrics;
pub use summary::{count_line, print_findings};

use crate::guidance::KindRecords;
use crate::seeds::Shard;
use crate::stats::Stats;
use crate::triage::{Finding, FindingId, SuspectedBug};
use murxla_coverage::BlockCount;
use murxla_fsm::oracle::BugKind;
use murxla_system::date::Date;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::io;

/// The known defects of a release: of the solver under test, or of an oracle's solver.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KnownDefects {
    /// The solver and its version.
    pub release: String,
    /// The operators, theories and sorts that the release gets wrong.
    pub defects: Vec<String>,
}

/// The run of a job.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Job {
    /// The seed of its run.
    pub seed: Option<u64>,
    /// Seconds since the run has started.
    pub seconds: f64,
    /// The action that is being called.
    pub action: String,
}

/// A run that may show a bug, and that was not examined before the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SuspectedRun {
    /// The kind of the suspected bug.
    pub kind: BugKind,
    /// The seed.
    pub seed: Option<u64>,
}

impl SuspectedRun {
    /// The run of a suspected bug.
    #[must_use]
    pub fn of(bug: &SuspectedBug) -> Self {
        Self {
            kind: bug.violation.kind.clone(),
            seed: bug.outcome.seed(),
        }
    }
}

/// What a strategy, or the random walk, has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct StrategyCounts {
    /// The number of its runs.
    pub runs: u64,
    /// The number of new findings that its runs have shown first.
    pub found: u64,
}

/// What guided and unguided runs have reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GuidedRuns {
    /// The number of entries.
    pub entries: usize,
    /// The blocks in the focus, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focus: Option<BlockCount>,
    /// The kinds of runs, with those of earlier parts.
    #[serde(flatten)]
    pub kinds: KindRecords,
}

/// Something that has happened in a campaign.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event<'a> {
    /// The solver is loaded; runs begin.
    Started {
        /// The solver as the user named it.
        solver: &'a str,
        /// The version that the library reports.
        version: &'a str,
        /// The seed of the first run.
        seed: u64,
        /// The part of the campaign's seeds that is run.
        #[serde(skip_serializing_if = "Option::is_none")]
        shard: Option<Shard>,
        /// The results directory.
        out: &'a str,
        /// Remarks for the user: about the loaded library, about what is known, and about arguments
        /// that differ from those of the last part.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        remarks: &'a [String],
        /// The known defects, which runs avoid.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        known_defects: &'a [KnownDefects],
        /// The findings of earlier parts, each with the number of times that it was seen.
        #[serde(skip)]
        earlier: &'a [(Finding, u64)],
    },
    /// A new finding.
    Found {
        /// The finding.
        finding: &'a Finding,
    },
    /// Findings are being minimized after the end of the campaign. This event is not stored.
    Minimizing {
        /// The number of those that are done.
        done: usize,
        /// The number of all that were left at the end.
        all: usize,
        /// Seconds since the end.
        seconds: f64,
    },
    /// A finding has been minimized.
    Minimized {
        /// The finding.
        id: &'a FindingId,
        /// The number of calls of its trace.
        calls: usize,
        /// Why it is known. `None` if it is not.
        #[serde(skip_serializing_if = "Option::is_none")]
        known: Option<&'a str>,
    },
    /// A known finding was seen again.
    Duplicate {
        /// The finding.
        id: &'a FindingId,
        /// The run's seed.
        seed: Option<u64>,
    },
    /// A suspected bug that the profile excludes.
    Filtered {
        /// Its kind.
        kind: &'a BugKind,
        /// The profile's reason.
        reason: &'a str,
        /// The run's seed.
        seed: Option<u64>,
    },
    /// A run could not be made, but the solver is not at fault.
    Trouble {
        /// What happened.
        message: &'a str,
        /// The run's seed.
        seed: Option<u64>,
    },
    /// A file of the results directory is damaged, and was set aside.
    Damaged {
        /// Which, and why.
        message: &'a str,
    },
    /// A library is another one than in the earlier parts. The known findings are tried again.
    Changed {
        /// The solver as the user named it.
        solver: &'a str,
        /// The library of the earlier parts.
        before: &'a LibraryRecord,
        /// The library of this part.
        now: &'a LibraryRecord,
        /// The number of known findings.
        findings: usize,
    },
    /// A known finding does not show on the changed library.
    Gone {
        /// The finding.
        id: &'a FindingId,
        /// The library.
        library: &'a str,
    },
    /// A finding that was gone shows again.
    Back {
        /// The finding.
        id: &'a FindingId,
    },
    /// There is no space for the results. No runs are started until there is.
    Paused {
        /// The results directory.
        out: &'a str,
        /// The message of the system.
        message: &'a str,
    },
    /// There is space again.
    Resumed {
        /// The length of the pause.
        seconds: f64,
    },
    /// The progress; sent all the time.
    Progress {
        /// Counters of the campaign, with earlier parts.
        total: &'a Counters,
        /// Counters of this part.
        now: &'a Counters,
        /// An estimate of the seconds that are left, if there is a limit.
        #[serde(skip_serializing_if = "Option::is_none")]
        left: Option<f64>,
        /// The number of findings that wait to be minimized, or are being minimized.
        #[serde(skip_serializing_if = "Option::is_none")]
        minimizing: Option<usize>,
        /// The number of suspected bugs that are being confirmed, or wait for it.
        confirming: usize,
        /// The number of runs that wait for replays of entries of the corpus.
        waiting: usize,
        /// The run of each job, if this was asked for; `None` between two runs.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        jobs: &'a [Option<Job>],
    },
    /// The statistics of this part; sent before the end.
    Statistics {
        /// The statistics.
        stats: &'a Stats,
    },
    /// The campaign has ended or was interrupted.
    Ended {
        /// Counters of the campaign, with earlier parts.
        total: &'a Counters,
        /// Counters of this part.
        now: &'a Counters,
        /// All findings of the campaign, the worst first, each with the number of times that it was
        /// seen. In JSON, each is an object with this number as `sights`.
        #[serde(serialize_with = "with_sights")]
        findings: &'a [(Finding, u64)],
        /// The findings of this part that are left to minimize.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        not_minimized: &'a [FindingId],
        /// The runs that may show a bug, for which there was no time. The next part makes them
        /// again.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        not_examined: &'a [SuspectedRun],
        /// What runs were made by, in this part.
        strategies: &'a BTreeMap<String, StrategyCounts>,
        /// The number of entries of the corpus that runs leave out because they show a bug, as far
        /// as this is known.
        left_out: usize,
        /// What guided runs have reached, if entries guide runs.
        #[serde(skip_serializing_if = "Option::is_none")]
        guided: Option<&'a GuidedRuns>,
        /// The number of checks that solvers of --cross-check answered, too, with `sat` or `unsat`.
        #[serde(skip_serializing_if = "Option::is_none")]
        compared: Option<u64>,
        /// In an enumeration, the greatest number of operators such that all formulas with so many
        /// operators have been checked. Absent if a run has ended early.
        #[serde(skip_serializing_if = "Option::is_none")]
        enumerated: Option<usize>,
        /// Whether it was interrupted.
        interrupted: bool,
    },
}

/// An event with its time, as JSON has it.
#[derive(Serialize)]
pub struct Timed<'a> {
    time: Date,
    #[serde(flatten)]
    event: &'a Event<'a>,
}

impl Event<'_> {
    /// The event with the time of now.
    #[must_use]
    pub fn now(&self) -> Timed<'_> {
        Timed {
            time: Date::now(),
            event: self,
        }
    }
}

fn with_sights<S: Serializer>(findings: &[(Finding, u64)], to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Seen<'a> {
        #[serde(flatten)]
        finding: &'a Finding,
        sights: u64,
    }
    let seen = findings.iter().map(|(finding, sights)| Seen {
        finding,
        sights: *sights,
    });
    to.collect_seq(seen)
}

/// A consumer of events.
pub trait Reporter {
    /// Takes an event.
    ///
    /// # Errors
    /// If it cannot be written.
    fn take(&mut self, event: &Event<'_>) -> io::Result<()>;
}
