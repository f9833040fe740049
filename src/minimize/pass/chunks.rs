//! Removes sequences of calls, with all calls that need them (ddmin: Zeller and Hildebrandt,
//! Simplifying and Isolating Failure-Inducing Input, 2002).

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::Context;

/// Removes this number of calls at once, from the end to the beginning.
pub(super) struct RemoveChunks {
    pub(super) size: usize,
}

impl Pass for RemoveChunks {
    fn edits<'c>(&self, best: &'c Candidate, _: &'c Context) -> Vec<Edit<'c>> {
        let (count, size) = (best.steps.len(), self.size);
        let chunk = |n: usize| {
            let end = count - n * size;
            let out = end.saturating_sub(size)..end;
            Box::new(move || Some(best.without(|place| out.contains(&place)))) as Edit<'c>
        };
        (0..count.div_ceil(size)).map(chunk).collect()
    }
}
