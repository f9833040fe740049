//! The oracles that the user or the header of a trace asks for.

use super::found_solver::{FoundSolver, permitted};
use crate::cli::{Allowed, OracleArgs, ReferenceSpec, References, assignment};
use crate::exit::Failure;
use murxla_fsm::trace::{Script, header_line};
use murxla_store::SolverSpec;
use serde_json::{Map, Value};

/// The keys in the header of a trace. They are the names of the options, too.
const CROSS_CHECK: &str = "cross-check";
const CROSS_OPTION: &str = "cross-option";
const CHECK: &str = "check";

/// The keys in a profile about calls that a solver does not take. What it does not have is not
/// among them, because a replay ends there with a message.
const RESTRICTIONS: [&str; 3] = ["operators", "sorts", "no-shadowing"];

/// The name of the solver under test, as the solver that checks claims again.
const SAME: &str = "same";

/// The solver that `--check` asks for.
pub enum CheckSolver {
    /// The solver under test, in a fresh instance.
    Same,
    /// Another solver.
    Other(FoundSolver),
}

/// A solver to compare answers with.
pub struct Reference {
    /// The solver.
    pub solver: FoundSolver,
    /// Options to set in it.
    pub options: Vec<(String, String)>,
}

impl Reference {
    /// The lines in the header of a finding that needs it.
    #[must_use]
    pub fn header(&self) -> String {
        let mut header = header_line(CROSS_CHECK, &self.solver.spec);
        for (name, value) in &self.options {
            header.push_str(&header_line(CROSS_OPTION, format!("{name}={value}")));
        }
        header
    }
}

impl CheckSolver {
    /// The line in the header of a finding that needs it.
    #[must_use]
    pub fn header(&self) -> String {
        match self {
            Self::Same => header_line(CHECK, SAME),
            Self::Other(checker) => header_line(CHECK, &checker.spec),
        }
    }
}

/// The oracles that the user asks for, which run in other processes.
#[derive(Default)]
pub struct Oracles {
    /// The solvers to compare answers with.
    pub references: Vec<Reference>,
    /// The solver that checks claims again.
    pub fresh_check: Option<CheckSolver>,
}

impl Oracles {
    /// Finds the solvers of `--cross-check` and `--check`.
    ///
    /// # Errors
    /// An unknown name, or a library that is not there and cannot be installed.
    pub fn find(
        references: &References,
        check: Option<&str>,
        offline: bool,
    ) -> Result<Self, Failure> {
        let reference = |spec: &ReferenceSpec| {
            Ok::<_, Failure>(Reference {
                solver: FoundSolver::find(&spec.solver, offline)?,
                options: spec.options.clone(),
            })
        };
        let fresh_check = check.map(|name| match name {
            SAME => Ok(CheckSolver::Same),
            name => FoundSolver::find(&spec(CHECK, name)?, offline).map(CheckSolver::Other),
        });
        Ok(Self {
            references: references
                .0
                .iter()
                .map(reference)
                .collect::<Result<_, _>>()?,
            fresh_check: fresh_check.transpose()?,
        })
    }

    /// Finds the solvers of the options that the user gives for a trace. For an option that is not
    /// given, the header of the trace may name the solvers. The trace may be from somebody else:
    /// see `permitted`.
    ///
    /// # Errors
    /// As [`find`](Self::find), or the trace must not name a solver.
    pub fn of_trace(
        given: &OracleArgs,
        script: &Script,
        allowed: Allowed,
    ) -> Result<Self, Failure> {
        let mut oracles = Self::find(&given.references, given.check.as_deref(), allowed.offline)?;
        let named = |spec: SolverSpec, option: &[&str]| {
            FoundSolver::locate(&permitted(spec, option, allowed)?, allowed.offline)
        };
        if oracles.references.is_empty() {
            let specs = named_references(script)?;
            let args: Vec<String> = specs.iter().flat_map(ReferenceSpec::args).collect();
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            for ReferenceSpec { solver, options } in specs {
                let solver = named(solver, &args)?;
                oracles.references.push(Reference { solver, options });
            }
        }
        if let (None, Some(name)) = (&oracles.fresh_check, script.header(CHECK)) {
            let option = format!("--check={name}");
            oracles.fresh_check = Some(match name {
                SAME => CheckSolver::Same,
                _ => CheckSolver::Other(named(spec(CHECK, name)?, &[&option])?),
            });
        }
        Ok(oracles)
    }

    /// The parts of the references' profiles about calls that they do not take, by the names of
    /// their solvers. Runs leave such calls out. The profile of the solver under test has its own.
    ///
    /// # Errors
    /// A defect of a built-in profile.
    pub fn restrictions(&self, subject: &SolverSpec) -> Result<Vec<(String, String)>, Failure> {
        let solvers = self.references.iter().map(|reference| &reference.solver);
        let others = solvers.filter(|solver| solver.spec.name != subject.name);
        let restrictions = others.map(|solver| {
            let name = solver.spec.name.clone();
            let text = solver.wrapper.profile_with(solver.library.as_deref());
            let mut profile: Map<String, Value> = serde_json::from_str(text)
                .map_err(|e| Failure::configuration(format!("{name}: {e}")))?;
            profile.retain(|key, _| RESTRICTIONS.contains(&key.as_str()));
            Ok((name, Value::Object(profile).to_string()))
        });
        restrictions.collect()
    }

    /// Whether there are any.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.references.is_empty() && self.fresh_check.is_none()
    }

    /// The solvers that they use, except the one under test.
    pub fn solvers(&self) -> impl Iterator<Item = &FoundSolver> {
        let checker = match &self.fresh_check {
            Some(CheckSolver::Other(other)) => Some(other),
            _ => None,
        };
        let references = self.references.iter();
        references.map(|reference| &reference.solver).chain(checker)
    }
}

/// The solvers to compare answers with in the header of a trace. The options of each are on the
/// lines after it.
fn named_references(script: &Script) -> Result<Vec<ReferenceSpec>, Failure> {
    let mut all: Vec<ReferenceSpec> = Vec::new();
    let lines = script.header.iter().filter_map(|line| line.split_once(':'));
    for (key, value) in lines.map(|(key, value)| (key.trim(), value.trim())) {
        let wrong = |why: &str| Failure::trace(format!("the header has '{key}: {value}': {why}"));
        if key == CROSS_CHECK {
            all.push(ReferenceSpec::new(spec(CROSS_CHECK, value)?));
        } else if key == CROSS_OPTION {
            let missing = || wrong("put it below the line 'cross-check: SOLVER' that it is for");
            let reference = all.last_mut().ok_or_else(missing)?;
            let option = assignment(value).map_err(|e| wrong(&e))?;
            reference.options.push(option);
        }
    }
    Ok(all)
}

/// The solver that an option or a header line names.
fn spec(key: &str, name: &str) -> Result<SolverSpec, Failure> {
    name.parse()
        .map_err(|e| Failure::usage(format!("--{key}: {e}")))
}
