//! The libraries that a campaign uses.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};

/// The purpose of a library in a campaign.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LibraryRole {
    /// It is under test.
    Solver,
    /// `--cross-check`.
    CrossCheck,
    /// `--check`.
    Check,
}

/// A library that a campaign uses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LibraryRecord {
    /// Its purpose.
    pub role: LibraryRole,
    /// The solver as the user named it.
    pub solver: String,
    /// The version that it reports.
    pub version: String,
    /// The SHA-256 of its file, in hexadecimal; empty if it is built in, or not known.
    pub sha256: String,
}

impl LibraryRecord {
    /// Whether they can be the same library.
    #[must_use]
    pub fn agrees(&self, other: &Self) -> bool {
        let is_known = !self.sha256.is_empty() && !other.sha256.is_empty();
        self.version == other.version && (!is_known || self.sha256 == other.sha256)
    }
}

/// Its version and the beginning of its hash.
impl Display for LibraryRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "version {}", self.version)?;
        match self.sha256.get(..12) {
            Some(hash) => write!(f, " (sha256 {hash}…)"),
            None => Ok(()),
        }
    }
}
