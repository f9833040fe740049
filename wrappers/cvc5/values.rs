//! Writes and reads literals, each in one of the several ways that the API has.

mod floats;

use super::checks::VALUE_STRING;
use super::ffi::{Session, Sort, Term};
use super::sorts::view::{BASES, field_size, parsed};
use crate::shared::encoding::models::{self, agree};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::value::{Bv, Ff, Str, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Makes the term of a value. A real that is an integer has the sort `Real`, too.
pub(super) fn write(session: &Session, rng: &mut Rng, sort: Sort, value: &Value) -> Result<Term> {
    match value {
        Value::Bool(value) => match (rng.coin(), value) {
            (true, _) => session.mk_boolean(*value),
            (false, true) => session.mk_true(),
            (false, false) => session.mk_false(),
        },
        Value::Int(value) => match value.to_i64() {
            Some(small) if rng.coin() => session.mk_integer_int64(small),
            _ => session.mk_integer(&value.to_string()),
        },
        Value::Real(value) => {
            let parts = (value.numer().to_i64(), value.denom().to_i64());
            match (rng.index(4), parts) {
                (0, (Some(number), Some(1))) => session.mk_real_int64(number),
                (1, (Some(number), Some(denominator))) => {
                    session.mk_real_num_den(number, denominator)
                }
                (2, _) => match decimal(value) {
                    Some(decimal) => session.mk_real(&decimal),
                    None => session.mk_real(&value.to_string()),
                },
                _ => session.mk_real(&value.to_string()),
            }
        }
        Value::Bv(value) => write_bv(session, rng, value),
        Value::Fp(value) => floats::write(session, rng, value),
        Value::Rm(value) => floats::write_mode(session, *value),
        Value::String(value) => write_string(session, rng, value),
        Value::Ff(value) => write_field(session, rng, sort, value),
        Value::Seq(elements) if elements.is_empty() => {
            session.mk_empty_sequence(session.sort_sequence_get_element_sort(sort)?)
        }
        other => Err(Error::Unsupported(format!("a literal for {other}"))),
    }
}

pub(super) fn write_bv(session: &Session, rng: &mut Rng, value: &Bv) -> Result<Term> {
    match (rng.index(5), value.unsigned().to_u64()) {
        (0 | 1, Some(small)) => session.mk_bv_uint64(value.width(), small),
        (2, _) => session.mk_bv(value.width(), &value.binary(), 2),
        (3, _) => session.mk_bv(value.width(), &value.unsigned().to_str_radix(16), 16),
        // The API accepts negative numbers in base 10 only.
        (4, _) if value.is_negative() => {
            session.mk_bv(value.width(), &value.signed().to_string(), 10)
        }
        _ => session.mk_bv(value.width(), &value.unsigned().to_string(), 10),
    }
}

fn write_string(session: &Session, rng: &mut Rng, value: &Str) -> Result<Term> {
    let is_plain = |char: &u32| (0x20..0x7f).contains(char);
    match rng.index(3) {
        0 if value.chars().iter().all(is_plain) => {
            let plain = value
                .chars()
                .iter()
                .filter_map(|char| char::from_u32(*char));
            session.mk_string(&plain.collect::<String>(), false)
        }
        1 if !value.chars().contains(&0) => match session.mk_string_from_char32(value.chars()) {
            Err(Error::Unsupported(_)) => session.mk_string(&value.escaped(), true),
            made => made,
        },
        _ => session.mk_string(&value.escaped(), true),
    }
}

fn write_field(session: &Session, rng: &mut Rng, sort: Sort, value: &Ff) -> Result<Term> {
    let number = BigInt::from(value.value().clone());
    // Other numbers for the same element.
    let number = match rng.below(4) {
        0 => number - BigInt::from(value.size().as_ref().clone()),
        1 => number + BigInt::from(value.size().as_ref().clone()),
        _ => number,
    };
    let base = rng.pick(&BASES).copied().unwrap_or(10);
    session.mk_ff_elem(&number.to_str_radix(base), sort, base)
}

/// The element of a finite field. The API returns a number that may be negative.
fn read_field(session: &Session, sort: Sort, term: Term) -> Result<Option<Ff>> {
    if !session.term_is_ff_value(term)? {
        return Ok(None);
    }
    let size = field_size(session, sort)?;
    let text = session.term_get_ff_value(term)?;
    Ok(Ff::new(&size, &parsed(text.parse(), &text)?))
}

/// `12.5`, if the denominator divides a small power of ten.
fn decimal(value: &BigRational) -> Option<String> {
    let scale = BigInt::from(1_000_000);
    let scaled = value * BigRational::from_integer(scale.clone());
    if !scaled.denom().is_one() {
        return None;
    }
    let magnitude = scaled.numer().abs();
    let sign = if scaled.is_negative() { "-" } else { "" };
    Some(format!(
        "{sign}{}.{:0>6}",
        &magnitude / &scale,
        (&magnitude % &scale).to_string()
    ))
}

/// Reads a literal. `None` for an application, an algebraic number, or a sort that is not read.
/// Several getters must agree.
pub(super) fn read(session: &Session, rng: &mut Rng, term: Term) -> Result<Option<Value>> {
    let sort = session.term_get_sort(term)?;
    if session.sort_is_boolean(sort)? {
        if !session.term_is_boolean_value(term)? {
            return Ok(None);
        }
        return Ok(Some(Value::Bool(session.term_get_boolean_value(term)?)));
    }
    if session.sort_is_integer(sort)? {
        return Ok(read_int(session, term)?.map(Value::Int));
    }
    if session.sort_is_real(sort)? {
        return Ok(read_real(session, term)?.map(Value::Real));
    }
    if session.sort_is_string(sort)? {
        return Ok(read_string(session, term)?.map(Value::String));
    }
    if session.sort_is_bv(sort)? {
        return Ok(read_bv(session, rng, sort, term)?.map(Value::Bv));
    }
    if session.sort_is_fp(sort)? {
        return Ok(floats::read(session, rng, term)?.map(Value::Fp));
    }
    if session.sort_is_ff(sort)? {
        return Ok(read_field(session, sort, term)?.map(Value::Ff));
    }
    if session.sort_is_rm(sort)? {
        return Ok(floats::read_mode(session, term)?.map(Value::Rm));
    }
    Ok(None)
}

/// Reads a string from its printed literal, because the array of the getter ends at the first
/// character 0.
fn read_string(session: &Session, term: Term) -> Result<Option<Str>> {
    if !session.term_is_string_value(term)? {
        return Ok(None);
    }
    let text = session.term_to_string(term)?;
    let inside = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    let value = inside.and_then(|t| Str::parse(&t.replace("\"\"", "\"")));
    let Some(value) = value else {
        return VALUE_STRING.fails(text);
    };
    if session.table().cvc5_term_get_u32string_value.exists() {
        let said = session.term_get_u32string_value(term)?;
        let mut parts = value.chars().split(|char| *char == 0);
        let before = parts.next().unwrap_or_default();
        agree("by its code points", &&said[..], &before, &text)?;
    }
    Ok(Some(value))
}

fn read_int(session: &Session, term: Term) -> Result<Option<BigInt>> {
    if !session.term_is_integer_value(term)? {
        return Ok(None);
    }
    let text = session.term_get_integer_value(term)?;
    let value: BigInt = parsed(text.parse(), &text)?;
    let fits = session.term_is_int64_value(term)?;
    let short = if fits {
        Some(session.term_get_int64_value(term)?)
    } else {
        None
    };
    agree("as int64", &short, &value.to_i64(), &text)?;
    agree_on_sign(session, term, value.is_zero(), value.is_negative())?;
    Ok(Some(value))
}

fn read_real(session: &Session, term: Term) -> Result<Option<BigRational>> {
    if !session.term_is_real_value(term)? {
        return Ok(None);
    }
    let text = session.term_get_real_value(term)?;
    let value: BigRational = parsed(text.parse(), &text)?;
    let short = match (value.numer().to_i64(), value.denom().to_u64()) {
        (Some(numerator), Some(denominator)) => Some((numerator, denominator)),
        _ => None,
    };
    if session.term_is_real64_value(term)? {
        let said = Some(session.term_get_real64_value(term)?);
        agree("as int64 and uint64", &said, &short, &text)?;
    } else {
        agree("as int64 and uint64", &None, &short, &text)?;
    }
    agree_on_sign(session, term, value.is_zero(), value.is_negative())?;
    Ok(Some(value))
}

fn agree_on_sign(session: &Session, term: Term, zero: bool, negative: bool) -> Result {
    let expected = match (zero, negative) {
        (true, _) => 0,
        (_, true) => -1,
        _ => 1,
    };
    let text = || session.term_to_string(term).unwrap_or_default();
    let said = session.term_get_real_or_integer_value_sign(term)?.signum();
    agree("by its sign", &said, &expected, &text())
}

fn read_bv(session: &Session, rng: &mut Rng, sort: Sort, term: Term) -> Result<Option<Bv>> {
    if !session.term_is_bv_value(term)? {
        return Ok(None);
    }
    let width = session.sort_bv_get_size(sort)?;
    let digits = |base| session.term_get_bv_value(term, u32::from(base));
    models::read_bv(rng, width, digits).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals() {
        let text = |n: i64, d: i64| decimal(&BigRational::new(n.into(), d.into()));
        assert_eq!(text(-5, 4).as_deref(), Some("-1.250000"));
        assert_eq!(text(7, 1).as_deref(), Some("7.000000"));
        assert_eq!(text(-1, 100_000).as_deref(), Some("-0.000010"));
        assert_eq!(text(1, 3), None);
    }
}
