//! Writes and reads literals, each in one of the several ways that the API has.

use super::bindings as raw;
use super::checks::{VALUE_FP, VALUE_FP_TEXT, VALUE_KINDS, VALUE_RM};
use super::ffi::{Session, Sort, Term};
use crate::shared::encoding::models::{self, agree};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::value::{Bv, Format, Fp, Rm, Value};
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;

/// The numbers of rounding modes.
pub(super) const MODES: [(Rm, u32); 5] = [
    (Rm::Rne, raw::BITWUZLA_RM_RNE),
    (Rm::Rna, raw::BITWUZLA_RM_RNA),
    (Rm::Rtn, raw::BITWUZLA_RM_RTN),
    (Rm::Rtp, raw::BITWUZLA_RM_RTP),
    (Rm::Rtz, raw::BITWUZLA_RM_RTZ),
];

/// Makes the term of a value of this sort.
pub(super) fn write(session: &Session, rng: &mut Rng, sort: Sort, value: &Value) -> Result<Term> {
    match value {
        Value::Bool(true) => session.mk_true(),
        Value::Bool(false) => session.mk_false(),
        Value::Bv(value) => write_bv(session, rng, sort, value),
        Value::Fp(value) => write_fp(session, rng, sort, value),
        Value::Rm(value) => write_mode(session, *value),
        other => Err(Error::Unsupported(format!("a literal for {other}"))),
    }
}

fn write_bv(session: &Session, rng: &mut Rng, sort: Sort, value: &Bv) -> Result<Term> {
    let small = (value.unsigned().to_u64(), value.signed().to_i64());
    match (rng.index(6), small) {
        (0, (Some(small), _)) => session.mk_bv_value_uint64(sort, small),
        (1, (_, Some(small))) => session.mk_bv_value_int64(sort, small),
        (2, _) => session.mk_bv_value(sort, &value.binary(), 2),
        (3, _) => session.mk_bv_value(sort, &value.unsigned().to_str_radix(16), 16),
        (4, _) => session.mk_bv_value(sort, &value.signed().to_string(), 10),
        _ => session.mk_bv_value(sort, &value.unsigned().to_string(), 10),
    }
}

/// The value of this name, if the API has a function for it.
pub(super) fn write_special(session: &Session, sort: Sort, name: &str) -> Option<Result<Term>> {
    Some(match name {
        "bv.zero" => session.mk_bv_zero(sort),
        "bv.one" => session.mk_bv_one(sort),
        "bv.ones" => session.mk_bv_ones(sort),
        "bv-min-signed" => session.mk_bv_min_signed(sort),
        "bv-max-signed" => session.mk_bv_max_signed(sort),
        "nan" => session.mk_fp_nan(sort),
        "+oo" => session.mk_fp_pos_inf(sort),
        "-oo" => session.mk_fp_neg_inf(sort),
        "+zero" => session.mk_fp_pos_zero(sort),
        "-zero" => session.mk_fp_neg_zero(sort),
        _ => return None,
    })
}

fn write_fp(session: &Session, rng: &mut Rng, sort: Sort, value: &Fp) -> Result<Term> {
    if rng.coin()
        && let Some(special) = value.name().and_then(|n| write_special(session, sort, n))
    {
        return special;
    }
    if rng.chance(25)
        && let Some((numerator, denominator)) = fraction(value)
    {
        // The number is in the format, so that it is not rounded.
        let mode = rng.pick(&MODES).map_or(Rm::Rne, |(mode, _)| *mode);
        let mode = write_mode(session, mode)?;
        return match rng.coin() && denominator == BigUint::from(1u32) {
            true => session.mk_fp_from_real(sort, mode, &numerator.to_string()),
            false => {
                let parts = (numerator.to_string(), denominator.to_string());
                session.mk_fp_from_rational(sort, mode, &parts.0, &parts.1)
            }
        };
    }
    let mut terms = Vec::with_capacity(3);
    for field in value.fields() {
        let sort = session.mk_bv_sort(field.width().into())?;
        terms.push(write_bv(session, rng, sort, &field)?);
    }
    match terms[..] {
        [sign, exponent, fraction] => session.mk_fp_value(sign, exponent, fraction),
        _ => Err(Error::Unsupported("a number without fields".to_owned())),
    }
}

/// A number as a fraction. `None` for zero, for infinity and NaN, and for large parts.
fn fraction(value: &Fp) -> Option<(BigInt, BigUint)> {
    let (significand, exponent) = value.parts()?;
    if value.is_zero() || value.is_nan() || value.is_infinite() || exponent.abs() > 200 {
        return None;
    }
    let shift = exponent.unsigned_abs();
    let (numerator, denominator) = if exponent < 0 {
        (significand, BigUint::from(1u32) << shift)
    } else {
        (significand << shift, BigUint::from(1u32))
    };
    let numerator = BigInt::from(numerator);
    let numerator = if value.is_negative() {
        -numerator
    } else {
        numerator
    };
    Some((numerator, denominator))
}

fn write_mode(session: &Session, mode: Rm) -> Result<Term> {
    let row = MODES.iter().find(|(known, _)| *known == mode);
    session.mk_rm_value(row.map(|(_, number)| *number).unwrap_or_default())
}

/// Reads a literal. `None` if the sort of `term` has no literals. Several getters must agree.
pub(super) fn read(session: &Session, rng: &mut Rng, term: Term) -> Result<Option<Value>> {
    if !session.term_is_value(term)? {
        return Ok(None);
    }
    let kinds = (
        session.term_is_bv_value(term)?,
        session.term_is_fp_value(term)?,
        session.term_is_rm_value(term)?,
        session.term_is_bool(term)?,
    );
    match kinds {
        (true, false, false, false) => Ok(Some(Value::Bv(read_bv(session, rng, term)?))),
        (false, true, false, false) => Ok(Some(Value::Fp(read_fp(session, rng, term)?))),
        (false, false, true, false) => Ok(Some(Value::Rm(read_mode(session, term)?))),
        (false, false, false, true) => Ok(Some(Value::Bool(read_bool(session, term)?))),
        (false, false, false, false) => Ok(None),
        _ => VALUE_KINDS.fails(session.term_to_string(term)?),
    }
}

fn read_bool(session: &Session, term: Term) -> Result<bool> {
    let value = session.term_value_get_bool(term)?;
    let said = (session.term_is_true(term)?, session.term_is_false(term)?);
    agree("by what it is", &said, &(value, !value), &value)?;
    agree(
        "as text",
        &session.term_value_get_str(term)?,
        &value.to_string(),
        &value,
    )?;
    Ok(value)
}

fn read_bv(session: &Session, rng: &mut Rng, term: Term) -> Result<Bv> {
    let width = u32::try_from(session.term_bv_get_size(term)?).unwrap_or(u32::MAX);
    let value = models::read_bv(rng, width, |base| {
        session.term_value_get_str_fmt(term, base)
    })?;
    let text = value.binary();
    agree("as text", &session.term_value_get_str(term)?, &text, &text)?;
    let (bits, ones) = (value.unsigned(), (BigUint::from(1u32) << width) - 1u32);
    let highest = BigUint::from(1u32) << (width - 1);
    let is = [
        *bits == BigUint::ZERO,
        *bits == BigUint::from(1u32),
        *bits == ones,
        *bits == highest,
        *bits == ones - highest,
    ];
    let said = [
        session.term_is_bv_value_zero(term)?,
        session.term_is_bv_value_one(term)?,
        session.term_is_bv_value_ones(term)?,
        session.term_is_bv_value_min_signed(term)?,
        session.term_is_bv_value_max_signed(term)?,
    ];
    agree("by what it is", &said, &is, &text)?;
    Ok(value)
}

/// The fields of a floating-point number, in base 2 or 10.
fn fp_fields(session: &Session, term: Term, base: u8) -> Result<[String; 3]> {
    let (sign, exponent, significand) = session.term_value_get_fp_ieee(term, base)?;
    Ok([sign, exponent, significand].map(Option::unwrap_or_default))
}

fn read_fp(session: &Session, rng: &mut Rng, term: Term) -> Result<Fp> {
    let width = |width: u64| u32::try_from(width).unwrap_or(u32::MAX);
    let format = Format::new(
        width(session.term_fp_get_exp_size(term)?),
        width(session.term_fp_get_sig_size(term)?),
    );
    let fields = fp_fields(session, term, 2)?;
    let Some(value) = Fp::parse(format, &fields.concat()) else {
        return VALUE_FP.fails(format!("{fields:?}"));
    };
    let said = [
        session.term_is_fp_value_nan(term)?,
        session.term_is_fp_value_pos_inf(term)?,
        session.term_is_fp_value_neg_inf(term)?,
        session.term_is_fp_value_pos_zero(term)?,
        session.term_is_fp_value_neg_zero(term)?,
    ];
    let is = Fp::NAMES.map(|name| value.name() == Some(name));
    agree("by what it is", &said, &is, &value)?;
    // NaN has one name and many bit patterns.
    if !value.is_nan() {
        let base = if rng.coin() { 10 } else { 16 };
        let radix = u32::from(base);
        let fields = fp_fields(session, term, base)?;
        let said = fields.map(|text| BigUint::parse_bytes(text.as_bytes(), radix));
        let is = value.fields().map(|field| Some(field.unsigned().clone()));
        agree(&format!("in base {base}"), &said, &is, &value)?;
    }
    // The library has this text for formats below 64 bits. Special values have names.
    if format.exponent < 64
        && format.significand < 64
        && session.term_fp_value_to_real_string(term)?.is_empty()
    {
        return VALUE_FP_TEXT.fails(value.to_string());
    }
    Ok(value)
}

fn read_mode(session: &Session, term: Term) -> Result<Rm> {
    let number = session.term_value_get_rm(term)?;
    let Some((mode, _)) = MODES.iter().find(|(_, known)| *known == number).copied() else {
        return VALUE_RM.fails(format!("number {number}"));
    };
    let said = [
        session.term_is_rm_value_rne(term)?,
        session.term_is_rm_value_rna(term)?,
        session.term_is_rm_value_rtn(term)?,
        session.term_is_rm_value_rtp(term)?,
        session.term_is_rm_value_rtz(term)?,
    ];
    let is = MODES.map(|(known, _)| known == mode);
    agree("by what it is", &said, &is, &mode.name())?;
    agree(
        "as text",
        &session.term_value_get_str(term)?.as_str(),
        &mode.name(),
        &mode.name(),
    )?;
    Ok(mode)
}

/// Converts a real to a floating-point number. The real is near the numbers of small formats. It
/// depends on the format alone, because terms with the same operator and the same arguments must be
/// equal. The API takes it as an integer, a decimal, or a fraction in two parts.
pub(super) fn near_real(session: &Session, sort: Sort, mode: Term) -> Result<Term> {
    let format = [
        session.sort_fp_get_exp_size(sort)?,
        session.sort_fp_get_sig_size(sort)?,
    ];
    let rng = &mut Rng::new(format[0] << 32 | format[1]);
    let sign = if rng.chance(30) { "-" } else { "" };
    let digits = 1 + rng.index(12) as u32;
    let number = rng.below(10u64.pow(digits));
    match rng.index(3) {
        0 => session.mk_fp_from_real(sort, mode, &format!("{sign}{number}")),
        1 => {
            let places = 1 + rng.index(8) as u32;
            let decimals = rng.below(10u64.pow(places));
            session.mk_fp_from_real(sort, mode, &format!("{sign}{number}.{decimals}"))
        }
        _ => {
            let bits = 1 + rng.index(40);
            let denominator = 1 + rng.below(1 << bits);
            let numerator = format!("{sign}{number}");
            session.mk_fp_from_rational(sort, mode, &numerator, &denominator.to_string())
        }
    }
}
