//! Compares the solver's sort of a term with the predicted one.

use super::checks::SORT_OF_TERM;
use super::{BugKind, Observation, Oracle, OracleResult, wrong};
use crate::solver::Solver;
use crate::sort::{Sort, SortKind};

/// Reads the sorts of some of the terms that are made.
pub(super) struct PredictedSort;

impl Oracle for PredictedSort {
    fn kind(&self) -> BugKind {
        BugKind::WrongSort
    }

    fn check_call(&mut self, seen: &Observation<'_>, solver: &mut dyn Solver) -> OracleResult {
        let Some(id) = seen.call.ids.term else {
            return Ok(());
        };
        // One call in four, because the getters take about as long as making the term.
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
        let kind = seen.state.sorts.get(term.sort).map(Sort::kind);
        wrong(
            self.kind(),
            SORT_OF_TERM.failed_for(
                kind.map_or("", SortKind::name),
                format!("the sort of {id} must be {predicted}, but is {actual}"),
            ),
        )
    }
}
