//! The choices of the wrapper.

use super::{Edits, Pass};
use crate::minimize::draft::Draft;
use murxla_fsm::action::Context;

/// Sets the seeds of calls to 0: of all of them, of halves, and of each, so that what is left matters.
pub(super) struct Seeds;

impl Pass for Seeds {
    fn edits<'d>(&self, draft: &'d Draft, _: &'d Context) -> Edits<'d> {
        let seeded: Vec<usize> = (0..draft.steps.len())
            .filter(|place| draft.steps[*place].call.seed > 0)
            .collect();
        let mut edits: Edits<'d> = Vec::new();
        let mut size = seeded.len();
        while size > 0 {
            for part in seeded.chunks(size) {
                let part = part.to_vec();
                edits.push(Box::new(move || {
                    let mut steps = draft.steps.clone();
                    part.iter().for_each(|place| steps[*place].call.seed = 0);
                    steps
                }));
            }
            size /= 2;
        }
        edits
    }
}
