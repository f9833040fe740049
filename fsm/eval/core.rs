//! Theory Core: Booleans, equality, `ite`.

use super::array::{all_equal, equal_maps};
use super::collection::{equal_bags, equal_sets};
use super::{regex, seq};
use crate::op::{AND, DISTINCT, EQUAL, IFF, IMPLIES, ITE, NOT, OR, Op, XOR};
use crate::value::Value;

pub(super) fn apply(op: Op, args: &[&Value]) -> Option<Value> {
    let value = match op {
        EQUAL | IFF => equal_args(args)?,
        DISTINCT => !equal_args(args)?,
        ITE => {
            let [Value::Bool(condition), yes, no] = args else {
                return None;
            };
            return Some(Value::clone(if *condition { yes } else { no }));
        }
        NOT => {
            let [Value::Bool(a)] = args else { return None };
            !a
        }
        AND => bools(args, |a, b| a & b)?,
        OR => bools(args, |a, b| a | b)?,
        XOR => bools(args, |a, b| a ^ b)?,
        IMPLIES => bools(args, |a, b| !a | b)?,
        _ => return None,
    };
    Some(Value::Bool(value))
}

fn bools(args: &[&Value], f: impl Fn(bool, bool) -> bool) -> Option<bool> {
    match args {
        [Value::Bool(a), Value::Bool(b)] => Some(f(*a, *b)),
        _ => None,
    }
}

fn equal_args(args: &[&Value]) -> Option<bool> {
    match args {
        [a, b] => equal(a, b),
        _ => None,
    }
}

/// Whether two values of one sort are the same element. `None` if the sorts differ or the values do
/// not decide it. That happens for arrays or functions over an index sort of unknown size, and for
/// regular languages that are too large.
#[must_use]
pub fn equal(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => Some(a == b),
        (Value::Int(a), Value::Int(b)) => Some(a == b),
        (Value::Real(a), Value::Real(b)) => Some(a == b),
        (Value::Bv(a), Value::Bv(b)) => (a.width() == b.width()).then(|| a == b),
        (Value::Element(a), Value::Element(b)) => Some(a == b),
        (Value::Fp(a), Value::Fp(b)) => (a.format() == b.format()).then(|| a == b),
        (Value::Rm(a), Value::Rm(b)) => Some(a == b),
        (Value::Array(a), Value::Array(b)) => equal_maps(a, b),
        (Value::Set(a), Value::Set(b)) => equal_sets(a, b),
        (Value::Bag(a), Value::Bag(b)) => equal_bags(a, b),
        (Value::Fun(a), Value::Fun(b)) => equal_maps(a, b),
        (Value::String(a), Value::String(b)) => Some(a == b),
        (Value::RegLan(a), Value::RegLan(b)) => regex::equal(a, b),
        (Value::Seq(a), Value::Seq(b)) => seq::equal(a, b),
        (Value::Ff(a), Value::Ff(b)) => (a.size() == b.size()).then(|| a == b),
        (Value::Dt(a), Value::Dt(b)) if a.constructor() != b.constructor() => Some(false),
        (Value::Dt(a), Value::Dt(b)) => all_equal(a.args(), b.args()),
        _ => None,
    }
}

/// The value that the known arguments alone decide.
pub(super) fn value_if_decided(op: Op, args: &[Option<&Value>]) -> Option<Value> {
    let is = |arg: &Option<&Value>, value: bool| matches!(arg, Some(Value::Bool(b)) if *b == value);
    match op {
        AND => args
            .iter()
            .any(|a| is(a, false))
            .then_some(Value::Bool(false)),
        OR => args
            .iter()
            .any(|a| is(a, true))
            .then_some(Value::Bool(true)),
        IMPLIES => {
            let (conclusion, premises) = args.split_last()?;
            let holds = is(conclusion, true) || premises.iter().any(|a| is(a, false));
            holds.then_some(Value::Bool(true))
        }
        ITE => match args {
            [Some(Value::Bool(true)), yes, _] => yes.cloned(),
            [Some(Value::Bool(false)), _, no] => no.cloned(),
            [None, Some(yes), Some(no)] if equal(yes, no)? => Some(Value::clone(yes)),
            _ => None,
        },
        _ => None,
    }
}
