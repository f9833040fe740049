//! What a campaign counts.

use crate::payload::counter;
use murxla_coverage::BlockCount;
use murxla_executor::{Outcome, Verdict};
use serde::{Deserialize, Serialize};
use std::ops::Add;

/// Checks by their answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnswerCounts {
    /// Checks answered `sat`.
    pub sat: u64,
    /// Checks answered `unsat`.
    pub unsat: u64,
    /// Checks answered `unknown`.
    pub unknown: u64,
}

impl AnswerCounts {
    /// Checks that were answered.
    #[must_use]
    pub(crate) fn all(self) -> u64 {
        self.sat + self.unsat + self.unknown
    }
}

impl Add for AnswerCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            sat: self.sat + other.sat,
            unsat: self.unsat + other.unsat,
            unknown: self.unknown + other.unknown,
        }
    }
}

/// The counters of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counters {
    /// Runs that ended.
    pub runs: u64,
    /// API calls that were made.
    pub calls: u64,
    /// Checks by their answers.
    #[serde(flatten)]
    pub answers: AnswerCounts,
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

impl Counters {
    /// Whether a campaign can have counted this.
    pub(crate) fn is_plausible(&self) -> bool {
        let Self {
            runs,
            calls,
            answers,
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
        let AnswerCounts {
            sat,
            unsat,
            unknown,
        } = answers;
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

    /// Whether a run ended before its last call: by a suspected bug, a limit, or an option that was
    /// refused.
    #[must_use]
    pub(crate) fn has_cut_runs(&self) -> bool {
        let suspected = self.found + self.duplicates + self.filtered;
        suspected + self.timeouts + self.memory + self.refused > 0
    }

    /// Counts a run.
    pub fn count(&mut self, outcome: &Outcome) {
        let count = |index: usize| u64::from(outcome.counters[index]);
        self.runs += 1;
        self.calls += u64::from(outcome.calls.count);
        self.answers.sat += count(counter::SAT);
        self.answers.unsat += count(counter::UNSAT);
        self.answers.unknown += count(counter::UNKNOWN);
        self.refused += count(counter::REFUSED);
        self.timeouts += u64::from(outcome.verdict == Verdict::Timeout);
        self.memory += u64::from(outcome.verdict == Verdict::OutOfMemory);
        self.cpu += outcome.cost.cpu.as_secs_f64();
    }
}

impl Add for &Counters {
    type Output = Counters;

    fn add(self, other: &Counters) -> Counters {
        Counters {
            runs: self.runs + other.runs,
            calls: self.calls + other.calls,
            answers: self.answers + other.answers,
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

/// Whether this is a possible number of runs, findings and so on. Sums of such numbers do not
/// overflow.
pub(crate) fn is_count(number: u64) -> bool {
    number < 1 << 53
}

/// Whether this is a possible number of seconds.
pub(crate) fn is_time(seconds: f64) -> bool {
    (0.0..1e12).contains(&seconds)
}

/// A number of things, such as `1 run` or `2 runs`.
#[must_use]
pub(crate) fn plural(count: u64, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}
