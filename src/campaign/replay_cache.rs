//! What replays of traces have shown on a release, as files of the store. Replaying a corpus of
//! thousands of entries takes minutes.

use crate::plan::Plan;
use crate::triage::Evidence;
use murxla_store::{SolverSource, Store};
use murxla_system::digest::hash_bytes;
use murxla_system::folder;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

/// What a replay has shown.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct CachedReplay {
    pub(super) bug: Option<CachedBug>,
    /// Whether the trace has checks, and the solver has answered none of them with `sat` or
    /// `unsat`.
    pub(super) is_unanswered: bool,
}

/// A bug that a replay has shown.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CachedBug {
    /// It is of the kind that the header of the trace names.
    pub(super) is_documented: bool,
    pub(super) key: String,
    /// The key tells bugs apart, see
    /// [`SuspectedBug::has_specific_key`](crate::triage::SuspectedBug::has_specific_key).
    pub(super) has_specific_key: bool,
    /// The cause, where the trace is taken for a minimized one, see
    /// [`cause`](crate::triage::cause).
    pub(super) cause: String,
    /// What is known about it, with the header of the trace.
    pub(super) evidence: Option<Evidence>,
}

/// The results are stored at most this often.
pub(super) const STORE: Duration = Duration::from_secs(2);

/// What replays have shown on the library of a campaign, with its settings.
pub(super) struct ReplayCache {
    /// `None` if the results are not stored.
    file: Option<PathBuf>,
    content: CacheFile,
    /// Whether the content has changed since it was stored.
    has_news: bool,
    /// When it was stored the last time.
    stored: Instant,
}

/// The content of the file.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct CacheFile {
    /// The build of this program. Another build may have other oracles.
    program: String,
    /// What a trace shows, by the digest of its text.
    replays: BTreeMap<String, CachedReplay>,
}

impl ReplayCache {
    /// Reads what earlier campaigns have stored. Nothing is stored about libraries that the user
    /// names by their paths: they may need other libraries, which can change while they do not.
    pub(super) fn open(plan: &Plan) -> Self {
        let is_release = !matches!(plan.subject.spec.source, SolverSource::Path(_));
        let folder = Store::from_env().and_then(|store| store.replays_folder());
        let (true, Ok(folder), Ok(program)) = (is_release, folder, program()) else {
            return Self::new(None, CacheFile::default());
        };
        let file = folder.join(settings(plan) + ".json");
        let stored = fs::read(&file).ok();
        let stored = stored.and_then(|text| serde_json::from_slice(&text).ok());
        let stored = stored.filter(|stored: &CacheFile| stored.program == program);
        let content = stored.unwrap_or_else(|| CacheFile {
            program,
            ..CacheFile::default()
        });
        Self::new(Some(file), content)
    }

    fn new(file: Option<PathBuf>, content: CacheFile) -> Self {
        Self {
            file,
            content,
            has_news: false,
            stored: Instant::now(),
        }
    }

    /// What a trace shows. `None` if it was not replayed.
    pub(super) fn get(&self, trace: &str) -> Option<&CachedReplay> {
        self.content.replays.get(&digest(trace.as_bytes()))
    }

    /// Adds what a replay has shown.
    pub(super) fn insert(&mut self, trace: &str, shown: CachedReplay) {
        self.content.replays.insert(digest(trace.as_bytes()), shown);
        self.has_news = true;
    }

    /// Whether the results were stored long ago.
    pub(super) fn is_due(&self) -> bool {
        self.stored.elapsed() >= STORE
    }

    /// Stores the results, if there are new ones.
    pub(super) fn store(&mut self) -> io::Result<()> {
        self.stored = Instant::now();
        match &self.file {
            Some(file) if std::mem::take(&mut self.has_news) => {
                fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))?;
                folder::write(file, &serde_json::to_vec(&self.content)?)
            }
            _ => Ok(()),
        }
    }
}

/// Names the build of this program.
fn program() -> io::Result<String> {
    let stamp = stamp(&env::current_exe()?)?;
    Ok(format!("{} {stamp}", env!("CARGO_PKG_VERSION")))
}

/// When a file was changed, and its size. A digest of a library would take longer than most runs.
fn stamp(file: &Path) -> io::Result<String> {
    let about = file.metadata()?;
    let (time, size) = ((about.mtime(), about.mtime_nsec()), about.len());
    Ok(format!("{}.{} {size}", time.0, time.1))
}

/// A digest of all that decides what replays show.
fn settings(plan: &Plan) -> String {
    let drive = &plan.drive;
    let library = plan.subject.library.as_deref().map(stamp);
    let library = library.and_then(Result::ok).unwrap_or_default();
    let mut text = format!("{} {library}", plan.subject.spec);
    let _ = write!(text, "{:?} {:?}", drive.profile, plan.limits);
    let _ = write!(text, "{:?} {:?}", drive.subset.theories, drive.user.options);
    let _ = write!(text, "{} {}", drive.user.standard, drive.is_trusted);
    digest(text.as_bytes())
}

/// The first half of a digest.
fn digest(text: &[u8]) -> String {
    hash_bytes(text)[..32].to_owned()
}
