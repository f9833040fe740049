//! Values of operators on relations, which are sets of tuples, and on tables, which are bags of
//! tuples.

use murxla_fsm::eval::{self, Unknown};
use murxla_fsm::op::{BAG_FOLD, Ops, SET_FOLD};
use murxla_fsm::value::{Bag, Set, Value};
use num_bigint::{BigInt, BigUint, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// No value is computed for relations and tables with more members.
const MAX_MEMBERS: usize = 600;

/// The tuples of a relation, if `==` decides which of their parts are equal.
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

/// Joins each tuple of one list with each of another one, if the function joins them.
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

/// Joins by the last part of one and the first part of the other. This part is left out.
pub(super) fn join(_: &[u32], args: &[&Value]) -> Option<Value> {
    combined(args, |a, b| match (a, b) {
        ([start @ .., last], [first, rest @ ..]) if last == first => Some([start, rest].concat()),
        _ => None,
    })
}

pub(super) fn product(_: &[u32], args: &[&Value]) -> Option<Value> {
    combined(args, |a, b| Some([a, b].concat()))
}

/// Whether tuples agree in pairs of places.
fn agree(places: &[u32], a: &[Value], b: &[Value]) -> bool {
    let mut pairs = places.chunks_exact(2);
    pairs.all(|pair| {
        let (a, b) = (a.get(pair[0] as usize), b.get(pair[1] as usize));
        a.is_some() && a == b
    })
}

pub(super) fn relation_join(places: &[u32], args: &[&Value]) -> Option<Value> {
    combined(args, |a, b| agree(places, a, b).then(|| [a, b].concat()))
}

/// Reverses all tuples.
pub(super) fn transpose(_: &[u32], args: &[&Value]) -> Option<Value> {
    let [of] = args else { return None };
    relation(
        tuples(of)?
            .into_iter()
            .map(|t| t.iter().rev().cloned().collect()),
    )
}

/// The smallest transitive relation that contains all pairs.
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

/// Pairs each element with itself.
pub(super) fn iden(_: &[u32], args: &[&Value]) -> Option<Value> {
    let [of] = args else { return None };
    relation(tuples(of)?.into_iter().map(|tuple| [tuple, tuple].concat()))
}

/// The elements that are related to at least this number of elements.
pub(super) fn join_image(_: &[u32], args: &[&Value]) -> Option<Value> {
    let [of, Value::Int(least)] = args else {
        return None;
    };
    if least.sign() != Sign::Plus {
        return None; // Without tuples, cvc5 makes the universe, whose value depends on the model.
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

/// The parts at these places.
fn chosen(indices: &[u32], tuple: &Value) -> Option<Value> {
    let parts = tuple.parts()?;
    let places = indices.iter();
    let chosen = places.map(|place| parts.get(*place as usize).cloned());
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

/// A table in which equal members are counted together.
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
    table_join(&[], args)
}

pub(super) fn table_join(places: &[u32], args: &[&Value]) -> Option<Value> {
    let [a @ Value::Bag(left), b @ Value::Bag(right)] = args else {
        return None;
    };
    if !a.is_canonical() || !b.is_canonical() || left.len() * right.len() > MAX_MEMBERS {
        return None;
    }
    let mut members = Vec::new();
    for (a, often) in left.members() {
        for (b, times) in right.members() {
            let (a, b) = (a.parts()?, b.parts()?);
            if agree(places, a, b) {
                members.push((Value::tuple([a, b].concat())?, often * times));
            }
        }
    }
    Some(table(members))
}

pub(super) fn table_project(indices: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [of @ Value::Bag(bag)] if of.is_canonical() => {
            let members = bag
                .members()
                .map(|(tuple, often)| Some((chosen(indices, tuple)?, often.clone())));
            Some(table(members.collect::<Option<_>>()?))
        }
        _ => None,
    }
}

/// A set or a bag of these members, of the same kind as another one. A bag has a member as often as
/// it is listed.
fn same_collection(collection: &Value, members: Vec<Value>) -> Option<Value> {
    let canonical = members.iter().all(Value::is_canonical);
    canonical.then(|| match collection {
        Value::Set(_) => Value::Set(members.into_iter().collect()),
        _ => table(members.into_iter().map(|m| (m, 1u32.into())).collect()),
    })
}

/// Groups the tuples of a set or bag by some places. An empty one is its only group.
fn groups(places: &[u32], collection: &Value) -> Option<Vec<Value>> {
    let members: Vec<(&Value, BigUint)> = match collection {
        _ if !collection.is_canonical() => return None,
        Value::Set(set) => set.members().map(|member| (member, 1u32.into())).collect(),
        Value::Bag(bag) => bag.members().map(|(m, often)| (m, often.clone())).collect(),
        _ => return None,
    };
    if members.is_empty() {
        return Some(vec![collection.clone()]);
    }
    let mut groups: BTreeMap<Value, Vec<(Value, BigUint)>> = BTreeMap::new();
    for (tuple, often) in members {
        let group = groups.entry(chosen(places, tuple)?).or_default();
        group.push((tuple.clone(), often));
    }
    let collected = |group: Vec<(Value, BigUint)>| match collection {
        Value::Set(_) => Value::Set(group.into_iter().map(|(member, _)| member).collect()),
        _ => table(group),
    };
    Some(groups.into_values().map(collected).collect())
}

pub(super) fn group(places: &[u32], args: &[&Value]) -> Option<Value> {
    let [collection] = args else { return None };
    same_collection(collection, groups(places, collection)?)
}

/// Folds the tuples of each group by the function.
pub(super) fn aggregate(places: &[u32], args: &[&Value]) -> Option<Value> {
    let [function, start, collection] = args else {
        return None;
    };
    let fold = match collection {
        Value::Set(_) => SET_FOLD,
        _ => BAG_FOLD,
    };
    let folded = |group: &Value| {
        let args = [*function, *start, group];
        eval::apply(Ops::base(), fold, &[], &args, &mut Unknown)
    };
    let groups = groups(places, collection)?;
    same_collection(
        collection,
        groups.iter().map(folded).collect::<Option<_>>()?,
    )
}
