//! Joins several solver instances to one.

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Context, Role};

/// Removes the end of one instance and the beginning of the next one, or a reset, with the logic
/// and options that are set after it. Later calls can then use earlier terms.
pub(super) struct MergeInstances;

impl Pass for MergeInstances {
    fn edits<'c>(&self, best: &'c Candidate, _: &'c Context) -> Vec<Edit<'c>> {
        let role = |place: usize| best.steps.get(place).map(|step| step.call.action.role());
        let is_seam = |place: &usize| {
            let is_end = role(*place).is_some_and(Role::ends_instance);
            is_end && *place + 1 < best.steps.len()
        };
        let seams = (0..best.steps.len()).filter(is_seam);
        let edit = |start: usize| {
            let begins = |place: &usize| matches!(role(*place), Some(Role::Open | Role::Configure));
            let end = (start + 1..)
                .find(|place| !begins(place))
                .unwrap_or(start + 1);
            Box::new(move || Some(best.without(|place| (start..end).contains(&place)))) as Edit<'c>
        };
        seams.map(edit).collect()
    }
}
