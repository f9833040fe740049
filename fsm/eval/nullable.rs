//! Nullable values: the elements of a sort, and null.

use crate::op::*;
use crate::value::{Cell, Value};

/// `nullable.val` of null may be any element, so it has no value here.
pub(super) fn apply(op: Op, args: &[&Value]) -> Option<Value> {
    match (op, args) {
        (NULLABLE_SOME, [content]) => Value::nullable(Some(Value::clone(content))),
        (NULLABLE_VAL, [Value::Dt(cell)]) => cell.args().first().cloned(),
        (NULLABLE_IS_NULL, [Value::Dt(cell)]) => Some(Value::Bool(is_null(cell))),
        (NULLABLE_IS_SOME, [Value::Dt(cell)]) => Some(Value::Bool(!is_null(cell))),
        _ => None,
    }
}

fn is_null(cell: &Cell) -> bool {
    cell.args().is_empty()
}

/// Applies a function to the elements in the arguments. The result is null if an argument is null.
pub fn lift(args: &[&Value], apply: impl Fn(&[&Value]) -> Option<Value>) -> Option<Value> {
    let mut inside = Vec::new();
    for arg in args {
        match arg {
            Value::Dt(cell) if is_null(cell) => return Value::nullable(None),
            Value::Dt(cell) => inside.extend(cell.args()),
            _ => return None,
        }
    }
    Value::nullable(Some(apply(&inside)?))
}
