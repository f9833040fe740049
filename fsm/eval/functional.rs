//! Operators that apply functions to the members of sets, bags and nullables. The functions are
//! given as tables.

use super::{lift, uf};
use crate::op::{
    BAG_ALL, BAG_FILTER, BAG_FOLD, BAG_MAP, BAG_SOME, NULLABLE_LIFT, Op, SET_ALL, SET_FILTER,
    SET_FOLD, SET_MAP, SET_SOME, UF_APPLY,
};
use crate::value::{Bag, Set, Value};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// Folds of more members are not computed. cvc5 does not define the order, so all orders are tried.
const MEMBERS: usize = 4;

pub(super) fn apply(op: Op, args: &[&Value]) -> Option<Value> {
    let at = |function: &Value, member: &Value| uf::apply(UF_APPLY, &[function, member]);
    let holds = |function: &Value, member: &Value| match at(function, member) {
        Some(Value::Bool(truth)) => Some(truth),
        _ => None,
    };
    Some(match (op, args) {
        (SET_MAP, [function, Value::Set(set)]) => {
            let images = set.members().map(|member| at(function, member));
            Value::Set(
                if_canonical(images.collect::<Option<Vec<_>>>()?)?
                    .into_iter()
                    .collect::<Set>(),
            )
        }
        (SET_FILTER, [function, Value::Set(set)]) => {
            let mut kept = Vec::new();
            for member in set.members() {
                if holds(function, member)? {
                    kept.push(member.clone());
                }
            }
            Value::Set(kept.into_iter().collect())
        }
        (SET_ALL | SET_SOME | BAG_ALL | BAG_SOME, [function, collection]) => {
            let members: Vec<&Value> = match collection {
                Value::Set(set) => set.members().collect(),
                Value::Bag(bag) => bag.members().map(|(member, _)| member).collect(),
                _ => return None,
            };
            // One member may decide, even if the values of others are unknown.
            let deciding = [SET_SOME, BAG_SOME].contains(&op);
            let truths = members.iter().map(|member| holds(function, member));
            let truths: Vec<_> = truths.collect();
            if truths.contains(&Some(deciding)) {
                Value::Bool(deciding)
            } else if truths.contains(&None) {
                return None;
            } else {
                Value::Bool(!deciding)
            }
        }
        (NULLABLE_LIFT, [function, nullable]) => {
            return lift(&[nullable], |inside| at(function, inside.first()?));
        }
        (SET_FOLD, [function, start, Value::Set(set)]) => {
            return fold(function, start, &mut set.members().collect());
        }
        (BAG_MAP, [Value::Bag(bag), function]) => {
            let members: Vec<_> = bag.members().collect();
            let images = members.iter().map(|(member, _)| at(function, member));
            let images = if_canonical(images.collect::<Option<Vec<_>>>()?)?;
            let mut counts = BTreeMap::<Value, BigUint>::new();
            for (image, (_, times)) in images.into_iter().zip(members) {
                *counts.entry(image).or_default() += times;
            }
            Value::Bag(counts.into_iter().collect::<Bag>())
        }
        (BAG_FILTER, [function, Value::Bag(bag)]) => {
            let mut kept = Vec::new();
            for (member, times) in bag.members() {
                if holds(function, member)? {
                    kept.push((member.clone(), times.clone()));
                }
            }
            Value::Bag(kept.into_iter().collect())
        }
        (BAG_FOLD, [function, start, Value::Bag(bag)]) => {
            let mut members = Vec::new();
            for (member, times) in bag.members() {
                let times = times.to_usize().filter(|times| *times <= MEMBERS)?;
                members.extend(std::iter::repeat_n(member, times));
            }
            return fold(function, start, &mut members);
        }
        _ => return None,
    })
}

/// The values, if `==` decides which of them are equal.
fn if_canonical(values: Vec<Value>) -> Option<Vec<Value>> {
    (values.len() < 2 || values.iter().all(Value::is_canonical)).then_some(values)
}

/// The result of the fold, if it is the same for all orders of the members.
fn fold(function: &Value, so_far: &Value, members: &mut Vec<&Value>) -> Option<Value> {
    if members.len() > MEMBERS {
        return None;
    }
    let mut result = None;
    for place in 0..members.len() {
        let member = members.remove(place);
        let next = uf::apply(UF_APPLY, &[function, member, so_far]);
        let value = next.and_then(|next| fold(function, &next, members));
        members.insert(place, member);
        match (&result, value?) {
            (Some(before), value) if *before != value => return None,
            (_, value) => result = Some(value),
        }
    }
    Some(result.unwrap_or_else(|| so_far.clone()))
}
