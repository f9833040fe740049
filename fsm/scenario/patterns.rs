//! Quantified formulas with patterns.

use super::{Scenario, ScenarioKind, formula, in_order, with_indices};
use crate::action::Pick;
use crate::actions::{is_small_pattern, may_be_pattern, quantify};
use crate::op::{EXISTS, FORALL, NO_PATTERN, Op, PATTERN, QID, SKOLEMID, WEIGHT};
use crate::rng::Rng;
use crate::solver::TermId;
use smallvec::SmallVec;

/// Annotates an open formula with one to three patterns and other attributes, and quantifies over
/// its variables.
pub struct Patterns;

/// Draws the terms of one pattern. Together they contain all variables, as SMT-LIB requires.
fn pattern(
    rng: &mut Rng,
    candidates: &[(TermId, SmallVec<[TermId; 2]>)],
    variables: &[TermId],
) -> Option<SmallVec<[TermId; 4]>> {
    let mut lacking: SmallVec<[TermId; 4]> = variables.into();
    let mut terms = SmallVec::new();
    while !lacking.is_empty() {
        let helps = |free: &[TermId]| free.iter().any(|variable| lacking.contains(variable));
        let helpful: Vec<_> = candidates.iter().filter(|(_, free)| helps(free)).collect();
        let (term, free) = rng.pick(&helpful)?;
        lacking.retain(|variable| !free.contains(variable));
        terms.push(*term);
    }
    Some(terms)
}

impl ScenarioKind for Patterns {
    fn name(&self) -> &'static str {
        "patterns"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        let binders = [FORALL, EXISTS].into_iter();
        let usable = |op: &Op| cx.swarm.ops.has(*op);
        let binders: Vec<_> = binders.filter(usable).collect();
        if binders.is_empty() || !cx.context.supports(PATTERN) {
            return None;
        }
        let mut terms = quantify(cx, None)?;
        let mut body = terms.pop()?;
        let state = cx.state;
        // Subterms of the body: the solver is then likely to find instances of the pattern.
        let all_free = &state.term(body)?.free;
        let candidates: Vec<_> = state
            .terms
            .subterms(&[body])
            .into_iter()
            .filter(|id| is_small_pattern(state, *id))
            .filter(|id| may_be_pattern(state, &cx.context.ops, *id))
            .filter_map(|id| Some((id, state.term(id)?.free.clone())))
            .filter(|(_, free)| free.iter().all(|variable| all_free.contains(variable)))
            .collect();
        let mut id = state.ids.term();
        let mut drafts = Vec::new();
        let mut annotate = |op: Op, terms: &[TermId], index: Option<u32>| {
            let args = [&[body], terms].concat();
            drafts.push(with_indices(formula(state, id, op, &args), index));
            body = id;
            id.0 += 1;
        };
        let has = |op: Op| cx.context.supports(op);
        // Z3 refuses both kinds together.
        let op = match has(NO_PATTERN) && cx.rng.chance(10) {
            true => NO_PATTERN,
            false => PATTERN,
        };
        for _ in 0..1 + cx.rng.weighted([70, 20, 10].into_iter())? {
            annotate(op, &pattern(cx.rng, &candidates, &terms)?, None);
        }
        for (op, percent, most) in [(WEIGHT, 40, 20), (QID, 10, 9), (SKOLEMID, 10, 9)] {
            if has(op) && cx.rng.chance(percent) {
                annotate(op, &[], Some(cx.rng.below(most + 1) as u32));
            }
        }
        terms.push(body);
        drafts.push(formula(state, id, *cx.rng.pick(&binders)?, &terms));
        in_order(drafts)
    }
}
