//! Writes and reads values, each in one of the several ways that the API has.

use super::checks::{NO_CONSTANT, NOT_OF_SORT, SPECIAL};
use super::ffi::{Session, Sort, Term};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::SortView;
use murxla_fsm::value::{Bv, Value};
use num_bigint::BigUint;
use num_traits::{Num, One, ToPrimitive, Zero};

/// Makes the node of a value.
pub(super) fn write(of: &Session, rng: &mut Rng, sort: Sort, value: &Value) -> Result<Term> {
    match value {
        Value::Bool(true) if rng.coin() => of.r#true(),
        Value::Bool(false) if rng.coin() => of.r#false(),
        Value::Bool(value) => of.unsigned_int(u32::from(*value), sort),
        Value::Bv(value) => write_bv(of, rng, sort, value),
        other => Err(Error::Unsupported(format!("a literal for {other}"))),
    }
}

fn write_bv(of: &Session, rng: &mut Rng, sort: Sort, value: &Bv) -> Result<Term> {
    let (width, unsigned, signed) = (value.width(), value.unsigned(), value.signed());
    match rng.below(8) {
        0 if unsigned.is_zero() => return of.zero(sort),
        0 if unsigned.is_one() => return of.one(sort),
        0 | 1 if signed == (-1).into() => return of.ones(sort),
        2 => {
            if let Some(small) = unsigned.to_u32() {
                return of.unsigned_int(small, sort);
            }
        }
        3 => {
            if let Some(small) = signed.to_i32() {
                return of.int(small, sort);
            }
        }
        4 => return of.constd(sort, &unsigned.to_string()),
        5 => return of.constd(sort, &signed.to_string()),
        6 => {
            let places = if rng.coin() { width.div_ceil(4) } else { 0 };
            return of.consth(sort, &value.hexadecimal(places));
        }
        _ => {}
    }
    of.r#const(&value.binary())
}

/// A value for which the API has a function.
pub(super) fn special(of: &Session, sort: Sort, name: &str) -> Option<Result<Term>> {
    Some(match name {
        "bv.zero" => of.zero(sort),
        "bv.one" => of.one(sort),
        "bv.ones" => of.ones(sort),
        "bv-min-signed" => of.min_signed(sort),
        "bv-max-signed" => of.max_signed(sort),
        _ => return None,
    })
}

/// Reads a literal, and compares it with the getters for special values.
pub(super) fn read(of: &Session, node: Term, view: &SortView) -> Result<Option<Value>> {
    if !of.is_const(node)? {
        return NO_CONSTANT.fails("");
    }
    let bits = of.get_bits(node)?;
    let value = parse(view, &bits)?;
    let all = |bit: char, bits: &str| bits.chars().all(|c| c == bit);
    let (first, rest) = bits.split_at(1.min(bits.len()));
    let expected = [
        all('0', &bits),
        bits.trim_start_matches('0') == "1",
        all('1', &bits),
        first == "1" && all('0', rest),
        first == "0" && all('1', rest),
    ];
    let special = [
        of.is_bv_const_zero(node)?,
        of.is_bv_const_one(node)?,
        of.is_bv_const_ones(node)?,
        of.is_bv_const_min_signed(node)?,
        of.is_bv_const_max_signed(node)?,
    ];
    if special != expected {
        return SPECIAL.fails(format!(
            "{bits} is zero, one, ones, the least, the greatest: {special:?}"
        ));
    }
    Ok(Some(value))
}

/// Parses a value in binary.
pub(super) fn parse(view: &SortView, bits: &str) -> Result<Value> {
    match (view, BigUint::from_str_radix(bits, 2)) {
        (SortView::Bool, Ok(number)) if bits.len() == 1 => Ok(Value::Bool(number.is_one())),
        (SortView::Bv(width), Ok(number)) if bits.len() == *width as usize => {
            Ok(Value::Bv(Bv::new(*width, number)))
        }
        _ => NOT_OF_SORT.fails(format!("{bits:?} as a value of {view}")),
    }
}
