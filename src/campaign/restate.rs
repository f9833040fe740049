//! Tries whether a bug is a worse one, see [`restate`](crate::oracle::restate).

use super::repeater::{Repeater, UNDER_TEST};
use crate::oracle::restate::trials;
use crate::triage::SuspectedBug;
use murxla_executor::Item;
use murxla_fsm::action::Context;
use murxla_fsm::wrapper::Wrapper;

impl Repeater {
    /// The worse bug that a bug is. `None` if it is not one.
    pub(super) async fn restate(
        &self,
        bug: &SuspectedBug,
        subject: (&dyn Wrapper, &Context),
    ) -> Option<SuspectedBug> {
        let oracles = self.oracles.iter();
        let names: Vec<String> = oracles.map(|oracle| oracle.solver().to_owned()).collect();
        for trial in trials(bug, subject, &names) {
            let pool = trial
                .other
                .map_or(UNDER_TEST, |number| UNDER_TEST + 1 + number);
            let item = Item::Trace(trial.trace.as_str().into());
            let run = self.run_one_in(pool, item).await;
            let worse = trial.worse_bug(bug, run);
            if worse.is_some() {
                return worse;
            }
        }
        None
    }
}
