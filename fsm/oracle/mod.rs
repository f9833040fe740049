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
    let message = message.into();
    Err(Failure::Wrong { kind, message })
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
        Box::new(model::Values),
    ]
}

/// What some formulas are about, for messages.
fn theories(seen: &Observation<'_>, formulas: &[TermId]) -> String {
    subject(seen.state, seen.ops, seen.engine, formulas)
}

/// What a term is about, and who has given it a value; nothing if that was the usual engine.
fn blame(seen: &Observation<'_>, term: TermId) -> String {
    if seen.engine.is_empty() {
        return String::new();
    }
    format!(" {}", theories(seen, &[term]))
}

/// The theories of the operators in some formulas, and who has solved them: `[BV UF]`, `[BV UF] by mcsat`.
pub(crate) fn subject(
    state: &InstanceState,
    ops: &Ops,
    engine: &str,
    formulas: &[TermId],
) -> String {
    let cone = state.cone(formulas);
    let used = cone.iter().filter_map(|id| state.term(*id)?.op);
    let theories: Theories = used.map(|op| ops.row(op).theory).collect();
    let names = theories.iter().filter(|theory| *theory != Theory::Bool);
    let names: Vec<&str> = names.map(Theory::short).collect();
    let by = if engine.is_empty() { "" } else { " by " };
    format!("[{}]{by}{engine}", names.join(" "))
}
