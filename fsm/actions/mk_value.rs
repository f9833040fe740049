//! `mk-value` and `mk-special-value`.

use crate::action::{
    Action, ActionRow, Arg, Args, Call, Context, Effect, Ids, Invalid, Pick, Returns, Role, Run,
    Validity,
};
use crate::arguments;
use crate::eval::{draw, random_substring, special_names, special_value};
use crate::op::SET_COMPLEMENT;
use crate::solver::Result;
use crate::sort::{Sort, SortId};
use crate::state::{InstanceState, Leaf, Term};
use crate::value::Value;
use smallvec::smallvec;

fn ids(state: &InstanceState) -> Ids {
    Ids {
        term: Some(state.ids.term()),
        sort: None,
    }
}

/// Draws a sort that has terms other than values, so that operators can combine the value with
/// them.
fn sort(cx: &mut Pick<'_>, wanted: impl Fn(&Sort) -> bool) -> Option<SortId> {
    let fits = |(id, sort): (SortId, &Sort)| {
        let pool = cx.state.pool(id);
        (wanted(sort) && pool.all().len() > pool.values().len()).then_some(id)
    };
    let sorts: Vec<SortId> = cx.state.sorts.iter().filter_map(fits).collect();
    cx.rng.pick(&sorts).copied()
}

/// For strings, sometimes draws a part of the hidden value of a term, so that string operators find
/// matches.
fn piece_in_play(cx: &mut Pick<'_>, sort: SortId) -> Option<Value> {
    let is_string = cx.state.sorts.get(sort) == Some(&Sort::String);
    let term = is_string.then(|| cx.state.pool(sort).pick(cx.rng))??;
    match cx.state.term(term)?.value()? {
        Value::String(string) if cx.rng.chance(40) => {
            Some(Value::String(random_substring(string, cx.rng)))
        }
        _ => None,
    }
}

/// Makes a value.
pub struct MkValue;

arguments! {
    /// What `mk-value` takes.
    MkValue => MkValueArgs<'c> {
        /// The sort of the value.
        sort: Sort,
        /// The value.
        value: Value,
    }
}

impl Action for MkValue {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            returns: Returns::Term,
            ..ActionRow::new("mk-value", Role::Build)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let rare = !cx.rng.chance(15);
        let has_values = |sort: &Sort| match sort {
            Sort::Int | Sort::Real | Sort::Bv(_) | Sort::Fp(..) | Sort::Rm => true,
            Sort::String | Sort::Ff(_) => true,
            Sort::Bool => !rare, // Many Boolean values make formulas trivial.
            _ => false,
        };
        let sort = sort(cx, has_values)?;
        let value = match piece_in_play(cx, sort) {
            Some(piece) => piece,
            None => draw(&cx.state.sorts, sort, cx.rng)?,
        };
        Some((smallvec![Arg::Sort(sort), Arg::Value(value)], ids(cx.state)))
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let MkValueArgs { sort, value } = Self::args(call)?;
        cx.solver()?.mk_value(call.new_term()?, sort, value)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        if let (Ok(id), Ok(MkValueArgs { sort, value })) = (call.new_term(), Self::args(call)) {
            state.add_term(id, Term::leaf(sort, Leaf::Value(value.clone())));
        }
    }
}

/// Makes a value that the API names, for example `set.empty`.
pub struct MkSpecialValue;

arguments! {
    /// What `mk-special-value` takes.
    MkSpecialValue => MkSpecialValueArgs<'c> {
        /// The sort of the value.
        sort: Sort,
        /// The name of the value.
        name: Text,
    }
}

impl Action for MkSpecialValue {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            returns: Returns::Term,
            ..ActionRow::new("mk-special-value", Role::Build)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let sort = sort(cx, |sort| !special_names(sort).is_empty())?;
        let name = *cx.rng.pick(special_names(cx.state.sorts.get(sort)?))?;
        // A complement is relative to the universe. Solvers without the complement do not have the
        // universe either.
        if name == "set.universe" && !cx.context.supports(SET_COMPLEMENT) {
            return None;
        }
        Some((
            smallvec![Arg::Sort(sort), Arg::Text(name.into())],
            ids(cx.state),
        ))
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        let MkSpecialValueArgs { sort, name } = Self::args(call)?;
        let sort = state.sorts.get(sort);
        if !sort.is_some_and(|sort| special_names(sort).contains(&name)) {
            return Invalid::wrong(format!("the sort has no special value '{name}'"));
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let MkSpecialValueArgs { sort, name } = Self::args(call)?;
        let out = call.new_term()?;
        let value = cx
            .state
            .sorts
            .get(sort)
            .and_then(|s| special_value(s, name));
        cx.solver()?
            .mk_special_value(out, sort, name, value.as_ref())?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        let (Ok(id), Ok(MkSpecialValueArgs { sort, name })) = (call.new_term(), Self::args(call))
        else {
            return;
        };
        let value = state.sorts.get(sort).and_then(|s| special_value(s, name));
        let leaf = value.map_or(Leaf::Named(name.into()), Leaf::Value);
        state.add_term(id, Term::leaf(sort, leaf));
    }
}
