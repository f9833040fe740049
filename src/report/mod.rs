//! Reporting: one enum of events, and its consumers, one file each. Nothing else prints what a
//! campaign does.

mod human;
mod journal;
mod kept;
mod machine;
mod merge;
mod metrics;
mod results;
mod samples;
mod status;

pub use human::{Human, summary};
pub use kept::{
    CampaignRecord, EVIDENCE, FINDINGS, FULL, Kept, KeptFinding, MINIMIZED, MINIMIZER, Merged,
    OUTPUT,
};
pub use machine::{Csv, Json};
pub use merge::merge;
pub use metrics::Metrics;
pub use results::{Results, write};
pub use samples::Samples;

use crate::executor::{Outcome, Verdict};
use crate::payload::counter;
use crate::seeds::Shard;
use crate::stats::Stats;
use crate::triage::Finding;
use serde::{Deserialize, Serialize};
use std::io;
use std::ops::Add;

/// What has been counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counters {
    /// Runs that ended.
    pub runs: u64,
    /// API calls made.
    pub calls: u64,
    /// Checks answered `sat`.
    pub sat: u64,
    /// Checks answered `unsat`.
    pub unsat: u64,
    /// Checks answered `unknown`.
    pub unknown: u64,
    /// Runs that ran into the limit of time.
    pub timeouts: u64,
    /// Runs that ran into the limit of memory.
    pub memory: u64,
    /// Runs that ended early because an option was refused late.
    pub refused: u64,
    /// New findings.
    pub found: u64,
    /// Sights of known findings.
    pub duplicates: u64,
    /// Sights that the profile leaves out.
    pub filtered: u64,
    /// CPU time of children, in seconds.
    pub cpu: f64,
    /// Wall-clock time of campaigns, in seconds.
    pub time: f64,
}

impl Counters {
    /// Counts a run that has ended.
    pub fn count(&mut self, outcome: &Outcome) {
        let count = |index: usize| u64::from(outcome.counters[index]);
        self.runs += 1;
        self.calls += u64::from(outcome.calls);
        self.sat += count(counter::SAT);
        self.unsat += count(counter::UNSAT);
        self.unknown += count(counter::UNKNOWN);
        self.refused += count(counter::REFUSED);
        self.timeouts += u64::from(outcome.verdict == Verdict::Timeout);
        self.memory += u64::from(outcome.verdict == Verdict::OutOfMemory);
        self.cpu += outcome.cpu.as_secs_f64();
    }
}

impl Add for &Counters {
    type Output = Counters;

    fn add(self, other: &Counters) -> Counters {
        Counters {
            runs: self.runs + other.runs,
            calls: self.calls + other.calls,
            sat: self.sat + other.sat,
            unsat: self.unsat + other.unsat,
            unknown: self.unknown + other.unknown,
            timeouts: self.timeouts + other.timeouts,
            memory: self.memory + other.memory,
            refused: self.refused + other.refused,
            found: self.found + other.found,
            duplicates: self.duplicates + other.duplicates,
            filtered: self.filtered + other.filtered,
            cpu: self.cpu + other.cpu,
            time: self.time + other.time,
        }
    }
}

/// What a release, of the solver or of a judge, is known to get wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KnownDefects {
    /// The solver and its version.
    pub release: String,
    /// Operators and sorts.
    pub defects: Vec<String>,
}

/// What a job does.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Job {
    /// The seed of its run.
    pub seed: Option<u64>,
    /// The run was begun so long ago.
    pub seconds: f64,
    /// What is being called.
    pub action: String,
}

/// Something that happens in a campaign.
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
        /// The part of the campaign's seeds that are run.
        #[serde(skip_serializing_if = "Option::is_none")]
        shard: Option<Shard>,
        /// The results directory.
        out: &'a str,
        /// What runs leave out.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        known_defects: &'a [KnownDefects],
        /// What earlier parts have found, with the number of sights.
        #[serde(skip)]
        earlier: &'a [(Finding, u64)],
    },
    /// A new bug.
    Found {
        /// The bug.
        finding: &'a Finding,
    },
    /// There is a shortest trace of a bug.
    Minimized {
        /// The bug.
        id: &'a str,
        /// The calls of the trace.
        calls: usize,
    },
    /// A known bug again.
    Duplicate {
        /// The bug.
        id: &'a str,
        /// The run's seed.
        seed: Option<u64>,
    },
    /// Something that the profile leaves out.
    Filtered {
        /// What kind of thing.
        kind: &'a str,
        /// The profile's reason.
        reason: &'a str,
        /// The run's seed.
        seed: Option<u64>,
    },
    /// A run could not be carried out, by no fault of the solver.
    Trouble {
        /// What happened.
        message: &'a str,
        /// The run's seed.
        seed: Option<u64>,
    },
    /// There is no room for the results: no runs are begun until there is.
    Paused {
        /// The results directory.
        out: &'a str,
        /// What the system says.
        message: &'a str,
    },
    /// There is room again.
    Resumed {
        /// After so long.
        seconds: f64,
    },
    /// Time has gone by.
    Progress {
        /// Of the campaign, earlier parts included.
        total: &'a Counters,
        /// Of this part.
        now: &'a Counters,
        /// Seconds to the end, as far as it can be told.
        #[serde(skip_serializing_if = "Option::is_none")]
        left: Option<f64>,
        /// What each job does, if that was asked for; nothing between two runs.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        jobs: &'a [Option<Job>],
    },
    /// What the runs of this part were made of; before the end.
    Statistics {
        /// What was counted.
        stats: &'a Stats,
    },
    /// The campaign is over, or interrupted.
    Ended {
        /// Of the campaign, earlier parts included.
        total: &'a Counters,
        /// Of this part.
        now: &'a Counters,
        /// All bugs of the campaign with the number of their sights.
        findings: &'a [(Finding, u64)],
        /// It was interrupted.
        interrupted: bool,
    },
}

/// A consumer of events.
pub trait Reporter {
    /// Takes notice of an event.
    ///
    /// # Errors
    /// If it cannot be written down.
    fn take(&mut self, event: &Event<'_>) -> io::Result<()>;
}
