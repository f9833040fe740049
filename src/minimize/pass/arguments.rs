//! Removes arguments of calls that take any number of arguments.

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Arg, Call, Context, Role};
use murxla_fsm::actions::CheckSat;

/// Removes an argument of an operator, one or all assumptions of a check, or a term of `get-value`.
pub(super) struct RemoveArguments;

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
                    _ => 0,
                };
                for out in (0..count).rev().filter(|_| count > 1) {
                    edits.push(Box::new(move || {
                        Some(best.with(place, |call| remove(call, which, out)))
                    }));
                }
            }
        }
        edits
    }
}

/// The check without its assumptions.
fn plain_check(check: &mut Call) {
    check.action = &CheckSat;
    check.args.clear();
}

fn remove(call: &mut Call, which: usize, out: usize) {
    match &mut call.args[which] {
        Arg::Terms(terms) => {
            terms.remove(out);
        }
        Arg::Sorts(sorts) => {
            sorts.remove(out);
        }
        _ => {}
    }
}
