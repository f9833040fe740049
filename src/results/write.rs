//! Writes the results directory. Neither a kill of the program nor a loss of power can damage a
//! file.

use super::journal::Journal;
use super::parts::{self, Part, PartSettings};
use super::read::{
    CAMPAIGN, CONFLICTS, COVERAGE, COVERAGE_BEFORE, CampaignRecord, EVIDENCE, FINDING_FILE,
    FINDINGS, Kept, OnDamage, Place, SAMPLES, STATS, platform,
};
use super::samples::Samples;
use crate::events::{Counters, Event, LibraryRecord, LibraryRole, Reporter};
use crate::guidance::{self, KindRecords, StoredEntry};
use crate::seeds::{Reached, Shard};
use crate::trace_file::{CLAIMS, finding_line, header};
use crate::triage::{Finding, FindingId};
use murxla_coverage::LibraryCoverage;
use murxla_fsm::option::Conflicts;
use murxla_system::date::Date;
use murxla_system::folder::Folder;
use murxla_system::random::fresh;
use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The shortest time between two versions of `campaign.json`, except after a finding and at the
/// end.
const SAVE: Duration = Duration::from_secs(2);
/// The number of events about the same finding, filter or kind of trouble that each part of a
/// campaign writes into `events.jsonl`.
const REPEATED: u64 = 20;
/// The file that is locked while a campaign is writing.
const LOCK: &str = ".lock";

/// The results of earlier parts of the campaign.
#[derive(Default)]
pub struct Earlier {
    /// The counters.
    pub counters: Counters,
    /// The findings, each with the number of times that it was seen.
    pub findings: Vec<(Finding, u64)>,
    /// More traces with the keys of findings.
    pub candidates: Vec<Finding>,
    /// The progress.
    pub reached: Option<Reached>,
    /// Option settings that the solver is known to refuse together.
    pub conflicts: Conflicts,
    /// What their runs have reached.
    pub coverage: Vec<LibraryCoverage>,
    /// The entries that guide runs.
    pub entries: Vec<StoredEntry>,
    /// What guided and unguided runs have reached.
    pub kinds: KindRecords,
    /// The libraries that they used.
    pub libraries: Vec<LibraryRecord>,
    /// What the last part was started with, if that is known.
    pub settings: Option<PartSettings>,
    /// Messages about damaged files.
    pub damage: Vec<String>,
}

/// An open results directory.
pub struct Results {
    folder: Folder,
    journal: Journal,
    samples: Samples,
    /// The content of `campaign.json`.
    campaign: CampaignRecord,
    /// The number of runs of earlier parts.
    runs_before: u64,
    /// Whether this process has begun the last part.
    has_part: bool,
    /// The number of written events by what they are about, for events that repeat.
    repeated: BTreeMap<String, u64>,
    saved: Instant,
    /// Locked until the program ends.
    _lock: File,
}

/// Writes the file about a finding into its folder.
///
/// # Errors
/// If it cannot be written.
pub fn store_finding(folder: &Folder, finding: &Finding) -> io::Result<()> {
    let mut text = serde_json::to_vec_pretty(finding)?;
    text.push(b'\n');
    folder.write(FINDING_FILE, &text)
}

/// Writes the trace that shows the error of a finding where its own trace does not, or removes it
/// if there is none.
///
/// # Errors
/// If the folder cannot be changed.
pub fn store_evidence(folder: &Folder, finding: &Finding, trace: Option<&str>) -> io::Result<()> {
    match trace {
        Some(trace) => folder.write(EVIDENCE, evidence(finding, trace).as_bytes()),
        None if folder.exists(EVIDENCE) => folder.remove(EVIDENCE),
        None => Ok(()),
    }
}

/// The evidence with its header. Its notes are the claims of the run.
#[must_use]
pub fn evidence(finding: &Finding, trace: &str) -> String {
    let head = header(&finding.solver, &finding.version, finding.seed);
    let named = finding_line(&finding.id);
    format!("{head}{named}# {CLAIMS}: by the notes\n{trace}")
}

/// A new id of a results directory.
pub(super) fn fresh_id() -> String {
    format!("{:016x}", fresh())
}

/// The properties that all parts of a campaign share.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    /// The solver as the user names it.
    pub solver: String,
    /// The part of the campaign's seeds that is run.
    pub shard: Option<Shard>,
    /// The digest of the corpora that the user names. `None` if there are none, or no strategy
    /// needs them.
    pub corpus: Option<String>,
    /// The campaign begins again: counters and seeds of earlier parts are forgotten.
    pub restarts: bool,
}

impl Earlier {
    /// Forgets what earlier parts have counted, and which seeds they have run, except the first
    /// one. Their findings stay known, and have not been seen again.
    fn restart(&mut self) {
        self.counters = Counters::default();
        let started = self.reached.take().map(|reached| reached.started);
        let first = started.and_then(|started| Some(started.first()?.first));
        self.reached = first.map(Reached::new);
        for (_, sights) in &mut self.findings {
            *sights = 0;
        }
    }
}

impl Identity {
    /// Checks that results are of the same campaign. Parts without a corpus agree with all corpora.
    fn check_same_campaign(&self, with: &CampaignRecord) -> io::Result<()> {
        let whose = |shard: Option<Shard>| match shard {
            Some(shard) => shard.to_string(),
            None => "a campaign without shards".to_owned(),
        };
        Err(io::Error::other(if with.solver != self.solver {
            format!("it has the results of {}", with.solver)
        } else if with.shard != self.shard {
            let (there, here) = (whose(with.shard), whose(self.shard));
            format!("it has the results of {there}, not of {here}")
        } else if let (Some(there), Some(here)) = (&with.corpus, &self.corpus)
            && there != here
        {
            format!("it has the results of another corpus: {there}, not {here}")
        } else {
            return Ok(());
        }))
    }
}

impl Results {
    /// Opens or creates the directory, and reads its content. Damaged files are set aside.
    ///
    /// # Errors
    /// If it cannot be written, another campaign is using it, it has other files than results, or
    /// it has the results of another campaign.
    pub fn open(path: &Path, identity: &Identity) -> io::Result<(Self, Earlier)> {
        let Identity { solver, shard, .. } = identity;
        fs::create_dir_all(path)?;
        let folder = Folder::open(path)?;
        let names = folder.names()?;
        if !names.is_empty() && !names.iter().any(|name| name == FINDINGS) {
            return Err(io::Error::other("it has other files and no results"));
        }
        let named = |name: &'static str| {
            move |e: io::Error| io::Error::new(e.kind(), format!("{name}: {e}"))
        };
        folder.create_folder(FINDINGS).map_err(named(FINDINGS))?;
        let lock = folder.append(LOCK).map_err(named(LOCK))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => io::Error::other("another campaign is writing there"),
            TryLockError::Error(error) => error,
        })?;
        let mut kept = Kept::read(path, OnDamage::SetAside)?;
        let entries = kept.entries(OnDamage::SetAside);
        let Kept {
            campaign,
            samples,
            conflicts,
            coverage,
            coverage_before: _,
            findings,
            candidates,
            damage,
            folder,
        } = kept;
        folder.remove_partial()?;
        if folder.exists(guidance::FOLDER) {
            folder.folder(guidance::FOLDER)?.remove_partial()?;
        }
        let of_findings = findings.iter().map(|finding| &finding.folder);
        for folder in of_findings.chain(candidates.iter().map(|(folder, _)| folder)) {
            folder.remove_partial()?;
        }
        let findings = findings.into_iter();
        let mut earlier = Earlier {
            findings: findings
                .map(|known| (known.finding, known.sights.count))
                .collect(),
            candidates: candidates.into_iter().map(|(_, finding)| finding).collect(),
            conflicts: conflicts.unwrap_or_default(),
            coverage: coverage.unwrap_or_default(),
            entries,
            damage,
            ..Earlier::default()
        };
        let (mut id, mut merged, mut filtered) = (fresh_id(), Vec::new(), BTreeMap::new());
        let (mut corpus, mut last_seen) = (identity.corpus.clone(), BTreeMap::new());
        let mut parts = Vec::new();
        if let Some(campaign) = campaign {
            identity.check_same_campaign(&campaign)?;
            corpus = corpus.or(campaign.corpus);
            if !campaign.id.is_empty() {
                id = campaign.id;
            }
            merged = campaign.merged;
            filtered = campaign.filtered;
            last_seen = campaign.last_seen;
            parts = campaign.parts;
            earlier.settings = parts.last().map(|part| part.settings.clone());
            earlier.libraries = campaign.libraries;
            // Older directories have the version of the solver only.
            if earlier.libraries.is_empty() && !campaign.version.is_empty() {
                earlier.libraries.push(LibraryRecord {
                    role: LibraryRole::Solver,
                    solver: solver.clone(),
                    version: campaign.version,
                    sha256: String::new(),
                });
            }
            earlier.kinds = campaign.kinds;
            earlier.counters = campaign.counters;
            earlier.reached = Some(campaign.reached);
        }
        // Without `campaign.json`, the campaign starts from the beginning.
        let mut samples = samples.unwrap_or_default();
        if identity.restarts {
            earlier.restart();
            (samples, merged, filtered) = Default::default();
            parts.clear();
        }
        samples.cut(&earlier.counters);
        samples.take(&earlier.counters);
        // The last finding may have been stored but not counted.
        earlier.counters.found = earlier.findings.len() as u64;
        let results = Self {
            journal: Journal::open(folder.try_clone()?)?,
            folder,
            samples,
            campaign: CampaignRecord {
                id,
                merged,
                filtered,
                last_seen,
                parts,
                corpus,
                solver: solver.clone(),
                platform: platform(),
                libraries: earlier.libraries.clone(),
                shard: *shard,
                ..CampaignRecord::default()
            },
            runs_before: earlier.counters.runs,
            has_part: false,
            repeated: BTreeMap::new(),
            saved: Instant::now(),
            _lock: lock,
        };
        Ok((results, earlier))
    }

    /// Stores a finding or a candidate; `files` are its files by name.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn keep(
        &mut self,
        place: Place,
        finding: &Finding,
        files: &[(&str, &str)],
    ) -> io::Result<()> {
        let all = self.folder.create_folder(place.folder())?;
        let folder = all.create_folder(finding.id.as_str())?;
        for (name, content) in files {
            folder.write(name, content.as_bytes())?;
        }
        // This file comes last: with it, the folder is complete.
        store_finding(&folder, finding)?;
        folder.sync()?;
        all.sync()
    }

    /// Makes a candidate a finding.
    ///
    /// # Errors
    /// If its folder cannot be changed.
    pub fn accept(&mut self, candidate: &FindingId) -> io::Result<()> {
        let to = self.folder_of(Place::Findings)?;
        let from = self.folder_of(Place::Candidates)?;
        from.move_to(candidate.as_str(), &to)?;
        to.sync()
    }

    /// From now on, runs belong to a new part.
    pub fn begin_part(&mut self, settings: PartSettings) {
        parts::add(&mut self.campaign.parts, Part::begin(settings));
        self.has_part = true;
    }

    /// From now on, `campaign.json` names these libraries.
    pub fn set_libraries(&mut self, libraries: Vec<LibraryRecord>) {
        self.campaign.libraries = libraries;
    }

    /// From now on, `campaign.json` has these counts.
    pub fn set_kinds(&mut self, kinds: &KindRecords) {
        self.campaign.kinds.clone_from(kinds);
    }

    /// Stores entries, and removes others.
    ///
    /// # Errors
    /// If the folder of entries cannot be changed.
    pub fn keep_entries(&self, new: &[StoredEntry], removed: &[String]) -> io::Result<()> {
        let folder = self.folder.create_folder(guidance::FOLDER)?;
        for entry in new {
            folder.write(&entry.name, entry.text.as_bytes())?;
        }
        let mut gone = removed.iter().filter(|name| folder.exists(name));
        gone.try_for_each(|name| folder.remove(name))
    }

    /// The folder that has a folder for each finding or candidate.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn folder_of(&self, place: Place) -> io::Result<Folder> {
        self.folder.folder(place.folder())
    }

    /// The directory.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn folder(&self) -> io::Result<Folder> {
        self.folder.try_clone()
    }

    /// The file that [`Results::keep_conflicts`] writes.
    #[must_use]
    pub fn conflicts_file(&self) -> PathBuf {
        self.folder.path(CONFLICTS)
    }

    /// Stores the settings that the solver is known to refuse together.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_conflicts(&self, conflicts: &Conflicts) -> io::Result<()> {
        let text = serde_json::to_vec_pretty(conflicts)?;
        self.folder.write(CONFLICTS, &text)
    }

    /// Stores what the runs have reached.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_coverage(&self, coverage: &[LibraryCoverage]) -> io::Result<()> {
        let text = serde_json::to_vec(coverage)?;
        self.folder.write(COVERAGE, &text)
    }

    /// Stores what the parts of the campaign before this one have reached, for the report.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_coverage_before(&self, coverage: &[LibraryCoverage]) -> io::Result<()> {
        let text = serde_json::to_vec(coverage)?;
        self.folder.write(COVERAGE_BEFORE, &text)
    }

    /// Whether [`Results::save`] is going to write, if it is not asked to write now.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.saved.elapsed() >= SAVE
    }

    /// Updates `campaign.json` and `samples.json` if they are old, or if `now` is set.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(
        &mut self,
        version: &str,
        reached: impl FnOnce() -> Reached,
        counters: &Counters,
        findings: &[(Finding, u64)],
        now: bool,
    ) -> io::Result<()> {
        self.samples.take(counters);
        if !now && !self.is_due() {
            return Ok(());
        }
        let campaign = &mut self.campaign;
        version.clone_into(&mut campaign.version);
        campaign.reached = reached();
        campaign.counters.clone_from(counters);
        campaign.sights = findings.iter().map(|(f, n)| (f.id.clone(), *n)).collect();
        if let Some(part) = campaign.parts.last_mut().filter(|_| self.has_part) {
            part.stored = Date::now();
            part.runs = counters.runs.saturating_sub(self.runs_before);
        }
        let text = serde_json::to_vec_pretty(campaign)?;
        self.folder.write(CAMPAIGN, &text)?;
        let text = serde_json::to_vec(&self.samples)?;
        self.folder.write(SAMPLES, &text)?;
        self.saved = Instant::now();
        Ok(())
    }
}

impl Reporter for Results {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        let about = match event {
            Event::Progress { .. } => return Ok(()),
            Event::Statistics { stats } => {
                let text = serde_json::to_vec_pretty(stats)?;
                return self.folder.write(STATS, &text);
            }
            Event::Duplicate { id, .. } => Some(id.to_string()),
            Event::Filtered { kind, reason, .. } => Some(format!("{kind} {reason}")),
            Event::Trouble { .. } => Some("trouble".to_owned()),
            _ => None,
        };
        let sights = about.map(|about| self.repeated.entry(about).or_default());
        if sights.as_ref().is_none_or(|sights| **sights < REPEATED) {
            self.journal.write(&serde_json::to_vec(&event.now())?)?;
        }
        // An event that could not be written is not counted, because it is sent again.
        if let Some(sights) = sights {
            *sights += 1;
        }
        let campaign = &mut self.campaign;
        match event {
            Event::Filtered { reason, .. } => {
                *campaign.filtered.entry((*reason).to_owned()).or_default() += 1;
            }
            Event::Found { finding } => {
                let seen = finding.first_seen.map(|date| (finding.id.clone(), date));
                campaign.last_seen.extend(seen);
            }
            Event::Duplicate { id, .. } => {
                campaign.last_seen.insert((*id).clone(), Date::now());
            }
            _ => {}
        }
        Ok(())
    }
}
