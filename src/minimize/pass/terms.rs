//! Other terms in the place of terms.

use super::{Edits, Pass};
use crate::minimize::draft::Draft;
use murxla_fsm::action::{Arg, Call, Context};
use murxla_fsm::actions::{MkConst, MkValue};
use murxla_fsm::eval::default_value;
use murxla_fsm::run::Step;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortKind};
use murxla_fsm::value::Value;
use smallvec::smallvec;
use std::collections::BTreeMap;

/// Puts in the place of a term one of those that it is made of, another one of its sort that was made before, a
/// value, or a constant.
pub(super) struct Terms;

/// So many terms that are deep in a term, and so many others, are tried in its place.
const MOST: usize = 4;

impl Pass for Terms {
    fn edits<'d>(&self, draft: &'d Draft, context: &'d Context) -> Edits<'d> {
        let makers = draft.makers();
        let mut edits: Edits<'d> = Vec::new();
        for (place, step) in draft.steps.iter().enumerate().rev() {
            let (Some(_), Some(sort)) = (step.call.ids.term, &step.sort) else {
                continue;
            };
            let is_leaf = step.call.terms(2).is_empty();
            let parts = parts(draft, &makers, step);
            let others = draft
                .terms_before(place, sort)
                .filter(|id| !parts.contains(id));
            let others: Vec<TermId> = others.take(MOST).collect();
            for other in parts.iter().copied().chain(others) {
                edits.push(Box::new(move || draft.with_other(place, other, context)));
            }
            if is_leaf {
                continue;
            }
            for value in simple_values(sort) {
                let args = [Arg::Value(value)];
                edits.push(Box::new(move || leaf(draft, place, &MkValue, &args)));
            }
            if !matches!(sort.kind(), SortKind::RegLan | SortKind::Fun) {
                let args = [Arg::Text(format!("_m{place}").into())];
                edits.push(Box::new(move || leaf(draft, place, &MkConst, &args)));
            }
        }
        edits
    }
}

/// The simplest value of a sort; of Bool both.
fn simple_values(sort: &Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        sort => default_value(sort).into_iter().collect(),
    }
}

/// Terms of the same sort that a term is made of: some of the smallest first, then its arguments.
fn parts(draft: &Draft, makers: &BTreeMap<TermId, usize>, step: &Step) -> Vec<TermId> {
    let mut todo: Vec<TermId> = step.call.terms(2).to_vec();
    let mut parts = Vec::new();
    let mut seen = 0;
    while let Some(id) = todo.get(seen).copied() {
        seen += 1;
        let Some(maker) = makers.get(&id).map(|place| &draft.steps[*place]) else {
            continue;
        };
        if maker.sort == step.sort && !parts.contains(&id) {
            parts.push(id);
        }
        if todo.len() < 8 * MOST {
            todo.extend(maker.call.terms(2));
        }
    }
    parts.reverse();
    let deep = parts.len().min(MOST);
    let arguments = step.call.terms(2);
    let mut kept = parts[..deep].to_vec();
    kept.extend(parts[deep..].iter().filter(|id| arguments.contains(id)));
    kept
}

/// The calls, with a value or constant in the place of the term that one of them makes.
fn leaf(
    draft: &Draft,
    place: usize,
    action: &'static dyn murxla_fsm::action::Action,
    args: &[Arg],
) -> Vec<Step> {
    let sort = draft.steps[place].call.ids.sort;
    let sort = sort.or_else(|| {
        let named = draft.sorts().into_iter();
        let mut named = named.filter(|(_, sort)| Some(sort) == draft.steps[place].sort.as_ref());
        named.next().map(|(id, _)| id)
    });
    let Some(sort) = sort else {
        return Vec::new();
    };
    draft.with(place, |call: &mut Call| {
        call.action = action;
        call.args = smallvec![Arg::Sort(sort)];
        call.args.extend(args.iter().cloned());
        call.ids.sort = None;
    })
}
