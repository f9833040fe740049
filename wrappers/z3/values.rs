//! Writes and reads literals, each in one of the several ways that the API has.

mod floats;

use super::checks::{FRACTION, NUMERAL};
use super::ffi::{self, Ast, Context, Sort};
use super::sorts::view::field_size;
use super::{sets, strings};
use crate::shared::actions::checks::WAYS_OF_READING;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::value::{Bv, Ff, Value, numeral};
use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use std::rc::Rc;
use std::sync::Arc;

/// Makes a value, in one of the ways that fit it.
pub(super) fn write(cx: &Rc<Context>, rng: &mut Rng, sort: &Sort, value: &Value) -> Result<Ast> {
    match value {
        Value::Bool(true) => cx.mk_true(),
        Value::Bool(false) => cx.mk_false(),
        Value::Int(value) => write_integer(cx, rng, sort, value),
        Value::Real(value) => write_real(cx, rng, sort, value),
        Value::Bv(value) => write_bv(cx, rng, sort, value),
        Value::Fp(value) => floats::write(cx, rng, sort, value),
        Value::Rm(value) => floats::write_mode(cx, rng, *value),
        Value::Ff(value) => write_field(cx, rng, sort, value),
        Value::String(value) => strings::write(cx, rng, value),
        Value::Seq(elements) if elements.is_empty() => cx.mk_seq_empty(sort),
        Value::Set(members) if members.is_empty() => sets::empty(cx, rng, sort),
        other => Err(Error::Unsupported(format!("the value {other}"))),
    }
}

fn write_integer(cx: &Rc<Context>, rng: &mut Rng, sort: &Sort, value: &BigInt) -> Result<Ast> {
    match (rng.below(4), value.to_i32(), value.to_i64(), value.to_u64()) {
        (1, Some(value), _, _) => cx.mk_int(value, sort),
        (2, _, Some(value), _) => cx.mk_int64(value, sort),
        (3, _, _, Some(value)) => cx.mk_unsigned_int64(value, sort),
        _ => cx.mk_numeral(&value.to_string(), sort),
    }
}

fn write_real(cx: &Rc<Context>, rng: &mut Rng, sort: &Sort, value: &BigRational) -> Result<Ast> {
    let parts = (value.numer(), value.denom());
    match rng.below(6) {
        1 if value.is_integer() => return write_integer(cx, rng, sort, value.numer()),
        2 => {
            if let (Some(n), Some(d)) = (parts.0.to_i32(), parts.1.to_i32()) {
                return cx.mk_real(n, d);
            }
        }
        3 if cx.table().Z3_mk_real_int64.exists() => {
            if let (Some(n), Some(d)) = (parts.0.to_i64(), parts.1.to_i64()) {
                return cx.mk_real_int64(n, d);
            }
        }
        4 => {
            if let Some(text) = decimal(value) {
                return cx.mk_numeral(&text, sort);
            }
        }
        // This fraction is not in lowest terms.
        5 => {
            let factor = rng.range(2, 1000);
            let text = format!("{}/{}", parts.0 * factor, parts.1 * factor);
            return cx.mk_numeral(&text, sort);
        }
        _ => {}
    }
    cx.mk_numeral(&value.to_string(), sort)
}

/// The number with a decimal point, if it has finitely many digits.
pub(super) fn decimal(value: &BigRational) -> Option<String> {
    let mut rest = value.denom().clone();
    let places = [2u32, 5].map(|prime| {
        let mut count = 0u32;
        while (&rest % prime).is_zero() {
            rest /= prime;
            count += 1;
        }
        count
    });
    if !rest.is_one() {
        return None;
    }
    let places = places[0].max(places[1]);
    let scaled = value.numer() * BigInt::from(10).pow(places) / value.denom();
    let sign = if scaled.sign() == Sign::Minus {
        "-"
    } else {
        ""
    };
    let digits = format!("{:0>1$}", scaled.magnitude(), places as usize + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places as usize);
    let fraction = if fraction.is_empty() { "0" } else { fraction };
    Some(format!("{sign}{whole}.{fraction}"))
}

pub(super) fn write_bv(cx: &Rc<Context>, rng: &mut Rng, sort: &Sort, value: &Bv) -> Result<Ast> {
    match (
        rng.below(4),
        value.unsigned().to_u64(),
        value.signed().to_i64(),
    ) {
        (1, Some(bits), _) => cx.mk_unsigned_int64(bits, sort),
        (2, _, Some(signed)) => cx.mk_int64(signed, sort),
        (3, _, _) => {
            let bits = (0..u64::from(value.width())).map(|n| value.unsigned().bit(n));
            cx.mk_bv_numeral(&bits.collect::<Vec<_>>())
        }
        _ => cx.mk_numeral(&value.unsigned().to_string(), sort),
    }
}

fn write_field(cx: &Rc<Context>, rng: &mut Rng, sort: &Sort, value: &Ff) -> Result<Ast> {
    let (number, size) = (
        BigInt::from(value.value().clone()),
        BigInt::from(BigUint::clone(value.size())),
    );
    // Other numbers for the same element.
    match rng.below(4) {
        0 => write_integer(cx, rng, sort, &(number - size)),
        1 => write_integer(cx, rng, sort, &(number + size)),
        _ => write_integer(cx, rng, sort, &number),
    }
}

/// Reads a literal. `None` if `term` is not a literal, or `Value` cannot represent it.
pub(super) fn read(cx: &Rc<Context>, term: &Ast) -> Result<Option<Value>> {
    let sort = cx.get_sort(term)?;
    let kind = cx.get_sort_kind(&sort)? as u32;
    if kind == ffi::Z3_BOOL_SORT {
        return Ok(match cx.get_bool_value(term)? {
            0 => None,
            truth => Some(Value::Bool(truth > 0)),
        });
    }
    if kind == ffi::Z3_FLOATING_POINT_SORT {
        return Ok(floats::read(cx, &sort, term)?.map(Value::Fp));
    }
    if kind == ffi::Z3_ROUNDING_MODE_SORT {
        return Ok(floats::read_mode(cx, term)?.map(Value::Rm));
    }
    if kind == ffi::Z3_SEQ_SORT {
        return Ok(strings::read(cx, term)?.map(Value::String));
    }
    let arithmetic = kind == ffi::Z3_INT_SORT || kind == ffi::Z3_REAL_SORT;
    let other = kind == ffi::Z3_BV_SORT || kind == ffi::Z3_FINITE_FIELD_SORT;
    if !(arithmetic || other) || !cx.is_numeral_ast(term)? {
        return Ok(None);
    }
    if arithmetic && cx.is_algebraic_number(term)? {
        return Ok(None);
    }
    let text = cx.get_numeral_string(term)?;
    let value = match kind {
        ffi::Z3_INT_SORT => text.parse().ok().map(Value::Int),
        ffi::Z3_REAL_SORT => text.parse().ok().map(Value::Real),
        ffi::Z3_BV_SORT => Bv::parse(cx.get_bv_sort_size(&sort)?, &text, 10).map(Value::Bv),
        _ => {
            let size = Arc::new(field_size(cx, &sort)?);
            let number = text.parse().ok();
            number.and_then(|number| Ff::new(&size, &number).map(Value::Ff))
        }
    };
    match value {
        Some(value) => Ok(Some(value)),
        None => NUMERAL.fails(format!("'{text}'")),
    }
}

/// Like `read`, with a second getter that must agree.
pub(super) fn read_twice(cx: &Rc<Context>, rng: &mut Rng, term: &Ast) -> Result<Option<Value>> {
    let value = read(cx, term)?;
    let number = match &value {
        Some(Value::Int(value)) => BigRational::from(value.clone()),
        Some(Value::Real(value)) => value.clone(),
        Some(Value::Bv(value)) => BigRational::from(BigInt::from(value.unsigned().clone())),
        Some(Value::Ff(value)) => BigRational::from(BigInt::from(value.value().clone())),
        _ => return Ok(value),
    };
    let arithmetic = matches!(value, Some(Value::Int(_) | Value::Real(_)));
    let natural = number.is_integer() && number.numer().sign() != Sign::Minus;
    let (getter, second) = match rng.below(6) {
        0 if number.is_integer() => (
            "Z3_get_numeral_int64",
            cx.get_numeral_int64(term)?.map(BigRational::from_int),
        ),
        1 if number.is_integer() => (
            "Z3_get_numeral_uint64",
            cx.get_numeral_uint64(term)?.map(BigRational::from_int),
        ),
        2 => {
            let fraction = cx.get_numeral_small(term)?;
            let fraction = fraction.filter(|(_, denominator)| *denominator != 0);
            let fraction = fraction.map(|(n, d)| BigRational::new(n.into(), d.into()));
            ("Z3_get_numeral_small", fraction)
        }
        3 if natural && cx.table().Z3_get_numeral_binary_string.exists() => {
            let digits = cx.get_numeral_binary_string(term)?;
            let read = BigUint::parse_bytes(digits.as_bytes(), 2);
            (
                "Z3_get_numeral_binary_string",
                read.map(BigRational::from_int),
            )
        }
        4 if matches!(value, Some(Value::Real(_))) => {
            let parts = [cx.get_numerator(term)?, cx.get_denominator(term)?];
            match (read(cx, &parts[0])?, read(cx, &parts[1])?) {
                (Some(Value::Int(n)), Some(Value::Int(d))) if !d.is_zero() => (
                    "Z3_get_numerator and Z3_get_denominator",
                    Some(BigRational::new(n, d)),
                ),
                other => return FRACTION.fails(format!("{number} has the parts {other:?}")),
            }
        }
        // The text ends in `?` if digits were cut off.
        5 if arithmetic => (
            "Z3_get_numeral_decimal_string",
            numeral::decimal(&cx.get_numeral_decimal_string(term, 400)?),
        ),
        _ => return Ok(value),
    };
    match second {
        Some(second) if second != number => {
            WAYS_OF_READING.fails_for(getter, format!("{number} reads as {second}"))
        }
        _ => Ok(value),
    }
}

/// A conversion that `BigRational` only has for `BigInt`.
trait FromInt<T> {
    fn from_int(value: T) -> Self;
}

impl<T: Into<BigInt>> FromInt<T> for BigRational {
    fn from_int(value: T) -> Self {
        BigRational::from_integer(value.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_and_reads_decimals() {
        for (fraction, text) in [
            ("1/8", "0.125"),
            ("-5/2", "-2.5"),
            ("3", "3.0"),
            ("-1/100", "-0.01"),
        ] {
            let value: BigRational = fraction.parse().unwrap();
            assert_eq!(decimal(&value).as_deref(), Some(text));
            assert_eq!(numeral::decimal(text), Some(value));
        }
        assert_eq!(decimal(&"1/3".parse().unwrap()), None);
        assert_eq!(numeral::decimal("0.33?"), None);
    }
}
