//! Reads results directories.

use super::parts::{self, Part};
use super::samples::Samples;
use crate::events::{Counters, LibraryRecord, is_count, is_time};
use crate::guidance::{self, KindRecords, LONGEST, StoredEntry};
use crate::seeds::{Reached, Shard};
use crate::stats::Operators;
use crate::triage::{Finding, FindingId, Reproduces, Sights, worst_first};
use murxla_coverage::{LibraryCoverage, are_plausible};
use murxla_fsm::option::Conflicts;
use murxla_system::date::Date;
use murxla_system::folder::Folder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::Path;

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
/// The file with the blocks that were reached.
pub(super) const COVERAGE: &str = "coverage.json";
pub(super) const COVERAGE_BEFORE: &str = "coverage-before.json";
/// The folder of findings, and the file that is written last of a finding.
pub const FINDINGS: &str = "findings";
pub const FINDING_FILE: &str = "finding.json";
/// The folder of candidates.
const CANDIDATES: &str = "candidates";
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
    /// The libraries that it uses; empty in older directories.
    #[serde(default)]
    pub libraries: Vec<LibraryRecord>,
    /// The digest of the corpora that the user names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corpus: Option<String>,
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
    pub sights: Vec<(FindingId, u64)>,
    /// When each finding was last seen; empty in older directories.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub last_seen: BTreeMap<FindingId, Date>,
    /// The number of suspected bugs that the profile excludes, by its reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub filtered: BTreeMap<String, u64>,
    /// What guided and unguided runs have reached, if entries guide runs.
    #[serde(default, skip_serializing_if = "KindRecords::is_empty")]
    pub kinds: KindRecords,
    /// Its parts, in the order in which they were started. Older directories have none, and if
    /// there were many, the first ones are missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
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

/// Where a results directory has a trace with the files about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Among the findings.
    Findings,
    /// Among the traces that have the key of a finding, and whose cause is the same or not known.
    Candidates,
}

impl Place {
    /// The name of the folder that has a folder for each of them.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Self::Findings => FINDINGS,
            Self::Candidates => CANDIDATES,
        }
    }
}

/// A finding in a results directory.
pub struct KeptFinding {
    /// Its folder.
    pub folder: Folder,
    /// The content of its `finding.json`.
    pub finding: Finding,
    /// How often and when it was seen.
    pub sights: Sights,
}

/// How damaged files are treated. They are named and left out in any case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OnDamage {
    /// They stay where they are.
    Leave,
    /// They get another name, so that new files can take their places.
    SetAside,
}

/// The content of a results directory.
pub struct Kept {
    /// The directory.
    pub folder: Folder,
    /// The content of `campaign.json`.
    pub campaign: Option<CampaignRecord>,
    /// The counters over time.
    pub samples: Option<Samples>,
    /// Settings that the solver refuses together.
    pub conflicts: Option<Conflicts>,
    /// The coverage of the runs.
    pub coverage: Option<Vec<LibraryCoverage>>,
    /// The coverage of the parts before the last one, if there are some.
    pub coverage_before: Option<Vec<LibraryCoverage>>,
    /// The findings, the worst first.
    pub findings: Vec<KeptFinding>,
    /// More traces with the keys of findings, with their folders.
    pub candidates: Vec<(Folder, Finding)>,
    /// Messages about damaged files. They are left out above.
    pub damage: Vec<String>,
}

/// The content of a file.
trait Stored: DeserializeOwned {
    /// Whether a campaign can have written these numbers.
    fn is_plausible(&self) -> bool {
        true
    }
}

impl Stored for Conflicts {}

impl Stored for Operators {}

impl Stored for Vec<LibraryCoverage> {
    fn is_plausible(&self) -> bool {
        are_plausible(self)
    }
}

impl Stored for Samples {
    fn is_plausible(&self) -> bool {
        Self::is_plausible(self)
    }
}

impl Stored for Finding {
    fn is_plausible(&self) -> bool {
        let is_possible = match self.reproduces {
            Reproduces::Flaky { seen, tries } => seen <= tries && tries < 1 << 16,
            Reproduces::Yes | Reproduces::Warm { .. } | Reproduces::No => true,
        };
        is_possible && is_time(self.after)
    }
}

impl Stored for CampaignRecord {
    fn is_plausible(&self) -> bool {
        let Reached {
            unfinished,
            started,
            ..
        } = &self.reached;
        let seeds = unfinished.iter().chain(started).map(|some| some.count);
        let sights = self.sights.iter().map(|(_, count)| *count);
        let merged = self.merged.iter().map(|merged| merged.runs);
        let is_shard = |shard: &Shard| shard.index < shard.count && is_count(shard.count);
        let filtered = self.filtered.values().copied();
        let kinds = self.kinds.numbers();
        let mut counts = seeds
            .chain(sights)
            .chain(merged)
            .chain(filtered)
            .chain(kinds);
        self.counters.is_plausible()
            && counts.all(is_count)
            && parts::are_plausible(&self.parts)
            && self.shard.as_ref().is_none_or(is_shard)
    }
}

/// Reads files and collects messages about the damaged ones.
struct Reader {
    on_damage: OnDamage,
    damage: Vec<String>,
}

impl Reader {
    /// A file or folder is damaged.
    fn damaged(&mut self, folder: &Folder, name: &str, why: &dyn Display) {
        let path = folder.path(name);
        let mut message = format!("{} is damaged: {why}", path.display());
        if self.on_damage == OnDamage::SetAside {
            let aside = folder.set_aside(name);
            message.push_str(&match aside {
                Ok(new) => format!("; it is left out and now called {new}"),
                Err(e) => format!("; it is left out, and cannot be renamed: {e}"),
            });
        }
        self.damage.push(message);
    }

    /// The content of a JSON file, if the file exists and can be read.
    fn load<T: Stored>(&mut self, folder: &Folder, name: &str) -> Option<T> {
        let text = match folder.read(name) {
            Ok(text) => text,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return None,
            Err(e) => {
                self.damaged(folder, name, &e);
                return None;
            }
        };
        match serde_json::from_slice::<T>(&text) {
            Ok(content) if content.is_plausible() => return Some(content),
            Ok(_) => self.damaged(folder, name, &"its numbers are not possible"),
            Err(e) => self.damaged(folder, name, &e),
        }
        None
    }

    /// The finding in a folder of this name, if it is complete.
    fn finding(&mut self, findings: &Folder, name: &str) -> Option<(Folder, Finding)> {
        let folder = match findings.folder(name) {
            Ok(folder) => folder,
            Err(e) => {
                self.damaged(findings, name, &e);
                return None;
            }
        };
        // Without this file, the folder is incomplete.
        let finding: Finding = self.load(&folder, FINDING_FILE)?;
        if finding.id.as_str() != name {
            let why = format!("it is about {}", finding.id);
            self.damaged(&folder, FINDING_FILE, &why);
            return None;
        }
        Some((folder, finding))
    }

    /// All complete findings in a folder. What has another name, or is a file, is not from this
    /// program, or was set aside.
    fn all_findings(&mut self, folder: &Folder) -> io::Result<Vec<(Folder, Finding)>> {
        let names = folder.names()?.into_iter();
        let names =
            names.filter(|name| FindingId::try_from(name.clone()).is_ok() && !folder.has(name));
        Ok(names
            .filter_map(|name| self.finding(folder, &name))
            .collect())
    }

    /// The entries that guide runs. What has another name is not from this program.
    fn entries(&mut self, results: &Folder) -> Vec<StoredEntry> {
        if !results.exists(guidance::FOLDER) {
            return Vec::new();
        }
        let opened = results.folder(guidance::FOLDER);
        let opened = opened.and_then(|folder| Ok((folder.names()?, folder)));
        let (mut names, folder) = match opened {
            Ok(opened) => opened,
            Err(e) => {
                self.damaged(results, guidance::FOLDER, &e);
                return Vec::new();
            }
        };
        names.retain(|name| StoredEntry::is_name(name));
        names.sort();
        names.truncate(guidance::MOST);
        let mut entries = Vec::new();
        for name in names {
            let text = folder.read(&name).map_err(|e| e.to_string());
            let text = text.and_then(|text| match String::from_utf8(text) {
                Ok(text) if text.len() <= LONGEST + HEADER => Ok(text),
                Ok(_) => Err("it is too long".to_owned()),
                Err(_) => Err("it is not text in UTF-8".to_owned()),
            });
            match text {
                Ok(text) => entries.push(StoredEntry { name, text }),
                Err(why) => self.damaged(&folder, &name, &why),
            }
        }
        entries
    }
}

/// The longest header of an entry, in bytes.
const HEADER: usize = 4096;

impl Kept {
    /// Reads a directory. A campaign may be writing there, because files are complete at any time.
    ///
    /// # Errors
    /// If it has no folder of findings. Damaged files are listed in [`Kept::damage`].
    pub fn read(path: &Path, on_damage: OnDamage) -> io::Result<Self> {
        let folder = Folder::open(path)?;
        let all = folder.folder(FINDINGS)?;
        let mut reader = Reader {
            on_damage,
            damage: Vec::new(),
        };
        for name in [EVENTS, EVENTS_BEFORE] {
            if folder.exists(name) && !folder.has(name) {
                reader.damaged(&folder, name, &"it is not a file");
            }
        }
        let campaign: Option<CampaignRecord> = reader.load(&folder, CAMPAIGN);
        let sights = |id: &FindingId| {
            let mut all = campaign.iter().flat_map(|campaign| &campaign.sights);
            all.find(|(known, _)| known == id).map(|(_, n)| *n)
        };
        let last_seen = |id: &FindingId| campaign.as_ref()?.last_seen.get(id).copied();
        let findings = reader.all_findings(&all)?.into_iter();
        let mut findings: Vec<KeptFinding> = findings
            .map(|(folder, finding)| KeptFinding {
                sights: Sights {
                    count: sights(&finding.id).unwrap_or(1),
                    first: finding.first_seen,
                    last: last_seen(&finding.id).or(finding.first_seen),
                },
                folder,
                finding,
            })
            .collect();
        let candidates = match folder.exists(CANDIDATES) {
            true => reader.all_findings(&folder.folder(CANDIDATES)?)?,
            false => Vec::new(),
        };
        findings.sort_by(|one, other| worst_first(&one.finding, &other.finding));
        Ok(Self {
            samples: reader.load(&folder, SAMPLES),
            conflicts: reader.load(&folder, CONFLICTS),
            coverage: reader.load(&folder, COVERAGE),
            coverage_before: reader.load(&folder, COVERAGE_BEFORE),
            folder,
            campaign,
            findings,
            candidates,
            damage: reader.damage,
        })
    }

    /// The entries that guide runs.
    pub fn entries(&mut self, on_damage: OnDamage) -> Vec<StoredEntry> {
        let mut reader = Reader {
            on_damage,
            damage: Vec::new(),
        };
        let entries = reader.entries(&self.folder);
        self.damage.extend(reader.damage);
        entries
    }

    /// The operators in the statistics of the last part, if statistics were asked for. A campaign
    /// does not need them to continue.
    pub fn operators(&mut self) -> Option<Operators> {
        let mut reader = Reader {
            on_damage: OnDamage::Leave,
            damage: Vec::new(),
        };
        let operators = reader.load(&self.folder, STATS);
        self.damage.extend(reader.damage);
        operators
    }
}

/// The platform of this program: system, processor, distribution.
#[must_use]
pub fn platform() -> String {
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
