//! What may be null.

use crate::op::*;
use crate::value::{Cell, Value};

/// The value of null is any element.
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

/// What `apply` makes of what is in the arguments, unless one of them is null: so is the result then.
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
