//! Replaces constants by later terms, and terms by their values.

use super::values::simple_values;
use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Action as _, Arg, Call, Context};
use murxla_fsm::actions::{MkConst, MkTerm, MkValue};
use murxla_fsm::edit::{Step, ordered, replace_term, values};
use murxla_fsm::op::{AND, EQUAL};
use murxla_fsm::solver::TermId;
use std::collections::BTreeSet;

/// Replaces a constant by a simple value, or by a later term, and moves what makes the term.
/// Replaces a constant of an equality, such as `(= x 1)`, by the other side, another term or a
/// simple value, and removes the equality. Replaces results of operators by their values under the
/// hidden assignment.
///
/// `ReplaceTerms` replaces terms by earlier ones only.
pub(super) struct SubstituteTerms;

/// The largest number of calls of a trace. Other passes shorten longer traces faster.
const LONGEST: usize = 200;

/// The number of later terms that are tried in place of a constant.
const MOST: usize = 4;

impl Pass for SubstituteTerms {
    fn edits<'c>(&self, best: &'c Candidate, context: &'c Context) -> Vec<Edit<'c>> {
        let mut edits: Vec<Edit<'c>> = Vec::new();
        if best.steps.len() > LONGEST {
            return edits;
        }
        let values = values(&best.steps, context);
        for (place, step) in best.steps.iter().enumerate().rev() {
            let Some(term) = step.call.ids.term else {
                continue;
            };
            if step.call.action.name() == MkConst.name() {
                let users = users(best, context, term);
                let fits = |by: &TermId| !users.contains(by);
                let others: Vec<TermId> = later(best, place).filter(fits).take(MOST).collect();
                let equal = best
                    .steps
                    .iter()
                    .filter_map(|step| equal_to(&step.call, term));
                for (equality, by) in equal {
                    let by = Some(by).into_iter().filter(fits);
                    let before = step
                        .sort
                        .iter()
                        .flat_map(|sort| best.terms_before(place, sort));
                    for by in by.chain(before.take(MOST)).chain(others.iter().copied()) {
                        edits.push(Box::new(move || {
                            Some(substituted(best, context, place, by, Some(equality)))
                        }));
                    }
                    for value in step.sort.iter().flat_map(simple_values) {
                        let args = [Arg::Value(value)];
                        edits.push(Box::new(move || {
                            let mut steps = best.with_leaf(place, &MkValue, &args)?;
                            leave_out(&mut steps, context, equality);
                            Some(steps)
                        }));
                    }
                }
                for value in step.sort.iter().flat_map(simple_values) {
                    let args = [Arg::Value(value)];
                    edits.push(Box::new(move || best.with_leaf(place, &MkValue, &args)));
                }
                for by in others {
                    edits.push(Box::new(move || {
                        Some(substituted(best, context, place, by, None))
                    }));
                }
            } else if MkTerm::of(&step.call).is_some()
                && let Some(value) = values.get(&term).cloned()
            {
                edits.push(Box::new(move || {
                    best.with_leaf(place, &MkValue, &[Arg::Value(value.clone())])
                }));
            }
        }
        edits
    }
}

/// The terms in which a term occurs, and the term itself.
fn users(best: &Candidate, context: &Context, term: TermId) -> BTreeSet<TermId> {
    let mut users = BTreeSet::from([term]);
    for step in &best.steps {
        if step
            .call
            .terms_named(&context.ops)
            .any(|id| users.contains(&id))
        {
            users.extend(step.call.ids.term);
        }
    }
    users
}

/// The equality that a call makes, and what it says that a term is equal to.
fn equal_to(call: &Call, term: TermId) -> Option<(TermId, TermId)> {
    let application = MkTerm::of(call).filter(|made| made.op == EQUAL)?;
    let by = match application.terms {
        [left, right] if *left == term => *right,
        [left, right] if *right == term => *left,
        _ => return None,
    };
    Some((call.ids.term?, by))
}

/// The terms of the sort of a step that are made after it, those without arguments first.
fn later(best: &Candidate, place: usize) -> impl Iterator<Item = TermId> {
    let (before, after) = best.steps.split_at(place + 1);
    let sort = before.last().and_then(|step| step.sort.as_ref());
    let of_sort = move |step: &&Step| step.sort.as_ref() == sort;
    let is_leaf = |step: &&Step| MkTerm::of(&step.call).is_none();
    let leaves = after.iter().filter(of_sort).filter(is_leaf);
    let others = after
        .iter()
        .filter(of_sort)
        .filter(move |step| !is_leaf(step));
    leaves.chain(others).filter_map(|step| step.call.ids.term)
}

/// The steps with another term in place of the constant that a call makes, and without the equality
/// that says the same.
fn substituted(
    best: &Candidate,
    context: &Context,
    place: usize,
    by: TermId,
    equality: Option<TermId>,
) -> Vec<Step> {
    let mut steps = best.without(|n| n == place);
    if let Some(gone) = best.steps[place].call.ids.term {
        replace_term(&mut steps, gone, by, &context.ops);
    }
    if let Some(equality) = equality {
        leave_out(&mut steps, context, equality);
    }
    ordered(steps, &context.ops)
}

/// Leaves out a formula where it is an argument of a conjunction, and with it the calls that need
/// it elsewhere.
fn leave_out(steps: &mut Vec<Step>, context: &Context, formula: TermId) {
    let mut single = Vec::new();
    for Step { call, .. } in steps.iter_mut() {
        let made = call.ids.term;
        if let [Arg::Op(AND), _, Arg::Terms(terms), _] = &mut call.args[..] {
            terms.retain(|term| *term != formula);
            if let [left] = terms[..] {
                single.extend(made.map(|made| (made, left)));
            }
        }
    }
    let is_out = |made: TermId| made == formula || single.iter().any(|(gone, _)| *gone == made);
    steps.retain(|step| !step.call.ids.term.is_some_and(is_out));
    for (gone, left) in &single {
        replace_term(steps, *gone, *left, &context.ops);
    }
}
