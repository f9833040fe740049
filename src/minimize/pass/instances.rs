//! Several solver instances become one.

use super::{Edits, Pass};
use crate::minimize::draft::Draft;
use murxla_fsm::action::Context;

/// Leaves out the end of one instance and the beginning of the next one, or a reset, with the logic and options that
/// are set behind it: what was made before it then is there for what follows.
pub(super) struct Instances;

impl Pass for Instances {
    fn edits<'d>(&self, draft: &'d Draft, _: &'d Context) -> Edits<'d> {
        let name = |place: usize| draft.steps.get(place).map(|step| step.call.action.name());
        let is_seam = |place: &usize| {
            let is_end = matches!(name(*place), Some("delete" | "reset"));
            is_end && *place + 1 < draft.steps.len()
        };
        let seams = (0..draft.steps.len()).filter(is_seam);
        let edit = |start: usize| {
            let sets =
                |place: &usize| matches!(name(*place), Some("new" | "set-logic" | "set-option"));
            let end = (start + 1..)
                .find(|place| !sets(place))
                .unwrap_or(start + 1);
            Box::new(move || draft.without(|place| (start..end).contains(&place)))
                as Box<dyn Fn() -> _>
        };
        seams.map(edit).collect()
    }
}
