//! The results directory. Every file is written beside its place and renamed into it, so that
//! killing the program at any moment damages nothing.

use super::kept::{
    CAMPAIGN, CONFLICTS, Campaign, EVENTS, FINDING, FINDINGS, SAMPLES, STATS, platform,
};
use super::{Counters, Event, Kept, Report, Samples};
use crate::seeds::{Reached, Shard};
use crate::triage::Finding;
use murxla_fsm::option::Conflicts;
use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// `campaign.json` is not written more often, findings and the end aside.
const SAVE: Duration = Duration::from_secs(2);
/// So many sights of one bug, or events about one thing, are written into `events.jsonl`.
const SIGHTS: u64 = 20;

/// What an earlier part of the campaign has left.
#[derive(Default)]
pub struct Earlier {
    /// Its counters.
    pub counters: Counters,
    /// Its findings with the number of their sights.
    pub findings: Vec<(Finding, u64)>,
    /// How far it got.
    pub reached: Option<Reached>,
    /// Settings of options that it has learned the solver refuses together.
    pub conflicts: Conflicts,
}

/// A results directory, open.
pub struct Results {
    folder: PathBuf,
    events: File,
    samples: Samples,
    /// What `campaign.json` says.
    campaign: Campaign,
    /// Events that repeat, by what they are about: only so many are written.
    repeated: BTreeMap<String, u64>,
    saved: Instant,
    /// Locked for as long as the program lives.
    _lock: File,
}

/// Writes a file as a whole or not at all.
///
/// # Errors
/// If the file system does not let it.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    let readable = fs::Permissions::from_mode(0o644);
    let mut file = tempfile::Builder::new()
        .permissions(readable)
        .tempfile_in(folder)?;
    file.write_all(content)?;
    file.persist(path)?;
    Ok(())
}

/// What tells a results directory from all others.
pub(super) fn fresh_id() -> String {
    // Each has keys of its own, drawn at random.
    format!("{:016x}", RandomState::new().hash_one(std::process::id()))
}

impl Results {
    /// Opens or makes the directory, and reads what is there.
    ///
    /// # Errors
    /// If it cannot be written, is used by another campaign now, was not written by this program, or
    /// has the results of another solver or shard: findings and seeds of two do not mix.
    pub fn open(folder: &Path, solver: &str, shard: Option<Shard>) -> io::Result<(Self, Earlier)> {
        fs::create_dir_all(folder.join(FINDINGS))?;
        let lock = File::create(folder.join(".lock"))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => io::Error::other("another campaign is writing there"),
            TryLockError::Error(error) => error,
        })?;
        let Kept {
            campaign,
            samples,
            conflicts,
            findings,
            damage,
            ..
        } = Kept::read(folder)?;
        if let Some(damage) = damage.into_iter().next() {
            return Err(damage);
        }
        let findings = findings.into_iter();
        let mut earlier = Earlier {
            findings: findings
                .map(|known| (known.finding, known.sights))
                .collect(),
            conflicts: conflicts.unwrap_or_default(),
            ..Earlier::default()
        };
        let (mut id, mut merged) = (fresh_id(), Vec::new());
        if let Some(campaign) = campaign {
            if campaign.solver != solver {
                let message = format!("it has the results of {}", campaign.solver);
                return Err(io::Error::other(message));
            }
            if campaign.shard != shard {
                let whose = |shard: Option<Shard>| match shard {
                    Some(shard) => shard.to_string(),
                    None => "a campaign without shards".to_owned(),
                };
                let (there, here) = (whose(campaign.shard), whose(shard));
                let message = format!("it has the results of {there}, not of {here}");
                return Err(io::Error::other(message));
            }
            if !campaign.id.is_empty() {
                id = campaign.id;
            }
            merged = campaign.merged;
            earlier.counters = campaign.counters;
            earlier.reached = Some(campaign.reached);
        }
        // Where somebody has deleted `campaign.json`, the campaign begins anew.
        let mut samples = samples.unwrap_or_default();
        samples.cut(&earlier.counters);
        samples.take(&earlier.counters);
        // The last one may have been kept, but not counted any more.
        earlier.counters.found = earlier.findings.len() as u64;
        let path = folder.join(EVENTS);
        let mut events = File::options().create(true).append(true).open(&path)?;
        // The last line of an earlier part may have been cut off.
        if fs::read(&path)?.last().is_some_and(|byte| *byte != b'\n') {
            events.write_all(b"\n")?;
        }
        let results = Self {
            folder: folder.to_owned(),
            events,
            samples,
            campaign: Campaign {
                id,
                merged,
                solver: solver.to_owned(),
                platform: platform(),
                shard,
                ..Campaign::default()
            },
            repeated: BTreeMap::new(),
            saved: Instant::now(),
            _lock: lock,
        };
        Ok((results, earlier))
    }

    /// Whether an event about this has not been written often enough yet.
    fn is_news(&mut self, about: &str) -> bool {
        let count = self.repeated.entry(about.to_owned()).or_default();
        *count += 1;
        *count <= SIGHTS
    }

    /// Keeps a new finding; `files` are its files by name.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn keep(&mut self, finding: &Finding, files: &[(&str, &str)]) -> io::Result<()> {
        let folder = self.folder.join(FINDINGS).join(&finding.id);
        fs::create_dir_all(&folder)?;
        for (name, content) in files {
            write(&folder.join(name), content.as_bytes())?;
        }
        // Last: with it the folder is complete.
        write(&folder.join(FINDING), &serde_json::to_vec_pretty(finding)?)
    }

    /// Where [`Results::keep_conflicts`] writes.
    #[must_use]
    pub fn conflicts_file(&self) -> PathBuf {
        self.folder.join(CONFLICTS)
    }

    /// Keeps what is known of settings that the solver refuses together.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_conflicts(&self, conflicts: &Conflicts) -> io::Result<()> {
        write(
            &self.conflicts_file(),
            &serde_json::to_vec_pretty(conflicts)?,
        )
    }

    /// Brings `campaign.json` and `samples.json` up to date: after a while, or at once if asked to.
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
        if !now && self.saved.elapsed() < SAVE {
            return Ok(());
        }
        self.saved = Instant::now();
        let campaign = &mut self.campaign;
        version.clone_into(&mut campaign.version);
        campaign.reached = reached();
        campaign.counters.clone_from(counters);
        campaign.sights = findings.iter().map(|(f, n)| (f.id.clone(), *n)).collect();
        let text = serde_json::to_vec_pretty(campaign)?;
        write(&self.folder.join(CAMPAIGN), &text)?;
        write(
            &self.folder.join(SAMPLES),
            &serde_json::to_vec(&self.samples)?,
        )
    }
}

impl Report for Results {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        let wanted = match event {
            Event::Progress { .. } => false,
            Event::Statistics { stats } => {
                let text = serde_json::to_vec_pretty(stats)?;
                write(&self.folder.join(STATS), &text)?;
                false
            }
            Event::Duplicate { id, .. } => self.is_news(id),
            Event::Filtered { kind, reason, .. } => self.is_news(&format!("{kind} {reason}")),
            Event::Trouble { .. } => self.is_news("trouble"),
            _ => true,
        };
        if wanted {
            let mut line = serde_json::to_vec(event)?;
            line.push(b'\n');
            self.events.write_all(&line)?;
        }
        Ok(())
    }
}
