//! Sorts whose elements stand for numbers, so that one problem is stated over several of them.

use crate::op::{self, Op};
use crate::rng::Rng;
use crate::sort::{Sort, SortKind};
use crate::value::{Bv, Ff, Str, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::sync::Arc;

/// Numbers.
pub(super) type Number = BigRational;

/// A kind of sorts. Each has the operators that it needs for its problems.
pub(super) struct Domain {
    pub(super) kind: SortKind,
    /// Draws a sort. Numbers from -10 to 30 are different elements, except in [`BITS`] and
    /// [`FIELDS`].
    pub(super) sort: fn(&mut Rng) -> Sort,
    pub(super) ops: NumberOps,
    /// The element for a number.
    pub(super) value: fn(&Sort, &Number) -> Option<Value>,
    /// Draws the number of a constant.
    pub(super) draw: fn(&mut Rng) -> Number,
}

/// The operators of a sort.
pub(super) struct NumberOps {
    pub(super) add: Option<Op>,
    pub(super) sub: Option<Op>,
    pub(super) mul: Option<Op>,
    pub(super) lt: Option<Op>,
    pub(super) lte: Option<Op>,
    pub(super) gt: Option<Op>,
    pub(super) gte: Option<Op>,
}

const NO_OPS: NumberOps = NumberOps {
    add: None,
    sub: None,
    mul: None,
    lt: None,
    lte: None,
    gt: None,
    gte: None,
};

pub(super) const INTEGERS: Domain = Domain {
    kind: SortKind::Int,
    sort: |_| Sort::Int,
    ops: NumberOps {
        add: Some(op::INT_ADD),
        sub: Some(op::INT_SUB),
        mul: Some(op::INT_MUL),
        lt: Some(op::INT_LT),
        lte: Some(op::INT_LTE),
        gt: Some(op::INT_GT),
        gte: Some(op::INT_GTE),
    },
    value: |_, number| Some(Value::Int(number.to_integer())),
    draw: small_integer,
};

pub(super) const REALS: Domain = Domain {
    kind: SortKind::Real,
    sort: |_| Sort::Real,
    ops: NumberOps {
        add: Some(op::REAL_ADD),
        sub: Some(op::REAL_SUB),
        mul: Some(op::REAL_MUL),
        lt: Some(op::REAL_LT),
        lte: Some(op::REAL_LTE),
        gt: Some(op::REAL_GT),
        gte: Some(op::REAL_GTE),
    },
    value: |_, number| Some(Value::Real(number.clone())),
    draw: |rng| small_integer(rng) / BigInt::from(1 + rng.below(4)),
};

/// Bit-vectors as numbers with signs.
pub(super) const SIGNED: Domain = Domain {
    kind: SortKind::Bv,
    sort: |rng| Sort::Bv(*rng.pick(&[6, 8, 13, 32]).unwrap_or(&8)),
    ops: NumberOps {
        add: Some(op::BV_ADD),
        sub: Some(op::BV_SUB),
        mul: Some(op::BV_MULT),
        lt: Some(op::BV_SLT),
        lte: Some(op::BV_SLE),
        gt: Some(op::BV_SGT),
        gte: Some(op::BV_SGE),
    },
    value: bits,
    draw: small_integer,
};

/// Bit-vectors, which are numbers modulo a power of two.
pub(super) const BITS: Domain = Domain {
    sort: |rng| Sort::Bv(rng.range(2, 12)),
    ..SIGNED
};

/// The elements of finite fields.
pub(super) const FIELDS: Domain = Domain {
    kind: SortKind::Ff,
    sort: |rng| {
        let size = *rng.pick(&[2_u32, 3, 5, 13, 257, 65_537]).unwrap_or(&3);
        Sort::Ff(Arc::new(BigUint::from(size)))
    },
    ops: NumberOps {
        add: Some(op::FINITE_FIELD_ADD),
        mul: Some(op::FINITE_FIELD_MULT),
        ..NO_OPS
    },
    value: |sort, number| match sort {
        Sort::Ff(size) => Some(Value::Ff(Ff::new(size, &number.to_integer())?)),
        _ => None,
    },
    draw: small_integer,
};

/// Strings of one letter. The numbers -10 to 10 are letters in their order.
pub(super) const WORDS: Domain = Domain {
    kind: SortKind::String,
    sort: |_| Sort::String,
    ops: NumberOps {
        lt: Some(op::STR_LT),
        lte: Some(op::STR_LE),
        ..NO_OPS
    },
    value: |_, number| {
        let letter = u32::from('k').checked_add_signed(number.to_integer().to_i32()?)?;
        Some(Value::String(Str::new(&[letter])?))
    },
    draw: small_integer,
};

/// An integer from -10 to 10.
fn small_integer(rng: &mut Rng) -> Number {
    BigRational::from_integer(BigInt::from(rng.below(21) as i64 - 10))
}

fn bits(sort: &Sort, number: &Number) -> Option<Value> {
    match sort {
        Sort::Bv(width) => Some(Value::Bv(Bv::from_int(*width, &number.to_integer()))),
        _ => None,
    }
}
