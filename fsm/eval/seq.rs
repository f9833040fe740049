//! Sequences. It may be unknown whether two elements are equal.

use super::core;
use crate::op::*;
use crate::value::{MAX_ELEMENTS, Value};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

/// The elements of a sequence.
type Elements = [Value];

pub(super) fn apply(op: Op, args: &[&Value]) -> Option<Value> {
    match (op, args) {
        (SEQ_UNIT, [element]) => sequence(vec![Value::clone(element)]),
        (SEQ_LENGTH, [Value::Seq(a)]) => Some(position(Some(a.len()))),
        (SEQ_REV, [Value::Seq(a)]) => sequence(a.iter().rev().cloned().collect()),
        (SEQ_CONCAT, [Value::Seq(a), Value::Seq(b)]) => sequence([&a[..], &b[..]].concat()),
        (SEQ_CONTAINS, [Value::Seq(a), Value::Seq(b)]) => {
            Some(Value::Bool(find(a, b, 0)?.is_some()))
        }
        (SEQ_PREFIX, [Value::Seq(a), Value::Seq(b)]) => starts_with(b, a).map(Value::Bool),
        (SEQ_SUFFIX, [Value::Seq(a), Value::Seq(b)]) => {
            let end = b.len().checked_sub(a.len()).map(|start| &b[start..]);
            end.map_or(Some(false), |end| equal(end, a))
                .map(Value::Bool)
        }
        (SEQ_AT, [Value::Seq(a), Value::Int(at)]) => sequence(part(a, at, &BigInt::from(1)).into()),
        // Beyond the ends the value is any element, as a function of both arguments.
        (SEQ_NTH, [Value::Seq(a), Value::Int(at)]) => a.get(at.to_usize()?).cloned(),
        (SEQ_EXTRACT, [Value::Seq(a), Value::Int(start), Value::Int(length)]) => {
            sequence(part(a, start, length).into())
        }
        (SEQ_UPDATE, [Value::Seq(a), Value::Int(at), Value::Seq(b)]) => {
            let mut updated = a.to_vec();
            let from = at.to_usize().and_then(|at| updated.get_mut(at..));
            for (old, new) in from.unwrap_or_default().iter_mut().zip(b.iter()) {
                old.clone_from(new);
            }
            sequence(updated)
        }
        (SEQ_INDEXOF, [Value::Seq(a), Value::Seq(b), Value::Int(from)]) => {
            let from = from.to_usize().filter(|from| *from <= a.len());
            let found = from.map_or(Some(None), |from| find(a, b, from))?;
            Some(position(found))
        }
        (SEQ_REPLACE, [Value::Seq(a), Value::Seq(b), Value::Seq(c)]) => match find(a, b, 0)? {
            Some(n) => sequence([&a[..n], &c[..], &a[n + b.len()..]].concat()),
            None => Some(args[0].clone()),
        },
        (SEQ_REPLACE_ALL, [Value::Seq(a), Value::Seq(b), Value::Seq(c)]) => replace_all(a, b, c),
        _ => None,
    }
}

/// Whether two sequences are equal. `None` if that is not known.
pub(super) fn equal(a: &Elements, b: &Elements) -> Option<bool> {
    if a.len() == b.len() {
        starts_with(a, b)
    } else {
        Some(false)
    }
}

fn starts_with(a: &Elements, b: &Elements) -> Option<bool> {
    if a.len() < b.len() {
        return Some(false);
    }
    let mut result = Some(true);
    for (a, b) in a.iter().zip(b) {
        match core::equal(a, b) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => result = None,
        }
    }
    result
}

/// The first position of `b` in `a` that is at least `from`, if there is one. The outer `None`
/// means that it is not known.
fn find(a: &Elements, b: &Elements, from: usize) -> Option<Option<usize>> {
    let Some(last) = a.len().checked_sub(b.len()) else {
        return Some(None);
    };
    for n in from..=last {
        if starts_with(&a[n..], b)? {
            return Some(Some(n));
        }
    }
    Some(None)
}

/// At most `length` elements from `start` on. None if `start` is not a position or `length` is not
/// positive.
fn part<'a>(a: &'a Elements, start: &BigInt, length: &BigInt) -> &'a Elements {
    let start = start.to_usize().filter(|_| length.is_positive());
    let rest = start.and_then(|start| a.get(start..)).unwrap_or_default();
    &rest[..length.to_usize().unwrap_or(usize::MAX).min(rest.len())]
}

/// `a` with the first `b` replaced, then the first one in the rest, and so on. Nothing is replaced
/// if `b` is empty.
fn replace_all(a: &Elements, b: &Elements, c: &Elements) -> Option<Value> {
    let (mut result, mut rest) = (Vec::new(), a);
    while !b.is_empty()
        && let Some(n) = find(rest, b, 0)?
    {
        result.extend_from_slice(&rest[..n]);
        result.extend_from_slice(c);
        rest = &rest[n + b.len()..];
        if result.len() > MAX_ELEMENTS {
            return None;
        }
    }
    result.extend_from_slice(rest);
    sequence(result)
}

/// The sequence, unless it is too long. Elements of nested sequences count too, so that nesting is
/// bounded.
fn sequence(elements: Vec<Value>) -> Option<Value> {
    fn weight(elements: &Elements) -> usize {
        let weight_of = |value: &Value| match value {
            Value::Seq(elements) => 1 + weight(elements),
            _ => 1,
        };
        elements.iter().map(weight_of).sum()
    }
    (weight(&elements) <= MAX_ELEMENTS).then(|| Value::Seq(elements.into()))
}

fn position(position: Option<usize>) -> Value {
    Value::Int(position.map_or_else(|| BigInt::from(-1), BigInt::from))
}
