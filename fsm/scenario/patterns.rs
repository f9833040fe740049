//! Quantified formulas with patterns.

use super::{Scenario, ScenarioKind, formula, in_order};
use crate::action::Pick;
use crate::actions::{may_be_pattern, quantify};
use crate::op::{EXISTS, FORALL, Op, PATTERN};
use crate::rng::Rng;
use crate::solver::TermId;
use smallvec::SmallVec;

/// Annotates an open formula with one to three patterns, and quantifies over its variables.
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
        let usable = |op: &Op| cx.swarm.op_weights[op.index()] > 0;
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
            .subterms(&[body])
            .into_iter()
            .filter(|id| may_be_pattern(state, &cx.context.ops, *id))
            .filter_map(|id| Some((id, state.term(id)?.free.clone())))
            .filter(|(_, free)| free.iter().all(|variable| all_free.contains(variable)))
            .collect();
        let mut id = state.fresh_term();
        let mut drafts = Vec::new();
        for _ in 0..1 + cx.rng.weighted([70, 20, 10].into_iter())? {
            let pattern = pattern(cx.rng, &candidates, &terms)?;
            let args: Vec<TermId> = [body].into_iter().chain(pattern).collect();
            drafts.push(formula(state, id, PATTERN, &args));
            body = id;
            id.0 += 1;
        }
        terms.push(body);
        drafts.push(formula(state, id, *cx.rng.pick(&binders)?, &terms));
        in_order(drafts)
    }
}
