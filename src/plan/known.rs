//! Bugs that are not reported: those that the user knows (`--known`), and those of another library
//! of the solver (`--baseline`).

use super::found_solver::FoundSolver;
use crate::bug_traces::{self, BugTrace};
use crate::cli::Fuzz;
use crate::exit::Failure;
use crate::imported::ScriptConfig;
use crate::trace_file;
use crate::triage::Evidence;
use murxla_store::{SolverSource, SolverSpec};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bugs that the user knows.
#[derive(Default)]
pub struct GivenBugs {
    /// Why they are not reported, by the keys, causes and names of findings.
    pub reasons: BTreeMap<String, String>,
    /// What is known about the bugs of findings.
    pub evidence: Vec<(Evidence, String)>,
    /// The names and the texts of traces that do not name a finding. What they show is known.
    pub traces: Vec<(String, Arc<str>)>,
}

/// Why a bug is not reported that the user knows by this name.
#[must_use]
pub fn given_reason(name: &str) -> String {
    format!("--known: {name}")
}

/// The solver of `--baseline`: another release or library of the solver under test. The user may
/// give the path of the library alone.
///
/// # Errors
/// It cannot be found or installed.
pub(super) fn baseline(fuzz: &Fuzz, spec: &SolverSpec) -> Result<Option<FoundSolver>, Failure> {
    let Some(given) = &fuzz.unreported.baseline else {
        return Ok(None);
    };
    let named = given.parse::<SolverSpec>().ok();
    let named = named.filter(|named| named.name == spec.name);
    let baseline = named.unwrap_or_else(|| SolverSpec {
        name: spec.name.clone(),
        source: SolverSource::Path(given.into()),
    });
    FoundSolver::find(&baseline, fuzz.allowed.offline).map(Some)
}

impl GivenBugs {
    /// Reads results directories, traces, and lists.
    ///
    /// # Errors
    /// A path does not exist, or a file cannot be read.
    pub fn read(paths: &[PathBuf]) -> Result<Self, Failure> {
        let mut given = Self::default();
        for path in paths {
            if !path.exists() {
                let what = "there is no such file or folder; a folder without bugs may be given";
                return Err(Failure::usage(format!(
                    "--known {}: {what}",
                    path.display()
                )));
            }
            let is_trace = path.extension().is_some_and(|ext| ext == "trace");
            match path.is_dir() || is_trace {
                true => given.add_traces(path)?,
                false => given.add_list(path)?,
            }
        }
        Ok(given)
    }

    /// Each line of a list is a key, a cause or the name of a finding.
    fn add_list(&mut self, path: &Path) -> Result<(), Failure> {
        let text = trace_file::text(path, "list of known bugs")?;
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            self.add(line, line);
        }
        Ok(())
    }

    fn add_traces(&mut self, path: &Path) -> Result<(), Failure> {
        for trace in BugTrace::any(path, ScriptConfig::default())? {
            if let Some(folder) = &trace.finding {
                let finding = bug_traces::finding(folder)?;
                let name = finding.id.to_string();
                let identities = [
                    Some(&finding.observed.key),
                    Some(&name),
                    finding.analysis.cause.as_ref(),
                ];
                for identity in identities.into_iter().flatten() {
                    self.add(identity, &name);
                }
                let evidence = Evidence::of(&finding);
                self.evidence
                    .extend(evidence.map(|evidence| (evidence, given_reason(&name))));
                continue;
            }
            let (text, script) = trace.read?;
            match trace_file::finding(&script) {
                Some(id) => self.add(id.as_str(), id.as_str()),
                None => {
                    let name = trace.path.display().to_string();
                    self.traces.push((name, text.into()));
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, identity: &str, name: &str) {
        self.reasons.insert(identity.to_owned(), given_reason(name));
    }
}
