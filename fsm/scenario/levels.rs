//! `pop` removes the assertions of a level. The answer after `pop` must be the answer before
//! `push`.

use super::{
    Draft, Scenario, ScenarioKind, assert, check, decided_check, in_order, pop, push, same_check,
};
use crate::action::Pick;
use crate::actions::some_formula;

/// Opens a level, asserts formulas on it, checks, closes the level, and repeats the check from
/// before.
pub struct Levels;

impl ScenarioKind for Levels {
    fn name(&self) -> &'static str {
        "levels"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        let last = decided_check(cx.state)?;
        let count = 1 + cx.rng.index(2);
        let mut drafts: Vec<Draft> = vec![push()];
        drafts.extend((0..count).filter_map(|_| some_formula(cx)).map(assert));
        drafts.extend([check(), pop(), same_check(cx, &last)]);
        in_order(drafts)
    }
}
