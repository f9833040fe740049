//! `mk-fun`: `define-fun`.

use super::draw::MAX_EXPANSION;
use super::draw::symbol;
use crate::action::{
    Action, ActionRow, Arg, Args, Call, Context, Effect, Goal, Ids, Invalid, Pick, Returns, Role,
    Run, Validity,
};
use crate::arguments;
use crate::solver::{Result, TermId};
use crate::sort::{Sort, SortId, SortKind};
use crate::state::{InstanceState, Leaf, Term};
use crate::theory::Theory;
use smallvec::{SmallVec, smallvec};

/// Defines a function by its parameters and body.
pub struct MkFun;

arguments! {
    /// What `mk-fun` takes.
    MkFun => MkFunArgs<'c> {
        /// The name of the function.
        symbol: Text,
        /// The variables that are its parameters.
        params: Terms,
        /// The body of the function.
        body: Term,
    }
}

/// The largest number of parameters of a function in generated runs.
const MAX_PARAMETERS: usize = 4;

/// The largest number of functions that a generated run defines. Functions that use each other grow
/// exponentially when solvers expand them.
const MAX_FUNCTIONS: u32 = 5;

fn function_sort(state: &InstanceState, params: &[TermId], body: TermId) -> Option<Sort> {
    let domain: Option<Box<[SortId]>> = params.iter().map(|p| Some(state.term(*p)?.sort)).collect();
    Some(Sort::Fun(domain?, state.term(body)?.sort))
}

impl Action for MkFun {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            returns: Returns::TermAndSort,
            ..ActionRow::new("mk-fun", Role::Declare)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let state = cx.state;
        if !cx.swarm.theories.has(Theory::Uf) || state.terms.functions() >= MAX_FUNCTIONS {
            return None;
        }
        let mut bodies: SmallVec<[TermId; 32]> = SmallVec::new();
        for (sort, described) in state.sorts.iter() {
            let fits = |id: &TermId| {
                let term = state.term(*id);
                term.is_some_and(|t| {
                    t.op.is_some()
                        && !t.free.is_empty()
                        && t.free.len() <= MAX_PARAMETERS
                        && t.expansion + 1 < MAX_EXPANSION
                })
            };
            let kind = described.kind();
            let returned = !cx.context.restrictions.places.codomain.has(kind);
            if kind != SortKind::Fun && kind.has_symbols() && returned {
                let pool = state.pool(sort);
                let terms = if cx.goal == Goal::Close {
                    pool.roots()
                } else {
                    pool.all()
                };
                bodies.extend(terms.iter().copied().filter(fits));
            }
        }
        let body = *cx.rng.pick(&bodies)?;
        let mut params: SmallVec<[TermId; 4]> = state.term(body)?.free.iter().copied().collect();
        cx.rng.shuffle(&mut params);
        let sort = function_sort(state, &params, body)?;
        let ids = Ids {
            term: Some(state.ids.term()),
            sort: Some(state.sort_id(&sort)),
        };
        let name = Arg::Text(symbol(cx, "f"));
        Some((smallvec![name, Arg::Terms(params), Arg::Term(body)], ids))
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        let MkFunArgs { params, body, .. } = Self::args(call)?;
        if params.is_empty() {
            return Invalid::wrong("a function needs a parameter");
        }
        for (n, param) in params.iter().enumerate() {
            if state.term(*param).is_none_or(|t| t.leaf != Leaf::Var) {
                return Invalid::wrong(format!("{param} is not a variable"));
            }
            if params[..n].contains(param) {
                return Invalid::wrong(format!("{param} is a parameter twice"));
            }
        }
        let free = state.term(body).map(|t| &t.free[..]).unwrap_or_default();
        if let Some(free) = free.iter().find(|v| !params.contains(v)) {
            return Invalid::wrong(format!("the body has the free variable {free}"));
        }
        let sort = function_sort(state, params, body);
        if let Some(Sort::Fun(_, codomain)) = &sort
            && matches!(state.sorts.get(*codomain), Some(Sort::Fun(..)))
        {
            return Invalid::wrong("functions that return functions are not supported");
        }
        let name = call.new_sort()?;
        let named = state.sorts.get(name);
        if named.is_some() && named != sort.as_ref() {
            return Invalid::wrong(format!("the function does not have the sort {name}"));
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let MkFunArgs {
            symbol,
            params,
            body,
        } = Self::args(call)?;
        let (out, name) = (call.new_term()?, call.new_sort()?);
        let sort = if cx.state.sorts.get(name).is_none() {
            function_sort(cx.state, params, body)
        } else {
            None
        };
        let solver = cx.solver()?;
        if let Some(sort) = sort {
            solver.mk_sort(name, &sort)?;
        }
        solver.mk_fun(out, name, symbol, params, body)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, context: &Context) {
        let (Ok(MkFunArgs { params, body, .. }), Ok(id), Ok(name)) =
            (Self::args(call), call.new_term(), call.new_sort())
        else {
            return;
        };
        if let Some(sort) = function_sort(state, params, body)
            && state.sorts.get(name).is_none()
        {
            state.add_sort(name, sort);
        }
        let mut term = Term::leaf(name, Leaf::Fun(params.into(), body));
        if let Some(body) = state.term(body) {
            (term.depth, term.expansion) = (body.depth + 1, body.expansion);
            // When the function is expanded, its parameters are bound at each application.
            term.add_variables(body);
        }
        term.bind(params);
        if state.is_higher_order() {
            term.assigned = state.tabulate(&context.ops, params, body);
        }
        state.terms.mark_used(body);
        state.add_term(id, term);
    }
}
