//! `match` terms. A scenario makes them, because their cases are of no use alone.

use super::{Draft, Scenario, ScenarioKind, draft_without_results};
use crate::action::{Arg, Ids, Pick};
use crate::actions::{MkTerm, MkVar, apply_to, symbol};
use crate::op::{DT_MATCH, DT_MATCH_BIND_CASE, DT_MATCH_CASE, Op};
use crate::solver::TermId;
use crate::sort::{Datatype, Sort, SortId};
use smallvec::smallvec;
use std::collections::VecDeque;

/// Makes a match on a term of a datatype. It has a case for each constructor, or for some
/// constructors and a default case.
pub struct Match;

impl ScenarioKind for Match {
    fn name(&self) -> &'static str {
        "match"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        let state = cx.state;
        if !cx.context.supports(DT_MATCH) {
            return None;
        }
        let is_datatype = |(id, sort): (SortId, &Sort)| {
            let fits = matches!(sort, Sort::Dt(_)) && !state.pool(id).is_empty();
            fits.then_some(id)
        };
        let of: Vec<SortId> = state.sorts.iter().filter_map(is_datatype).collect();
        let of = *cx.rng.pick(&of)?;
        let Some(Sort::Dt(datatype)) = state.sorts.get(of) else {
            return None;
        };
        let has_terms = |(id, sort): (SortId, &Sort)| {
            let fits = sort.kind().has_symbols() && !matches!(sort, Sort::Fun(..));
            (fits && !state.pool(id).is_empty()).then_some(id)
        };
        let results: Vec<SortId> = state.sorts.iter().filter_map(has_terms).collect();
        Some(Box::new(Cases {
            of,
            result: *cx.rng.pick(&results)?,
            made: vec![state.pool(of).pick(cx.rng)?],
            todo: cases(cx, of, datatype)?,
            bound: Vec::new(),
        }))
    }
}

/// A case to make.
struct Case {
    /// The number of the constructor; `None` for the default case.
    constructor: Option<u32>,
    /// The sorts of the variables that the case binds and that are not made yet.
    binds: VecDeque<SortId>,
}

/// The cases of a match. `None` if a sort in them has no id yet.
fn cases(cx: &mut Pick<'_>, of: SortId, datatype: &Datatype) -> Option<VecDeque<Case>> {
    let sorts = &cx.state.sorts;
    let all = datatype.constructors();
    let named = if cx.rng.coin() {
        all.len()
    } else {
        cx.rng.index(all.len())
    };
    let mut cases = VecDeque::new();
    for number in 0..named {
        cases.push_back(Case {
            constructor: Some(number as u32),
            binds: datatype.fields(sorts, number)?.into(),
        });
    }
    if named < all.len() {
        cases.push_back(Case {
            constructor: None,
            binds: [of].into(),
        });
    }
    Some(cases)
}

/// The calls for one match.
struct Cases {
    /// The sort of the matched term.
    of: SortId,
    /// The sort of the match.
    result: SortId,
    /// The matched term, and the cases that have been made.
    made: Vec<TermId>,
    todo: VecDeque<Case>,
    /// The variables of the present case.
    bound: Vec<TermId>,
}

fn application(cx: &Pick<'_>, op: Op, terms: &[TermId], indices: &[u32]) -> Option<Draft> {
    let (args, ids) = apply_to(cx, op, terms, indices)?;
    Some(Draft {
        ids,
        ..draft_without_results(&MkTerm, args)
    })
}

impl Cases {
    /// Draws the body of the present case: a variable that it binds, or a closed term.
    fn body(&self, cx: &mut Pick<'_>) -> Option<TermId> {
        let is_result = |id: &&TermId| cx.state.term(**id).is_some_and(|t| t.sort == self.result);
        let bound: Vec<TermId> = self.bound.iter().filter(is_result).copied().collect();
        if cx.rng.coin()
            && let Some(variable) = cx.rng.pick(&bound)
        {
            return Some(*variable);
        }
        let is_closed = |id: &TermId| cx.state.term(*id).is_some_and(|t| t.free.is_empty());
        let pool = cx.state.pool(self.result);
        (0..4).find_map(|_| pool.pick(cx.rng).filter(is_closed))
    }
}

impl Scenario for Cases {
    fn next(&mut self, cx: &mut Pick<'_>) -> Option<Draft> {
        let Some(case) = self.todo.front_mut() else {
            let terms = std::mem::take(&mut self.made);
            if terms.is_empty() {
                return None; // The match has been made.
            }
            return application(cx, DT_MATCH, &terms, &[]);
        };
        if let Some(sort) = case.binds.pop_front() {
            let variable = cx.state.ids.term();
            self.bound.push(variable);
            let ids = Ids {
                term: Some(variable),
                sort: None,
            };
            let symbol = Arg::Text(symbol(cx, "v"));
            return Some(Draft {
                ids,
                ..draft_without_results(&MkVar, smallvec![Arg::Sort(sort), symbol])
            });
        }
        let case = self.todo.pop_front()?;
        let body = self.body(cx)?;
        let mut args = std::mem::take(&mut self.bound);
        let op = if args.is_empty() {
            DT_MATCH_CASE
        } else {
            DT_MATCH_BIND_CASE
        };
        args.push(body);
        let indices: Vec<u32> = [self.of.0].into_iter().chain(case.constructor).collect();
        let draft = application(cx, op, &args, &indices)?;
        self.made.extend(draft.ids.term);
        Some(draft)
    }
}
