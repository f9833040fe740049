//! Other terms in single places.

use super::{Edits, Pass};
use crate::minimize::draft::Draft;
use murxla_fsm::action::{Context, Ref};
use murxla_fsm::run::Step;
use murxla_fsm::solver::TermId;
use std::collections::BTreeSet;

/// Puts another term of its sort in the place of one argument of one call, where `Terms` does so wherever the term is
/// used, and leaves out what nothing needs any more.
pub(super) struct Uses;

/// Longer traces get shorter faster in other ways.
const LONGEST: usize = 100;

/// So many other terms are tried in the place of one.
const MOST: usize = 4;

impl Pass for Uses {
    fn edits<'d>(&self, draft: &'d Draft, context: &'d Context) -> Edits<'d> {
        let mut edits: Edits<'d> = Vec::new();
        if draft.steps.len() > LONGEST {
            return edits;
        }
        let makers = draft.makers();
        for (place, step) in draft.steps.iter().enumerate().rev() {
            for (which, used) in step.call.refs(&context.ops).into_iter().enumerate() {
                let Ref::Term(term) = used else { continue };
                let maker = makers.get(&term).map(|maker| &draft.steps[*maker]);
                let Some(sort) = maker.and_then(|maker| maker.sort.as_ref()) else {
                    continue;
                };
                let others = draft.terms_before(place, sort);
                for other in others.filter(|other| *other != term).take(MOST) {
                    edits.push(Box::new(move || {
                        with_use(draft, context, place, which, other)
                    }));
                }
            }
        }
        edits
    }
}

/// The calls, one name in one of them changed, without those that made something for that name alone.
fn with_use(
    draft: &Draft,
    context: &Context,
    place: usize,
    which: usize,
    other: TermId,
) -> Vec<Step> {
    let mut seen = 0;
    let mut steps = draft.with(place, |call| {
        call.map_refs(&context.ops, &mut |name| {
            seen += 1;
            if seen == which + 1 {
                Ref::Term(other)
            } else {
                name
            }
        });
    });
    let idle_before = idle(&draft.steps, context);
    let idle_now = idle(&steps, context);
    steps.retain(|step| {
        let made = step.call.ids.term;
        made.is_none_or(|made| !idle_now.contains(&made) || idle_before.contains(&made))
    });
    steps
}

/// The terms that no call needs but those that make such terms.
fn idle(steps: &[Step], context: &Context) -> BTreeSet<TermId> {
    let mut needed = BTreeSet::new();
    let mut idle = BTreeSet::new();
    for step in steps.iter().rev() {
        match step.call.ids.term {
            Some(made) if !needed.contains(&Ref::Term(made)) => {
                idle.insert(made);
            }
            _ => needed.extend(step.call.refs(&context.ops)),
        }
    }
    idle
}
