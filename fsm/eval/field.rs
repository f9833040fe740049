//! Finite fields.

use crate::op::{FINITE_FIELD_ADD, FINITE_FIELD_BITSUM, FINITE_FIELD_MULT, FINITE_FIELD_NEG, Op};
use crate::value::{Ff, Value};
use num_bigint::BigInt;

pub(super) fn apply(op: Op, args: &[&Value]) -> Option<Value> {
    let number = |a: &Ff| BigInt::from(a.value().clone());
    let value = match (op, args) {
        (FINITE_FIELD_NEG, [Value::Ff(a)]) => a.with(&-number(a)),
        (_, [Value::Ff(a), Value::Ff(b)]) if a.size() == b.size() => {
            let (x, y) = (number(a), number(b));
            match op {
                FINITE_FIELD_ADD => a.with(&(x + y)),
                FINITE_FIELD_MULT => a.with(&(x * y)),
                FINITE_FIELD_BITSUM => a.with(&(x + 2 * y)),
                _ => None,
            }
        }
        _ => None,
    };
    value.map(Value::Ff)
}
