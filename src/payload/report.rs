//! What a run sends to the parent beside its trace, as data.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a run sends to the parent as [`Outcome::attachment`](crate::executor::Outcome::attachment).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RunReport {
    /// The statistics of the run, if they were asked for.
    pub statistics: Option<RunStatistics>,
    /// What the suspected bug is about that an oracle of the run has found.
    pub subject: Option<BugSubject>,
}

/// The statistics of one run. Functions and operators are those that the process has not reported before.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RunStatistics {
    /// The functions of the C API that were called.
    pub called: Vec<String>,
    /// The operators that the library does not have.
    pub lacked: Vec<String>,
    /// How long the calls of each action took, in microseconds of wall-clock time.
    pub took: BTreeMap<String, u64>,
}

/// What a suspected bug is about. Its message shows all of it in the first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BugSubject {
    /// What is wrong, in words that are the same for all runs.
    pub general: String,
    /// The theories of the formulas, separated by blanks.
    pub theories: String,
    /// The engine of the solver that has answered; empty for the usual one.
    pub engine: String,
}

impl RunReport {
    /// The report as bytes, for [`Sink::attach`](crate::executor::Sink::attach).
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The report from bytes; `None` if the run has sent none, or not all of it.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}
