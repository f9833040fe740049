//! Results of several machines as those of one campaign.
//!
//! Each directory knows whose runs it has: its own, and those of the directories that it was merged from. So each run is
//! counted once, whatever is merged in whatever order.

use super::journal::Journal;
use super::kept::{CAMPAIGN, CONFLICTS, FINDING, FINDINGS, PARTS, SAMPLES, STATS};
use super::results::{fresh_id, sync};
use super::{CampaignRecord, Counters, Kept, KeptFinding, MINIMIZED, Merged, Samples, write};
use crate::seeds::Reached;
use crate::triage::Reproduces;
use murxla_fsm::option::Conflicts;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// Between the platforms of one directory.
const AND: &str = "; ";

/// A directory that is merged.
struct MergeInput {
    folder: PathBuf,
    kept: Kept,
    campaign: CampaignRecord,
    /// How many runs it has of which directory's campaign.
    runs: BTreeMap<String, u64>,
}

impl MergeInput {
    fn read(folder: &Path) -> io::Result<Self> {
        let error = |what: &dyn std::fmt::Display| {
            io::Error::other(format!("cannot merge {}: {what}", folder.display()))
        };
        let no_results = |e| error(&format!("it is no results directory: {e}"));
        let mut kept = Kept::read(folder).map_err(no_results)?;
        if let Some(damage) = kept.damage.first() {
            return Err(error(damage));
        }
        let Some(campaign) = kept.campaign.take() else {
            return Err(error(&"it has no campaign.json, by which runs are counted"));
        };
        if campaign.id.is_empty() {
            let way_out =
                "it was written by an earlier version of this program; continue its campaign once";
            return Err(error(&way_out));
        }
        let mut runs: BTreeMap<String, u64> = { campaign.merged.iter() }
            .map(|merged| (merged.id.clone(), merged.runs))
            .collect();
        let others: u64 = runs.values().sum();
        if runs.is_empty() || campaign.counters.runs > others {
            let own = campaign.counters.runs.saturating_sub(others);
            runs.insert(campaign.id.clone(), own);
        }
        Ok(Self {
            folder: folder.to_owned(),
            kept,
            campaign,
            runs,
        })
    }

    /// Whether it has all runs of another directory.
    fn covers(&self, other: &Self) -> bool {
        let has = |(id, runs): (&String, &u64)| self.runs.get(id).is_some_and(|own| own >= runs);
        other.runs.iter().all(has)
    }

    /// That directories are of the same solver, and have no runs in common.
    fn agrees(&self, other: &Self) -> io::Result<()> {
        let name = |source: &Self| source.folder.display().to_string();
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

/// The directories, those left out whose runs others have, too.
fn sources(folders: &[PathBuf]) -> io::Result<Vec<MergeInput>> {
    let mut all = { folders.iter() }
        .map(|folder| MergeInput::read(folder))
        .collect::<io::Result<Vec<_>>>()?;
    all.sort_by_key(|source| std::cmp::Reverse((source.runs.len(), source.campaign.counters.runs)));
    let mut sources: Vec<MergeInput> = Vec::new();
    for source in all {
        if sources.iter().any(|larger| larger.covers(&source)) {
            continue;
        }
        for larger in &sources {
            larger.agrees(&source)?;
        }
        sources.push(source);
    }
    Ok(sources)
}

/// The better of two findings of the same bug: which shows again more surely, which is minimized, the earlier seed.
fn rank(known: &KeptFinding) -> impl Ord + use<> {
    let sure = match known.finding.reproduces {
        Reproduces::Yes => 0,
        Reproduces::Flaky { .. } => 1,
        Reproduces::Warm { .. } => 2,
        Reproduces::No => 3,
    };
    let is_minimized = known.folder.join(MINIMIZED).exists();
    (sure, !is_minimized, known.finding.seed)
}

/// Adds what has been counted: numbers are added, lists are sets.
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
            let sum = total.as_u64().unwrap_or(0) + more.as_u64().unwrap_or(0);
            *total = sum.into();
        }
        (total, more) if total.is_null() => *total = more.clone(),
        _ => {}
    }
}

/// The statistics of all directories that have some.
fn statistics(sources: &[MergeInput]) -> io::Result<Option<Json>> {
    let mut total = None;
    for source in sources {
        let path = source.folder.join(STATS);
        if !path.exists() {
            continue;
        }
        let more: Json = serde_json::from_slice(&fs::read(&path)?)
            .map_err(|e| io::Error::other(format!("{} is damaged: {e}", path.display())))?;
        add(total.get_or_insert(Json::Null), &more);
    }
    Ok(total)
}

/// Merges results directories into a new one, which is there as a whole or not at all, also after a loss of power, and
/// returns what `campaign.json` says there. What is given twice, or is in another directory that is given, counts once.
///
/// # Errors
/// If `out` has something in it, if a directory cannot be read, if they are of different solvers or versions, or if two
/// have only some runs in common.
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
    let campaign = fill(folder.path(), &sources)?;
    sync(folder.path())?;
    fs::rename(folder.path(), out)?;
    // There is nothing left to remove.
    let _moved = folder.keep();
    sync(parent)?;
    Ok(campaign)
}

/// Writes the merged results into an empty directory.
fn fill(folder: &Path, sources: &[MergeInput]) -> io::Result<CampaignRecord> {
    let mut bugs: BTreeMap<&str, Vec<&KeptFinding>> = BTreeMap::new();
    for known in sources.iter().flat_map(|source| &source.kept.findings) {
        bugs.entry(&known.finding.id).or_default().push(known);
    }
    fs::create_dir(folder.join(FINDINGS))?;
    let mut sights = Vec::new();
    for (id, mut known) in bugs {
        known.sort_by_cached_key(|known| rank(known));
        let copy = folder.join(FINDINGS).join(id);
        fs::create_dir(&copy)?;
        for name in PARTS.into_iter().chain([FINDING]) {
            let original = known[0].folder.join(name);
            if original.exists() {
                write(&copy.join(name), &fs::read(original)?)?;
            }
        }
        sync(&copy)?;
        let count: u64 = known.iter().map(|known| known.sights).sum();
        sights.push((id.to_owned(), count));
    }
    sync(&folder.join(FINDINGS))?;
    let mut counters = { sources.iter() }.fold(Counters::default(), |sum, source| {
        &sum + &source.campaign.counters
    });
    counters.found = sights.len() as u64;
    counters.duplicates = sights.iter().map(|(_, count)| count - 1).sum();
    let curves = { sources.iter() }
        .map(|source| (source.kept.samples.as_ref(), &source.campaign.counters))
        .collect::<Vec<_>>();
    let samples = Samples::merged(&curves, &counters);
    write(&folder.join(SAMPLES), &serde_json::to_vec(&samples)?)?;
    let mut conflicts = Conflicts::default();
    for more in sources
        .iter()
        .filter_map(|source| source.kept.conflicts.as_ref())
    {
        conflicts.join(more);
    }
    if !conflicts.is_empty() {
        let text = serde_json::to_vec_pretty(&conflicts)?;
        write(&folder.join(CONFLICTS), &text)?;
    }
    if let Some(total) = statistics(sources)? {
        write(&folder.join(STATS), &serde_json::to_vec_pretty(&total)?)?;
    }
    let mut journal = Journal::open(folder)?;
    for source in sources {
        journal.add(&source.folder)?;
    }
    let of = |source: &MergeInput| source.campaign.clone();
    let behind = |source: &MergeInput| {
        let step = source.campaign.shard.map_or(1, |shard| shard.count);
        source.campaign.reached.next_seed.saturating_sub(step - 1)
    };
    let platforms = sources
        .iter()
        .flat_map(|source| source.campaign.platform.split(AND));
    let platforms: BTreeSet<&str> = platforms.filter(|name| !name.is_empty()).collect();
    let campaign = CampaignRecord {
        id: fresh_id(),
        platform: platforms.into_iter().collect::<Vec<_>>().join(AND),
        shard: None,
        // Behind all that any of them has begun.
        reached: Reached {
            next_seed: sources.iter().map(behind).max().unwrap_or_default(),
            unfinished: Vec::new(),
        },
        counters,
        sights,
        merged: { sources.iter() }
            .flat_map(|source| source.runs.clone())
            .map(|(id, runs)| Merged { id, runs })
            .collect(),
        ..sources.first().map(of).unwrap_or_default()
    };
    write(
        &folder.join(CAMPAIGN),
        &serde_json::to_vec_pretty(&campaign)?,
    )?;
    Ok(campaign)
}
