//! `instantiate-sort`: applies a sort constructor to sorts.

use super::draw::component;
use super::mk_sort::check_new;
use crate::action::{
    Action, ActionRow, Arg, Args, Call, Context, Effect, Ids, Invalid, Pick, Returns, Role, Run,
    Validity,
};
use crate::arguments;
use crate::solver::Result;
use crate::sort::{Sort, SortConstructor, SortId, Sorts};
use crate::state::InstanceState;
use smallvec::{SmallVec, smallvec};

/// Applies a sort constructor: a parametric datatype, or a declared sort with an arity.
pub struct InstantiateSort;

arguments! {
    /// What `instantiate-sort` takes.
    InstantiateSort => InstantiateSortArgs<'c> {
        /// The sort constructor.
        constructor: Constructor,
        /// Its arguments.
        sorts: SortArgs,
    }
}

/// The sort that a call makes.
fn instance(sorts: &Sorts, call: &Call) -> Option<Sort> {
    let args = InstantiateSort::args(call).ok()?;
    match sorts.get(args.constructor)? {
        Sort::Constructor(constructing) => Some(constructing.instance(args.sorts)),
        _ => None,
    }
}

/// Draws the sort of a field that has no id yet. Without this sort, the constructor with the field
/// cannot be applied.
fn missing(cx: &mut Pick<'_>) -> Option<(SortId, SmallVec<[SortId; 4]>)> {
    let sorts = &cx.state.sorts;
    let mut missing = Vec::new();
    for (_, sort) in sorts.iter() {
        let Sort::Dt(datatype) = sort else { continue };
        for selector in datatype.constructors().iter().flat_map(|c| &c.selectors) {
            let Some(Sort::Dt(field)) = datatype.field(sorts, &selector.field) else {
                continue;
            };
            let constructing = SortConstructor::Dt(field.group.clone(), field.member);
            let constructor = sorts.find(&Sort::Constructor(constructing));
            let args: SmallVec<[SortId; 4]> = field.args.iter().copied().collect();
            if let (None, Some(constructor)) = (sorts.find(&Sort::Dt(field)), constructor) {
                missing.push((constructor, args));
            }
        }
    }
    cx.rng.pick(&missing).cloned()
}

impl Action for InstantiateSort {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            returns: Returns::Sort,
            ..ActionRow::new("instantiate-sort", Role::Declare)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let is_constructor = |(id, sort): (SortId, &Sort)| match sort {
            Sort::Constructor(constructing) => Some((id, constructing.arity())),
            _ => None,
        };
        let all: Vec<_> = cx.state.sorts.iter().filter_map(is_constructor).collect();
        let (constructor, arity) = *cx.rng.pick(&all)?;
        let (constructor, args) = match missing(cx) {
            Some(missing) if cx.rng.chance(80) => missing,
            _ => {
                let barred = cx.context.restrictions.places.array_element;
                let args = (0..arity).map(|_| component(cx, barred));
                (constructor, args.collect::<Option<_>>()?)
            }
        };
        let Some(Sort::Constructor(constructing)) = cx.state.sorts.get(constructor) else {
            return None;
        };
        let sort = constructing.instance(&args);
        if cx.state.sorts.find(&sort).is_some() && cx.rng.chance(90) {
            return None;
        }
        let ids = Ids {
            sort: Some(cx.state.sort_id(&sort)),
            term: None,
        };
        Some((smallvec![Arg::Sort(constructor), Arg::SortArgs(args)], ids))
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        let InstantiateSortArgs { constructor, sorts } = Self::args(call)?;
        let Some(Sort::Constructor(constructing)) = state.sorts.get(constructor) else {
            return Invalid::wrong(format!("{constructor} takes no sorts"));
        };
        let (wanted, got) = (constructing.arity(), sorts.len());
        if wanted != got {
            return Invalid::wrong(format!("{constructor} takes {wanted} sorts, not {got}"));
        }
        let is_fun = |id: &SortId| matches!(state.sorts.get(*id), Some(Sort::Fun(..)));
        if !state.is_higher_order() && sorts.iter().any(is_fun) {
            return Invalid::wrong(
                "functions are parts of sorts only in logics that begin with 'HO_'",
            );
        }
        match instance(&state.sorts, call) {
            Some(sort) => check_new(state, call.new_sort()?, &sort),
            None => Ok(()),
        }
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        if let Some(sort) = instance(&cx.state.sorts, call) {
            cx.solver()?.mk_sort(call.new_sort()?, &sort)?;
        }
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        if let (Some(sort), Ok(id)) = (instance(&state.sorts, call), call.new_sort()) {
            state.add_sort(id, sort);
        }
    }
}
