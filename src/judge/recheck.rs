//! Cores and assumptions solved again, model values asserted back, in a fresh instance.

use super::derive::{Claim, claims};
use super::{Judge, answers, without_own_options};
use crate::executor::{Error, Item, Outcome, Pool};
use crate::triage::Charge;
use murxla_fsm::trace::lex;
use std::sync::Arc;

/// Claims that one run is checked for at most.
const MOST: usize = 6;

/// The solver that checks.
pub struct Recheck {
    pool: Pool,
    name: String,
}

impl Recheck {
    /// Checks with what `pool` runs; the name is for messages.
    #[must_use]
    pub fn new(pool: Pool, name: String) -> Self {
        Self { pool, name }
    }
}

impl Judge for Recheck {
    fn judge(&mut self, outcomes: &[Outcome]) -> Result<Vec<Charge>, Error> {
        let mut asked: Vec<(usize, Claim)> = Vec::new();
        for (place, outcome) in outcomes.iter().enumerate() {
            let Ok(script) = lex(&outcome.trace) else {
                continue;
            };
            for mut claim in claims(&script, MOST) {
                claim.trace = without_own_options(&claim.trace);
                asked.push((place, claim));
            }
        }
        let items = asked
            .iter()
            .map(|(_, claim)| Item::Trace(Arc::from(claim.trace.as_str())));
        let first = self.pool.submit(items.collect::<Vec<_>>());
        let mut charges = Vec::new();
        while let Some(answer) = self.pool.next_outcome()? {
            let index = usize::try_from(answer.ticket - first).unwrap_or(usize::MAX);
            let Some((place, claim)) = asked.get(index) else {
                continue;
            };
            let said = lex(&answer.trace)
                .map(|script| answers(&script))
                .unwrap_or_default();
            if said
                .last()
                .is_some_and(|(_, answer)| *answer == claim.refuted_by)
            {
                charges.push(Charge {
                    kind: claim.kind.to_owned(),
                    message: format!("{}, says {}\n{}", claim.general, self.name, claim.detail),
                    outcome: outcomes[*place].clone(),
                    evidence: Some(claim.trace.clone()),
                });
            }
        }
        Ok(charges)
    }
}
