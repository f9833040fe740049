//! Checks the claims of a run in a fresh instance: cores and assumptions are solved again, values are asserted.

use super::derive::{Claim, claims};
use super::{Oracle, Question, answers};
use crate::executor::Outcome;
use crate::triage::SuspectedBug;
use murxla_fsm::action::Context;
use murxla_fsm::trace::lex;
use std::rc::Rc;

/// The number of claims of one run that are checked.
const MOST: usize = 6;

/// How the notes of claims begin.
const NOTES: [&str; 3] = ["#= unsat-core", "#= unsat-assumptions", "#= value "];

/// The oracle of `--check`.
pub struct Recheck {
    /// The solver that checks, for messages.
    name: Rc<str>,
    /// The context in which runs are read.
    context: Context,
}

impl Recheck {
    /// `name` is the name of the solver that checks, with its version. `context` is that of the solver under test.
    #[must_use]
    pub fn new(name: &str, context: Context) -> Self {
        Self {
            name: name.into(),
            context,
        }
    }
}

/// The suspected bug if the answer refutes the claim of the run.
fn compare(claim: &Claim, checker: &str, run: &Outcome, answer: &Outcome) -> Option<SuspectedBug> {
    let answered = answers(&lex(&answer.trace).ok()?);
    let (_, last) = answered.last()?;
    (*last == claim.refuted_by).then(|| SuspectedBug {
        kind: claim.kind.to_owned(),
        message: format!("{}, says {checker}\n{}", claim.general, claim.detail),
        outcome: run.clone(),
        subject: None,
        evidence: Some(claim.trace.clone()),
    })
}

impl Oracle for Recheck {
    fn questions(&self, run: &Outcome) -> Vec<Question> {
        if !NOTES.iter().any(|note| run.trace.contains(note)) {
            return Vec::new();
        }
        let Ok(script) = lex(&run.trace) else {
            return Vec::new();
        };
        let question = |claim: Claim| {
            let checker = Rc::clone(&self.name);
            Question {
                trace: claim.trace.as_str().into(),
                evaluate: Box::new(move |run, answer| compare(&claim, &checker, run, answer)),
            }
        };
        let claims = claims(&script, &self.context, MOST);
        claims.into_iter().map(question).collect()
    }
}
