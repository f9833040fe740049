//! The oracles that the user or the header of a trace asks for.

use super::{Subject, permitted};
use crate::cli::{Allowed, OracleArgs};
use crate::exit::Failure;
use crate::store::SolverSpec;
use crate::triage::{BY_ORACLES, DISAGREEMENT};
use murxla_fsm::trace::Script;

/// The keys in the header of a trace. They are the names of the options, too.
const CROSS_CHECK: &str = "cross-check";
const CROSS_OPTION: &str = "cross-option";
const CHECK: &str = "check";

/// The name of the solver under test, as the solver that checks claims again.
const SAME: &str = "same";

/// The solver that `--check` asks for.
pub enum RecheckSolver {
    /// The solver under test, in a fresh instance.
    Same,
    /// Another solver.
    Other(Subject),
}

/// The oracles that the user asks for, which run in other processes.
#[derive(Default)]
pub struct Oracles {
    /// The solver to compare answers with.
    pub cross_check: Option<Subject>,
    /// Options to set in that solver.
    pub cross_options: Vec<(String, String)>,
    /// The solver that checks claims again.
    pub recheck: Option<RecheckSolver>,
}

impl Oracles {
    /// Finds the solvers of `--cross-check` and `--check`.
    ///
    /// # Errors
    /// An unknown name, or a library that is not there and cannot be installed.
    pub fn find(
        cross_check: Option<&SolverSpec>,
        check: Option<&str>,
        offline: bool,
    ) -> Result<Self, Failure> {
        let cross_check = cross_check.map(|spec| Subject::find(spec, offline));
        let recheck = check.map(|name| match name {
            SAME => Ok(RecheckSolver::Same),
            name => Subject::find(&spec(CHECK, name)?, offline).map(RecheckSolver::Other),
        });
        Ok(Self {
            cross_check: cross_check.transpose()?,
            cross_options: Vec::new(),
            recheck: recheck.transpose()?,
        })
    }

    /// Finds the solvers of the options that the user gives for a trace. For an option that is not given, the header of
    /// the trace may name the solver. The trace may be from somebody else: see [`permitted`].
    ///
    /// # Errors
    /// As [`find`](Self::find), or the trace must not name the solver.
    pub fn of_trace(
        given: &OracleArgs,
        script: &Script,
        allowed: Allowed,
    ) -> Result<Self, Failure> {
        let (reference, checker) = (given.cross_check.as_ref(), given.check.as_deref());
        let mut oracles = Self::find(reference, checker, allowed.offline)?;
        oracles.cross_options.clone_from(&given.cross_option);
        let named = |key: &str, name: &str, option: &[&str]| {
            let spec = permitted(spec(key, name)?, option, allowed)?;
            Subject::locate(&spec, allowed.offline)
        };
        if let (None, Some(name)) = (&oracles.cross_check, script.header(CROSS_CHECK)) {
            let option = ["--cross-check", name];
            oracles.cross_check = Some(named(CROSS_CHECK, name, &option)?);
            oracles.cross_options = cross_options(script);
        }
        if let (None, Some(name)) = (&oracles.recheck, script.header(CHECK)) {
            let option = format!("--check={name}");
            oracles.recheck = Some(match name {
                SAME => RecheckSolver::Same,
                _ => RecheckSolver::Other(named(CHECK, name, &[&option])?),
            });
        }
        Ok(oracles)
    }

    /// The line in the header of a finding of this kind which names the oracle that has found it. Empty if none of them
    /// finds such bugs.
    #[must_use]
    pub fn header_of(&self, kind: &str) -> String {
        let (key, name) = match (&self.cross_check, &self.recheck) {
            (Some(reference), _) if kind == DISAGREEMENT => {
                (CROSS_CHECK, reference.spec.to_string())
            }
            _ if kind == DISAGREEMENT || !BY_ORACLES.contains(&kind) => return String::new(),
            (_, Some(RecheckSolver::Other(checker))) => (CHECK, checker.spec.to_string()),
            (_, Some(RecheckSolver::Same)) => (CHECK, SAME.to_owned()),
            (_, None) => return String::new(),
        };
        let mut header = format!("# {key}: {name}\n");
        if key == CROSS_CHECK {
            for (option, value) in &self.cross_options {
                header.push_str(&format!("# {CROSS_OPTION}: {option}={value}\n"));
            }
        }
        header
    }

    /// Whether there are any.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cross_check.is_none() && self.recheck.is_none()
    }

    /// The solvers that they use, except the one under test.
    pub fn solvers(&self) -> impl Iterator<Item = &Subject> {
        let checker = match &self.recheck {
            Some(RecheckSolver::Other(other)) => Some(other),
            _ => None,
        };
        self.cross_check.iter().chain(checker)
    }
}

/// The options in the header of a trace.
fn cross_options(script: &Script) -> Vec<(String, String)> {
    let lines = script
        .header
        .iter()
        .filter_map(|line| line.split_once(": "));
    let named = lines.filter(|(key, _)| *key == CROSS_OPTION);
    let settings = named.filter_map(|(_, setting)| setting.split_once('='));
    settings
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// The solver that an option or a header line names.
fn spec(key: &str, name: &str) -> Result<SolverSpec, Failure> {
    name.parse()
        .map_err(|e| Failure::usage(format!("--{key}: {e}")))
}
