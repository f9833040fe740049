//! The solver's sort of a term against the predicted one.

use super::{Observation, Oracle, Verdict, wrong};
use crate::solver::Solver;

/// Asks for the sort of some of the terms made.
pub(super) struct PredictedSort;

impl Oracle for PredictedSort {
    fn name(&self) -> &'static str {
        "wrong-sort"
    }

    fn after(&mut self, seen: &Observation<'_>, solver: &mut dyn Solver) -> Verdict {
        let Some(id) = seen.call.ids.term else {
            return Ok(());
        };
        // One call in four: the getters cost about as much as making the term.
        if !seen.call.seed.is_multiple_of(4) {
            return Ok(());
        }
        let term = seen.state.term(id);
        let Some(term) = term.filter(|term| !term.is_part()) else {
            return Ok(());
        };
        let predicted = seen.state.sorts.view(term.sort);
        let actual = solver.sort_of(id)?;
        if predicted == actual {
            return Ok(());
        }
        wrong(
            self.name(),
            format!("the sort of {id} must be {predicted}, but is {actual}"),
        )
    }
}
