//! Replaces terms in single arguments.

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Context, Ref};
use murxla_fsm::edit::Step;
use murxla_fsm::solver::TermId;
use std::collections::BTreeSet;

/// Replaces one argument of one call by another term of its sort. `ReplaceTerms` replaces a term in all calls. Removes
/// the calls whose results are not needed any more.
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
                let others = best.terms_before(place, sort);
                for other in others.filter(|other| *other != term).take(MOST) {
                    edits.push(Box::new(move || {
                        Some(with_use(best, context, (place, which), other))
                    }));
                }
            }
        }
        edits
    }
}

/// The steps with another term as one argument of one call, without the calls that only this argument needed.
fn with_use(
    best: &Candidate,
    context: &Context,
    (place, which): (usize, usize),
    other: TermId,
) -> Vec<Step> {
    let mut seen = 0;
    let mut steps = best.with(place, |call| {
        call.map_refs(&context.ops, &mut |name| {
            seen += 1;
            if seen == which + 1 {
                Ref::Term(other)
            } else {
                name
            }
        });
    });
    let unused_before = unused(&best.steps, context);
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
