//! Assumptions instead of assertions, and the other way round. The answers must agree, because an
//! assumption is an assertion for one check.

use super::{
    Scenario, ScenarioKind, assert, check, check_assuming, decided_check, in_order, pop, push,
};
use crate::action::Pick;

/// Asserts the assumptions of the last check on a new level, or assumes the assertions of the last
/// level.
pub struct Assume;

impl ScenarioKind for Assume {
    fn name(&self) -> &'static str {
        "assume"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        let last = decided_check(cx.state)?;
        if last.assuming {
            let asserted = last.assumptions.iter().copied().map(assert);
            return in_order([push()].into_iter().chain(asserted).chain([check(), pop()]));
        }
        let level = *cx.state.assertions.levels.last()?;
        let on_it = cx.state.assertions.formulas.get(level..)?;
        if on_it.is_empty() {
            return None;
        }
        in_order([pop(), check_assuming(on_it)])
    }
}
