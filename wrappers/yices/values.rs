//! Writes and reads values, each in one of the several ways that the API has.

use super::checks::INTEGER;
use super::ffi::{Api, Term, bits_of};
use super::terms::TracedTerm;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::SortView;
use murxla_fsm::value::{Bv, Value};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// Makes the term of a value.
pub(super) fn write(api: Api, rng: &mut Rng, value: &Value) -> Result<Term> {
    match value {
        Value::Bool(true) => api.r#true(),
        Value::Bool(false) => api.r#false(),
        Value::Int(value) => write_rational(api, rng, &BigRational::from(value.clone())),
        Value::Real(value) => write_rational(api, rng, value),
        Value::Bv(value) => write_bv(api, rng, value),
        other => Err(Error::Unsupported(format!("a literal for {other}"))),
    }
}

fn write_rational(api: Api, rng: &mut Rng, value: &BigRational) -> Result<Term> {
    let (numerator, denominator) = (value.numer(), value.denom());
    let whole = denominator.is_one();
    match rng.below(9) {
        0 if value.is_zero() => return api.zero(),
        1 => {
            if let (true, Some(small)) = (whole, numerator.to_i32()) {
                return api.int32(small);
            }
        }
        2 => {
            if let (true, Some(small)) = (whole, numerator.to_i64()) {
                return api.int64(small);
            }
        }
        3 => {
            if let (Some(numerator), Some(denominator)) = (numerator.to_i32(), denominator.to_u32())
            {
                return api.rational32(numerator, denominator);
            }
        }
        4 => {
            if let (Some(numerator), Some(denominator)) = (numerator.to_i64(), denominator.to_u64())
            {
                return api.rational64(numerator, denominator);
            }
        }
        5 => return api.rational(value),
        6 => {
            if let Some(number) = api.integer(value)? {
                return Ok(number);
            }
        }
        7 if whole => return api.parse_float(&format!("{numerator}.0")),
        _ => {}
    }
    api.parse_rational(&value.to_string())
}

fn write_bv(api: Api, rng: &mut Rng, value: &Bv) -> Result<Term> {
    let (width, unsigned, signed) = (value.width(), value.unsigned(), value.signed());
    match rng.below(11) {
        0 if unsigned.is_zero() => return api.bvconst_zero(width),
        1 if unsigned.is_one() => return api.bvconst_one(width),
        2 if signed == (-1).into() => return api.bvconst_minus_one(width),
        3 => {
            if let Some(small) = unsigned.to_u32() {
                return api.bvconst_uint32(width, small);
            }
        }
        4 => {
            if let Some(small) = unsigned.to_u64() {
                return api.bvconst_uint64(width, small);
            }
        }
        5 => {
            if let Some(small) = signed.to_i32() {
                return api.bvconst_int32(width, small);
            }
        }
        6 => {
            if let Some(small) = signed.to_i64() {
                return api.bvconst_int64(width, small);
            }
        }
        7 if width % 4 == 0 => {
            return api.parse_bvhex(&value.hexadecimal(width / 4));
        }
        8 => return api.parse_bvbin(&value.binary()),
        9 => return api.bv_from_integer(value),
        _ => {}
    }
    api.bvconst_from_array(&bits_of(value))
}

/// Reads a literal.
pub(super) fn read(api: Api, traced: &TracedTerm) -> Result<Option<Value>> {
    Ok(match &*traced.view {
        SortView::Bool => Some(Value::Bool(api.bool_const_value(traced.term)?)),
        SortView::Int => Some(integer(api.rational_literal(traced.term)?)?),
        SortView::Real => Some(Value::Real(api.rational_literal(traced.term)?)),
        SortView::Bv(_) => Some(Value::Bv(api.bv_const_value(traced.term)?)),
        _ => None,
    })
}

pub(super) fn integer(value: BigRational) -> Result<Value> {
    if !value.is_integer() {
        return INTEGER.fails(value.to_string());
    }
    Ok(Value::Int(value.to_integer()))
}
