//! Theories Ints, Reals and Reals_Ints.

use super::{MAX_BITS, Partial};
use crate::op::{
    INT_ABS, INT_ADD, INT_DIV, INT_GT, INT_GTE, INT_IS_DIV, INT_LT, INT_LTE, INT_MOD, INT_MUL,
    INT_NEG, INT_SUB, INT_TO_BV, INT_TO_REAL, Op, REAL_ABS, REAL_ADD, REAL_DIV, REAL_GT, REAL_GTE,
    REAL_IS_INT, REAL_LT, REAL_LTE, REAL_MUL, REAL_NEG, REAL_SUB, REAL_TO_INT,
};
use crate::value::{Bv, Value};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

pub(super) fn apply(
    op: Op,
    indices: &[u32],
    args: &[&Value],
    partial: &mut dyn Partial,
) -> Option<Value> {
    match op {
        INT_NEG => int(-int1(args)?.clone()),
        INT_ABS => int(int1(args)?.abs()),
        INT_ADD => int2(args).and_then(|(a, b)| int(a + b)),
        INT_SUB => int2(args).and_then(|(a, b)| int(a - b)),
        INT_MUL => int2(args).and_then(|(a, b)| int(a * b)),
        INT_DIV | INT_MOD => {
            let (m, n) = int2(args)?;
            if n.is_zero() {
                let chosen = partial.by_zero(op, args.first()?);
                return chosen.filter(|value| matches!(value, Value::Int(_)));
            }
            int(if op == INT_DIV {
                quotient(m, n)
            } else {
                m.mod_floor(&n.abs())
            })
        }
        INT_LT => int2(args).map(|(a, b)| Value::Bool(a < b)),
        INT_LTE => int2(args).map(|(a, b)| Value::Bool(a <= b)),
        INT_GT => int2(args).map(|(a, b)| Value::Bool(a > b)),
        INT_GTE => int2(args).map(|(a, b)| Value::Bool(a >= b)),
        INT_IS_DIV => match indices {
            [k] if *k > 0 => Some(Value::Bool((int1(args)? % *k).is_zero())),
            _ => None,
        },
        INT_TO_BV => match indices {
            [n @ 1..=MAX_BITS] => Some(Value::Bv(Bv::from_int(*n, int1(args)?))),
            _ => None,
        },
        INT_TO_REAL => real(BigRational::from_integer(int1(args)?.clone())),
        REAL_NEG => real(-real1(args)?.clone()),
        REAL_ADD => real2(args).and_then(|(a, b)| real(a + b)),
        REAL_SUB => real2(args).and_then(|(a, b)| real(a - b)),
        REAL_MUL => real2(args).and_then(|(a, b)| real(a * b)),
        REAL_DIV => {
            let (a, b) = real2(args)?;
            if b.is_zero() {
                let chosen = partial.by_zero(op, args.first()?);
                return chosen.filter(|value| matches!(value, Value::Real(_)));
            }
            real(a / b)
        }
        REAL_LT => real2(args).map(|(a, b)| Value::Bool(a < b)),
        REAL_LTE => real2(args).map(|(a, b)| Value::Bool(a <= b)),
        REAL_GT => real2(args).map(|(a, b)| Value::Bool(a > b)),
        REAL_GTE => real2(args).map(|(a, b)| Value::Bool(a >= b)),
        REAL_IS_INT => Some(Value::Bool(real1(args)?.is_integer())),
        REAL_ABS => real(real1(args)?.abs()),
        REAL_TO_INT => real1(args).and_then(|a| int(a.numer().div_floor(a.denom()))),
        _ => None,
    }
}

/// `div` of theory Ints: the `q` with `m = n * q + r` and `0 <= r < |n|`. `n` is not zero.
fn quotient(m: &BigInt, n: &BigInt) -> BigInt {
    match n.sign() {
        Sign::Minus => -m.div_floor(&-n),
        _ => m.div_floor(n),
    }
}

fn int(value: BigInt) -> Option<Value> {
    (value.bits() <= u64::from(MAX_BITS)).then_some(Value::Int(value))
}

fn real(value: BigRational) -> Option<Value> {
    let bits = value.numer().bits().max(value.denom().bits());
    (bits <= u64::from(MAX_BITS)).then_some(Value::Real(value))
}

fn int1<'a>(args: &[&'a Value]) -> Option<&'a BigInt> {
    match args {
        [Value::Int(a)] => Some(a),
        _ => None,
    }
}

fn int2<'a>(args: &[&'a Value]) -> Option<(&'a BigInt, &'a BigInt)> {
    match args {
        [Value::Int(a), Value::Int(b)] => Some((a, b)),
        _ => None,
    }
}

fn real1<'a>(args: &[&'a Value]) -> Option<&'a BigRational> {
    match args {
        [Value::Real(a)] => Some(a),
        _ => None,
    }
}

fn real2<'a>(args: &[&'a Value]) -> Option<(&'a BigRational, &'a BigRational)> {
    match args {
        [Value::Real(a), Value::Real(b)] => Some((a, b)),
        _ => None,
    }
}
