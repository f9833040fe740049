//! Values read back through the solver's getters.

use super::{Check, Seen, Verdict, wrong};
use crate::model::Leaf;
use crate::solver::Solver;

/// Reads every second value that is made.
pub(super) struct ReadBack;

impl Check for ReadBack {
    fn name(&self) -> &'static str {
        "wrong-value"
    }

    fn after(&mut self, seen: &Seen<'_>, solver: &mut dyn Solver) -> Verdict {
        let Some((id, term)) = seen
            .call
            .ids
            .term
            .and_then(|id| Some((id, seen.model.term(id)?)))
        else {
            return Ok(());
        };
        let Leaf::Value(made) = &term.leaf else {
            return Ok(());
        };
        if !seen.call.seed.is_multiple_of(2) {
            return Ok(());
        }
        match solver.read_value(id)? {
            Some(read) if read != *made => wrong(
                self.name(),
                format!("{id} was made as {made}, but reads as {read}"),
            ),
            _ => Ok(()),
        }
    }
}
