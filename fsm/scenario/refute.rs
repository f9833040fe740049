//! Refuted runs: a formula is asserted, and also the negation of an equivalent formula. No model
//! satisfies both, whatever else is asserted.

use super::rewrite::rewrite;
use super::{Draft, Scenario, ScenarioKind, assert, formula, in_order};
use crate::action::Pick;
use crate::actions::some_formula;
use crate::op::NOT;
use crate::settings::swarm::Intent;
use crate::solver::TermId;

/// Asserts a formula and the negation of an equivalent formula.
pub struct Refute;

impl ScenarioKind for Refute {
    fn name(&self) -> &'static str {
        "refute"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        if cx.swarm.intent != Intent::Refuted {
            return None;
        }
        let state = cx.state;
        let one = match cx.rng.pick(&state.assertions.formulas) {
            Some(asserted) if cx.rng.coin() => *asserted,
            _ => some_formula(cx)?,
        };
        let (mut drafts, other) = rewrite(cx, one)?;
        let made = drafts.iter().filter_map(|draft| draft.ids.term).max();
        let not = TermId(made.map_or(state.ids.term().0, |last| last.0 + 1));
        drafts.push(formula(state, not, NOT, &[other]));
        // The order is random. The first formula may be asserted already.
        let mut both: Vec<Draft> = vec![assert(not)];
        if !state.assertions.formulas.contains(&one) {
            both.push(assert(one));
        }
        cx.rng.shuffle(&mut both);
        in_order(drafts.into_iter().chain(both))
    }
}
