//! Oracles in the process of the solver, one file each. They look at each call after it was made.
//!
//! An oracle depends only on the calls and their results, so that a replay finds what the run
//! found. It asks the solver only for what cannot change the solver's behaviour, such as the sort
//! of a term. Results that need more, such as values of a model, come from calls of the run, which
//! scenarios make.

pub mod checks;
mod core;
mod decidable;
pub mod exhaustive;
mod facts;
mod instances;
mod kind;
mod known_values;
mod model;
mod pinned;
mod sort;
mod truth;
mod value;
mod violation;

pub use decidable::is_small_and_decidable;
pub use kind::BugKind;
pub use model::{chosen_terms, satisfies};
pub use violation::{FailedCheck, Topic, Violation};

use crate::action::{Call, Effect};
use crate::op::Ops;
use crate::solver::{Answer, Contradiction, Error, Solver, TermId};
use crate::state::InstanceState;

/// The inputs of an oracle.
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
    /// The effort of deciding formulas by all assignments, see [`exhaustive::decide`].
    pub exhaustive: u32,
}

/// What the solver claims about some formulas: by an answer, a core, or unsatisfiable assumptions.
struct Claim {
    formulas: Vec<TermId>,
    satisfiable: bool,
    /// How an extension action got the claim.
    by: Option<String>,
    /// The kind of the finding, if the claim is certainly wrong when it contradicts another one, as
    /// a core is.
    kind: Option<BugKind>,
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
            Effect::Core(core) => (core.clone(), false, Some(BugKind::WrongCore)),
            Effect::Assumptions(failed) => {
                let asserted = state.assertions.formulas.iter();
                let formulas = asserted.chain(failed).copied().collect();
                (formulas, false, Some(BugKind::WrongAssumptions))
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

/// Why an oracle objects to a call.
#[derive(Debug)]
pub enum Objection {
    /// The solver is wrong.
    Wrong(Box<Violation>),
    /// The solver returned an error to the oracle.
    Error(Error),
}

impl From<Error> for Objection {
    fn from(error: Error) -> Self {
        Objection::Error(error)
    }
}

/// The result of an oracle: whether it objects to a call.
pub type OracleResult = Result<(), Objection>;

fn wrong(kind: BugKind, failed: Contradiction) -> OracleResult {
    let violation = Violation::of_check(kind, failed, None);
    Err(Objection::Wrong(violation.into()))
}

/// A violation with a topic.
fn wrong_about(kind: BugKind, failed: Contradiction, topic: Topic) -> OracleResult {
    let violation = Violation::of_check(kind, failed, Some(topic));
    Err(Objection::Wrong(violation.into()))
}

/// An oracle in the process of the solver, for one run.
pub trait Oracle {
    /// The kind of most of its findings.
    fn kind(&self) -> BugKind;

    /// Looks at a call that has been made.
    ///
    /// # Errors
    /// What is wrong.
    fn check_call(&mut self, seen: &Observation<'_>, solver: &mut dyn Solver) -> OracleResult;
}

/// All oracles for a new run, in the order in which they look at a call.
#[must_use]
pub fn all() -> Vec<Box<dyn Oracle>> {
    vec![
        Box::new(sort::PredictedSort),
        Box::new(value::ReadBack),
        Box::new(core::Members),
        Box::new(truth::Truth),
        Box::new(exhaustive::Exhaustive),
        Box::<facts::Facts>::default(),
        Box::<instances::Instances>::default(),
        Box::new(pinned::Pinned),
        Box::new(model::ModelValues),
    ]
}

/// The topic of some formulas.
fn topic_of(seen: &Observation<'_>, formulas: &[TermId]) -> Topic {
    Topic::new(seen.state, seen.ops, seen.engine, formulas)
}
