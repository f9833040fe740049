//! Statistics that a run sends to the parent, beside its trace.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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

impl RunStatistics {
    /// The statistics as bytes, for [`Sink::attach`](crate::executor::Sink::attach).
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The statistics from [`Outcome::attachment`](crate::executor::Outcome::attachment). A run that sent none, or
    /// none completely, has none.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}
