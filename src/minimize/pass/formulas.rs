//! Replaces terms of other sorts by formulas, so that traces of one bug become alike.

use super::{Edit, Pass, apply_to_formulas};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Arg, Context, Ref};
use murxla_fsm::actions::MkTerm;
use murxla_fsm::edit::Step;
use murxla_fsm::op::{DISTINCT, EQUAL, ITE, NOT};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::Value;

/// Replaces a sort by `Bool` throughout the trace, its values by `false` or `true`, and the
/// operators that take its terms by `not` and `=`.
pub(super) struct ReplaceByFormulas;

impl Pass for ReplaceByFormulas {
    fn edits<'c>(&self, best: &'c Candidate, context: &'c Context) -> Vec<Edit<'c>> {
        let Some(bool) = best.sort_id(&Sort::Bool) else {
            return Vec::new();
        };
        let made = best
            .steps
            .iter()
            .filter_map(|step| match step.call.args.first() {
                Some(Arg::NewSort(sort)) if *sort != Sort::Bool => {
                    Some((step.call.ids.sort?, sort))
                }
                _ => None,
            });
        let edit = |(id, sort), value| -> Edit<'c> {
            Box::new(move || by_formulas(best, (id, sort), (bool, value), context))
        };
        let edits = made.flat_map(|made| [false, true].map(|value| edit(made, value)));
        edits.collect()
    }
}

/// The steps with formulas in the place of the terms of a sort. `None` if an operator takes such
/// terms, but has no formula that takes them.
fn by_formulas(
    best: &Candidate,
    (id, sort): (SortId, &Sort),
    (bool, value): (SortId, bool),
    context: &Context,
) -> Option<Vec<Step>> {
    let makers = best.makers();
    let sort_of = |term: &TermId| best.steps.get(*makers.get(term)?)?.sort.as_ref();
    let is_gone = |term: &TermId| sort_of(term) == Some(sort);
    let makes_it =
        |step: &Step| matches!(step.call.args.first(), Some(Arg::NewSort(made)) if made == sort);
    let mut steps = best.without(|place| makes_it(&best.steps[place]));
    for step in &mut steps {
        let has_result = step.sort.as_ref() == Some(sort);
        if let Some(made) = MkTerm::of(&step.call)
            && (has_result || made.terms.iter().any(is_gone))
        {
            let is_formula = |term: &&TermId| is_gone(term) || sort_of(term) == Some(&Sort::Bool);
            let terms = made.terms.iter().filter(is_formula).copied();
            let terms: Vec<TermId> = terms.collect();
            let keeps_terms = terms.len() == made.terms.len();
            let (op, terms) = match (made.op, &terms[..]) {
                (op @ (DISTINCT | ITE), terms) if keeps_terms => (op, terms),
                (_, []) => return None,
                (_, [_]) => (NOT, &terms[..]),
                (_, terms) => (EQUAL, &terms[..2]),
            };
            apply_to_formulas(&mut step.call, op, terms);
        } else if has_result && let [Arg::Sort(_), Arg::Value(its)] = &mut step.call.args[..] {
            *its = Value::Bool(value);
        }
        if step.call.ids.sort == Some(id) {
            step.call.ids.sort = Some(bool);
        }
        step.call.map_refs(&context.ops, &mut |name| match name {
            Ref::Sort(other) if other == id => Ref::Sort(bool),
            name => name,
        });
    }
    Some(steps)
}
