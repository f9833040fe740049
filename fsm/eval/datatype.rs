//! Algebraic datatypes.

use super::Partial;
use crate::op::{DT_APPLY_CONS, DT_APPLY_SEL, DT_APPLY_TESTER, DT_APPLY_UPDATER, Op};
use crate::value::{Cell, Value};
use std::sync::Arc;

pub(super) fn apply(
    op: Op,
    indices: &[u32],
    args: &[&Value],
    partial: &mut dyn Partial,
) -> Option<Value> {
    if op == DT_APPLY_CONS {
        let args = args.iter().copied().cloned().collect();
        return Some(Value::Dt(Arc::new(Cell::new(*indices.get(1)?, args)?)));
    }
    let (first, rest) = args.split_first()?;
    let Value::Dt(cell) = *first else { return None };
    let is_made = cell.constructor() == *indices.get(1)?;
    match (op, rest) {
        (DT_APPLY_TESTER, []) => Some(Value::Bool(is_made)),
        (DT_APPLY_SEL, []) if is_made => cell.args().get(*indices.get(2)? as usize).cloned(),
        (DT_APPLY_SEL, []) => partial.wrong_constructor(indices, first),
        (DT_APPLY_UPDATER, [value]) if is_made => {
            let mut args = cell.args().to_vec();
            *args.get_mut(*indices.get(2)? as usize)? = Value::clone(value);
            Some(Value::Dt(Arc::new(Cell::new(cell.constructor(), args)?)))
        }
        (DT_APPLY_UPDATER, [_]) => Some(Value::clone(first)),
        _ => None,
    }
}
