//! Reads results directories.

use super::{Counters, Samples};
use crate::seeds::{Reached, Shard};
use crate::stats::Operators;
use crate::triage::Finding;
use murxla_fsm::option::Conflicts;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file with the configuration and the counters.
pub(super) const CAMPAIGN: &str = "campaign.json";
/// The file with one line per event.
pub(super) const EVENTS: &str = "events.jsonl";
/// The file with earlier events.
pub(super) const EVENTS_BEFORE: &str = "events.1.jsonl";
/// The file with the counters over time.
pub(super) const SAMPLES: &str = "samples.json";
/// The file with settings that the solver refuses together. Children read it.
pub(super) const CONFLICTS: &str = "conflicts.json";
/// The file with the statistics of the last part of the campaign.
pub(super) const STATS: &str = "stats.json";
/// The folder of findings, and the file that is written last of a finding.
pub const FINDINGS: &str = "findings";
pub(super) const FINDING: &str = "finding.json";
/// The trace of the first run that showed a finding.
pub const FULL: &str = "full.trace";
/// The minimized trace.
pub const MINIMIZED: &str = "min.trace";
/// A trace with one check that shows an error that the run does not show by itself.
pub const EVIDENCE: &str = "evidence.trace";
/// The output of the solver.
pub const OUTPUT: &str = "stderr.txt";
/// The output of the command `minimize`.
pub const MINIMIZER: &str = "minimize.txt";
/// The other files that a finding may have.
pub(super) const PARTS: [&str; 5] = [FULL, EVIDENCE, OUTPUT, MINIMIZER, MINIMIZED];

/// The content of `campaign.json`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CampaignRecord {
    /// An id that no other directory has; empty in older directories.
    #[serde(default)]
    pub id: String,
    /// The solver as the user named it.
    pub solver: String,
    /// The version that its library reports.
    pub version: String,
    /// The machine that it runs on; empty in older directories.
    #[serde(default)]
    pub platform: String,
    /// The part of the campaign's seeds that it has run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The seeds that have been run.
    #[serde(flatten)]
    pub reached: Reached,
    /// The counters.
    pub counters: Counters,
    /// How often each finding was seen.
    pub sights: Vec<(String, u64)>,
    /// The directories that it was merged from. Their runs are included in the counters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merged: Vec<Merged>,
}

/// A directory that has been merged into another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Merged {
    /// Its `id`.
    pub id: String,
    /// The number of its runs, without those of directories that it was merged from.
    pub runs: u64,
}

/// A finding in a results directory.
pub struct KeptFinding {
    /// Its folder.
    pub folder: PathBuf,
    /// The content of its `finding.json`.
    pub finding: Finding,
    /// How often it was seen.
    pub sights: u64,
}

/// The content of a results directory.
pub struct Kept {
    /// The content of `campaign.json`.
    pub campaign: Option<CampaignRecord>,
    /// The counters over time.
    pub samples: Option<Samples>,
    /// Settings that the solver refuses together.
    pub conflicts: Option<Conflicts>,
    /// The findings in the order of their folders' names.
    pub findings: Vec<KeptFinding>,
    /// Files that cannot be read. They are left out above.
    pub damage: Vec<io::Error>,
}

/// The content of a JSON file, if the file exists and can be read.
fn load<T: DeserializeOwned>(path: &Path, damage: &mut Vec<io::Error>) -> Option<T> {
    let error = |error: &dyn std::fmt::Display| {
        io::Error::other(format!("{} is damaged: {error}", path.display()))
    };
    match fs::read(path) {
        Ok(text) => match serde_json::from_slice(&text) {
            Ok(content) => return Some(content),
            Err(e) => damage.push(error(&e)),
        },
        Err(e) if e.kind() == io::ErrorKind::NotFound => {}
        Err(e) => damage.push(error(&e)),
    }
    None
}

impl Kept {
    /// Reads a directory. A campaign may be writing there, because files are complete at any time.
    ///
    /// # Errors
    /// If it has no folder of findings. Damaged files are listed in [`Kept::damage`].
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut damage = Vec::new();
        let mut entries: Vec<_> =
            fs::read_dir(folder.join(FINDINGS))?.collect::<io::Result<_>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        let campaign: Option<CampaignRecord> = load(&folder.join(CAMPAIGN), &mut damage);
        let sights = |id: &str| {
            let all = campaign.iter().flat_map(|campaign| &campaign.sights);
            all.clone().find(|(known, _)| known == id).map(|(_, n)| *n)
        };
        let mut findings = Vec::new();
        for entry in entries {
            let folder = entry.path();
            // Without this file, the folder is incomplete.
            let finding: Option<Finding> = load(&folder.join(FINDING), &mut damage);
            findings.extend(finding.map(|finding| KeptFinding {
                sights: sights(&finding.id).unwrap_or(1),
                folder,
                finding,
            }));
        }
        Ok(Self {
            samples: load(&folder.join(SAMPLES), &mut damage),
            conflicts: load(&folder.join(CONFLICTS), &mut damage),
            campaign,
            findings,
            damage,
        })
    }

    /// The operators in the statistics of the last part, if statistics were asked for. A campaign does not need them to
    /// continue.
    pub fn operators(&mut self, folder: &Path) -> Option<Operators> {
        load(&folder.join(STATS), &mut self.damage)
    }
}

/// The platform of this program: system, processor, distribution.
#[must_use]
pub(super) fn platform() -> String {
    let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release
        .lines()
        .find_map(|line| line.strip_prefix("PRETTY_NAME="));
    match name {
        Some(name) => format!("{system} {processor}, {}", name.trim_matches('"')),
        None => format!("{system} {processor}"),
    }
}
