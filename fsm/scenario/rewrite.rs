//! Rewrites terms into equivalent terms by the table of identities.

use super::Draft;
use super::identity::{self, Identity, OpIndex, Side, Slot, VariableSort};
use super::plans::Plans;
use crate::action::Pick;
use crate::actions::{ArgTerms, Indices};
use crate::eval::special_value;
use crate::op::{Op, UF_APPLY};
use crate::solver::TermId;
use crate::sort::{Sort, SortId};
use crate::value::{Bv, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// The largest number of calls that make the result.
const MAX_CALLS: usize = 30;

/// How many identities are tried at one place of the term.
const TRIES: usize = 8;

/// The terms that the variables of an identity stand for, by slot.
type SlotBindings = SmallVec<[Option<TermId>; 4]>;

/// An identity in one direction: the number of the side that is matched.
type Rule = (&'static Identity, usize);

/// The rules by the operator of the side that is matched. `None` has the rules that match any term.
static RULES: LazyLock<FxHashMap<Option<Op>, Vec<Rule>>> = LazyLock::new(|| {
    let mut rules: FxHashMap<Option<Op>, Vec<Rule>> = FxHashMap::default();
    for identity in identity::all() {
        for (from, side) in identity.sides.iter().enumerate() {
            let op = match side {
                Side::App(op, ..) => Some(*op),
                _ => None,
            };
            rules.entry(op).or_default().push((identity, from));
        }
    }
    rules
});

/// The calls that build a term equal to `term` in another way, and its id. The new ids follow the
/// ids of the instance in the order of the calls, so no other call may come between them. The equal
/// term may exist already. `None` if the term is not closed or no rule applied.
pub fn rewrite(cx: &mut Pick<'_>, term: TermId) -> Option<(Vec<Draft>, TermId)> {
    cx.state.term(term).filter(|term| term.free.is_empty())?;
    let mut plans = Plans::new(cx);
    let mut root = term;
    for _ in 0..cx.rng.range(2, 6) {
        let before = plans.plans.len();
        let step = (0..4).find_map(|_| step(cx, &mut plans, root));
        match step {
            Some(next) if plans.calls(next) <= MAX_CALLS => root = next,
            _ => plans.plans.truncate(before),
        }
    }
    // A rule may undo the effect of another one.
    (root != term).then_some(())?;
    let (drafts, roots) = plans.drafts(&[root]);
    Some((drafts, *roots.first()?))
}

/// The identities. Each has the text of its two sides.
pub fn identities() -> impl ExactSizeIterator<Item = (&'static str, &'static str)> {
    identity::all().iter().map(|identity| identity.text)
}

/// Both sides of an identity, given by its number, over random closed terms: the calls, which must
/// be made one after the other, and the ids of the two sides. `None` if the instance has no
/// suitable terms or the solver lacks an operator.
pub fn instance(cx: &mut Pick<'_>, number: usize) -> Option<(Vec<Draft>, [TermId; 2])> {
    let identity = identity::all().get(number)?;
    let sorts: SmallVec<[SortId; 16]> = cx.state.sorts.iter().map(|(id, _)| id).collect();
    let any = *cx.rng.pick(&sorts)?;
    let mut plans = Plans::new(cx);
    let mut bindings = SlotBindings::new();
    for of in &identity.sorts {
        let sort = match of {
            VariableSort::Any => any,
            of => sort_of(cx, &plans, &bindings, *of)?,
        };
        bindings.push(Some(closed(cx, sort)?));
    }
    let [left, right] = &identity.sides;
    let left = build(&mut plans, left, &bindings)?;
    let right = build(&mut plans, right, &bindings)?;
    let (drafts, roots) = plans.drafts(&[left, right]);
    Some((drafts, [*roots.first()?, *roots.get(1)?]))
}

/// Rewrites at one place of the term and rebuilds the terms above it.
fn step(cx: &mut Pick<'_>, plans: &mut Plans<'_>, root: TermId) -> Option<TermId> {
    let mut above: SmallVec<[(TermId, usize); 16]> = SmallVec::new();
    let mut place = root;
    while cx.rng.chance(65) {
        let Some((op, _, args)) = plans.app(place) else {
            break;
        };
        let number = cx.rng.index(args.len());
        let Some(arg) = args.get(number).copied() else {
            break;
        };
        // The function of an application stays as it is.
        let function = op == UF_APPLY && number == 0;
        let open = cx.state.term(arg).is_some_and(|term| !term.free.is_empty());
        if function || open {
            break;
        }
        above.push((place, number));
        place = arg;
    }
    let before = plans.plans.len();
    let rewritten = (0..TRIES).find_map(|_| {
        plans.plans.truncate(before);
        apply_any(cx, plans, place)
    });
    let mut rebuilt = rewritten?;
    for (parent, number) in above.into_iter().rev() {
        let (op, indices, args) = plans.app(parent)?;
        let (indices, mut args) = (Indices::from_slice(indices), ArgTerms::from_slice(args));
        *args.get_mut(number)? = rebuilt;
        rebuilt = plans.add_app(op, &indices, &args)?;
    }
    Some(rebuilt)
}

/// Applies a random rule to a term.
fn apply_any(cx: &mut Pick<'_>, plans: &mut Plans<'_>, term: TermId) -> Option<TermId> {
    let op = plans.app(term).map(|(op, ..)| op);
    let special = op.and_then(|op| RULES.get(&Some(op)));
    let rules = match special {
        Some(rules) if cx.rng.chance(70) => rules,
        _ => RULES.get(&None)?,
    };
    let (identity, from) = cx.rng.pick(rules)?;
    let mut bindings = SlotBindings::from_elem(None, identity.sorts.len());
    let (from, to) = (identity.sides.get(*from)?, identity.sides.get(1 - *from)?);
    matches(plans, from, term, &mut bindings).then_some(())?;
    for (slot, of) in identity.sorts.iter().enumerate() {
        match bindings[slot] {
            Some(bound) => {
                if let VariableSort::Kind(kind) = of {
                    let sort = cx.state.sorts.get(plans.sort(bound)?)?;
                    (sort.kind() == *kind).then_some(())?;
                }
            }
            None => {
                let sort = sort_of(cx, plans, &bindings, *of)?;
                bindings[slot] = Some(closed(cx, sort)?);
            }
        }
    }
    build(plans, to, &bindings).filter(|built| *built != term)
}

/// The sort that a variable must have; `None` if it may have any sort, or there is no such sort.
fn sort_of(
    cx: &mut Pick<'_>,
    plans: &Plans<'_>,
    bindings: &SlotBindings,
    of: VariableSort,
) -> Option<SortId> {
    let array = |slot: Slot| match cx.state.sorts.get(bound_sort(plans, bindings, slot)?)? {
        Sort::Array(index, element) => Some((*index, *element)),
        Sort::Set(element) | Sort::Bag(element) | Sort::Seq(element) => Some((*element, *element)),
        _ => None,
    };
    match of {
        VariableSort::Any => None,
        VariableSort::Kind(kind) => {
            let of_kind = |(id, sort): (SortId, &Sort)| (sort.kind() == kind).then_some(id);
            let sorts: SmallVec<[SortId; 8]> = cx.state.sorts.iter().filter_map(of_kind).collect();
            cx.rng.pick(&sorts).copied()
        }
        VariableSort::Same(slot) => bound_sort(plans, bindings, slot),
        VariableSort::Index(slot) => Some(array(slot)?.0),
        VariableSort::Element(slot) => Some(array(slot)?.1),
    }
}

fn bound_sort(plans: &Plans<'_>, bindings: &SlotBindings, slot: Slot) -> Option<SortId> {
    plans.sort((*bindings.get(slot)?)?)
}

/// A closed term of the sort, without applications of defined functions, because the nesting of
/// these is limited.
fn closed(cx: &mut Pick<'_>, sort: SortId) -> Option<TermId> {
    let pool = cx.state.pool(sort);
    let fits = |id: &TermId| {
        let term = cx.state.term(*id);
        term.is_some_and(|term| term.free.is_empty() && term.expansion == 0)
    };
    (0..4).find_map(|_| pool.pick(cx.rng).filter(fits))
}

/// Whether the term is an instance of the side. Binds variables.
fn matches(plans: &Plans<'_>, side: &Side, term: TermId, bindings: &mut SlotBindings) -> bool {
    let sort = || plans.state.sorts.get(plans.sort(term)?);
    let is = |value: Option<Value>| value.is_some() && plans.value(term) == value.as_ref();
    match side {
        Side::Variable(slot) => match bindings.get_mut(*slot) {
            Some(bound) => *bound.get_or_insert(term) == term,
            None => false,
        },
        Side::Truth(value) => is(Some(Value::Bool(*value))),
        Side::Number(number, _) => is(sort().and_then(|sort| element(sort, *number))),
        Side::Least(_) => is(sort().and_then(least)),
        Side::App(op, indices, sides) => match plans.app(term) {
            Some((its, its_indices, args)) => {
                *op == its
                    && args.len() == sides.len()
                    && indices_of(plans, indices, args).as_deref() == Some(its_indices)
                    && (sides.iter().zip(args))
                        .all(|(side, arg)| matches(plans, side, *arg, bindings))
            }
            None => false,
        },
    }
}

/// Plans a side of an identity. Its variables must be bound.
fn build(plans: &mut Plans<'_>, side: &Side, bindings: &SlotBindings) -> Option<TermId> {
    match side {
        Side::Variable(slot) => *bindings.get(*slot)?,
        Side::Truth(value) => {
            let sort = plans.state.sorts.find(&Sort::Bool)?;
            Some(plans.add_value(Value::Bool(*value), sort))
        }
        Side::Number(_, slot) | Side::Least(slot) => {
            let id = bound_sort(plans, bindings, *slot)?;
            let sort = plans.state.sorts.get(id)?;
            let value = match side {
                Side::Number(number, _) => element(sort, *number),
                _ => least(sort),
            };
            Some(plans.add_value(value?, id))
        }
        Side::App(op, indices, sides) => {
            let args = sides.iter().map(|side| build(plans, side, bindings));
            let args = args.collect::<Option<ArgTerms>>()?;
            let indices = indices_of(plans, indices, &args)?;
            plans.add_app(*op, &indices, &args)
        }
    }
}

fn indices_of(plans: &Plans<'_>, indices: &[OpIndex], args: &[TermId]) -> Option<Indices> {
    let top = || match plans.state.sorts.get(plans.sort(*args.first()?)?)? {
        Sort::Bv(width) => Some(width - 1),
        _ => None,
    };
    let index = |index: &OpIndex| match index {
        OpIndex::Number(number) => Some(*number),
        OpIndex::Top => top(),
    };
    indices.iter().map(index).collect()
}

/// The number as an element of a sort.
fn element(sort: &Sort, number: i32) -> Option<Value> {
    match sort {
        Sort::Int => Some(Value::Int(number.into())),
        Sort::Real => Some(Value::Real(BigRational::from_integer(number.into()))),
        Sort::Bv(width) => Some(Value::Bv(Bv::from_int(*width, &BigInt::from(number)))),
        _ => None,
    }
}

/// The least signed bit-vector of a sort.
fn least(sort: &Sort) -> Option<Value> {
    special_value(sort, "bv-min-signed")
}
