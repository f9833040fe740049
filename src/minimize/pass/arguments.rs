//! Arguments of calls that take any number of them.

use super::{Edits, Pass};
use crate::minimize::draft::Draft;
use murxla_fsm::action::{Action as _, Arg, Call, Context};
use murxla_fsm::actions::{CheckSat, CheckSatAssuming};

/// Leaves out an argument of an operator, assumptions one by one or all at once, or a term whose value is asked for.
pub(super) struct Arguments;

impl Pass for Arguments {
    fn edits<'d>(&self, draft: &'d Draft, _: &'d Context) -> Edits<'d> {
        let mut edits: Edits<'d> = Vec::new();
        for (place, step) in draft.steps.iter().enumerate().rev() {
            if step.call.action.name() == CheckSatAssuming.name() {
                edits.push(Box::new(move || draft.with(place, without_assumptions)));
            }
            for (which, arg) in step.call.args.iter().enumerate() {
                let count = match arg {
                    Arg::Terms(terms) => terms.len(),
                    Arg::Sorts(sorts) => sorts.len(),
                    _ => 0,
                };
                for out in (0..count).rev().filter(|_| count > 1) {
                    edits.push(Box::new(move || {
                        draft.with(place, |call| leave_out(call, which, out))
                    }));
                }
            }
        }
        edits
    }
}

fn without_assumptions(check: &mut Call) {
    check.action = &CheckSat;
    check.args.clear();
}

fn leave_out(call: &mut Call, which: usize, out: usize) {
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
