//! The same check twice: the answers agree.

use super::{Begin, Scheme, decided, in_order, same_check};
use crate::action::Pick;

/// Repeats the last check.
pub struct Again;

impl Begin for Again {
    fn name(&self) -> &'static str {
        "again"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scheme>> {
        let last = decided(cx.model)?;
        in_order([same_check(cx, &last)])
    }
}
