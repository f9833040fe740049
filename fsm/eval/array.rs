//! Theory ArraysEx, and the equality of the tables that represent arrays and functions.

use super::core::equal;
use crate::op::{ARRAY_SELECT, ARRAY_STORE, CONST_ARRAY, Op};
use crate::value::{Map, Rm, Value};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) fn apply(op: Op, args: &[&Value]) -> Option<Value> {
    match (op, args) {
        (ARRAY_SELECT, [Value::Array(table), index]) => lookup(table, *index).cloned(),
        (ARRAY_STORE, [Value::Array(table), index, element]) => {
            let mut changed = Map::clone(table);
            store(&mut changed, Value::clone(index), Value::clone(element))?;
            Some(Value::Array(Arc::new(changed)))
        }
        (CONST_ARRAY, [element]) => {
            Some(Value::Array(Arc::new(Map::constant(Value::clone(element)))))
        }
        _ => None,
    }
}

/// A point in the domain of a table.
pub trait Point: Ord {
    /// Whether `==` decides equality with other points.
    fn is_plain(&self) -> bool;
    /// Whether both are the same point. `None` if that is not known.
    fn same(&self, other: &Self) -> Option<bool>;
    /// Whether the sort of the point has more than `n` elements. `None` if that is not known.
    fn sort_exceeds(&self, n: usize) -> Option<bool>;
}

impl Point for Value {
    fn is_plain(&self) -> bool {
        self.is_canonical()
    }

    fn same(&self, other: &Self) -> Option<bool> {
        equal(self, other)
    }

    fn sort_exceeds(&self, n: usize) -> Option<bool> {
        match self {
            Value::Bool(_) => Some(2 > n),
            Value::Int(_)
            | Value::Real(_)
            | Value::String(_)
            | Value::RegLan(_)
            | Value::Seq(_) => Some(true),
            Value::Rm(_) => Some(Rm::ALL.len() > n),
            Value::Ff(ff) => Some(**ff.size() > BigUint::from(n)),
            Value::Fp(fp) => Some(fp.format().size().is_none_or(|size| size > n as u64)),
            Value::Bv(bv) => Some(bv.width() >= usize::BITS || (1 << bv.width()) > n),
            // An uninterpreted sort may have any number of elements in a model.
            Value::Element(_) | Value::Array(_) | Value::Set(_) | Value::Fun(_) | Value::Dt(_) => {
                (n == 0).then_some(true)
            }
            Value::Bag(_) => Some(true),
        }
    }
}

impl Point for Vec<Value> {
    fn is_plain(&self) -> bool {
        self.iter().all(Value::is_plain)
    }

    fn same(&self, other: &Self) -> Option<bool> {
        all_equal(self, other)
    }

    fn sort_exceeds(&self, n: usize) -> Option<bool> {
        // The product of the sizes exceeds n if dividing n by one size after the other gives 0.
        let mut left = n;
        let mut unknown = false;
        for part in self {
            if part.sort_exceeds(left) == Some(true) {
                return Some(true);
            }
            match part {
                Value::Bool(_) => left /= 2,
                Value::Bv(bv) => left >>= bv.width().min(usize::BITS - 1),
                _ => unknown = true,
            }
        }
        (!unknown).then_some(left == 0)
    }
}

/// Whether two tuples are equal. `None` if that is not known.
pub(super) fn all_equal(left: &[Value], right: &[Value]) -> Option<bool> {
    let mut result = Some(left.len() == right.len());
    for (a, b) in left.iter().zip(right) {
        match equal(a, b) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => result = None,
        }
    }
    result
}

/// Changes the value of `table` at `point`, which the table may have in another spelling. Returns
/// `None`, and leaves the table unchanged, if the values do not decide that.
#[must_use]
pub fn store<K: Point + Clone>(table: &mut Map<K>, point: K, value: Value) -> Option<()> {
    let mut listed = None;
    if !point.is_plain() {
        for (key, _) in table.entries() {
            if key.same(&point)? {
                listed = Some(key.clone());
                break;
            }
        }
    }
    table.set(listed.unwrap_or(point), value);
    Some(())
}

/// The value of `table` at `point`. `None` if the values do not decide which point it is.
pub(super) fn lookup<'a, K: Point>(table: &'a Map<K>, point: &K) -> Option<&'a Value> {
    if point.is_plain() {
        return Some(table.get(point));
    }
    for (key, value) in table.entries() {
        if key.same(point)? {
            return Some(value);
        }
    }
    Some(&table.default)
}

/// Whether two tables are the same map (extensionality). Tables with different defaults are the
/// same if their entries cover the whole domain, which is only possible for finite domains.
pub(super) fn equal_maps<K: Point>(a: &Map<K>, b: &Map<K>) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    let points = a.entries().chain(b.entries()).map(|(key, _)| key);
    let points: BTreeSet<&K> = points.collect();
    let mut unknown = false;
    for point in &points {
        match equal(lookup(a, point)?, lookup(b, point)?) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => unknown = true,
        }
    }
    // As far as known, all listed points agree. All other points have the default values.
    let further = match points.first() {
        Some(point) => point.sort_exceeds(points.len()),
        None => Some(true),
    };
    match (further, equal(&a.default, &b.default)) {
        (Some(true), Some(false)) => Some(false),
        (Some(false), _) | (_, Some(true)) if !unknown => Some(true),
        _ => None,
    }
}
