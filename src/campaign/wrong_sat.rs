//! A wrong model may be the model of formulas that have none. Then the answer `sat` is wrong, which
//! is worse than a wrong value.

use super::repeater::Repeater;
use crate::executor::Item;
use crate::oracle::{answers, only_check};
use crate::triage::SuspectedBug;
use crate::triage::checks::SAT_AGAINST_FRESH;
use murxla_fsm::action::Context;
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::lex;

impl Repeater {
    /// The bug as a wrong `sat`, if it is a wrong model and a fresh instance of the solver answers
    /// `unsat` for the formulas of the last check. `None` otherwise.
    pub(super) async fn find_wrong_sat(
        &self,
        bug: &SuspectedBug,
        context: &Context,
    ) -> Option<SuspectedBug> {
        if bug.violation.kind != BugKind::WrongModel {
            return None;
        }
        let trace = only_check(&lex(&bug.outcome.trace).ok()?, context);
        let fresh = self.run_one(Item::Trace(trace.as_str().into())).await;
        let answer = answers(&lex(&fresh.trace).ok()?).last()?;
        if answer != Some(Answer::Unsat) {
            return None;
        }
        let failed = SAT_AGAINST_FRESH.failed(bug.violation.message.clone());
        let topic = bug.violation.topic.clone();
        Some(SuspectedBug {
            violation: Violation::of_check(BugKind::WrongSat, failed, topic),
            evidence: Some(trace),
            ..bug.clone()
        })
    }
}
