//! Oracles in the process of the solver, one file each. They look at each call after it was made.
//!
//! An oracle depends only on the calls and their results, so that a replay finds what the run
//! found. It asks the solver only for what cannot change the solver's behaviour, such as the sort
//! of a term. Results that need more, such as values of a model, come from calls of the run, which
//! scenarios make.

pub mod checks;
mod core;
mod facts;
mod instances;
mod model;
mod pinned;
mod sort;
mod truth;
mod value;

pub use model::{chosen_terms, satisfies};

use crate::action::{Call, Effect};
use crate::actions::theories_of;
use crate::op::Ops;
use crate::solver::{Answer, Contradiction, Error, Solver, TermId};
use crate::state::InstanceState;
use crate::theory::{Theories, Theory};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What an oracle may see.
pub struct Observation<'a> {
    /// The call.
    pub call: &'a Call,
    /// Its effect.
    pub effect: &'a Effect,
    /// The state of the instance after the call.
    pub state: &'a InstanceState,
    /// The operators.
    pub ops: &'a Ops,
    /// See [`Solver::engine`].
    pub engine: &'static str,
}

/// What the solver claims about some formulas: by an answer, a core, or unsatisfiable assumptions.
struct Claim {
    formulas: Vec<TermId>,
    satisfiable: bool,
    /// What an extension action did to get the claim.
    by: Option<String>,
    /// The kind of the finding, if the claim is certainly wrong when it contradicts another one, as
    /// a core is.
    kind: Option<&'static str>,
}

impl Observation<'_> {
    /// The text that names the engine of the answer behind the number of a check; empty for the
    /// usual engine.
    fn by_engine(&self) -> String {
        match self.engine {
            "" => String::new(),
            engine => format!(" by {engine}"),
        }
    }

    /// The claim of the call, if it has one.
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

/// What an oracle objects to: the solver is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objection {
    /// The kind of finding.
    pub kind: &'static str,
    /// The check.
    pub failed: Contradiction,
    /// The formulas that it is about, where that is known.
    pub subject: Option<Subject>,
}

impl Objection {
    /// The message. The first line is the same for all runs with this error, except for its
    /// subject; the other lines are about this run.
    #[must_use]
    pub fn message(&self) -> String {
        let subject = self.subject.as_ref().map(Subject::to_string);
        self.failed.text(&subject.unwrap_or_default())
    }
}

/// Why an oracle objects to a call.
#[derive(Debug)]
pub enum Failure {
    /// The solver is wrong.
    Wrong(Objection),
    /// The solver returned an error to the oracle.
    Error(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Error(error)
    }
}

/// The result of an oracle: whether it objects to a call.
pub type Verdict = Result<(), Failure>;

fn wrong(kind: &'static str, failed: Contradiction) -> Verdict {
    Err(Failure::Wrong(Objection {
        kind,
        failed,
        subject: None,
    }))
}

/// An objection with a subject.
fn wrong_about(kind: &'static str, failed: Contradiction, subject: Subject) -> Verdict {
    Err(Failure::Wrong(Objection {
        kind,
        failed,
        subject: Some(subject),
    }))
}

/// An oracle in the process of the solver, for one run.
pub trait Oracle {
    /// The kind of most of its findings, for example `wrong-sort`.
    fn name(&self) -> &'static str;

    /// Looks at a call that has been made.
    ///
    /// # Errors
    /// What is wrong.
    fn after(&mut self, seen: &Observation<'_>, solver: &mut dyn Solver) -> Verdict;
}

/// All oracles for a new run, in the order in which they look at a call.
#[must_use]
pub fn all() -> Vec<Box<dyn Oracle>> {
    vec![
        Box::new(sort::PredictedSort),
        Box::new(value::ReadBack),
        Box::new(core::Members),
        Box::new(truth::Truth),
        Box::<facts::Facts>::default(),
        Box::<instances::Instances>::default(),
        Box::new(pinned::Pinned),
        Box::new(model::ModelValues),
    ]
}

/// The theories and the engine of some formulas.
fn about(seen: &Observation<'_>, formulas: &[TermId]) -> Subject {
    Subject::new(seen.state, seen.ops, seen.engine, formulas)
}

/// The theories of some formulas, and the engine that solved them. As text it ends the first line
/// of a message: ` [BV UF]` or ` [BV UF] by mcsat`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Subject {
    /// The theories of the operators and the sorts in the formulas, separated by spaces.
    pub theories: String,
    /// The engine that solved the formulas; empty for the default one. See [`Solver::engine`].
    pub engine: String,
}

impl Subject {
    /// The subject of some formulas that an engine solved.
    #[must_use]
    pub fn new(state: &InstanceState, ops: &Ops, engine: &str, formulas: &[TermId]) -> Self {
        let cone = state.cone(formulas);
        let terms = || cone.iter().filter_map(|id| state.term(*id));
        let operators = terms().filter_map(|term| Some(ops.row(term.op?).theory));
        // An equality of arrays is of arrays, although `=` is of no theory.
        let kinds = terms().filter_map(|term| Some(state.sorts.get(term.sort)?.kind()));
        let theories: Theories = operators.chain(kinds.flat_map(theories_of)).collect();
        let names = theories.iter().filter(|theory| *theory != Theory::Bool);
        let names: Vec<&str> = names.map(Theory::short).collect();
        Self {
            theories: names.join(" "),
            engine: engine.to_owned(),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = if self.engine.is_empty() { "" } else { " by " };
        if !self.theories.is_empty() {
            write!(f, " [{}]", self.theories)?;
        }
        write!(f, "{by}{}", self.engine)
    }
}
