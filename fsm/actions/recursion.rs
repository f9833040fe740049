//! `mk-rec-fun` and `define-funs-rec`: recursive functions. A scenario makes these calls.

use crate::action::{
    Action, ActionRow, Args, Call, Context, Effect, Ids, Invalid, Pick, Returns, Role, Run,
    Validity,
};
use crate::arguments;
use crate::solver::{Result, TermId};
use crate::sort::Sort;
use crate::state::{InstanceState, Leaf, Term};

/// Declares a recursive function. It must be defined before anything is asserted.
pub struct MkRecFun;

impl Action for MkRecFun {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            returns: Returns::Term,
            ..ActionRow::new("mk-rec-fun", Role::Declare)
        }
    }

    fn pick(&self, _: &mut Pick<'_>) -> Option<(Args, Ids)> {
        None
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        let sort = Self::args(call)?.sort;
        match state.sorts.get(sort) {
            Some(Sort::Fun(..)) => Ok(()),
            _ => Invalid::wrong(format!("{sort} is not a sort of functions")),
        }
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let args = Self::args(call)?;
        cx.solver()?
            .mk_rec_fun(call.new_term()?, args.sort, args.symbol)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        if let (Ok(id), Ok(args)) = (call.new_term(), Self::args(call)) {
            let mut term = Term::leaf(args.sort, Leaf::Rec);
            term.expansion = 1;
            state.add_term(id, term);
        }
    }
}

/// Defines recursive functions that may call each other.
pub struct DefineFunsRec;

arguments! {
    /// What `define-funs-rec` takes.
    DefineFunsRec => DefineFunsRecArgs<'c> {
        /// The functions.
        functions: Terms,
        /// The parameters of all functions, one after the other.
        params: Terms,
        /// The bodies of the functions.
        bodies: Terms,
    }
}

/// The definitions of a call: each function with its parameters and its body. `None` if the numbers
/// do not fit.
fn definitions<'c>(
    state: &InstanceState,
    call: &'c Call,
) -> Option<Vec<(TermId, &'c [TermId], TermId)>> {
    let DefineFunsRecArgs {
        functions,
        mut params,
        bodies,
    } = DefineFunsRec::args(call).ok()?;
    if functions.len() != bodies.len() {
        return None;
    }
    let mut all = Vec::new();
    for (function, body) in functions.iter().zip(bodies) {
        let Some(Sort::Fun(domain, _)) = state.sorts.get(state.term(*function)?.sort) else {
            return None;
        };
        let (own, rest) = params.split_at_checked(domain.len())?;
        params = rest;
        all.push((*function, own, *body));
    }
    params.is_empty().then_some(all)
}

impl Action for DefineFunsRec {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            ..ActionRow::new("define-funs-rec", Role::Declare)
        }
    }

    fn pick(&self, _: &mut Pick<'_>) -> Option<(Args, Ids)> {
        None
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        let Some(definitions) = definitions(state, call).filter(|all| !all.is_empty()) else {
            return Invalid::wrong("functions, parameters and bodies do not fit each other");
        };
        for (n, (function, params, body)) in definitions.iter().enumerate() {
            let term = state.term(*function);
            let twice = definitions[..n].iter().any(|(other, ..)| other == function);
            if twice || term.is_none_or(|term| term.leaf != Leaf::Rec) {
                return Invalid::wrong(format!("{function} is not a function to be defined"));
            }
            for (n, param) in params.iter().enumerate() {
                if state.term(*param).is_none_or(|t| t.leaf != Leaf::Var)
                    || params[..n].contains(param)
                {
                    return Invalid::wrong(format!("{param} is not a variable, or is one twice"));
                }
            }
            let sort = |id: &TermId| state.term(*id).map(|term| term.sort);
            let parts: Option<Vec<_>> = params.iter().chain([body]).map(sort).collect();
            let expected = term.and_then(|term| state.sorts.get(term.sort));
            if parts.as_deref() != expected.map(|sort| sort.parts().to_vec()).as_deref() {
                return Invalid::wrong(format!("the definition of {function} is ill-sorted"));
            }
            let free = state.term(*body).map(|t| &t.free[..]).unwrap_or_default();
            if let Some(free) = free.iter().find(|v| !params.contains(v)) {
                return Invalid::wrong(format!("the body has the free variable {free}"));
            }
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let definitions = definitions(cx.state, call).unwrap_or_default();
        cx.solver()?.define_funs_rec(&definitions)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, context: &Context) {
        for (function, params, body) in definitions(state, call).unwrap_or_default() {
            state.define(function, params, body);
        }
        let functions = Self::args(call).map_or(&[][..], |args| args.functions);
        state.try_recursion(&context.ops, functions);
    }
}
