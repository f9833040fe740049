//! To assume is to assert for one check: the answers agree.

use super::{Begin, Scheme, assert, check, check_assuming, decided, in_order, pop, push};
use crate::action::Pick;

/// Asserts on a level of its own what was assumed, or assumes what was asserted on the last level.
pub struct Assume;

impl Begin for Assume {
    fn name(&self) -> &'static str {
        "assume"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scheme>> {
        let last = decided(cx.model)?;
        if last.assuming {
            let asserted = last.assumptions.iter().copied().map(assert);
            return in_order([push()].into_iter().chain(asserted).chain([check(), pop()]));
        }
        let level = *cx.model.levels.last()?;
        let on_it = cx.model.assertions.get(level..)?;
        if on_it.is_empty() {
            return None;
        }
        in_order([pop(), check_assuming(on_it)])
    }
}
