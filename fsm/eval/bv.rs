//! Theory FixedSizeBitVectors, including the overflow predicates and conversions of SMT-LIB 2.7.

use super::MAX_BITS;
use crate::op::*;
use crate::value::{Bv, Value};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};
use std::cmp::Ordering;

pub(super) fn apply(op: Op, indices: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Bv(a)] => unary(op, indices, legal(a)?),
        [Value::Bv(a), Value::Bv(b)] if op == BV_CONCAT => {
            let (a, b) = (legal(a)?, legal(b)?);
            let bits = (a.unsigned() << b.width()) | b.unsigned();
            bv(a.width() + b.width(), bits)
        }
        [Value::Bv(a), Value::Bv(b)] if a.width() == b.width() => binary(op, legal(a)?, legal(b)?),
        _ => None,
    }
}

fn unary(op: Op, indices: &[u32], a: &Bv) -> Option<Value> {
    let (width, bits) = (a.width(), a.unsigned());
    match (op, indices) {
        (BV_EXTRACT, [high, low]) if low <= high && *high < width => {
            bv(high - low + 1, bits >> *low)
        }
        (BV_REPEAT, [k]) if *k > 0 => {
            let total = width.checked_mul(*k).filter(|w| *w <= MAX_BITS)?;
            // (2^total - 1) / (2^width - 1) has a 1 at the lowest bit of each copy.
            bv(total, bits * (ones(total) / ones(width)))
        }
        (BV_ROTATE_LEFT, [k]) => rotate_left(a, k % width),
        (BV_ROTATE_RIGHT, [k]) => rotate_left(a, width - k % width),
        (BV_ZERO_EXTEND, [k]) => bv(width.checked_add(*k)?, bits.clone()),
        (BV_SIGN_EXTEND, [k]) => {
            let total = width.checked_add(*k).filter(|w| *w <= MAX_BITS)?;
            if a.is_negative() {
                bv(total, (ones(*k) << width) | bits)
            } else {
                bv(total, bits.clone())
            }
        }
        (BV_NOT, []) => bv(width, not(a)),
        (BV_NEG, []) => bv(width, negated(a)),
        (BV_NEGO, []) => Some(Value::Bool(is_min(a))),
        (BV_UBV_TO_INT | BV_TO_NAT, []) => Some(Value::Int(BigInt::from(bits.clone()))),
        (BV_SBV_TO_INT, []) => Some(Value::Int(a.signed())),
        _ => None,
    }
}

/// `a` and `b` have the same width.
fn binary(op: Op, a: &Bv, b: &Bv) -> Option<Value> {
    let (x, y, width) = (a.unsigned(), b.unsigned(), a.width());
    let bits = match op {
        BV_AND => x & y,
        BV_OR => x | y,
        BV_XOR => x ^ y,
        BV_NAND => ones(width) ^ (x & y),
        BV_NOR => ones(width) ^ (x | y),
        BV_XNOR => ones(width) ^ (x ^ y),
        BV_COMP => return bv(1, BigUint::from(x == y)),
        BV_ADD => x + y,
        BV_SUB if x >= y => x - y,
        BV_SUB => negated(&Bv::new(width, y - x)),
        BV_MULT => x * y,
        BV_UDIV => udiv(width, x, y),
        BV_UREM => urem(x, y),
        BV_SDIV => {
            let quotient = udiv(width, &magnitude(a), &magnitude(b));
            signed(width, quotient, a.is_negative() != b.is_negative())
        }
        BV_SREM => {
            let rest = urem(&magnitude(a), &magnitude(b));
            signed(width, rest, a.is_negative())
        }
        BV_SMOD => {
            let rest = urem(&magnitude(a), &magnitude(b));
            match (a.is_negative(), b.is_negative()) {
                _ if rest.is_zero() => rest,
                (false, false) => rest,
                (true, false) => signed(width, rest, true) + y,
                (false, true) => rest + y,
                (true, true) => signed(width, rest, true),
            }
        }
        BV_SHL => match shift(b) {
            Some(by) => x << by,
            None => BigUint::zero(),
        },
        BV_LSHR => match shift(b) {
            Some(by) => x >> by,
            None => BigUint::zero(),
        },
        // A negative number is complemented before and after the shift.
        BV_ASHR => match (shift(b), a.is_negative()) {
            (Some(by), false) => x >> by,
            (Some(by), true) => ones(width) ^ (not(a) >> by),
            (None, false) => BigUint::zero(),
            (None, true) => ones(width),
        },
        _ => return predicate(op, a, b).map(Value::Bool),
    };
    bv(width, bits)
}

fn predicate(op: Op, a: &Bv, b: &Bv) -> Option<bool> {
    let (x, y, width) = (a.unsigned(), b.unsigned(), a.width());
    Some(match op {
        BV_ULT => x < y,
        BV_ULE => x <= y,
        BV_UGT => x > y,
        BV_UGE => x >= y,
        BV_SLT => signed_order(a, b).is_lt(),
        BV_SLE => signed_order(a, b).is_le(),
        BV_SGT => signed_order(a, b).is_gt(),
        BV_SGE => signed_order(a, b).is_ge(),
        BV_UADDO => (x + y).bits() > u64::from(width),
        BV_SADDO => overflows(width, &(a.signed() + b.signed())),
        BV_UMULO => (x * y).bits() > u64::from(width),
        BV_SMULO => overflows(width, &(a.signed() * b.signed())),
        BV_USUBO => x < y,
        BV_SSUBO => overflows(width, &(a.signed() - b.signed())),
        BV_SDIVO => is_min(a) && *y == ones(width),
        _ => return None,
    })
}

/// The bit-vector, if its width can be computed with. Width 0 is not legal.
fn legal(a: &Bv) -> Option<&Bv> {
    (1..=MAX_BITS).contains(&a.width()).then_some(a)
}

fn bv(width: u32, bits: BigUint) -> Option<Value> {
    (width <= MAX_BITS).then(|| Value::Bv(Bv::new(width, bits)))
}

fn ones(width: u32) -> BigUint {
    (BigUint::one() << width) - 1u32
}

fn not(a: &Bv) -> BigUint {
    ones(a.width()) ^ a.unsigned()
}

fn negated(a: &Bv) -> BigUint {
    (BigUint::one() << a.width()) - a.unsigned()
}

/// `bits`, or its two's complement if `negative`.
fn signed(width: u32, bits: BigUint, negative: bool) -> BigUint {
    if negative && !bits.is_zero() {
        negated(&Bv::new(width, bits))
    } else {
        bits
    }
}

/// The absolute value as an unsigned number.
fn magnitude(a: &Bv) -> BigUint {
    if a.is_negative() {
        negated(a)
    } else {
        a.unsigned().clone()
    }
}

fn udiv(width: u32, x: &BigUint, y: &BigUint) -> BigUint {
    if y.is_zero() { ones(width) } else { x / y }
}

fn urem(x: &BigUint, y: &BigUint) -> BigUint {
    if y.is_zero() { x.clone() } else { x % y }
}

/// The shift distance. `None` if it is at least the width.
fn shift(b: &Bv) -> Option<u32> {
    b.unsigned().to_u32().filter(|by| *by < b.width())
}

fn rotate_left(a: &Bv, k: u32) -> Option<Value> {
    let (width, bits) = (a.width(), a.unsigned());
    bv(width, (bits << k) | (bits >> (width - k)))
}

fn is_min(a: &Bv) -> bool {
    a.is_negative() && a.unsigned().trailing_zeros() == Some(u64::from(a.width()) - 1)
}

fn signed_order(a: &Bv, b: &Bv) -> Ordering {
    // Two's complement preserves the order among numbers of the same sign.
    let signs = b.is_negative().cmp(&a.is_negative());
    signs.then_with(|| a.unsigned().cmp(b.unsigned()))
}

/// Whether `value` cannot be represented in two's complement of this width.
fn overflows(width: u32, value: &BigInt) -> bool {
    let significant = match value.sign() {
        Sign::Minus => (!value).bits(),
        _ => value.bits(),
    };
    significant >= u64::from(width)
}
