//! Finite sets and bags, as cvc5's theory reference defines them.
//!
//! Members may have several spellings. Then it may be unknown whether a value is a member.

use super::Partial;
use super::core::equal;
use crate::op::*;
use crate::value::{Bag, Set, Value};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Zero};

pub(super) fn set(op: Op, args: &[&Value], partial: &mut dyn Partial) -> Option<Value> {
    Some(match (op, args) {
        (SET_UNION, [Value::Set(a), Value::Set(b)]) => {
            let new = filter_members(b.members(), |member| Some(!contains(a, member)?))?;
            Value::Set(a.members().cloned().chain(new).collect())
        }
        (SET_INTERSECTION, [Value::Set(a), Value::Set(b)]) => Value::Set(
            filter_members(a.members(), |member| contains(b, member))?
                .into_iter()
                .collect(),
        ),
        (SET_MINUS, [Value::Set(a), Value::Set(b)]) => {
            let left = filter_members(a.members(), |member| Some(!contains(b, member)?))?;
            Value::Set(left.into_iter().collect())
        }
        (SET_SUBSET, [Value::Set(a), Value::Set(b)]) => Value::Bool(subset(a, b)?),
        (SET_MEMBER, [member, Value::Set(set)]) => Value::Bool(contains(set, member)?),
        (SET_SINGLETON, [member]) => Value::Set([Value::clone(member)].into_iter().collect()),
        (SET_INSERT, [Value::Set(set), member]) => {
            let new = filter_members(std::iter::once(*member), |member| {
                Some(!contains(set, member)?)
            })?;
            Value::Set(set.members().cloned().chain(new).collect())
        }
        (SET_CARD, [Value::Set(set)]) => Value::Int(BigInt::from(set.len())),
        (SET_CHOOSE, [whole @ Value::Set(set)]) => {
            let mut members = set.members();
            match (members.next(), members.next()) {
                (Some(only), None) => only.clone(),
                _ => partial.choice(op, whole)?,
            }
        }
        (SET_IS_EMPTY, [Value::Set(set)]) => Value::Bool(set.is_empty()),
        (SET_IS_SINGLETON, [Value::Set(set)]) => Value::Bool(set.len() == 1),
        _ => return None,
    })
}

pub(super) fn bag(op: Op, args: &[&Value], partial: &mut dyn Partial) -> Option<Value> {
    let zero = BigUint::zero;
    Some(match (op, args) {
        (BAG_UNION_MAX, [Value::Bag(a), Value::Bag(b)]) => merge(a, b, |a, b| a.max(b).clone())?,
        (BAG_UNION_DISJOINT, [Value::Bag(a), Value::Bag(b)]) => merge(a, b, |a, b| a + b)?,
        (BAG_INTERSECTION_MIN, [Value::Bag(a), Value::Bag(b)]) => {
            merge(a, b, |a, b| a.min(b).clone())?
        }
        (BAG_DIFFERENCE_SUBTRACT, [Value::Bag(a), Value::Bag(b)]) => {
            merge(a, b, |a, b| if a > b { a - b } else { zero() })?
        }
        (BAG_DIFFERENCE_REMOVE, [Value::Bag(a), Value::Bag(b)]) => {
            merge(a, b, |a, b| if b.is_zero() { a.clone() } else { zero() })?
        }
        (BAG_SUBBAG, [Value::Bag(a), Value::Bag(b)]) => Value::Bool(subbag(a, b)?),
        (BAG_COUNT, [member, Value::Bag(bag)]) => Value::Int(integer(count(bag, member)?)),
        (BAG_MEMBER, [member, Value::Bag(bag)]) => Value::Bool(!count(bag, member)?.is_zero()),
        (BAG_DUPLICATE_REMOVAL, [Value::Bag(bag)]) => {
            let once = bag
                .members()
                .map(|(member, _)| (member.clone(), BigUint::one()));
            Value::Bag(once.collect())
        }
        (BAG_MAKE, [member, Value::Int(count)]) => {
            let count = count.to_biguint().unwrap_or_default();
            Value::Bag([(Value::clone(member), count)].into_iter().collect())
        }
        (BAG_CARD, [Value::Bag(bag)]) => {
            Value::Int(integer(bag.members().map(|(_, count)| count).sum()))
        }
        (BAG_CHOOSE, [whole @ Value::Bag(bag)]) => {
            let mut members = bag.members();
            match (members.next(), members.next()) {
                (Some((only, _)), None) => only.clone(),
                _ => partial.choice(op, whole)?,
            }
        }
        _ => return None,
    })
}

fn integer(count: BigUint) -> BigInt {
    BigInt::from_biguint(Sign::Plus, count)
}

/// The members for which `wanted` is true. `None` if that is not known for one of them.
fn filter_members<'a>(
    members: impl Iterator<Item = &'a Value>,
    wanted: impl Fn(&Value) -> Option<bool>,
) -> Option<Vec<Value>> {
    let mut kept = Vec::new();
    for member in members {
        if wanted(member)? {
            kept.push(member.clone());
        }
    }
    Some(kept)
}

fn contains(set: &Set, member: &Value) -> Option<bool> {
    if member.is_canonical() {
        return Some(set.contains(member));
    }
    let mut known = true;
    for other in set.members() {
        match equal(member, other) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => known = false,
        }
    }
    known.then_some(false)
}

fn subset(a: &Set, b: &Set) -> Option<bool> {
    let mut members = a.members();
    members.try_fold(true, |so_far, member| Some(so_far && contains(b, member)?))
}

pub(super) fn equal_sets(a: &Set, b: &Set) -> Option<bool> {
    if a.len() != b.len() {
        return Some(false);
    }
    subset(a, b)
}

fn count(bag: &Bag, member: &Value) -> Option<BigUint> {
    if member.is_canonical() {
        return Some(bag.count(member));
    }
    let mut known = true;
    for (other, count) in bag.members() {
        match equal(member, other) {
            Some(true) => return Some(count.clone()),
            Some(false) => {}
            None => known = false,
        }
    }
    known.then(BigUint::zero)
}

fn subbag(a: &Bag, b: &Bag) -> Option<bool> {
    let mut members = a.members();
    members.try_fold(true, |so_far, (member, times)| {
        Some(so_far && *times <= count(b, member)?)
    })
}

pub(super) fn equal_bags(a: &Bag, b: &Bag) -> Option<bool> {
    if a.len() != b.len() {
        return Some(false);
    }
    Some(subbag(a, b)? && subbag(b, a)?)
}

/// The bag in which `times` computes the multiplicity of each member from its multiplicities in `a`
/// and `b`.
fn merge(a: &Bag, b: &Bag, times: impl Fn(&BigUint, &BigUint) -> BigUint) -> Option<Value> {
    let mut members = Vec::new();
    for (member, in_a) in a.members() {
        members.push((member.clone(), times(in_a, &count(b, member)?)));
    }
    for (member, in_b) in b.members() {
        let in_a = count(a, member)?;
        if in_a.is_zero() {
            members.push((member.clone(), times(&in_a, in_b)));
        }
    }
    Some(Value::Bag(members.into_iter().collect()))
}
