//! Reports of a campaign: one enum of events, and its consumers, one file each. Nothing else prints
//! what a campaign does.

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
    CampaignRecord, EVIDENCE, FINDING_FILE, FINDINGS, FULL, Kept, KeptFinding, LibraryRecord,
    LibraryRole, MINIMIZED, MINIMIZER, Merged, OUTPUT, OnDamage, Place, platform,
};
pub use machine::{Csv, Json};
pub use merge::merge;
pub use metrics::Metrics;
pub use results::{Identity, Results};
pub use samples::Samples;

use crate::coverage::BlockCount;
use crate::executor::{Outcome, Verdict};
use crate::payload::counter;
use crate::seeds::Shard;
use crate::stats::Stats;
use crate::triage::{Finding, FindingId};
use serde::{Deserialize, Serialize, Serializer};
use std::io;
use std::ops::Add;

/// The counters of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counters {
    /// Runs that ended.
    pub runs: u64,
    /// API calls that were made.
    pub calls: u64,
    /// Checks answered `sat`.
    pub sat: u64,
    /// Checks answered `unsat`.
    pub unsat: u64,
    /// Checks answered `unknown`.
    pub unknown: u64,
    /// Runs that reached the time limit.
    pub timeouts: u64,
    /// Runs that reached the memory limit.
    pub memory: u64,
    /// Runs that ended early because an option was refused only when it was used.
    pub refused: u64,
    /// New findings.
    pub found: u64,
    /// Suspected bugs that were known findings.
    pub duplicates: u64,
    /// Suspected bugs that the profile excludes.
    pub filtered: u64,
    /// The blocks of the solver's libraries that were reached, if coverage is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<BlockCount>,
    /// CPU time of children, in seconds.
    pub cpu: f64,
    /// Wall-clock time of the campaign, in seconds.
    pub time: f64,
}

/// Whether this is a possible number of runs, findings and so on. Sums of such numbers do not
/// overflow.
fn is_count(number: u64) -> bool {
    number < 1 << 53
}

/// Whether this is a possible number of seconds.
fn is_time(seconds: f64) -> bool {
    (0.0..1e12).contains(&seconds)
}

impl Counters {
    /// Whether a campaign can have counted this.
    fn is_plausible(&self) -> bool {
        let Self {
            runs,
            calls,
            sat,
            unsat,
            unknown,
            timeouts,
            memory,
            refused,
            found,
            duplicates,
            filtered,
            coverage,
            cpu,
            time,
        } = *self;
        let (reached, total) = coverage.map_or((0, 0), |count| (count.reached, count.total));
        let counts = [
            runs, calls, sat, unsat, unknown, timeouts, memory, refused, found, duplicates,
            filtered,
        ];
        counts.into_iter().chain([total]).all(is_count)
            && reached <= total
            && is_time(cpu)
            && is_time(time)
    }

    /// Counts a run.
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
            coverage: BlockCount::larger(self.coverage, other.coverage),
            cpu: self.cpu + other.cpu,
            time: self.time + other.time,
        }
    }
}

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
        /// What the user should know about what was loaded.
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
    /// A finding has been minimized.
    Minimized {
        /// The finding.
        id: &'a FindingId,
        /// The number of calls of its trace.
        calls: usize,
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
        kind: &'a str,
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
        /// Whether it was interrupted.
        interrupted: bool,
    },
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
