//! The same assertions again after `reset-assertions`. The answers must agree.

use super::{
    Scenario, ScenarioKind, assert, decided_check, draft_without_results, in_order, same_check,
};
use crate::action::{Args, Pick};
use crate::actions::ResetAssertions;

/// Removes all assertions, asserts the same formulas in another order, and repeats the check.
pub struct Refill;

impl ScenarioKind for Refill {
    fn name(&self) -> &'static str {
        "refill"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        let last = decided_check(cx.state)?;
        let mut assertions = cx.state.assertions.formulas.clone();
        cx.rng.shuffle(&mut assertions);
        let reset = draft_without_results(&ResetAssertions, Args::new());
        let again = assertions.into_iter().map(assert);
        let check = same_check(cx, &last);
        in_order([reset].into_iter().chain(again).chain([check]))
    }
}
