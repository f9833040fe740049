//! Replaces terms by simpler terms.

use super::values::simple_values;
use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Arg, Call, Context};
use murxla_fsm::actions::{MkConst, MkTerm, MkValue};
use murxla_fsm::edit::{Step, replace_term};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::SortKind;
use std::collections::BTreeMap;

/// Replaces a term by a value, by one of its subterms, by an earlier term of its sort, or by a
/// constant.
pub(super) struct ReplaceTerms;

/// The number of subterms and the number of other terms that are tried in place of a term.
const MOST: usize = 4;

impl Pass for ReplaceTerms {
    fn edits<'c>(&self, best: &'c Candidate, context: &'c Context) -> Vec<Edit<'c>> {
        let makers = best.makers();
        let mut edits: Vec<Edit<'c>> = Vec::new();
        for (place, step) in best.steps.iter().enumerate().rev() {
            let (Some(term), Some(sort)) = (step.call.ids.term, &step.sort) else {
                continue;
            };
            let is_leaf = arguments(&step.call).is_empty();
            let parts = parts(best, &makers, step);
            let others = best
                .terms_before(place, sort)
                .filter(|id| !parts.contains(id));
            let others: Vec<TermId> = others.take(MOST).collect();
            // A value leaves least of the term.
            for value in simple_values(sort).into_iter().filter(|_| !is_leaf) {
                let args = [Arg::Value(value)];
                edits.push(Box::new(move || best.with_leaf(place, &MkValue, &args)));
            }
            for other in parts.iter().copied().chain(others) {
                edits.push(Box::new(move || {
                    Some(replaced(best, place, term, other, context))
                }));
            }
            if is_leaf {
                continue;
            }
            if !matches!(sort.kind(), SortKind::RegLan | SortKind::Fun) {
                let args = [Arg::Text(format!("_m{place}").into())];
                edits.push(Box::new(move || best.with_leaf(place, &MkConst, &args)));
            }
        }
        edits
    }
}

/// The steps with another term in place of the result of a call, and without the call.
fn replaced(
    best: &Candidate,
    place: usize,
    term: TermId,
    other: TermId,
    context: &Context,
) -> Vec<Step> {
    let mut steps = best.without(|n| n == place);
    replace_term(&mut steps[place..], term, other, &context.ops);
    steps
}

/// The arguments of the operator that a call applies; empty for other calls.
fn arguments(call: &Call) -> &[TermId] {
    MkTerm::of(call).map_or(&[], |application| application.terms)
}

/// Subterms of a term with the same sort: some of the smallest ones first, then its arguments.
fn parts(best: &Candidate, makers: &BTreeMap<TermId, usize>, step: &Step) -> Vec<TermId> {
    let mut todo: Vec<TermId> = arguments(&step.call).to_vec();
    let mut parts = Vec::new();
    let mut seen = 0;
    while let Some(id) = todo.get(seen).copied() {
        seen += 1;
        let Some(maker) = makers.get(&id).map(|place| &best.steps[*place]) else {
            continue;
        };
        if maker.sort == step.sort && !parts.contains(&id) {
            parts.push(id);
        }
        if todo.len() < 8 * MOST {
            todo.extend(arguments(&maker.call));
        }
    }
    parts.reverse();
    let deep = parts.len().min(MOST);
    let arguments = arguments(&step.call);
    let mut kept = parts[..deep].to_vec();
    kept.extend(parts[deep..].iter().filter(|id| arguments.contains(id)));
    kept
}
