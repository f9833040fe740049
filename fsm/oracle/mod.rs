//! Checks: oracles beside the live solver, one file each. They see each call after it was made, and
//! depend on nothing but the calls and their results, so that a replay finds what the run found.
//! What a check wants to be told, such as a model, a scheme asks for: checks ask the solver only what
//! cannot change its ways.

mod core;
mod facts;
mod model;
mod sort;
mod truth;
mod value;

pub use truth::ASSIGNED;

use crate::action::{Call, Effect};
use crate::op::Ops;
use crate::solver::{Answer, Error, Solver, TermId};
use crate::state::InstanceState;
use crate::theory::{Theories, Theory};

/// What a check may see.
pub struct Observation<'a> {
    /// The call.
    pub call: &'a Call,
    /// What it resulted in.
    pub effect: &'a Effect,
    /// The state after it.
    pub state: &'a InstanceState,
    /// The operators.
    pub ops: &'a Ops,
    /// See [`Solver::engine`].
    pub engine: &'static str,
}

/// What a solver says of some formulas: by an answer, a core, or unsatisfiable assumptions.
struct Claim {
    formulas: Vec<TermId>,
    satisfiable: bool,
    /// Which way of an action led to it.
    by: Option<String>,
    /// The kind of finding if it is wrong all by itself, as a core is.
    kind: Option<&'static str>,
}

impl Observation<'_> {
    /// What the call has made the solver say, if anything.
    fn claim(&self) -> Option<Claim> {
        let state = self.state;
        let (formulas, satisfiable, kind) = match self.effect {
            Effect::Answer(Answer::Sat) => (state.checked().collect(), true, None),
            Effect::Answer(Answer::Unsat) => (state.checked().collect(), false, None),
            Effect::Core(core) => (core.clone(), false, Some("wrong-core")),
            Effect::Assumptions(failed) => {
                let asserted = state.assertions.iter();
                let formulas = asserted.chain(failed).copied().collect();
                (formulas, false, Some("wrong-assumptions"))
            }
            Effect::Claim {
                formulas, answer, ..
            } if *answer != Answer::Unknown => (formulas.clone(), *answer == Answer::Sat, None),
            _ => return None,
        };
        let by = match self.effect {
            Effect::Claim { by, .. } => Some(by.trim().to_owned()),
            _ => None,
        };
        Some(Claim {
            formulas,
            satisfiable,
            by,
            kind,
        })
    }
}

/// Why a check does not let a call pass.
#[derive(Debug)]
pub enum Failure {
    /// The solver is wrong.
    Wrong {
        /// The kind of finding.
        kind: &'static str,
        /// What is wrong: in general in the first line, here in the others.
        message: String,
        /// What the first line is about, where the message says it.
        subject: Option<Subject>,
    },
    /// The solver did not answer what the check asked.
    Error(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Error(error)
    }
}

/// Whether a call may pass.
pub type Verdict = Result<(), Failure>;

fn wrong(kind: &'static str, message: impl Into<String>) -> Verdict {
    Err(Failure::Wrong {
        kind,
        message: message.into(),
        subject: None,
    })
}

/// What is wrong in general, what it is about, and what is wrong here.
fn wrong_about(
    kind: &'static str,
    general: impl Into<String>,
    about: About,
    details: &str,
) -> Verdict {
    let subject = about.subject(general.into());
    Err(Failure::Wrong {
        kind,
        message: subject.message(details),
        subject: Some(subject),
    })
}

/// An oracle beside the live solver, for one run.
pub trait Oracle {
    /// The name of most of its findings, `wrong-sort`.
    fn name(&self) -> &'static str;

    /// Looks at a call that has been made.
    ///
    /// # Errors
    /// What contradicts what.
    fn after(&mut self, seen: &Observation<'_>, solver: &mut dyn Solver) -> Verdict;
}

/// All checks for a new run, in the order in which they look.
#[must_use]
pub fn all() -> Vec<Box<dyn Oracle>> {
    vec![
        Box::new(sort::PredictedSort),
        Box::new(value::ReadBack),
        Box::new(core::Members),
        Box::new(truth::Truth),
        Box::<facts::Facts>::default(),
        Box::new(model::ModelValues),
    ]
}

/// The theories and the engine of some formulas.
fn about(seen: &Observation<'_>, formulas: &[TermId]) -> About {
    About::new(seen.state, seen.ops, seen.engine, formulas)
}

/// The theories of formulas, and the engine that has solved them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct About {
    theories: String,
    engine: &'static str,
}

impl About {
    pub(crate) fn new(
        state: &InstanceState,
        ops: &Ops,
        engine: &'static str,
        formulas: &[TermId],
    ) -> Self {
        let cone = state.cone(formulas);
        let used = cone.iter().filter_map(|id| state.term(*id)?.op);
        let theories: Theories = used.map(|op| ops.row(op).theory).collect();
        let names = theories.iter().filter(|theory| *theory != Theory::Bool);
        let names: Vec<&str> = names.map(Theory::short).collect();
        Self {
            theories: names.join(" "),
            engine,
        }
    }

    pub(crate) fn subject(self, general: String) -> Subject {
        Subject {
            general,
            theories: self.theories,
            engine: self.engine,
        }
    }
}

/// What the first line of a message is about: `general [BV UF]` or `general [BV UF] by mcsat`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// What is wrong, in words that are the same for all runs.
    pub general: String,
    /// The theories of the operators in the formulas, separated by blanks.
    pub theories: String,
    /// The engine that has solved them; empty for the usual one. See [`Solver::engine`].
    pub engine: &'static str,
}

impl Subject {
    /// The message with this subject in the first line, followed by details.
    #[must_use]
    pub fn message(&self, details: &str) -> String {
        let Self {
            general,
            theories,
            engine,
        } = self;
        let by = if engine.is_empty() { "" } else { " by " };
        let line_break = if details.is_empty() { "" } else { "\n" };
        format!("{general} [{theories}]{by}{engine}{line_break}{details}")
    }
}
