//! Calls that follow each other, with all that needs them (ddmin: Zeller and Hildebrandt, Simplifying and Isolating
//! Failure-Inducing Input, 2002).

use super::{Edits, Pass};
use crate::minimize::draft::Draft;
use murxla_fsm::action::Context;

/// Leaves out so many calls at once, from the end to the beginning.
pub(super) struct Chunks {
    pub(super) size: usize,
}

impl Pass for Chunks {
    fn edits<'d>(&self, draft: &'d Draft, _: &'d Context) -> Edits<'d> {
        let (count, size) = (draft.steps.len(), self.size);
        let chunk = |n: usize| {
            let end = count - n * size;
            let out = end.saturating_sub(size)..end;
            Box::new(move || draft.without(|place| out.contains(&place))) as Box<dyn Fn() -> _>
        };
        (0..count.div_ceil(size)).map(chunk).collect()
    }
}
