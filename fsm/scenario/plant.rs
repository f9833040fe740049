//! Planted runs: only formulas that are true under the hidden assignment are asserted. A false
//! formula is negated. A formula of unknown value is combined with a formula of known value so that
//! the result is true.

use super::{Scenario, ScenarioKind, formula, in_order};
use crate::action::Pick;
use crate::op::{DISTINCT, EQUAL, IMPLIES, ITE, NOT, OR, Op, XOR};
use crate::settings::swarm::Intent;
use crate::solver::TermId;
use crate::sort::Sort;

/// Makes a true formula from a formula that is false or of unknown value.
pub struct Plant;

/// The operators that combine a formula with a partner of known value. The two are in random order.
const TRUE_COMBINATIONS: [Op; 6] = [XOR, EQUAL, DISTINCT, IMPLIES, OR, ITE];

impl ScenarioKind for Plant {
    fn name(&self) -> &'static str {
        "plant"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        if cx.swarm.intent != Intent::Planted {
            return None;
        }
        let state = cx.state;
        let unused = state.terms.unused_formulas().iter().copied();
        let untrue: Vec<TermId> = unused.filter(|id| state.truth(*id) != Some(true)).collect();
        let id = *cx.rng.pick(&untrue)?;
        let truth = state.truth(id);
        let new = state.ids.term();
        for _ in 0..8 {
            if truth == Some(false) && cx.rng.chance(30) {
                break;
            }
            let Some((op, args)) = combine(cx, id, truth) else {
                continue;
            };
            return in_order([formula(state, new, op, &args)]);
        }
        (truth == Some(false)).then_some(())?;
        in_order([formula(state, new, NOT, &[id])])
    }
}

/// Draws an operator and a partner for a formula so that the application is true. `truth` is the
/// value of the formula, if it is known.
fn combine(cx: &mut Pick<'_>, id: TermId, truth: Option<bool>) -> Option<(Op, Vec<TermId>)> {
    let state = cx.state;
    let op = *cx.rng.pick(&TRUE_COMBINATIONS)?;
    let partner = state.pool(state.sorts.find(&Sort::Bool)?).pick(cx.rng)?;
    let with = state.truth(partner)?;
    let is_true = match (op, truth, with) {
        (OR, _, with) => with,
        (XOR | DISTINCT, Some(false), with) => with,
        (EQUAL, Some(false), with) => !with,
        (IMPLIES, _, true) => return Some((op, vec![id, partner])),
        (IMPLIES, _, false) => return Some((op, vec![partner, id])),
        // The partner is true, so it is also the result of the `ite`.
        (ITE, _, true) => return Some((op, vec![partner, partner, id])),
        _ => false,
    };
    let mut args = vec![id, partner];
    cx.rng.shuffle(&mut args);
    (is_true && cx.context.supports(op)).then_some((op, args))
}
