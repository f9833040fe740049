//! Answers that a trace notes: those of an earlier run, or those that an imported script expects.

use super::answers;
use crate::imported::IMPORTED;
use crate::triage::SuspectedBug;
use crate::triage::checks::{SAT_AGAINST_NOTE, UNSAT_AGAINST_NOTE};
use murxla_executor::Outcome;
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::{Script, lex};
use std::fmt;

/// A check whose answer contradicts the noted one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The number of the check, from 1 on.
    pub check: usize,
    /// The noted answer.
    pub was: Answer,
    /// The answer of the replay.
    pub is: Answer,
    /// Whether a script expects the noted answer.
    pub is_of_script: bool,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (was, is) = (self.was.name(), self.is.name());
        let check = self.check;
        match self.is_of_script {
            true => write!(
                f,
                "check {check}: the script expects {was}, but the solver returns {is}"
            ),
            false => write!(f, "check {check} was {was}, now is {is}"),
        }
    }
}

/// The answers in a replay that contradict those in the trace.
#[must_use]
pub fn differences(script: &Script, replayed: &str) -> Vec<Difference> {
    let Ok(again) = lex(replayed) else {
        return Vec::new();
    };
    let differ = |(n, (was, is)): (usize, (Option<Answer>, Option<Answer>))| {
        let (was, is) = (was?, is?);
        let open = was == Answer::Unknown || is == Answer::Unknown || was == is;
        (!open).then_some(Difference {
            check: n + 1,
            was,
            is,
            is_of_script: script.header(IMPORTED).is_some(),
        })
    };
    let pairs = answers(script).zip(answers(&again));
    pairs.enumerate().filter_map(differ).collect()
}

/// The wrong answer of a run, where the answers that the trace notes are right.
#[must_use]
pub fn wrong_answer(script: &Script, run: &Outcome) -> Option<SuspectedBug> {
    let first = differences(script, &run.trace).into_iter().next()?;
    let (kind, check) = match first.is {
        Answer::Sat => (BugKind::WrongSat, &SAT_AGAINST_NOTE),
        _ => (BugKind::WrongUnsat, &UNSAT_AGAINST_NOTE),
    };
    Some(SuspectedBug {
        violation: Violation::of_check(kind, check.failed(first.to_string()), None),
        outcome: run.clone(),
        evidence: None,
        oracle_header: String::new(),
    })
}
