//! Levels of assertions.

use super::{Edits, Pass};
use crate::minimize::draft::Draft;
use murxla_fsm::action::{Arg, Context};

/// Leaves out a push with the pop that ends it, or that has none; lets calls push or pop one level where they
/// push or pop several.
pub(super) struct Levels;

impl Pass for Levels {
    fn edits<'d>(&self, draft: &'d Draft, _: &'d Context) -> Edits<'d> {
        let mut edits: Edits<'d> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (place, step) in draft.steps.iter().enumerate() {
            let levels = step.call.number(0) as usize;
            match step.call.action.name() {
                "push" => open.extend(std::iter::repeat_n(place, levels)),
                "pop" => {
                    for _ in 0..levels {
                        if let Some(push) = open.pop() {
                            edits.push(Box::new(move || one_less(draft, &[push, place])));
                        }
                    }
                }
                "new" | "reset" | "reset-assertions" => open.clear(),
                _ => {}
            }
        }
        for push in open {
            edits.push(Box::new(move || one_less(draft, &[push])));
        }
        edits
    }
}

/// One level less in each of these calls, which go with their last one.
fn one_less(draft: &Draft, places: &[usize]) -> Vec<murxla_fsm::run::Step> {
    let mut steps = draft.steps.clone();
    for place in places {
        let levels = steps[*place].call.number(0);
        if let Some(Arg::Number(number)) = steps[*place].call.args.first_mut() {
            *number = levels - 1;
        }
    }
    let mut place = 0;
    steps.retain(|step| {
        place += 1;
        !places.contains(&(place - 1)) || step.call.number(0) > 0
    });
    steps
}
