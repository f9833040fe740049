//! A wrong model may be the model of formulas that have none. Then the answer `sat` is wrong, which
//! is worse than a wrong value.

use super::repeater::{Repeater, UNDER_TEST};
use crate::executor::Item;
use crate::oracle::{answers, only_check};
use crate::triage::SuspectedBug;
use crate::triage::checks::{SAT_AGAINST_ANOTHER, SAT_AGAINST_FRESH};
use murxla_fsm::action::Context;
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::lex;

impl Repeater {
    /// The bug as a wrong `sat`, if it is a wrong model, and a fresh instance of the solver or the
    /// solver of an oracle answers `unsat` for the formulas of the last check. `None` otherwise.
    pub(super) async fn find_wrong_sat(
        &self,
        bug: &SuspectedBug,
        context: &Context,
    ) -> Option<SuspectedBug> {
        if bug.violation.kind != BugKind::WrongModel {
            return None;
        }
        let trace = only_check(&lex(&bug.outcome.trace).ok()?, context);
        let message = &bug.violation.message;
        let (failed, evidence) = if self.is_unsat(UNDER_TEST, &trace).await {
            (SAT_AGAINST_FRESH.failed(message), Some(trace))
        } else {
            let solver = self.solver_that_refutes(&trace).await?;
            let details = format!("{message}\n{solver} says unsat");
            (SAT_AGAINST_ANOTHER.failed(details), None)
        };
        let topic = bug.violation.topic.clone();
        Some(SuspectedBug {
            violation: Violation::of_check(BugKind::WrongSat, failed, topic),
            evidence,
            ..bug.clone()
        })
    }

    /// The solver of an oracle that answers `unsat`.
    async fn solver_that_refutes(&self, trace: &str) -> Option<&str> {
        for (pool, oracle) in self.pools_of_oracles() {
            if self.is_unsat(pool, trace).await {
                return Some(oracle.solver());
            }
        }
        None
    }

    /// Whether the last answer of the solver of a pool to a trace is `unsat`.
    async fn is_unsat(&self, pool: usize, trace: &str) -> bool {
        let run = self.run_one_in(pool, Item::Trace(trace.into())).await;
        let script = lex(&run.trace).ok();
        let last = script.and_then(|script| answers(&script).last().flatten());
        last == Some(Answer::Unsat)
    }
}
