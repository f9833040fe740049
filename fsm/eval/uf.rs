//! Applications of functions that are given as tables.

use super::array::{lookup, store};
use super::core::equal;
use crate::op::{Op, UF_APPLY};
use crate::value::{FunTable, Value};
use std::sync::Arc;

pub(super) fn apply(op: Op, args: &[&Value]) -> Option<Value> {
    match (op, args) {
        (UF_APPLY, [Value::Fun(table), point @ ..]) => {
            if table.entries().next().is_none() {
                return Some(table.default.clone());
            }
            let point: Vec<Value> = point.iter().copied().cloned().collect();
            lookup(table, &point).cloned()
        }
        _ => None,
    }
}

/// The function of the remaining arguments when the first ones are given. `None` if the values do
/// not decide it.
#[must_use]
pub fn partial(table: &FunTable, first: &[&Value]) -> Option<Value> {
    let mut rest = FunTable::constant(table.default.clone());
    for (point, value) in table.entries() {
        let (given, left) = point.split_at_checked(first.len())?;
        let mut here = true;
        for (a, b) in given.iter().zip(first) {
            here &= equal(a, b)?;
        }
        if here {
            store(&mut rest, left.to_vec(), value.clone())?;
        }
    }
    Some(Value::Fun(Arc::new(rest)))
}
