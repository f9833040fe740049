//! Reads values back through the solver's getters.

use super::checks::READ_BACK;
use super::{BugKind, Observation, Oracle, OracleResult, wrong};
use crate::solver::Solver;
use crate::sort::{Sort, SortKind};
use crate::state::Leaf;

/// Reads half of the values that are made, chosen by the seed of the call.
pub(super) struct ReadBack;

impl Oracle for ReadBack {
    fn kind(&self) -> BugKind {
        BugKind::WrongValue
    }

    fn check_call(&mut self, seen: &Observation<'_>, solver: &mut dyn Solver) -> OracleResult {
        let Some((id, term)) = seen
            .call
            .ids
            .term
            .and_then(|id| Some((id, seen.state.term(id)?)))
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
            Some(read) if read != *made => {
                let [made, read] = [made, &read].map(|v| seen.state.value_text(term.sort, v));
                let kind = seen.state.sorts.get(term.sort).map(Sort::kind);
                wrong(
                    self.kind(),
                    READ_BACK.failed_for(
                        kind.map_or("", SortKind::name),
                        format!("{id} was made as {made}, but reads as {read}"),
                    ),
                )
            }
            _ => Ok(()),
        }
    }
}
