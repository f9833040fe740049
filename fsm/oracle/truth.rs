//! Formulas that the solver calls unsatisfiable must not all be true under the hidden assignment.

use super::checks::UNSAT_WITH_ASSIGNMENT;
use super::{BugKind, Observation, Oracle, OracleResult, topic_of, wrong_about};
use crate::solver::{Solver, TermId};
use crate::sort::Sort;
use crate::state::Leaf;
use crate::state::spelling;
use std::fmt::Write as _;

/// Evaluates the formulas of `unsat` answers, unsat cores and unsatisfiable assumptions.
pub(super) struct Truth;

impl Oracle for Truth {
    fn kind(&self) -> BugKind {
        BugKind::WrongUnsat
    }

    fn check_call(&mut self, seen: &Observation<'_>, _: &mut dyn Solver) -> OracleResult {
        let Some(claim) = seen.claim().filter(|claim| !claim.satisfiable) else {
            return Ok(());
        };
        let by = claim.by.map_or_else(String::new, |by| format!("by {by}\n"));
        let formulas = claim.formulas;
        if formulas
            .iter()
            .any(|id| seen.state.truth(*id) != Some(true))
            || seen.state.has_doubtful_recursion()
        {
            return Ok(());
        }
        wrong_about(
            claim.kind.unwrap_or_else(|| self.kind()),
            UNSAT_WITH_ASSIGNMENT.failed(format!("{by}{}", proof(seen, &formulas))),
            topic_of(seen, &formulas),
        )
    }
}

/// The part of the assignment that the formulas depend on. Each line has a symbol, or a function at
/// a point.
fn proof(seen: &Observation<'_>, formulas: &[TermId]) -> String {
    let state = seen.state;
    let subterms = state.terms.subterms(formulas);
    let mut text = String::new();
    let mut line = |args: std::fmt::Arguments<'_>| {
        let written = writeln!(text, "{args}");
        debug_assert!(written.is_ok(), "writing into a String does not fail");
    };
    for id in &subterms {
        match state.term(*id) {
            Some(term) if term.leaf == Leaf::Const => {
                if let Some(value) = term.value() {
                    let value = state.value_text(term.sort, value);
                    line(format_args!("{id} = {value}"));
                }
            }
            _ => {}
        }
    }
    for (function, points) in state.assignment.functions() {
        let sort = state.term(function).map(|term| term.sort);
        let sort = sort.and_then(|sort| state.sorts.get(sort));
        let Some(Sort::Fun(domain, codomain)) = sort else {
            continue;
        };
        if subterms.binary_search(&function).is_ok() {
            for (point, value) in points {
                let applied =
                    spelling::application(&state.sorts, &function.to_string(), domain, point);
                let value = state.value_text(*codomain, value);
                line(format_args!("{applied} = {value}"));
            }
        }
    }
    for (op, dividend, value) in state.assignment.divisions() {
        line(format_args!(
            "({} {dividend} 0) = {value}",
            seen.ops.row(op).smt
        ));
    }
    text
}
