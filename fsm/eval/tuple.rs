//! Tuples. Their values are those of a datatype with one constructor.

use crate::op::{Op, TUPLE, TUPLE_SELECT, TUPLE_UPDATE};
use crate::value::Value;

pub(super) fn apply(op: Op, indices: &[u32], args: &[&Value]) -> Option<Value> {
    match (op, indices, args) {
        (TUPLE, [], _) => Value::tuple(args.iter().copied().cloned().collect()),
        (TUPLE_SELECT, [place], [tuple]) => tuple.parts()?.get(*place as usize).cloned(),
        (TUPLE_UPDATE, [place], [tuple, value]) => {
            let mut parts = tuple.parts()?.to_vec();
            *parts.get_mut(*place as usize)? = Value::clone(value);
            Value::tuple(parts)
        }
        _ => None,
    }
}
