//! Replaces terms in single arguments.

use super::values::simple_values;
use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Arg, Call, Context, Ids, Ref};
use murxla_fsm::actions::{MkTerm, MkValue};
use murxla_fsm::edit::{Step, fresh_term};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::Sort;
use murxla_fsm::value::Value;
use smallvec::smallvec;
use std::collections::BTreeSet;

/// Replaces one argument of one call by another term of its sort or by a simple value.
/// `ReplaceTerms` replaces a term in all calls. Removes the calls whose results are not needed any
/// more.
pub(super) struct ReplaceUses;

/// The largest number of calls of a trace. Other passes shorten longer traces faster.
const LONGEST: usize = 100;

/// The number of terms that are tried in place of one.
const MOST: usize = 4;

impl Pass for ReplaceUses {
    fn edits<'c>(&self, best: &'c Candidate, context: &'c Context) -> Vec<Edit<'c>> {
        let mut edits: Vec<Edit<'c>> = Vec::new();
        if best.steps.len() > LONGEST {
            return edits;
        }
        let makers = best.makers();
        for (place, step) in best.steps.iter().enumerate().rev() {
            for (which, used) in step.call.refs(&context.ops).into_iter().enumerate() {
                let Ref::Term(term) = used else { continue };
                let maker = makers.get(&term).map(|maker| &best.steps[*maker]);
                let Some(sort) = maker.and_then(|maker| maker.sort.as_ref()) else {
                    continue;
                };
                let is_applied = maker.is_some_and(|maker| MkTerm::of(&maker.call).is_some());
                let values = simple_values(sort).into_iter().filter(|_| is_applied);
                for value in values {
                    edits.push(Box::new(move || {
                        with_value(best, context, (place, which), (sort, &value))
                    }));
                }
                let others = best.terms_before(place, sort);
                for other in others.filter(|other| *other != term).take(MOST) {
                    edits.push(Box::new(move || {
                        Some(with_use(best.steps.clone(), context, (place, which), other))
                    }));
                }
            }
        }
        edits
    }
}

/// The steps with a new value as one argument of one call.
fn with_value(
    best: &Candidate,
    context: &Context,
    (place, which): (usize, usize),
    (sort, value): (&Sort, &Value),
) -> Option<Vec<Step>> {
    let mut steps = best.steps.clone();
    let made = fresh_term(&steps);
    let call = Call {
        seed: 0,
        action: &MkValue,
        args: smallvec![Arg::Sort(best.sort_id(sort)?), Arg::Value(value.clone())],
        ids: Ids {
            sort: None,
            term: Some(made),
        },
    };
    steps.insert(place, Step::new(call));
    Some(with_use(steps, context, (place + 1, which), made))
}

/// The steps with another term as one argument of one call, without the calls that only this
/// argument needed.
fn with_use(
    mut steps: Vec<Step>,
    context: &Context,
    (place, which): (usize, usize),
    other: TermId,
) -> Vec<Step> {
    let unused_before = unused(&steps, context);
    let mut seen = 0;
    steps[place].call.map_refs(&context.ops, &mut |name| {
        seen += 1;
        if seen == which + 1 {
            Ref::Term(other)
        } else {
            name
        }
    });
    let unused_now = unused(&steps, context);
    steps.retain(|step| {
        let made = step.call.ids.term;
        made.is_none_or(|made| !unused_now.contains(&made) || unused_before.contains(&made))
    });
    steps
}

/// The terms that no call needs, except calls that make terms which are not needed either.
fn unused(steps: &[Step], context: &Context) -> BTreeSet<TermId> {
    let mut needed = BTreeSet::new();
    let mut unused = BTreeSet::new();
    for step in steps.iter().rev() {
        match step.call.ids.term {
            Some(made) if !needed.contains(&Ref::Term(made)) => {
                unused.insert(made);
            }
            _ => needed.extend(step.call.refs(&context.ops)),
        }
    }
    unused
}
