//! Removes arguments of calls that take any number of arguments.

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Arg, Call, Context, Role};
use murxla_fsm::actions::CheckSat;
use std::ops::Range;

/// Removes arguments of an operator, one or all assumptions of a check, a term of `get-value`, or
/// texts.
pub(super) struct RemoveArguments;

/// Shorter lists lose one element at a time only.
const FEW: usize = 6;

impl Pass for RemoveArguments {
    fn edits<'c>(&self, best: &'c Candidate, _: &'c Context) -> Vec<Edit<'c>> {
        let mut edits: Vec<Edit<'c>> = Vec::new();
        for (place, step) in best.steps.iter().enumerate().rev() {
            let is_check = step.call.action.role() == Role::Check;
            if is_check && !step.call.args.is_empty() {
                edits.push(Box::new(move || Some(best.with(place, plain_check))));
            }
            for (which, arg) in step.call.args.iter().enumerate() {
                let count = match arg {
                    Arg::Terms(terms) => terms.len(),
                    Arg::Sorts(sorts) => sorts.len(),
                    Arg::Texts(texts) => texts.len(),
                    _ => 0,
                };
                for out in parts(count) {
                    edits.push(Box::new(move || {
                        Some(best.with(place, |call| remove(call, which, out.clone())))
                    }));
                }
            }
        }
        edits
    }
}

/// What to remove of a list: first its halves, then smaller parts, and at last single elements.
fn parts(count: usize) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut size = if count < FEW {
        count.min(2) / 2
    } else {
        count / 2
    };
    while size > 0 {
        let ends = (1..=count).rev().step_by(size);
        parts.extend(ends.map(|end| end.saturating_sub(size)..end));
        size /= 2;
    }
    parts
}

/// The check without its assumptions.
fn plain_check(check: &mut Call) {
    check.action = &CheckSat;
    check.args.clear();
}

fn remove(call: &mut Call, which: usize, out: Range<usize>) {
    match &mut call.args[which] {
        Arg::Terms(terms) => {
            terms.drain(out);
        }
        Arg::Sorts(sorts) => {
            sorts.drain(out);
        }
        Arg::Texts(texts) => {
            texts.drain(out);
        }
        _ => {}
    }
}
