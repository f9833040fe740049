//! Tries whether a bug is a worse one, see [`restate`](crate::oracle::restate).

use super::repeater::{Repeater, UNDER_TEST};
use crate::executor::{Item, Outcome};
use crate::oracle::restate::{
    Refuter, as_wrong_sat, check_of_wrong_model, is_better, is_unsat, plain_checks,
};
use crate::triage::SuspectedBug;
use murxla_fsm::action::Context;
use murxla_fsm::trace::lex;
use murxla_fsm::wrapper::{OptionArgument, Wrapper};

impl Repeater {
    /// The worse bug that a bug is. `None` if it is not one.
    pub(super) async fn restate(
        &self,
        bug: &SuspectedBug,
        (wrapper, context): (&dyn Wrapper, &Context),
    ) -> Option<SuspectedBug> {
        let engines = wrapper.option_arguments();
        match self.bug_of_plain_check(bug, engines, context).await {
            None => self.wrong_sat(bug, context).await,
            plain => plain,
        }
    }

    /// The bug that formulas of the run show when they are only asserted and checked.
    async fn bug_of_plain_check(
        &self,
        bug: &SuspectedBug,
        engines: &'static [OptionArgument],
        context: &Context,
    ) -> Option<SuspectedBug> {
        let script = lex(&bug.outcome.trace).ok()?;
        for trace in plain_checks(&script, bug, engines, context) {
            let outcome = self.run_one(Item::Trace(trace.into())).await;
            // The seed is that of the run that has led to it.
            let item = bug.outcome.item.clone();
            let plain = SuspectedBug::of(Outcome { item, ..outcome });
            if let Some(plain) = plain
                && is_better(&plain.violation.kind, &bug.violation.kind)
            {
                return Some(plain);
            }
        }
        None
    }

    /// The bug as a wrong `sat`, if it is a wrong model, and a fresh instance of the solver or the
    /// solver of an oracle answers `unsat` for the formulas.
    async fn wrong_sat(&self, bug: &SuspectedBug, context: &Context) -> Option<SuspectedBug> {
        let check = check_of_wrong_model(bug, context)?;
        let item = Item::Trace(check.as_str().into());
        if is_unsat(&self.run_one_in(UNDER_TEST, item.clone()).await) {
            return Some(as_wrong_sat(bug, check, &Refuter::Fresh));
        }
        for (pool, oracle) in self.pools_of_oracles() {
            if is_unsat(&self.run_one_in(pool, item.clone()).await) {
                let refuter = Refuter::Other(oracle.solver());
                return Some(as_wrong_sat(bug, check, &refuter));
            }
        }
        None
    }
}
