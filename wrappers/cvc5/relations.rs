//! Values of what is applied to relations, which are sets of tuples, and to tables, which are bags of them.

use murxla_fsm::value::{Bag, Set, Value};
use num_bigint::{BigInt, BigUint, Sign};
use std::collections::BTreeSet;

/// Relations and tables of more members have no computed value.
const MAX_MEMBERS: usize = 600;

/// The tuples of a relation, if `==` tells which of their parts are the same.
fn tuples(value: &Value) -> Option<Vec<&[Value]>> {
    match value {
        Value::Set(set) if value.is_canonical() => set.members().map(Value::parts).collect(),
        _ => None,
    }
}

fn relation(tuples: impl IntoIterator<Item = Vec<Value>>) -> Option<Value> {
    let tuples = tuples.into_iter().map(Value::tuple);
    let set: Set = tuples.collect::<Option<_>>()?;
    (set.len() <= MAX_MEMBERS).then_some(Value::Set(set))
}

/// Each of the tuples with each of the others, as far as these are joined.
fn combined(
    args: &[&Value],
    joined: impl Fn(&[Value], &[Value]) -> Option<Vec<Value>>,
) -> Option<Value> {
    let [left, right] = args else { return None };
    let (left, right) = (tuples(left)?, tuples(right)?);
    if left.len() * right.len() > MAX_MEMBERS {
        return None;
    }
    let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (a, b)));
    relation(pairs.filter_map(|(a, b)| joined(a, b)))
}

/// By the last part of one and the first part of the other, which is left out.
pub(super) fn join(_: &[u32], args: &[&Value]) -> Option<Value> {
    combined(args, |a, b| match (a, b) {
        ([start @ .., last], [first, rest @ ..]) if last == first => Some([start, rest].concat()),
        _ => None,
    })
}

pub(super) fn product(_: &[u32], args: &[&Value]) -> Option<Value> {
    combined(args, |a, b| Some([a, b].concat()))
}

/// All tuples the other way round.
pub(super) fn transpose(_: &[u32], args: &[&Value]) -> Option<Value> {
    let [of] = args else { return None };
    relation(
        tuples(of)?
            .into_iter()
            .map(|t| t.iter().rev().cloned().collect()),
    )
}

/// The least transitive relation that has all the pairs.
pub(super) fn tclosure(_: &[u32], args: &[&Value]) -> Option<Value> {
    let [of] = args else { return None };
    let mut pairs = BTreeSet::new();
    for tuple in tuples(of)? {
        let [from, to] = tuple else { return None };
        pairs.insert((from, to));
    }
    let mut new: Vec<_> = pairs.iter().copied().collect();
    while let Some((from, via)) = new.pop() {
        let further = pairs.iter().filter(|(start, _)| *start == via);
        let further = further.map(|(_, to)| (from, *to));
        let before = pairs.iter().filter(|(_, end)| *end == from);
        let before = before.map(|(start, _)| (*start, via));
        let found: Vec<_> = further.chain(before).collect();
        new.extend(found.into_iter().filter(|pair| pairs.insert(*pair)));
        if pairs.len() > MAX_MEMBERS {
            return None;
        }
    }
    relation(pairs.into_iter().map(|(a, b)| vec![a.clone(), b.clone()]))
}

/// Each element with itself.
pub(super) fn iden(_: &[u32], args: &[&Value]) -> Option<Value> {
    let [of] = args else { return None };
    relation(tuples(of)?.into_iter().map(|tuple| [tuple, tuple].concat()))
}

/// What is related to so many elements, at least.
pub(super) fn join_image(_: &[u32], args: &[&Value]) -> Option<Value> {
    let [of, Value::Int(least)] = args else {
        return None;
    };
    if least.sign() != Sign::Plus {
        return None; // Of none at all, cvc5 makes the universe, which has a value in a model alone.
    }
    let tuples = tuples(of)?;
    let related = |first: &Value| {
        let same = tuples.iter().filter(|tuple| tuple.first() == Some(first));
        BigInt::from(same.count())
    };
    let images = tuples.iter().filter_map(|tuple| tuple.first());
    relation(
        images
            .filter(|a| related(a) >= *least)
            .map(|a| vec![a.clone()]),
    )
}

/// What is in these places.
fn chosen(indices: &[u32], tuple: &Value) -> Option<Value> {
    let parts = tuple.parts()?;
    let chosen = { indices.iter() }.map(|place| parts.get(*place as usize).cloned());
    Value::tuple(chosen.collect::<Option<_>>()?)
}

pub(super) fn tuple_project(indices: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [tuple] => chosen(indices, tuple),
        _ => None,
    }
}

pub(super) fn relation_project(indices: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [of @ Value::Set(set)] if of.is_canonical() => {
            let projected = set.members().map(|tuple| chosen(indices, tuple));
            Some(Value::Set(projected.collect::<Option<_>>()?))
        }
        _ => None,
    }
}

/// A table in which what is there several times is counted together.
fn table(members: Vec<(Value, BigUint)>) -> Value {
    let mut members = members;
    members.sort_unstable();
    members.dedup_by(|later, first| {
        let is_same = later.0 == first.0;
        if is_same {
            first.1 += &later.1;
        }
        is_same
    });
    Value::Bag(members.into_iter().collect::<Bag>())
}

pub(super) fn table_product(_: &[u32], args: &[&Value]) -> Option<Value> {
    let [a @ Value::Bag(left), b @ Value::Bag(right)] = args else {
        return None;
    };
    if !a.is_canonical() || !b.is_canonical() || left.len() * right.len() > MAX_MEMBERS {
        return None;
    }
    let mut members = Vec::new();
    for (a, often) in left.members() {
        for (b, times) in right.members() {
            let both = [a.parts()?, b.parts()?].concat();
            members.push((Value::tuple(both)?, often * times));
        }
    }
    Some(table(members))
}

pub(super) fn table_project(indices: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [of @ Value::Bag(bag)] if of.is_canonical() => {
            let members = { bag.members() }
                .map(|(tuple, often)| Some((chosen(indices, tuple)?, often.clone())));
            Some(table(members.collect::<Option<_>>()?))
        }
        _ => None,
    }
}
