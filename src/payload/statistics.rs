//! The statistics that a run sends to the parent in addition to its trace.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The statistics of one run, which it sends as
/// [`Outcome::attachment`](murxla_executor::Outcome::attachment). Functions and operators are those
/// that the process has not reported before.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RunStatistics {
    /// The functions of the C API that were called.
    pub called: Vec<String>,
    /// The operators that the library does not have.
    pub lacked: Vec<String>,
    /// How long the calls of each action took, in microseconds of wall-clock time.
    pub took: BTreeMap<String, u64>,
}

impl RunStatistics {
    /// The statistics as bytes, for [`Sink::attach`](murxla_executor::Sink::attach).
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads a report from bytes. `None` if there is no complete report.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}
