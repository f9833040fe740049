//! A term is equal to its simplification, and to the result of an extension action that rewrites
//! it. So no model distinguishes the two.

use super::{Draft, Scenario, ScenarioKind, check_assuming, draft_without_results, formula};
use crate::action::{Action, Arg, Ids, Pick};
use crate::actions::Simplify;
use crate::op::{DISTINCT, XOR};
use crate::solver::TermId;
use crate::sort::{Sort, SortId};
use smallvec::smallvec;

/// The largest depth of a term. Deeper terms take long to compare, and errors of simplifiers show
/// in shallow terms too.
const MAX_DEPTH: u32 = 3;
/// How often the scenario begins when it is drawn, in percent. Some comparisons are hard, and a few
/// timeouts cost as much as all other checks of a campaign.
const SHARE: u32 = 8;

/// Simplifies a term, or rewrites it by an extension action, and checks whether a model
/// distinguishes the result from the term.
pub struct CompareSimplified;

impl ScenarioKind for CompareSimplified {
    fn name(&self) -> &'static str {
        "simplify"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        let state = cx.state;
        if !state.options.incremental || !cx.rng.chance(SHARE) {
            return None;
        }
        let has_terms = |(id, sort): (SortId, &Sort)| {
            let fits = !matches!(sort, Sort::Fun(..)) && !state.pool(id).is_empty();
            fits.then_some(id)
        };
        let sorts: Vec<SortId> = state.sorts.iter().filter_map(has_terms).collect();
        let term = state.pool(*cx.rng.pick(&sorts)?).pick(cx.rng)?;
        let fits = state.term(term)?;
        if fits.op.is_none() || !fits.free.is_empty() || fits.depth > MAX_DEPTH {
            return None;
        }
        let extensions = cx.context.available.extensions.iter();
        let actions = extensions.map(|extension| extension.action);
        let rewriting: Vec<_> = actions
            .filter(|action| action.row().returns_equal)
            .collect();
        // Half of the calls are `simplify`, which all solvers have.
        let action = match cx.rng.pick(&rewriting) {
            Some(action) if cx.rng.coin() => *action,
            _ => &Simplify,
        };
        Some(Box::new(SimplifySteps {
            action,
            term,
            simplified: state.ids.term(),
            step: 0,
        }))
    }
}

/// The calls of the scenario.
struct SimplifySteps {
    action: &'static dyn Action,
    term: TermId,
    /// The id of the result.
    simplified: TermId,
    /// The number of calls that have been made.
    step: u32,
}

impl Scenario for SimplifySteps {
    fn next(&mut self, cx: &mut Pick<'_>) -> Option<Draft> {
        let state = cx.state;
        let differ = TermId(self.simplified.0 + 1);
        self.step += 1;
        match self.step {
            1 => Some(Draft {
                ids: Ids {
                    term: Some(self.simplified),
                    sort: None,
                },
                ..draft_without_results(self.action, smallvec![Arg::Term(self.term)])
            }),
            // If the simplification was left out, its result does not exist and the scenario ends.
            2 => {
                let sort = state.term(self.simplified)?.sort;
                let boolean = state.sorts.get(sort) == Some(&Sort::Bool);
                let op = if boolean && cx.rng.coin() {
                    XOR
                } else {
                    DISTINCT
                };
                let differs = || formula(state, differ, op, &[self.term, self.simplified]);
                cx.context.supports(op).then(differs)
            }
            3 => Some(check_assuming(&[differ])),
            _ => None,
        }
    }
}
