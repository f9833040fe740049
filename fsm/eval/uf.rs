//! Applications of functions whose tables are known.

use super::array::lookup;
use crate::op::{Op, UF_APPLY};
use crate::value::Value;

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
