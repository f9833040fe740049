//! Merges the results of several machines into those of one campaign.
//!
//! Each directory records which runs it has: its own, and those of the directories that it was
//! merged from. So each run is counted once, in whatever order directories are merged.

use super::journal::Journal;
use super::parts;
use super::read::{CAMPAIGN, CONFLICTS, COVERAGE, FINDING_FILE, FINDINGS, PARTS, SAMPLES, STATS};
use super::write::{fresh_id, store_finding};
use super::{CampaignRecord, Kept, KeptFinding, MINIMIZED, Merged, OnDamage, Place, Samples};
use crate::events::Counters;
use crate::guidance::{self, KindRecords, StoredEntry};
use crate::seeds::Reached;
use crate::triage::{Finding, FindingId, Reproduces};
use murxla_coverage;
use murxla_fsm::option::Conflicts;
use murxla_system::folder::Folder;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// The separator of the platforms of one directory.
const AND: &str = "; ";

/// A directory to merge.
struct MergeInput {
    path: PathBuf,
    kept: Kept,
    campaign: CampaignRecord,
    /// The entries that guide its runs.
    entries: Vec<StoredEntry>,
    /// The number of its runs by the id of the directory that they come from.
    runs: BTreeMap<String, u64>,
}

impl MergeInput {
    fn read(folder: &Path) -> io::Result<Self> {
        let error = |what: &dyn std::fmt::Display| {
            io::Error::other(format!("cannot merge {}: {what}", folder.display()))
        };
        let no_results = |e| error(&format!("it is not a results directory: {e}"));
        let mut kept = Kept::read(folder, OnDamage::Leave).map_err(no_results)?;
        let entries = kept.entries(OnDamage::Leave);
        if let Some(damage) = kept.damage.first() {
            let way_out = "continue its campaign once, which leaves the file out";
            return Err(error(&format!("{damage}; {way_out}")));
        }
        let Some(campaign) = kept.campaign.take() else {
            return Err(error(&"it has no campaign.json, by which runs are counted"));
        };
        if campaign.id.is_empty() {
            let way_out =
                "it was written by an earlier version of this program; continue its campaign once";
            return Err(error(&way_out));
        }
        let merged = campaign.merged.iter();
        let mut runs: BTreeMap<String, u64> = merged
            .map(|merged| (merged.id.clone(), merged.runs))
            .collect();
        let others: u64 = runs.values().sum();
        if runs.is_empty() || campaign.counters.runs > others {
            let own = campaign.counters.runs.saturating_sub(others);
            runs.insert(campaign.id.clone(), own);
        }
        Ok(Self {
            path: folder.to_owned(),
            kept,
            campaign,
            entries,
            runs,
        })
    }

    /// Whether it has all runs of another directory.
    fn covers(&self, other: &Self) -> bool {
        let has = |(id, runs): (&String, &u64)| self.runs.get(id).is_some_and(|own| own >= runs);
        other.runs.iter().all(has)
    }

    /// Checks that two directories are of the same solver, version and corpus, and have no runs in
    /// common.
    fn check_mergeable(&self, other: &Self) -> io::Result<()> {
        let name = |source: &Self| source.path.display().to_string();
        let solver = |source: &Self| {
            let CampaignRecord {
                solver, version, ..
            } = &source.campaign;
            format!(
                "{} has results of {solver}, version {version}",
                name(source)
            )
        };
        let of = |source: &Self| {
            (
                source.campaign.solver.clone(),
                source.campaign.version.clone(),
            )
        };
        if of(self) != of(other) {
            let message = format!("{}, but {}", solver(self), solver(other));
            return Err(io::Error::other(message));
        }
        let corpora = (&self.campaign.corpus, &other.campaign.corpus);
        if let (Some(one), Some(another)) = corpora
            && one != another
        {
            let message = format!(
                "{} has results of the corpus {one}, but {} of the corpus {another}",
                name(self),
                name(other)
            );
            return Err(io::Error::other(message));
        }
        if other.runs.keys().any(|id| self.runs.contains_key(id)) {
            let message = format!(
                "{} and {} have some runs in common: merge the directories that they were merged from",
                name(self),
                name(other)
            );
            return Err(io::Error::other(message));
        }
        Ok(())
    }
}

/// The directories, without those whose runs are included in others.
fn sources(folders: &[PathBuf]) -> io::Result<Vec<MergeInput>> {
    let read = folders.iter().map(|folder| MergeInput::read(folder));
    let mut all = read.collect::<io::Result<Vec<_>>>()?;
    all.sort_by_key(|source| std::cmp::Reverse((source.runs.len(), source.campaign.counters.runs)));
    let mut sources: Vec<MergeInput> = Vec::new();
    for source in all {
        if sources.iter().any(|larger| larger.covers(&source)) {
            continue;
        }
        for larger in &sources {
            larger.check_mergeable(&source)?;
        }
        sources.push(source);
    }
    Ok(sources)
}

/// The order of findings of the same bug, the best first: not gone, more reproducible, minimized,
/// smaller seed.
fn rank(known: &KeptFinding) -> impl Ord + use<> {
    let sure = match known.finding.reproduces {
        Reproduces::Yes => 0,
        Reproduces::Flaky { .. } => 1,
        Reproduces::Warm { .. } => 2,
        Reproduces::No => 3,
    };
    let is_minimized = known.folder.has(MINIMIZED);
    let is_gone = known.finding.gone.is_some();
    (is_gone, sure, !is_minimized, known.finding.seed)
}

/// Adds statistics: numbers are summed, lists are joined as sets.
fn add(total: &mut Json, more: &Json) {
    match (total, more) {
        (Json::Object(total), Json::Object(more)) => {
            for (name, more) in more {
                add(total.entry(name).or_insert(Json::Null), more);
            }
        }
        (Json::Array(total), Json::Array(more)) => {
            for item in more {
                if !total.contains(item) {
                    total.push(item.clone());
                }
            }
        }
        (Json::Number(total), Json::Number(more)) => {
            let [total_number, more] = [&*total, more].map(|number| number.as_u64().unwrap_or(0));
            let sum = total_number.saturating_add(more);
            *total = sum.into();
        }
        (total, more) if total.is_null() => *total = more.clone(),
        _ => {}
    }
}

/// The sum of the statistics of all directories that have some.
fn statistics(sources: &[MergeInput]) -> io::Result<Option<Json>> {
    let mut total = None;
    for source in sources {
        let folder = &source.kept.folder;
        let damaged = |e: &dyn std::fmt::Display| {
            let path = folder.path(STATS);
            io::Error::other(format!("{} is damaged: {e}", path.display()))
        };
        let text = match folder.read(STATS) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
            other => other.map_err(|e| damaged(&e))?,
        };
        let more: Json = serde_json::from_slice(&text).map_err(|e| damaged(&e))?;
        add(total.get_or_insert(Json::Null), &more);
    }
    Ok(total)
}

/// Merges results directories into a new one, and returns the content of its `campaign.json`. After
/// a failure or a loss of power, the new directory is either complete or missing. A directory that
/// is given twice, or is included in another one, counts once.
///
/// # Errors
/// If `out` is not empty, a directory cannot be read, directories are of different solvers or
/// versions, or two directories have some runs in common.
pub fn merge(out: &Path, folders: &[PathBuf]) -> io::Result<CampaignRecord> {
    if fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        let message = format!("{} is not empty: merge into a new directory", out.display());
        return Err(io::Error::other(message));
    }
    let sources = sources(folders)?;
    let parent = out.parent().filter(|parent| *parent != Path::new(""));
    let parent = parent.unwrap_or(Path::new("."));
    fs::create_dir_all(parent)?;
    let folder = tempfile::Builder::new()
        .prefix(".merge-")
        .permissions(fs::Permissions::from_mode(0o755))
        .tempdir_in(parent)?;
    let new = Folder::open(folder.path())?;
    let campaign = fill(&new, &sources)?;
    new.sync()?;
    fs::rename(folder.path(), out)?;
    // The folder was renamed, so there is nothing to remove.
    let _moved = folder.keep();
    Folder::open(parent)?.sync()?;
    Ok(campaign)
}

/// Copies the folder of a finding or a candidate into a folder of such folders.
fn copy(original: &Folder, to: &Folder, id: &FindingId) -> io::Result<()> {
    let copy = to.create_folder(id.as_str())?;
    let parts = PARTS.into_iter().filter(|name| original.has(name));
    for name in parts.chain([FINDING_FILE]) {
        copy.write(name, &original.read(name)?)?;
    }
    copy.sync()
}

/// Writes the merged results into an empty directory.
fn fill(folder: &Folder, sources: &[MergeInput]) -> io::Result<CampaignRecord> {
    let mut bugs: BTreeMap<&FindingId, Vec<&KeptFinding>> = BTreeMap::new();
    for known in sources.iter().flat_map(|source| &source.kept.findings) {
        bugs.entry(&known.finding.id).or_default().push(known);
    }
    let mut candidates = sources
        .iter()
        .flat_map(|source| &source.kept.candidates)
        .peekable();
    if candidates.peek().is_some() {
        let all = folder.create_folder(Place::Candidates.folder())?;
        for (original, candidate) in candidates {
            copy(original, &all, &candidate.id)?;
        }
        all.sync()?;
    }
    let findings = folder.create_folder(FINDINGS)?;
    let (mut sights, mut last_seen) = (Vec::new(), BTreeMap::new());
    for (id, mut known) in bugs {
        known.sort_by_cached_key(|known| rank(known));
        copy(&known[0].folder, &findings, id)?;
        let first_seen = known.iter().filter_map(|known| known.sights.first).min();
        if first_seen != known[0].finding.first_seen {
            let finding = Finding {
                first_seen,
                ..known[0].finding.clone()
            };
            store_finding(&findings.folder(id.as_str())?, &finding)?;
        }
        let last = known.iter().filter_map(|known| known.sights.last).max();
        last_seen.extend(last.map(|date| (id.clone(), date)));
        let count: u64 = known.iter().map(|known| known.sights.count).sum();
        sights.push((id.clone(), count));
    }
    findings.sync()?;
    let counted = sources.iter().map(|source| &source.campaign.counters);
    let mut counters = counted.fold(Counters::default(), |sum, more| &sum + more);
    counters.found = sights.len() as u64;
    counters.duplicates = sights.iter().map(|(_, count)| count - 1).sum();
    let mut reached = Vec::new();
    for more in sources.iter().filter_map(|of| of.kept.coverage.as_ref()) {
        murxla_coverage::merge(&mut reached, more);
    }
    counters.coverage = murxla_coverage::total(&reached);
    if counters.coverage.is_some() {
        folder.write(COVERAGE, &serde_json::to_vec(&reached)?)?;
    }
    let entries = sources.iter().flat_map(|source| source.entries.clone());
    let entries = guidance::merged(entries);
    if !entries.is_empty() {
        let all = folder.create_folder(guidance::FOLDER)?;
        for entry in entries {
            all.write(&entry.name, entry.text.as_bytes())?;
        }
        all.sync()?;
    }
    let mut kinds = KindRecords::default();
    for source in sources {
        kinds.add(&source.campaign.kinds);
    }
    let curves = sources.iter();
    let curves: Vec<_> = curves
        .map(|source| (source.kept.samples.as_ref(), &source.campaign.counters))
        .collect();
    let samples = Samples::merged(&curves, &counters);
    folder.write(SAMPLES, &serde_json::to_vec(&samples)?)?;
    let mut conflicts = Conflicts::default();
    for more in sources
        .iter()
        .filter_map(|source| source.kept.conflicts.as_ref())
    {
        conflicts.join(more);
    }
    if !conflicts.is_empty() {
        let text = serde_json::to_vec_pretty(&conflicts)?;
        folder.write(CONFLICTS, &text)?;
    }
    if let Some(total) = statistics(sources)? {
        folder.write(STATS, &serde_json::to_vec_pretty(&total)?)?;
    }
    let mut journal = Journal::open(folder.try_clone()?)?;
    for source in sources {
        journal.add(&source.kept.folder)?;
    }
    let mut filtered: BTreeMap<String, u64> = BTreeMap::new();
    for (reason, count) in sources.iter().flat_map(|source| &source.campaign.filtered) {
        *filtered.entry(reason.clone()).or_default() += count;
    }
    let of = |source: &MergeInput| source.campaign.clone();
    let behind = |source: &MergeInput| {
        let step = source.campaign.shard.map_or(1, |shard| shard.count);
        source.campaign.reached.next_seed.saturating_sub(step - 1)
    };
    let started = sources
        .iter()
        .flat_map(|source| &source.campaign.reached.started);
    let platforms = sources
        .iter()
        .flat_map(|source| source.campaign.platform.split(AND));
    let merged = sources.iter().flat_map(|source| source.runs.clone());
    let of_sources = sources.iter().flat_map(|source| &source.campaign.parts);
    let platforms: BTreeSet<&str> = platforms.filter(|name| !name.is_empty()).collect();
    let campaign = CampaignRecord {
        id: fresh_id(),
        platform: platforms.into_iter().collect::<Vec<_>>().join(AND),
        shard: None,
        corpus: sources
            .iter()
            .find_map(|source| source.campaign.corpus.clone()),
        // After all seeds that any of them has started.
        reached: Reached {
            next_seed: sources.iter().map(behind).max().unwrap_or_default(),
            unfinished: Vec::new(),
            started: started.copied().collect(),
        },
        counters,
        kinds,
        sights,
        last_seen,
        filtered,
        parts: parts::merged(of_sources),
        merged: merged.map(|(id, runs)| Merged { id, runs }).collect(),
        ..sources.first().map(of).unwrap_or_default()
    };
    folder.write(CAMPAIGN, &serde_json::to_vec_pretty(&campaign)?)?;
    Ok(campaign)
}
