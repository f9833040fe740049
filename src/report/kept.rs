//! What a results directory keeps, read.

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

/// The configuration and the counters.
pub(super) const CAMPAIGN: &str = "campaign.json";
/// What happened, a line for each event.
pub(super) const EVENTS: &str = "events.jsonl";
/// What happened before.
pub(super) const EVENTS_BEFORE: &str = "events.1.jsonl";
/// The counters over time.
pub(super) const SAMPLES: &str = "samples.json";
/// Settings that the solver refuses together. Children read it.
pub(super) const CONFLICTS: &str = "conflicts.json";
/// What the runs of the last part were made of.
pub(super) const STATS: &str = "stats.json";
/// The folder of findings, and the file that completes one.
pub const FINDINGS: &str = "findings";
pub(super) const FINDING: &str = "finding.json";
/// The run that showed a finding first.
pub const FULL: &str = "full.trace";
/// The shortest trace that shows it.
pub const MINIMIZED: &str = "min.trace";
/// The trace of one check that shows what a run does not.
pub const EVIDENCE: &str = "evidence.trace";
/// What the solver wrote.
pub const OUTPUT: &str = "stderr.txt";
/// What the command `minimize` said.
pub const MINIMIZER: &str = "minimize.txt";
/// The files of a finding that may be beside the one that completes it.
pub(super) const PARTS: [&str; 5] = [FULL, EVIDENCE, OUTPUT, MINIMIZER, MINIMIZED];

/// What `campaign.json` keeps.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CampaignRecord {
    /// What no other directory has; directories of before have none.
    #[serde(default)]
    pub id: String,
    /// The solver as the user named it.
    pub solver: String,
    /// The version that its library reports.
    pub version: String,
    /// Where it runs; directories of before have none.
    #[serde(default)]
    pub platform: String,
    /// The part of the campaign's seeds that it is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Which seeds have been run.
    #[serde(flatten)]
    pub reached: Reached,
    /// What has been counted.
    pub counters: Counters,
    /// Sights by finding.
    pub sights: Vec<(String, u64)>,
    /// The directories that it was merged from, whose runs are counted above.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merged: Vec<Merged>,
}

/// A directory that has been merged into another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Merged {
    /// Its `id`.
    pub id: String,
    /// How many runs it had, those that it had been merged from aside.
    pub runs: u64,
}

/// A finding that is kept.
pub struct KeptFinding {
    /// Where.
    pub folder: PathBuf,
    /// What.
    pub finding: Finding,
    /// How often it was seen.
    pub sights: u64,
}

/// All of a directory.
pub struct Kept {
    /// What `campaign.json` has.
    pub campaign: Option<CampaignRecord>,
    /// The counters over time.
    pub samples: Option<Samples>,
    /// Settings that the solver refuses together.
    pub conflicts: Option<Conflicts>,
    /// The findings, in the order of their folders.
    pub findings: Vec<KeptFinding>,
    /// Files that cannot be read, which are left out above.
    pub damage: Vec<io::Error>,
}

/// The content of a JSON file, if there is one.
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
    /// Reads a directory. A campaign may be writing there: files are whole at any time.
    ///
    /// # Errors
    /// If it has no folder of findings. Damaged files are told of in [`Kept::damage`].
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
            // A folder without this file was not finished.
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

    /// What the runs of the last part were made of, if that was asked for. A campaign does not need it to go on.
    pub fn operators(&mut self, folder: &Path) -> Option<Operators> {
        load(&folder.join(STATS), &mut self.damage)
    }
}

/// The machine that this program runs on: system, processor, distribution.
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
