//! Checks the claims of a run in a fresh instance: cores and assumptions are solved again, values
//! are asserted.

use super::derive::{Claim, claims};
use super::{Evaluation, Oracle, Question, checks};
use crate::triage::SuspectedBug;
use murxla_executor::Outcome;
use murxla_fsm::action::Context;
use murxla_fsm::oracle::Violation;
use murxla_fsm::trace::{Note, lex, notes_in};
use std::rc::Rc;

/// The number of claims of one run that are checked.
const MOST: usize = 6;

/// The oracle of `--check`.
pub struct FreshCheck {
    checker: Rc<Checker>,
    /// The context in which runs are read.
    context: Context,
}

/// The solver that checks.
struct Checker {
    /// Its name and version, for messages.
    name: String,
    /// The line that names it in the headers of traces.
    header: String,
}

impl FreshCheck {
    /// `name` is the name of the solver that checks, with its version. `header` is the line that
    /// names it in the headers of traces. `context` is that of the solver under test.
    #[must_use]
    pub fn new(name: String, header: String, context: Context) -> Self {
        Self {
            checker: Rc::new(Checker { name, header }),
            context,
        }
    }
}

/// Whether a note has something that a fresh instance can check.
fn is_claim(note: &Note) -> bool {
    matches!(
        note,
        Note::UnsatCore(_) | Note::UnsatAssumptions(_) | Note::Value { .. }
    )
}

/// The suspected bug if the answer refutes the claim of the run.
fn compare(
    claim: &Claim,
    checker: &Checker,
    run: &Outcome,
    answer: &Outcome,
) -> Option<SuspectedBug> {
    let (_, last) = checks(&lex(&answer.trace).ok()?).last()?;
    let details = format!("by the answer of {}\n{}", checker.name, claim.detail);
    let failed = claim.check.failed(details);
    (last == Some(claim.refuted_by)).then(|| SuspectedBug {
        violation: Violation::of_check(claim.kind.clone(), failed, None),
        outcome: run.clone(),
        evidence: Some(claim.trace.clone()),
        oracle_header: checker.header.clone(),
    })
}

impl Oracle for FreshCheck {
    fn solver(&self) -> &str {
        &self.checker.name
    }

    fn questions(&self, run: &Outcome) -> Vec<Question> {
        if !notes_in(&run.trace).any(|note| is_claim(&note)) {
            return Vec::new();
        }
        let Ok(script) = lex(&run.trace) else {
            return Vec::new();
        };
        let question = |claim: Claim| {
            let checker = Rc::clone(&self.checker);
            Question {
                trace: claim.trace.as_str().into(),
                evaluate: Box::new(move |run, answer| {
                    compare(&claim, &checker, run, answer)
                        .map_or(Evaluation::Nothing, Evaluation::bug)
                }),
            }
        };
        let claims = claims(&script, &self.context, MOST);
        claims.into_iter().map(question).collect()
    }
}
