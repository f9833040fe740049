//! The traces of bugs in results directories, folders and files.

use crate::exit::Failure;
use crate::imported::{ScriptConfig, say_left_out, trace_of_script};
use crate::results::{
    self, EVIDENCE, FINDING_FILE, FINDINGS, FULL, Kept, KeptFinding, MINIMIZED, OnDamage,
};
use crate::trace_file;
use crate::triage::{Finding, FindingId, Sights};
use murxla_fsm::trace::{Script, TextLine, header_line};
use murxla_system::folder::{self, Folder};
use std::ffi::OsStr;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// The traces in the folder of a finding, the most useful one first.
pub const TRACES: [&str; 3] = [MINIMIZED, EVIDENCE, FULL];

/// The key of the line in the header of a trace that says in which releases its bug shows:
/// [`Releases`](crate::triage::Releases).
pub const RELEASES: &str = "releases";

/// The key of the line in the header of a trace that says with which settings of options its bug
/// does not show: [`RightSettings`](crate::triage::RightSettings).
pub const RIGHT_WITH: &str = "right-with";
/// The key of the header that names the public issue about the bug: its address, or
/// `not reported`.
pub const UPSTREAM: &str = "upstream";

/// How the names of traces end.
const TRACE: &str = ".trace";

/// Folders in folders are read up to this depth.
const DEPTH: usize = 4;

/// The trace of a bug.
pub struct BugTrace {
    /// Its file.
    pub path: PathBuf,
    /// The folder of the finding that it belongs to, if there is one.
    pub finding: Option<Folder>,
    /// Its text and its calls, or why it cannot be read.
    pub read: Result<(String, Script), Failure>,
}

/// Whether a path is a results directory.
#[must_use]
pub fn is_results(path: &Path) -> bool {
    Folder::open(path).is_ok_and(|folder| folder.exists(FINDINGS))
}

/// Whether a path is the file of a trace, the folder of a finding, or the id of one.
#[must_use]
pub fn is_one_trace(path: &Path) -> bool {
    let is_finding = || Folder::open(path).is_ok_and(|folder| folder.exists(FINDING_FILE));
    let is_id = || {
        let id = path.to_str().filter(|_| !path.exists());
        id.is_some_and(|id| !matches!(finding_folder(id), Ok(None)))
    };
    path.is_file() || is_finding() || is_id()
}

/// A trace that the user names.
#[derive(Debug)]
pub struct NamedTrace {
    /// Its file, or the script that it is imported from.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// Its calls.
    pub script: Script,
    /// Whether it was imported from a script now.
    pub is_imported: bool,
}

impl NamedTrace {
    /// The trace in a file, in the folder of a finding, or of the finding with an id. Findings are
    /// sought in the results directories in the current folder and in `results`. `-` is the
    /// standard input. A script in SMT-LIB is imported for the solver.
    ///
    /// # Errors
    /// There is no such trace, several findings have the id, or the trace cannot be read.
    pub fn find(name: &Path, config: ScriptConfig<'_>) -> Result<Self, Failure> {
        let path = match name.to_str() {
            Some("-") => name.to_owned(),
            Some(id) if !name.exists() => finding_folder(id)?.unwrap_or_else(|| name.to_owned()),
            _ => name.to_owned(),
        };
        if !path.is_dir() {
            let Read {
                text,
                script,
                is_imported,
            } = read(&path, config)?;
            return Ok(Self {
                path,
                text,
                script,
                is_imported,
            });
        }
        let mut all = BugTrace::all(&path, config)?;
        match (all.pop(), all.len()) {
            (Some(trace), 0) => {
                let (text, script) = trace.read?;
                Ok(Self {
                    path: trace.path,
                    text,
                    script,
                    is_imported: false,
                })
            }
            (_, more) => Err(Failure::trace(format!(
                "{} contains {} traces: name one of them; 'murxla-rs findings' lists the findings of a results directory",
                path.display(),
                more + 1
            ))),
        }
    }
}

/// A trace that was read.
struct Read {
    text: String,
    script: Script,
    is_imported: bool,
}

/// The trace in a file, or the one of a script, which is imported for the solver. Says what is left
/// out.
///
/// # Errors
/// It cannot be read, is not a trace, or is a script without a solver.
fn read(path: &Path, config: ScriptConfig<'_>) -> Result<Read, Failure> {
    let mut text = trace_file::text(path, "trace")?;
    let is_imported = trace_file::is_script(&text);
    if is_imported {
        if config.solver.is_none() {
            let path = path.display();
            return Err(Failure::trace(format!(
                "{path} is an SMT-LIB script: add --solver NAME, or make a trace of it with \
                 'murxla-rs import {path} --solver NAME --output bug.trace'"
            )));
        }
        let imported = trace_of_script(&text, path, config)?;
        say_left_out(path, &imported.left_out);
        text = imported.text;
    }
    let (text, script) = trace_file::parsed(path, text)?;
    Ok(Read {
        text,
        script,
        is_imported,
    })
}

/// The folder of the finding with this id in the results directories in the current folder and in
/// `results`. `None` if it is not the id of a finding, or there is none.
///
/// # Errors
/// Several have this id.
fn finding_folder(id: &str) -> Result<Option<PathBuf>, Failure> {
    if FindingId::try_from(id.to_owned()).is_err() {
        return Ok(None);
    }
    let mut found: Vec<PathBuf> = Vec::new();
    for place in [".", "results"] {
        let Ok(entries) = Path::new(place).read_dir() else {
            continue;
        };
        for entry in entries.flatten() {
            let folder = entry.path().join(FINDINGS).join(id);
            if folder.join(FINDING_FILE).is_file() {
                found.push(folder);
            }
        }
    }
    match (found.pop(), found.pop()) {
        (Some(one), Some(other)) => Err(Failure::trace(format!(
            "several findings are called {id}: name the folder of one, {} or {}",
            other.display(),
            one.display()
        ))),
        (one, _) => Ok(one),
    }
}

/// The folder of the finding that the user names by its folder or its id. `None` if it is not one.
///
/// # Errors
/// Several have this id.
pub fn named_finding(name: &Path) -> Result<Option<PathBuf>, Failure> {
    let by_id = match name.to_str() {
        Some(id) if !name.exists() => finding_folder(id)?,
        _ => None,
    };
    let path = by_id.unwrap_or_else(|| name.to_owned());
    let is_finding = Folder::open(&path).is_ok_and(|folder| folder.exists(FINDING_FILE));
    Ok(is_finding.then_some(path))
}

/// A finding by its folder, how often it was seen, and the platform of its campaign. The results
/// directory says the last two. A folder that was moved elsewhere does not have them.
///
/// # Errors
/// The file of the finding cannot be read, or is damaged.
pub fn kept_finding(path: &Path) -> Result<(KeptFinding, String), Failure> {
    let cannot = |e| Failure::configuration(format!("cannot read {}: {e}", path.display()));
    let folder = Folder::open(path).map_err(cannot)?;
    let finding = finding(&folder)?;
    let whole = path.canonicalize().map_err(cannot)?;
    let results = whole.parent().filter(|all| all.ends_with(FINDINGS));
    let results = results.and_then(Path::parent);
    let kept = results.and_then(|results| Kept::read(results, OnDamage::Leave).ok());
    let mut sights = Sights {
        first: finding.first_seen,
        ..Sights::times(1)
    };
    let mut platform = String::new();
    if let Some(kept) = kept {
        let its = kept
            .findings
            .iter()
            .find(|its| its.finding.id == finding.id);
        sights = its.map_or(sights, |its| its.sights);
        platform = kept.campaign.map_or(platform, |campaign| campaign.platform);
    }
    let known = KeptFinding {
        folder,
        finding,
        sights,
    };
    Ok((known, platform))
}

impl BugTrace {
    /// The traces at a path. This is a trace, a script, the folder of a finding, a results
    /// directory, or a folder with traces or with such folders. A script is imported for the
    /// solver.
    ///
    /// # Errors
    /// There is no trace. A trace that cannot be read is not an error here.
    pub fn all(path: &Path, config: ScriptConfig<'_>) -> Result<Vec<Self>, Failure> {
        let traces = Self::any(path, config)?;
        match traces.is_empty() {
            true => Err(Failure::trace(format!(
                "{} contains no traces and no findings",
                path.display()
            ))),
            false => Ok(traces),
        }
    }

    /// The traces at a path, as [`all`](Self::all) says. A folder may have none.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn any(path: &Path, config: ScriptConfig<'_>) -> Result<Vec<Self>, Failure> {
        if !path.is_dir() {
            return Ok(vec![Self {
                path: path.to_owned(),
                finding: None,
                read: read(path, config).map(|read| (read.text, read.script)),
            }]);
        }
        let cannot_read = |e| Failure::trace(format!("cannot read {}: {e}", path.display()));
        let folder = Folder::open(path).map_err(cannot_read)?;
        let mut traces = Vec::new();
        Self::add(folder, DEPTH, &mut traces).map_err(cannot_read)?;
        Ok(traces)
    }

    /// The traces at several paths.
    ///
    /// # Errors
    /// One of them has no trace.
    pub fn in_all(paths: &[PathBuf], config: ScriptConfig<'_>) -> Result<Vec<Self>, Failure> {
        let all: Result<Vec<_>, _> = paths.iter().map(|path| Self::all(path, config)).collect();
        Ok(all?.into_iter().flatten().collect())
    }

    fn add(folder: Folder, depth: usize, traces: &mut Vec<Self>) -> std::io::Result<()> {
        if folder.exists(FINDING_FILE) {
            traces.push(Self::of_finding(folder));
            return Ok(());
        }
        if folder.exists(FINDINGS) {
            // The candidates of a results directory are not findings.
            return Self::add(folder.folder(FINDINGS)?, 1, traces);
        }
        for name in folder.names()? {
            if folder.has(&name) {
                if name.ends_with(TRACE) {
                    traces.push(Self {
                        path: folder.path(&name),
                        finding: None,
                        read: trace_file::read_in(&folder, &name),
                    });
                }
            } else if depth > 0
                && let Ok(inner) = folder.folder(&name)
            {
                Self::add(inner, depth - 1, traces)?;
            }
        }
        Ok(())
    }

    /// Writes lines into the header of the trace: keys and values.
    ///
    /// # Errors
    /// The trace cannot be written.
    pub fn write_header(&self, lines: &[(&str, String)]) -> Result<(), Failure> {
        let (text, _) = self.read.as_ref().map_err(Failure::clone)?;
        let text = with_header(text, lines);
        let file = self.path.file_name().and_then(OsStr::to_str);
        let written = match (&self.finding, file) {
            (Some(folder), Some(name)) => folder.write(name, text.as_bytes()),
            _ => folder::write(&self.path, text.as_bytes()),
        };
        written.map_err(|e| {
            let path = self.path.display();
            Failure::configuration(format!("cannot write {path}: {e}"))
        })
    }

    /// The most useful trace of a finding.
    fn of_finding(folder: Folder) -> Self {
        let name = TRACES.into_iter().find(|name| folder.exists(name));
        let name = name.unwrap_or(FULL);
        Self {
            path: folder.path(name),
            read: trace_file::read_in(&folder, name),
            finding: Some(folder),
        }
    }
}

/// A trace whose header has these lines, in the place of others with the same keys. They come after
/// the line of the solver. A key without a value has no line.
#[must_use]
pub fn with_header(text: &str, lines: &[(&str, String)]) -> String {
    let new: String = lines
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| header_line(key, value))
        .collect();
    let has_key = |line: &str, key: &str| {
        TextLine::of(line)
            .entry()
            .is_some_and(|(its, _)| its == key)
    };
    let is_old = |line: &&str| lines.iter().any(|(key, _)| has_key(line, key));
    let (mut changed, mut is_written) = (String::new(), false);
    for line in text.split_inclusive('\n').filter(|line| !is_old(line)) {
        changed.push_str(line);
        if !is_written && has_key(line, trace_file::SOLVER) {
            changed.push_str(&new);
            is_written = true;
        }
    }
    match is_written {
        true => changed,
        false => new + &changed,
    }
}

/// The error that the file of a finding cannot be read or written.
fn wrong_file(folder: &Folder, why: &dyn Display) -> Failure {
    Failure::configuration(format!("{}: {why}", folder.path(FINDING_FILE).display()))
}

/// The finding in a folder.
///
/// # Errors
/// The file cannot be read, or is damaged.
pub fn finding(folder: &Folder) -> Result<Finding, Failure> {
    let bytes = folder.read(FINDING_FILE);
    let bytes = bytes.map_err(|e| wrong_file(folder, &e))?;
    serde_json::from_slice(&bytes).map_err(|e| wrong_file(folder, &e))
}

/// Stores a finding in its folder.
///
/// # Errors
/// The file cannot be written.
pub fn store_finding(folder: &Folder, finding: &Finding) -> Result<(), Failure> {
    results::store_finding(folder, finding).map_err(|e| wrong_file(folder, &e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_has_one_line_for_each_key() {
        let trace = "# murxla-rs 0.1.0\n# solver: z3@5.4.0\n# expect: timeout\n    0 new\n";
        let header = |value: &str| [(RELEASES, value.to_owned())];
        let once = with_header(trace, &header("a"));
        let lines: Vec<&str> = once.lines().collect();
        assert_eq!(lines[2..4], ["# releases: a", "# expect: timeout"]);
        assert_eq!(with_header(&once, &header("a")), once);
        assert_eq!(
            with_header("0 new\n", &header("x")),
            "# releases: x\n0 new\n"
        );
    }
}
