//! The data that a run sends to the parent in addition to its trace.

use murxla_fsm::oracle::Subject;
use murxla_fsm::solver::Contradiction;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The data that a run sends to the parent as
/// [`Outcome::attachment`](crate::executor::Outcome::attachment).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RunReport {
    /// The statistics of the run, if they were asked for.
    pub statistics: Option<RunStatistics>,
    /// The check that failed, if one did.
    pub check: Option<FailedCheck>,
    /// The subject of the suspected bug, if an oracle of the run has found one.
    pub subject: Option<Subject>,
}

/// A check that failed, as suspected bugs and their keys have it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FailedCheck {
    /// Its id.
    pub id: String,
    /// See [`Contradiction::case`].
    pub case: Option<String>,
}

impl From<&Contradiction> for FailedCheck {
    fn from(failed: &Contradiction) -> Self {
        Self {
            id: failed.check.id().to_owned(),
            case: failed.case.clone(),
        }
    }
}

/// The statistics of one run. Functions and operators are those that the process has not reported
/// before.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RunStatistics {
    /// The functions of the C API that were called.
    pub called: Vec<String>,
    /// The operators that the library does not have.
    pub lacked: Vec<String>,
    /// How long the calls of each action took, in microseconds of wall-clock time.
    pub took: BTreeMap<String, u64>,
}

impl RunReport {
    /// The report as bytes, for [`Sink::attach`](crate::executor::Sink::attach).
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
