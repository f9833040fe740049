//! `mk-const`, `mk-valued-const` and `mk-var`.

use super::draw::symbol;
use super::recursion::MkRecFun;
use crate::action::{
    Action, ActionRow, Arg, Args, Call, Context, Effect, Ids, Invalid, Pick, Returns, Role, Run,
    Validity,
};
use crate::arguments;
use crate::profile::Kinds;
use crate::solver::Result;
use crate::sort::{Sort, SortId, SortKind};
use crate::state::{InstanceState, Leaf, Term};
use crate::theory::Theory;
use smallvec::smallvec;

/// Draws a sort for a new constant or variable. Sorts without terms are preferred, so that every
/// sort can be used.
fn sort(cx: &mut Pick<'_>, barred: Kinds) -> Option<SortId> {
    let wanted = |(id, sort): (SortId, &Sort)| {
        let fits = match sort.kind() {
            kind if barred.has(kind) || !kind.has_symbols() => false,
            // Many Boolean constants make formulas trivial, so there are only a few.
            SortKind::Bool => cx.state.pool(id).all().len() < 4,
            _ => true,
        };
        fits.then_some(id)
    };
    let sorts: Vec<SortId> = cx.state.sorts.iter().filter_map(wanted).collect();
    let bare: Vec<SortId> = sorts
        .iter()
        .copied()
        .filter(|s| cx.state.pool(*s).is_empty())
        .collect();
    if !bare.is_empty() && cx.rng.chance(70) {
        return cx.rng.pick(&bare).copied();
    }
    cx.rng.pick(&sorts).copied()
}

/// Draws the arguments of a call: a sort whose kind is not in `barred`, and a new symbol.
fn draw(cx: &mut Pick<'_>, barred: Kinds, prefix: &str) -> Option<(Args, Ids)> {
    let sort = sort(cx, barred)?;
    let ids = Ids {
        term: Some(cx.state.ids.term()),
        sort: None,
    };
    let symbol = symbol(cx, prefix);
    Some((smallvec![Arg::Sort(sort), Arg::Text(symbol)], ids))
}

/// Declares a free constant or function.
pub struct MkConst;

impl Action for MkConst {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            returns: Returns::Term,
            ..ActionRow::new("mk-const", Role::Declare)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        draw(cx, Kinds::default(), "x")
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let args = Self::args(call)?;
        cx.solver()?
            .mk_const(call.new_term()?, args.sort, args.symbol)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        if let (Ok(id), Ok(SymbolArgs { sort, .. })) = (call.new_term(), Self::args(call)) {
            let mut term = Term::leaf(sort, Leaf::Const);
            term.assigned = state.assign(id, sort, call.seed);
            state.add_term(id, term);
        }
    }
}

/// Declares a free constant whose hidden value is that of a term. For the solver it is any
/// constant. So a strategy can give a constant a meaning, and formulas with it still have known
/// truth values.
pub struct MkValuedConst;

arguments! {
    /// What `mk-valued-const` takes.
    MkValuedConst => ValuedConstArgs<'c> {
        /// The sort of the constant.
        sort: Sort,
        /// Its name.
        symbol: Text,
        /// The term that has its hidden value.
        term: Term,
    }
}

impl Action for MkValuedConst {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            returns: Returns::Term,
            ..ActionRow::new("mk-valued-const", Role::Declare)
        }
    }

    /// Strategies make the calls.
    fn pick(&self, _: &mut Pick<'_>) -> Option<(Args, Ids)> {
        None
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        let ValuedConstArgs { sort, term, .. } = Self::args(call)?;
        let term = state.term(term);
        if term.is_none_or(|term| !term.free.is_empty() || state.sorts.canon(sort) != term.sort) {
            return Invalid::wrong(
                "the term does not have the sort of the constant, or has free variables",
            );
        }
        if let Some(Sort::Fun(..)) = state.sorts.get(sort) {
            return Invalid::wrong("the constant is a function");
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let args = Self::args(call)?;
        cx.solver()?
            .mk_const(call.new_term()?, args.sort, args.symbol)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        if let (Ok(id), Ok(args)) = (call.new_term(), Self::args(call)) {
            let mut constant = Term::leaf(args.sort, Leaf::Const);
            constant.assigned = state.term(args.term).and_then(Term::value).cloned();
            state.add_term(id, constant);
        }
    }
}

/// Makes a variable.
pub struct MkVar;

arguments! {
    /// The arguments of the actions that declare a symbol.
    MkConst, MkVar, MkRecFun => SymbolArgs<'c> {
        /// The sort of the symbol.
        sort: Sort,
        /// Its name.
        symbol: Text,
    }
}

impl Action for MkVar {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            returns: Returns::Term,
            ..ActionRow::new("mk-var", Role::Declare)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let binding = [Theory::Quant, Theory::Uf, Theory::Ho];
        if !binding.iter().any(|theory| cx.swarm.theories.has(*theory)) {
            return None; // No operator could bind the variable.
        }
        let mut barred = cx.context.restrictions.places.var;
        if !cx.state.is_higher_order() {
            barred.insert(SortKind::Fun);
        }
        draw(cx, barred, "v")
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        let sort = state.sorts.get(Self::args(call)?.sort);
        let is_fun = matches!(sort, Some(Sort::Fun(..)));
        if is_fun && !state.is_higher_order() {
            return Invalid::wrong("variables are functions only in logics that begin with 'HO_'");
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let args = Self::args(call)?;
        cx.solver()?
            .mk_var(call.new_term()?, args.sort, args.symbol)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        if let (Ok(id), Ok(SymbolArgs { sort, .. })) = (call.new_term(), Self::args(call)) {
            let mut term = Term::leaf(sort, Leaf::Var);
            term.free.push(id);
            state.add_term(id, term);
        }
    }
}
