//! Cores and assumptions solved again, model values asserted back, in a fresh instance.

use super::derive::{Claim, claims};
use super::{Oracle, Question, answers, without_own_options};
use crate::executor::Outcome;
use crate::triage::SuspectedBug;
use murxla_fsm::trace::lex;
use std::rc::Rc;

/// Claims that one run is checked for at most.
const MOST: usize = 6;

/// What has claims checked.
pub struct Recheck {
    /// The solver that checks, for messages.
    name: Rc<str>,
}

impl Recheck {
    /// For messages: the name of the solver that checks, with its version.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.into() }
    }
}

/// What a run is charged with that made a claim, if the answer refutes it.
fn compare(claim: &Claim, judge: &str, run: &Outcome, answer: &Outcome) -> Option<SuspectedBug> {
    let said = answers(&lex(&answer.trace).ok()?);
    let (_, last) = said.last()?;
    (*last == claim.refuted_by).then(|| SuspectedBug {
        kind: claim.kind.to_owned(),
        message: format!("{}, says {judge}\n{}", claim.general, claim.detail),
        outcome: run.clone(),
        evidence: Some(claim.trace.clone()),
    })
}

impl Oracle for Recheck {
    fn questions(&self, run: &Outcome) -> Vec<Question> {
        let Ok(script) = lex(&run.trace) else {
            return Vec::new();
        };
        let question = |mut claim: Claim| {
            claim.trace = without_own_options(&claim.trace);
            let judge = Rc::clone(&self.name);
            Question {
                trace: claim.trace.as_str().into(),
                charge: Box::new(move |run, answer| compare(&claim, &judge, run, answer)),
            }
        };
        claims(&script, MOST).into_iter().map(question).collect()
    }
}
