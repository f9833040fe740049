//! The same check twice. The answers must agree.

use super::{Scenario, ScenarioKind, decided_check, in_order, same_check};
use crate::action::Pick;

/// Repeats the last check.
pub struct Again;

impl ScenarioKind for Again {
    fn name(&self) -> &'static str {
        "again"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        let last = decided_check(cx.state)?;
        in_order([same_check(cx, &last)])
    }
}
