//! `mk-sort`.

use super::declare_datatype;
use super::draw::component;
use crate::action::{
    Action, ActionRow, Arg, Args, Call, Context, Effect, Ids, Invalid, NewSort, Pick, Returns,
    Role, Run, Validity,
};
use crate::arguments;
use crate::profile::Kinds;
use crate::rng::Rng;
use crate::solver::Result;
use crate::sort::{Datatypes, Field, Sort, SortConstructor, SortId, SortKind, members};
use crate::state::InstanceState;
use crate::theory::Theory;
use num_bigint::BigUint;
use smallvec::smallvec;
use std::sync::Arc;

/// Makes a sort.
pub struct MkSort;

impl MkSort {
    /// The call that makes a sort with this id. Its seed is 0.
    pub(crate) fn call(id: SortId, sort: &Sort) -> Call {
        Call {
            seed: 0,
            action: &Self,
            args: smallvec![Arg::NewSort(sort.clone())],
            ids: Ids {
                sort: Some(id),
                term: None,
            },
        }
    }
}

arguments! {
    /// What `mk-sort` takes.
    MkSort => MkSortArgs<'c> {
        /// The sort, or the datatypes.
        sort: NewSort,
    }
}

/// The kinds of sorts with their theories. A kind that is listed twice is drawn twice as often.
const KINDS: &[(SortKind, Theory)] = &[
    (SortKind::Bool, Theory::Bool),
    (SortKind::Int, Theory::Int),
    (SortKind::Real, Theory::Real),
    (SortKind::Bv, Theory::Bv),
    (SortKind::Bv, Theory::Bv),
    (SortKind::Array, Theory::Array),
    (SortKind::Set, Theory::Set),
    (SortKind::Bag, Theory::Bag),
    (SortKind::Fun, Theory::Uf),
    (SortKind::Uninterpreted, Theory::Uf),
    (SortKind::Fp, Theory::Fp),
    (SortKind::Rm, Theory::Fp),
    (SortKind::String, Theory::String),
    (SortKind::RegLan, Theory::String),
    (SortKind::Seq, Theory::Seq),
    (SortKind::Ff, Theory::Ff),
    (SortKind::Dt, Theory::Dt),
    (SortKind::Dt, Theory::Dt),
    (SortKind::Tuple, Theory::Tuple),
    (SortKind::Tuple, Theory::Tuple),
    (SortKind::Nullable, Theory::Nullable),
    (SortKind::Nullable, Theory::Nullable),
    (SortKind::Constructor, Theory::Uf),
];

/// The kinds of the sorts of a theory.
pub fn kinds_of(theory: Theory) -> impl Iterator<Item = SortKind> {
    let rows = KINDS.iter().filter(move |(_, of)| *of == theory);
    rows.map(|(kind, _)| *kind)
}

/// The theories of a kind of sorts. A theory may come twice.
pub fn theories_of(kind: SortKind) -> impl Iterator<Item = Theory> {
    let rows = KINDS.iter().filter(move |(of, _)| *of == kind);
    rows.map(|(_, theory)| *theory)
}

/// Draws the sort of the elements of a set or bag. Tuples are preferred, because many operators
/// work on sets of tuples.
fn member(cx: &mut Pick<'_>, barred: Kinds) -> Option<SortId> {
    let is_tuple = |(id, sort): (SortId, &Sort)| matches!(sort, Sort::Tuple(_)).then_some(id);
    let tuples: Vec<SortId> = cx.state.sorts.iter().filter_map(is_tuple).collect();
    match cx.rng.pick(&tuples).copied() {
        Some(tuple) if !barred.has(SortKind::Tuple) && cx.rng.coin() => Some(tuple),
        _ => component(cx, barred),
    }
}

/// Sizes of finite fields: small primes, for which solvers may try all elements, the largest prime
/// below 256, a Fermat prime and a Mersenne prime.
const FIELDS: [u32; 16] = [
    2,
    2,
    3,
    3,
    5,
    5,
    7,
    7,
    11,
    13,
    17,
    29,
    41,
    251,
    65_537,
    2_147_483_647,
];

/// Draws a sort of this kind that has no id yet and is the sort of a field, or a part of it.
/// Without this sort, the constructor with the field cannot be applied.
fn missing(cx: &mut Pick<'_>, kind: SortKind) -> Option<Sort> {
    let sorts = &cx.state.sorts;
    let mut missing = Vec::new();
    for (_, sort) in sorts.iter() {
        let Sort::Dt(datatype) = sort else { continue };
        for selector in datatype.constructors().iter().flat_map(|c| &c.selectors) {
            selector.field.each_component(&mut |part| {
                if matches!(part, Field::Composed(its, _) if *its == kind) {
                    let sort = datatype.field(sorts, part);
                    missing.extend(sort.filter(|sort| sorts.find(sort).is_none()));
                }
            });
        }
    }
    if missing.is_empty() || cx.rng.chance(20) {
        return None;
    }
    cx.rng.pick(&missing).cloned()
}

/// The order of the scalar field of the elliptic curve BLS12-381, which is common in the
/// verification of cryptographic programs.
const SCALARS: &[u8] =
    b"52435875175126190479447740508185965837690552500527637822603658699938581184513";

/// Draws the size of a finite field. It is seldom a large one.
fn field_size(rng: &mut Rng) -> BigUint {
    let large = BigUint::parse_bytes(SCALARS, 10).filter(|_| rng.chance(8));
    large.unwrap_or_else(|| BigUint::from(rng.pick(&FIELDS).copied().unwrap_or(2)))
}

impl Action for MkSort {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            returns: Returns::Sort,
            ..ActionRow::new("mk-sort", Role::Declare)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let restrictions = &cx.context.restrictions;
        let barred = &restrictions.places;
        let enabled = |(kind, theory): &&(SortKind, Theory)| {
            cx.swarm.theories.has(*theory) && !restrictions.sorts.has(*kind)
        };
        let kinds: Vec<_> = KINDS.iter().filter(enabled).collect();
        let kind = cx.rng.pick(&kinds)?.0;
        let sort = match kind {
            SortKind::Dt => {
                let group = Arg::Datatypes(Arc::new(declare_datatype::declaration(cx)?));
                let ids = Ids {
                    sort: Some(cx.state.ids.sort()),
                    term: None,
                };
                return Some((smallvec![group], ids));
            }
            // Sort constructors are rarer, because a run needs sorts more.
            SortKind::Constructor if cx.rng.chance(60) => return None,
            SortKind::Constructor => {
                let arity = 1 + cx.rng.index(2) as u32;
                let symbol = sort_symbol(cx);
                Sort::Constructor(SortConstructor::Uninterpreted(symbol, arity))
            }
            SortKind::Bool => Sort::Bool,
            SortKind::Int => Sort::Int,
            SortKind::Real => Sort::Real,
            SortKind::Bv => Sort::Bv(*cx.rng.pick(&cx.swarm.widths)?),
            SortKind::Array => match missing(cx, kind) {
                Some(sort) => sort,
                None => {
                    let index = component(cx, barred.array_index)?;
                    Sort::Array(index, component(cx, barred.array_element)?)
                }
            },
            SortKind::Set => Sort::Set(member(cx, barred.set_element)?),
            SortKind::Bag => Sort::Bag(member(cx, barred.bag_element)?),
            SortKind::Fun => {
                let arity = 1 + cx.rng.weighted([5, 3, 1].into_iter())?;
                let domain: Option<Box<[SortId]>> =
                    (0..arity).map(|_| component(cx, barred.domain)).collect();
                let codomain = component(cx, barred.codomain)?;
                cx.state.sorts.function(&domain?, codomain)
            }
            SortKind::Uninterpreted => Sort::Uninterpreted(sort_symbol(cx)),
            // Arithmetic needs rounding modes.
            SortKind::Fp if cx.state.sorts.find(&Sort::Rm).is_none() && cx.rng.coin() => Sort::Rm,
            SortKind::Fp => {
                let (exponent, significand) = *cx.rng.pick(&cx.swarm.formats)?;
                Sort::Fp(exponent, significand)
            }
            SortKind::Rm => Sort::Rm,
            SortKind::String => Sort::String,
            SortKind::RegLan => Sort::RegLan,
            SortKind::Ff => Sort::Ff(Arc::new(field_size(cx.rng))),
            SortKind::Seq => match missing(cx, kind) {
                Some(sort) => sort,
                None => Sort::Seq(component(cx, barred.seq_element)?),
            },
            SortKind::Nullable => Sort::Nullable(component(cx, barred.field)?),
            SortKind::Tuple => {
                let length = 1 + cx.rng.weighted([2, 5, 3, 1].into_iter())?;
                let parts: Option<Box<[SortId]>> =
                    (0..length).map(|_| component(cx, barred.field)).collect();
                Sort::Tuple(parts?)
            }
        };
        if !restrictions.allow(&cx.state.sorts, &sort) {
            return None;
        }
        // The same sort may be made again, but this is only seldom of interest.
        if cx.state.sorts.find(&sort).is_some() && cx.rng.chance(85) {
            return None;
        }
        let ids = Ids {
            sort: Some(cx.state.sort_id(&sort)),
            term: None,
        };
        Some((smallvec![Arg::NewSort(sort)], ids))
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        let sort = match Self::args(call)?.sort {
            NewSort::Sort(sort) => sort,
            NewSort::Datatypes(group) => return check_datatypes(state, call.new_sort()?, group),
        };
        let is_fun = |id: &SortId| matches!(state.sorts.get(*id), Some(Sort::Fun(..)));
        if !state.is_higher_order() && sort.parts().iter().any(is_fun) {
            return Invalid::wrong(
                "functions are parts of sorts only in logics that begin with 'HO_'",
            );
        }
        if let Sort::Fun(_, codomain) = sort
            && is_fun(codomain)
        {
            return Invalid::wrong("a function that returns functions takes their arguments, too");
        }
        if let Sort::Uninterpreted(symbol)
        | Sort::Constructor(SortConstructor::Uninterpreted(symbol, _)) = sort
            && state.sorts.find(sort).is_none()
            && state.declares_sort(symbol)
        {
            return Invalid::wrong(format!("'{symbol}' is another sort already"));
        }
        check_new(state, call.new_sort()?, sort)
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let name = call.new_sort()?;
        match Self::args(call)?.sort {
            NewSort::Sort(sort) => cx.solver()?.mk_sort(name, sort)?,
            NewSort::Datatypes(group) => cx.solver()?.mk_datatypes(&ids(name, group), group)?,
        }
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        let (Ok(MkSortArgs { sort }), Ok(name)) = (Self::args(call), call.new_sort()) else {
            return;
        };
        match sort {
            NewSort::Sort(sort) => state.add_sort(name, sort.clone()),
            NewSort::Datatypes(group) => {
                for (id, sort) in ids(name, group).into_iter().zip(members(group)) {
                    state.add_sort(id, sort);
                }
            }
        }
    }
}

/// The ids of datatypes that are declared together.
fn ids(first: SortId, group: &Datatypes) -> Vec<SortId> {
    let count = group.members().len() as u32;
    (first.0..first.0 + count).map(SortId).collect()
}

/// An id that exists already may only be used for the same sort.
pub(super) fn check_new(state: &InstanceState, id: SortId, sort: &Sort) -> Validity {
    if state.sorts.get(id).is_some() && !state.sorts.names(id, sort) {
        return Invalid::wrong(format!("{id} is another sort already"));
    }
    Ok(())
}

fn check_datatypes(state: &InstanceState, first: SortId, group: &Datatypes) -> Validity {
    if let Some(id) = ids(first, group)
        .into_iter()
        .find(|id| state.sorts.get(*id).is_some())
    {
        return Invalid::wrong(format!("{id} is another sort already"));
    }
    for member in group.members() {
        if state.declares_sort(&member.symbol) {
            return Invalid::wrong(format!("'{}' is another sort already", member.symbol));
        }
        let selectors = member.constructors.iter().flat_map(|c| &c.selectors);
        for selector in selectors {
            let mut wrong = None;
            selector.field.each_component(&mut |part| {
                if let Field::Sort(sort) = part
                    && match state.sorts.get(*sort) {
                        Some(Sort::Fun(..)) => !state.is_higher_order(),
                        sort => sort == Some(&Sort::RegLan),
                    }
                {
                    wrong = Some(*sort);
                }
            });
            if let Some(sort) = wrong {
                let symbol = &selector.symbol;
                return Invalid::wrong(format!("{sort} may not be in the sort of '{symbol}'"));
            }
        }
    }
    Ok(())
}

/// A symbol that no sort has.
fn sort_symbol(cx: &mut Pick<'_>) -> Box<str> {
    let number = cx.state.sort_number();
    cx.swarm.names.legal_symbol(cx.rng, "u", number)
}
