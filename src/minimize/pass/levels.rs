//! Removes levels of assertions.

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Arg, Call, Context, Role};
use murxla_fsm::edit::Step;

/// Removes a level: a push and the pop that closes the level, if there is one. Calls that push or
/// pop several levels push or pop one level less.
pub(super) struct RemoveLevels;

impl Pass for RemoveLevels {
    fn edits<'c>(&self, best: &'c Candidate, _: &'c Context) -> Vec<Edit<'c>> {
        let mut edits: Vec<Edit<'c>> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (place, step) in best.steps.iter().enumerate() {
            let levels = levels(&step.call) as usize;
            match step.call.action.role() {
                Role::Push => open.extend(std::iter::repeat_n(place, levels)),
                Role::Pop => {
                    for _ in 0..levels {
                        if let Some(push) = open.pop() {
                            edits.push(Box::new(move || Some(one_less(best, &[push, place]))));
                        }
                    }
                }
                role if role.drops_assertions() => open.clear(),
                _ => {}
            }
        }
        for push in open {
            edits.push(Box::new(move || Some(one_less(best, &[push]))));
        }
        edits
    }
}

/// The number of levels that a call pushes or pops.
fn levels(call: &Call) -> u32 {
    match call.args.first() {
        Some(Arg::Number(levels)) => *levels,
        _ => 0,
    }
}

/// The steps with one level less in each of these calls. A call without levels is removed.
fn one_less(best: &Candidate, places: &[usize]) -> Vec<Step> {
    let mut steps = best.steps.clone();
    for place in places {
        if let Some(Arg::Number(levels)) = steps[*place].call.args.first_mut() {
            *levels -= 1;
        }
    }
    let mut place = 0;
    steps.retain(|step| {
        place += 1;
        !places.contains(&(place - 1)) || levels(&step.call) > 0
    });
    steps
}
