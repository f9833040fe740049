//! Writes and reads floating-point numbers and rounding modes.

use super::super::checks::{FLOAT_CLASS, FLOAT_FIELDS, FLOAT_PART};
use crate::z3::ffi::{Ast, Context, Sort};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use murxla_fsm::value::{Bv, Format, Fp, Rm, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::rc::Rc;

/// Formats of machines, for which Z3 has functions.
const SINGLE: (u32, u32) = (8, 24);
const DOUBLE: (u32, u32) = (11, 53);

/// The largest exponent of numbers that are written as decimals. Others have many digits.
const DECIMAL: i64 = 64;

/// Makes a number, in one of the ways that fit it.
pub(super) fn write(cx: &Rc<Context>, rng: &mut Rng, sort: &Sort, value: &Fp) -> Result<Ast> {
    if value.name().is_some() && rng.chance(70) {
        return if value.is_nan() {
            cx.mk_fpa_nan(sort)
        } else if value.is_infinite() {
            cx.mk_fpa_inf(sort, value.is_negative())
        } else {
            cx.mk_fpa_zero(sort, value.is_negative())
        };
    }
    let format = value.format();
    let known = (format.exponent, format.significand);
    match rng.below(7) {
        0 if known == SINGLE => {
            if let Some(bits) = value.bits().to_u32() {
                return cx.mk_fpa_numeral_float(f32::from_bits(bits), sort);
            }
        }
        0 | 1 if known == DOUBLE => {
            if let Some(bits) = value.bits().to_u64() {
                return cx.mk_fpa_numeral_double(f64::from_bits(bits), sort);
            }
        }
        2 => {
            if let Some((exponent, fraction)) = fields(value) {
                return cx.mk_fpa_numeral_int64_uint64(
                    value.is_negative(),
                    exponent,
                    fraction,
                    sort,
                );
            }
        }
        3 => {
            if let Some(decimal) = decimal(value) {
                return cx.mk_numeral(&decimal, sort);
            }
        }
        4 => return cx.mk_fpa_to_fp_bv(&bv(cx, rng, &all_bits(value))?, sort),
        _ => {}
    }
    let [sign, exponent, fraction] = value.fields();
    cx.mk_fpa_fp(
        &bv(cx, rng, &sign)?,
        &bv(cx, rng, &exponent)?,
        &bv(cx, rng, &fraction)?,
    )
}

fn bv(cx: &Rc<Context>, rng: &mut Rng, value: &Bv) -> Result<Ast> {
    super::write_bv(cx, rng, &cx.mk_bv_sort(value.width())?, value)
}

fn all_bits(value: &Fp) -> Bv {
    Bv::new(value.format().width(), value.bits().clone())
}

/// The exponent without bias and the significand without hidden bit, if the number is finite and
/// they fit.
fn fields(value: &Fp) -> Option<(i64, u64)> {
    let [_, exponent, fraction] = value.fields();
    let bias = 1i64
        .checked_shl(value.format().exponent - 1)?
        .checked_sub(1)?;
    let finite = !value.is_nan() && !value.is_infinite();
    let exponent = exponent.unsigned().to_i64().filter(|_| finite)?;
    Some((exponent - bias, fraction.unsigned().to_u64()?))
}

/// All decimal digits of a number other than zero, if there are not too many.
fn decimal(value: &Fp) -> Option<String> {
    let (significand, exponent) = value.parts()?;
    let finite = !value.is_nan() && !value.is_infinite() && !value.is_zero();
    (finite && exponent.abs() <= DECIMAL).then_some(())?;
    let unit = BigInt::from(1) << exponent.unsigned_abs();
    let mut number = BigRational::from_integer(significand.into());
    if exponent < 0 {
        number /= unit;
    } else {
        number *= unit;
    }
    super::decimal(&if value.is_negative() { -number } else { number })
}

/// Makes a rounding mode.
pub(super) fn write_mode(cx: &Rc<Context>, rng: &mut Rng, mode: Rm) -> Result<Ast> {
    match (mode, rng.coin()) {
        (Rm::Rne, false) => cx.mk_fpa_rne(),
        (Rm::Rne, true) => cx.mk_fpa_round_nearest_ties_to_even(),
        (Rm::Rna, false) => cx.mk_fpa_rna(),
        (Rm::Rna, true) => cx.mk_fpa_round_nearest_ties_to_away(),
        (Rm::Rtp, false) => cx.mk_fpa_rtp(),
        (Rm::Rtp, true) => cx.mk_fpa_round_toward_positive(),
        (Rm::Rtn, false) => cx.mk_fpa_rtn(),
        (Rm::Rtn, true) => cx.mk_fpa_round_toward_negative(),
        (Rm::Rtz, false) => cx.mk_fpa_rtz(),
        (Rm::Rtz, true) => cx.mk_fpa_round_toward_zero(),
    }
}

/// Reads a rounding mode. `None` if `term` is not a literal. Each rounding mode is one term in Z3.
pub(super) fn read_mode(cx: &Rc<Context>, term: &Ast) -> Result<Option<Rm>> {
    let modes = [
        cx.mk_fpa_rne()?,
        cx.mk_fpa_rna()?,
        cx.mk_fpa_rtp()?,
        cx.mk_fpa_rtn()?,
        cx.mk_fpa_rtz()?,
    ];
    let place = modes.iter().position(|mode| mode == term);
    Ok(place.map(|place| Rm::ALL[place].0))
}

/// Reads a number. `None` if `term` is not a literal. Several getters must agree.
pub(super) fn read(cx: &Rc<Context>, sort: &Sort, term: &Ast) -> Result<Option<Fp>> {
    if !cx.is_numeral_ast(term)? {
        return Ok(None);
    }
    let format = Format::new(cx.fpa_get_ebits(sort)?, cx.fpa_get_sbits(sort)?);
    // The getter returns another exponent for infinity.
    let value = if cx.fpa_is_numeral_nan(term)? {
        Fp::nan(format)
    } else if cx.fpa_is_numeral_inf(term)? {
        Fp::infinity(format, cx.fpa_is_numeral_negative(term)?)
    } else {
        let negative = cx.fpa_is_numeral_negative(term)?;
        let exponent = bits(cx, &cx.fpa_get_numeral_exponent_bv(term, true)?)?;
        let fraction = bits(cx, &cx.fpa_get_numeral_significand_bv(term)?)?;
        let exponent = exponent.unsigned() << format.fraction();
        Fp::signed(format, negative, exponent | fraction.unsigned())
    };
    let said = [
        cx.fpa_is_numeral_inf(term)?,
        cx.fpa_is_numeral_zero(term)?,
        cx.fpa_is_numeral_normal(term)?,
        cx.fpa_is_numeral_subnormal(term)?,
        !value.is_nan() && cx.fpa_is_numeral_positive(term)?,
    ];
    let is = [
        value.is_infinite(),
        value.is_zero(),
        value.is_normal(),
        value.is_subnormal(),
        !value.is_nan() && !value.is_negative(),
    ];
    if said != is {
        return FLOAT_CLASS.fails(format!(
            "{value} is infinite, zero, normal, subnormal, positive: {said:?}"
        ));
    }
    let expected = fields(&value).filter(|_| value.is_normal());
    match cx.fp_fields(term, false) {
        Ok(Some(said)) if expected.is_some_and(|expected| expected != said) => {
            FLOAT_FIELDS.fails(format!("{value} has {said:?}"))
        }
        _ => Ok(Some(value)),
    }
}

fn bits(cx: &Rc<Context>, term: &Ast) -> Result<Bv> {
    match super::read(cx, term)? {
        Some(Value::Bv(bits)) => Ok(bits),
        _ => FLOAT_PART.fails(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use num_traits::One;

    /// Exponents may be wider than machine words.
    #[test]
    fn fields_of_wide_exponents() {
        let one = |exponent: u32| {
            let format = Format::new(exponent, 4);
            let bias = (BigUint::one() << (exponent - 1)) - 1u32;
            fields(&Fp::signed(format, false, bias << format.fraction()))
        };
        for exponent in [2, 5, 11, 32, 33, 34, 62] {
            assert_eq!(one(exponent), Some((0, 0)), "{exponent}");
        }
        assert_eq!(one(70), None);
    }
}
