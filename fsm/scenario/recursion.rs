//! Recursive functions that terminate: `(f n y) = (ite (= n 0) y (op (f (- n 1) y) y))`.

use super::{Draft, Scenario, ScenarioKind, draft_without_results, in_order, mk_sort};
use crate::action::{Arg, Ids, Pick};
use crate::actions::{DefineFunsRec, MkRecFun, MkTerm, MkValue, MkVar};
use crate::op::{self, Op};
use crate::solver::TermId;
use crate::sort::{Sort, SortId};
use crate::state::InstanceState;
use crate::value::{Bv, Value};
use num_bigint::BigInt;
use smallvec::{SmallVec, smallvec};

/// The largest width in bits of a bit-vector that counts down to zero. Wider ones take too many
/// steps.
const MAX_WIDTH: u32 = 8;

/// Defines one recursive function, or two or three that call each other in a cycle.
pub struct Recursion;

/// The calls of the scenario, while they are collected.
struct CallList<'m> {
    state: &'m InstanceState,
    drafts: Vec<Draft>,
    next: TermId,
}

impl CallList<'_> {
    fn add(&mut self, mut draft: Draft, sort: Option<SortId>) -> TermId {
        let id = self.next;
        self.next.0 += 1;
        draft.ids = Ids {
            term: Some(id),
            sort,
        };
        self.drafts.push(draft);
        id
    }

    fn term(&mut self, op: Op, sort: SortId, args: &[TermId]) -> Option<TermId> {
        let kind = self.state.sorts.get(sort)?.kind();
        let args = smallvec![
            Arg::Op(op),
            Arg::Kind(kind),
            Arg::Terms(args.into()),
            Arg::Indices(smallvec![])
        ];
        Some(self.add(draft_without_results(&MkTerm, args), Some(sort)))
    }

    fn value(&mut self, sort: SortId, value: Value) -> TermId {
        let args = smallvec![Arg::Sort(sort), Arg::Value(value)];
        self.add(draft_without_results(&MkValue, args), None)
    }

    fn symbol(&self, cx: &mut Pick<'_>, prefix: &str) -> Arg {
        Arg::Text(cx.swarm.names.legal_symbol(cx.rng, prefix, self.next.0))
    }
}

impl ScenarioKind for Recursion {
    fn name(&self) -> &'static str {
        "recursion"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        let state = cx.state;
        // Most solvers treat definitions as quantified formulas about uninterpreted functions, so
        // the logic must have both.
        let all = state.logic.as_ref().is_none_or(|logic| **logic == *"ALL");
        if !cx.context.available.recursion || !all || state.terms.functions() > 2 {
            return None;
        }
        let boolean = state.sorts.find(&Sort::Bool)?;
        let counts = |(id, sort): (SortId, &Sort)| {
            let counts = match sort {
                Sort::Int => true,
                Sort::Bv(width) => *width <= MAX_WIDTH,
                _ => false,
            };
            counts.then_some(id)
        };
        let counters: Vec<SortId> = state.sorts.iter().filter_map(counts).collect();
        let counter = *cx.rng.pick(&counters)?;
        let steps: &[Op] = match state.sorts.get(counter)? {
            Sort::Int => &[op::INT_ADD, op::INT_SUB],
            _ => &[op::BV_ADD, op::BV_XOR, op::BV_AND, op::BV_OR],
        };
        let supported = steps.iter().copied().filter(|op| cx.context.supports(*op));
        let steps: Vec<Op> = supported.collect();
        let sort = Sort::Fun([counter, counter].into(), counter);
        let function_sort = state.sort_id(&sort);
        let mut calls = CallList {
            state,
            drafts: Vec::new(),
            next: state.ids.term(),
        };
        if state.sorts.find(&sort).is_none() {
            calls.drafts.push(mk_sort(state, &sort));
        }
        let (zero, one, at_end, less) = match state.sorts.get(counter)? {
            Sort::Bv(width) => {
                let value = |n: u32| Value::Bv(Bv::new(*width, n.into()));
                (value(0), value(1), op::EQUAL, op::BV_SUB)
            }
            _ => {
                let value = |n: i32| Value::Int(BigInt::from(n));
                (value(0), value(1), op::INT_LTE, op::INT_SUB)
            }
        };
        if ![at_end, less, op::ITE, op::UF_APPLY]
            .iter()
            .all(|op| cx.context.supports(*op))
        {
            return None;
        }
        let zero = calls.value(counter, zero);
        let one = calls.value(counter, one);
        let mut functions: SmallVec<[TermId; 4]> = SmallVec::new();
        for _ in 0..1 + cx.rng.weighted([60, 30, 10].into_iter())? {
            let args = smallvec![Arg::Sort(function_sort), calls.symbol(cx, "r")];
            functions.push(calls.add(draft_without_results(&MkRecFun, args), None));
        }
        let (mut params, mut bodies) = (SmallVec::new(), SmallVec::new());
        for place in 0..functions.len() {
            let next = functions[(place + 1) % functions.len()];
            let mut variable = || {
                let args = smallvec![Arg::Sort(counter), calls.symbol(cx, "n")];
                calls.add(draft_without_results(&MkVar, args), None)
            };
            let (n, y) = (variable(), variable());
            let end = calls.term(at_end, boolean, &[n, zero])?;
            let smaller = calls.term(less, counter, &[n, one])?;
            let mut again = calls.term(op::UF_APPLY, counter, &[next, smaller, y])?;
            if let Some(step) = cx.rng.pick(&steps) {
                again = calls.term(*step, counter, &[again, y])?;
            }
            bodies.push(calls.term(op::ITE, counter, &[end, y, again])?);
            params.extend([n, y]);
        }
        let args = smallvec![
            Arg::Terms(functions),
            Arg::Terms(params),
            Arg::Terms(bodies)
        ];
        calls
            .drafts
            .push(draft_without_results(&DefineFunsRec, args));
        in_order(calls.drafts)
    }
}
