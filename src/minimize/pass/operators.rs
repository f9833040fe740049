//! Replaces operators by simpler ones, so that traces of one bug become alike.

use super::{Edit, Pass, apply_to_formulas};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::Context;
use murxla_fsm::actions::MkTerm;
use murxla_fsm::op::{EQUAL, NOT, Op};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::Sort;

/// Replaces a formula by the negation of one of its arguments, or by the equality of two of them
/// that have the same sort. Solvers have few errors in these operators. So the trace goes on to
/// show the same bug.
pub(super) struct SimplifyOperators;

/// The number of replacements that are tried for a formula.
const MOST: usize = 6;

impl Pass for SimplifyOperators {
    fn edits<'c>(&self, best: &'c Candidate, _: &'c Context) -> Vec<Edit<'c>> {
        let makers = best.makers();
        let sort_of = |id: &TermId| best.steps.get(*makers.get(id)?)?.sort.as_ref();
        let mut edits: Vec<Edit<'c>> = Vec::new();
        for (place, step) in best.steps.iter().enumerate().rev() {
            let Some(made) = MkTerm::of(&step.call).filter(|_| step.sort == Some(Sort::Bool))
            else {
                continue;
            };
            let is_formula = |id: &&TermId| sort_of(id) == Some(&Sort::Bool);
            let negated = made.terms.iter().filter(is_formula);
            let mut by: Vec<(Op, Vec<TermId>)> = negated.map(|id| (NOT, vec![*id])).collect();
            for (n, first) in made.terms.iter().enumerate() {
                let is_alike =
                    |id: &&TermId| sort_of(first).is_some() && sort_of(id) == sort_of(first);
                if let Some(second) = made.terms[n + 1..].iter().find(is_alike) {
                    by.push((EQUAL, vec![*first, *second]));
                }
            }
            by.retain(|(op, _)| *op != made.op);
            for (op, terms) in by.into_iter().take(MOST) {
                edits.push(Box::new(move || {
                    Some(best.with(place, |call| apply_to_formulas(call, op, &terms)))
                }));
            }
        }
        edits
    }
}
