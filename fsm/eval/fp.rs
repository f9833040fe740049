//! Theory FloatingPoint: exact results, rounded once.
//!
//! A finite number is represented as significand · 2^exponent, so that sums and products are exact
//! integers. Quotients, square roots and real numbers are fractions until `round`. Results that the
//! standard leaves to each model are unknown: minima and maxima of zeros with different signs, and
//! conversions of values that the target sort does not have.

use super::MAX_BITS;
use crate::op::*;
use crate::value::{Bv, Format, Fp, Rm, Value};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

pub(super) fn apply(op: Op, indices: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Fp(a)] => unary(op, indices, a),
        [Value::Fp(a), Value::Fp(b)] if a.format() == b.format() => binary(op, a, b),
        [Value::Rm(rm), operands @ ..] => rounded(op, indices, *rm, operands),
        [Value::Bv(sign), Value::Bv(exponent), Value::Bv(fraction)] if op == FP_FP => {
            let format = legal(exponent.width(), fraction.width().checked_add(1)?)?;
            let bits = (sign.unsigned() << exponent.width()) | exponent.unsigned();
            let bits = (bits << fraction.width()) | fraction.unsigned();
            (sign.width() == 1).then(|| Value::Fp(Fp::new(format, bits)))
        }
        [Value::Bv(bits)] if op == FP_TO_FP_FROM_BV => {
            let format = target(indices)?;
            (bits.width() == format.width())
                .then(|| Value::Fp(Fp::new(format, bits.unsigned().clone())))
        }
        _ => None,
    }
}

fn unary(op: Op, indices: &[u32], a: &Fp) -> Option<Value> {
    let truth = match (op, indices) {
        (FP_ABS, []) => return Some(Value::Fp(with_sign(a, false))),
        (FP_NEG, []) => return Some(Value::Fp(negated(a))),
        (FP_TO_REAL, []) => return real(a),
        (FP_IS_NORMAL, []) => a.is_normal(),
        (FP_IS_SUBNORMAL, []) => a.is_subnormal(),
        (FP_IS_ZERO, []) => a.is_zero(),
        (FP_IS_INF, []) => a.is_infinite(),
        (FP_IS_NAN, []) => a.is_nan(),
        (FP_IS_NEG, []) => !a.is_nan() && a.is_negative(),
        (FP_IS_POS, []) => !a.is_nan() && !a.is_negative(),
        _ => return None,
    };
    Some(Value::Bool(truth))
}

/// `a` and `b` have the same format.
fn binary(op: Op, a: &Fp, b: &Fp) -> Option<Value> {
    let order = order(a, b);
    let truth = match op {
        FP_LEQ => order.is_some_and(Ordering::is_le),
        FP_LT => order.is_some_and(Ordering::is_lt),
        FP_GEQ => order.is_some_and(Ordering::is_ge),
        FP_GT => order.is_some_and(Ordering::is_gt),
        FP_EQ => order.is_some_and(Ordering::is_eq),
        FP_REM => return remainder(a, b).map(Value::Fp),
        FP_MIN | FP_MAX => return extreme(op == FP_MIN, a, b).map(Value::Fp),
        _ => return None,
    };
    Some(Value::Bool(truth))
}

fn rounded(op: Op, indices: &[u32], rm: Rm, operands: &[&Value]) -> Option<Value> {
    let value = match operands {
        [Value::Fp(a)] => match op {
            FP_SQRT => square_root(rm, a)?,
            FP_RTI => integral(rm, a)?,
            FP_TO_FP_FROM_FP => converted(target(indices)?, rm, a)?,
            FP_TO_UBV | FP_TO_SBV => return bits(op == FP_TO_SBV, indices, rm, a),
            _ => return None,
        },
        [Value::Fp(a), Value::Fp(b)] if a.format() == b.format() => match op {
            FP_ADD => sum(rm, a, b)?,
            FP_SUB => sum(rm, a, &negated(b))?,
            FP_MUL => product(rm, a, b)?,
            FP_DIV => quotient(rm, a, b)?,
            _ => return None,
        },
        [Value::Fp(a), Value::Fp(b), Value::Fp(c)] if op == FP_FMA => {
            (a.format() == b.format() && b.format() == c.format()).then_some(())?;
            fused(rm, a, b, c)?
        }
        [Value::Real(a)] if op == FP_TO_FP_FROM_REAL => {
            let magnitude = a.numer().magnitude().clone();
            let number =
                Fraction::new(a.is_negative(), magnitude, 0).divided_by(a.denom().magnitude());
            number.round(target(indices)?, rm)
        }
        [Value::Bv(a)] if matches!(op, FP_TO_FP_FROM_SBV | FP_TO_FP_FROM_UBV) => {
            (1..=MAX_BITS).contains(&a.width()).then_some(())?;
            let integer = if op == FP_TO_FP_FROM_SBV {
                a.signed()
            } else {
                BigInt::from(a.unsigned().clone())
            };
            let number = Fraction::new(integer.is_negative(), integer.magnitude().clone(), 0);
            number.round(target(indices)?, rm)
        }
        _ => return None,
    };
    Some(Value::Fp(value))
}

/// The format with these widths, if it is small enough to compute with.
fn legal(exponent: u32, significand: u32) -> Option<Format> {
    let fits =
        (2..=Format::MAX_EXPONENT).contains(&exponent) && (2..=MAX_BITS).contains(&significand);
    fits.then(|| Format::new(exponent, significand))
}

fn target(indices: &[u32]) -> Option<Format> {
    match indices {
        [exponent, significand] => legal(*exponent, *significand),
        _ => None,
    }
}

/// A real number: a sign and numerator / denominator · 2^exponent.
struct Fraction {
    negative: bool,
    numerator: BigUint,
    denominator: BigUint,
    exponent: i64,
}

impl Fraction {
    fn new(negative: bool, numerator: BigUint, exponent: i64) -> Self {
        Self {
            negative,
            numerator,
            denominator: BigUint::one(),
            exponent,
        }
    }

    /// The value of a finite number.
    fn of(a: &Fp) -> Option<Self> {
        legal(a.format().exponent, a.format().significand)?;
        let (significand, exponent) = a.parts()?;
        Some(Self::new(a.is_negative(), significand, exponent))
    }

    fn divided_by(mut self, denominator: &BigUint) -> Self {
        self.denominator *= denominator;
        self
    }

    /// Numerator and denominator of the absolute value in units of 2^`unit`.
    fn in_units(&self, unit: i64) -> (BigUint, BigUint) {
        let (numerator, denominator) = (self.numerator.clone(), self.denominator.clone());
        let by = self.exponent - unit;
        if by < 0 {
            (numerator, denominator << by.unsigned_abs())
        } else {
            (numerator << by.unsigned_abs(), denominator)
        }
    }

    /// The absolute value of the integer to which the mode rounds.
    fn integer(&self, rm: Rm) -> BigUint {
        let (numerator, denominator) = self.in_units(0);
        divided(&numerator, &denominator, self.negative, rm)
    }

    /// The number of the format to which the mode rounds. A zero keeps its sign.
    fn round(&self, format: Format, rm: Rm) -> Fp {
        if self.numerator.is_zero() {
            return Fp::zero(format, self.negative);
        }
        let bits = |n: &BigUint| i64::try_from(n.bits()).unwrap_or(i64::MAX);
        // The absolute value is less than 2^(log + 1) and greater than 2^(log - 1).
        let log = bits(&self.numerator) - bits(&self.denominator) + self.exponent;
        // The exponent of the lowest bit of the result. It is at least that of subnormal numbers.
        let lowest = format.lowest();
        let mut unit = lowest.max(log - 1 - i64::from(format.fraction()));
        let (numerator, mut denominator) = self.in_units(unit);
        if numerator >= &denominator << format.significand {
            unit += 1;
            denominator <<= 1u32;
        }
        let significand = divided(&numerator, &denominator, self.negative, rm);
        // The hidden bit, and a carry from rounding, each add one to the exponent field.
        let steps = BigUint::from((unit - lowest).unsigned_abs());
        let magnitude = (steps << format.fraction()) + significand;
        let infinity = format.infinity();
        let magnitude = if magnitude < infinity {
            magnitude
        } else if rounds_away(rm, self.negative).unwrap_or(true) {
            infinity
        } else {
            infinity - 1u32
        };
        Fp::signed(format, self.negative, magnitude)
    }
}

/// Whether a directed rounding mode rounds away from zero. `None` for modes that round to nearest.
fn rounds_away(rm: Rm, negative: bool) -> Option<bool> {
    match rm {
        Rm::Rne | Rm::Rna => None,
        Rm::Rtp => Some(!negative),
        Rm::Rtn => Some(negative),
        Rm::Rtz => Some(false),
    }
}

/// The quotient, rounded to an integer. `negative` is the sign of the number that is rounded.
fn divided(numerator: &BigUint, denominator: &BigUint, negative: bool, rm: Rm) -> BigUint {
    let (quotient, rest) = numerator.div_rem(denominator);
    let outward = rounds_away(rm, negative).map(|outward| outward && !rest.is_zero());
    let outward = outward.unwrap_or_else(|| match (rest << 1u32).cmp(denominator) {
        Ordering::Less => false,
        Ordering::Equal => rm == Rm::Rna || quotient.is_odd(),
        Ordering::Greater => true,
    });
    quotient + BigUint::from(outward)
}

fn signed(negative: bool, magnitude: BigUint) -> BigInt {
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    BigInt::from_biguint(sign, magnitude)
}

fn with_sign(a: &Fp, negative: bool) -> Fp {
    Fp::signed(a.format(), negative, a.magnitude())
}

fn negated(a: &Fp) -> Fp {
    with_sign(a, !a.is_negative())
}

/// The order of two numbers. Zeros are equal. `None` if one is NaN.
fn order(a: &Fp, b: &Fp) -> Option<Ordering> {
    let key = |a: &Fp| (!a.is_nan()).then(|| signed(a.is_negative(), a.magnitude()));
    Some(key(a)?.cmp(&key(b)?))
}

fn extreme(least: bool, a: &Fp, b: &Fp) -> Option<Fp> {
    let Some(order) = order(a, b) else {
        let other = if a.is_nan() { b } else { a };
        return Some(other.clone());
    };
    match order {
        Ordering::Equal => (a == b).then(|| a.clone()),
        order => {
            let extreme = if order.is_lt() == least { a } else { b };
            Some(extreme.clone())
        }
    }
}

/// The exact sum. The sum of opposite numbers is +0, or -0 if the mode rounds toward -∞.
fn added(rm: Rm, a: &Fraction, b: &Fraction) -> Fraction {
    let unit = a.exponent.min(b.exponent);
    let integer = |a: &Fraction| signed(a.negative, a.in_units(unit).0);
    let sum = integer(a) + integer(b);
    let negative = match sum.sign() {
        Sign::NoSign if a.negative == b.negative => a.negative,
        Sign::NoSign => rm == Rm::Rtn,
        sign => sign == Sign::Minus,
    };
    Fraction::new(negative, sum.into_parts().1, unit)
}

fn sum(rm: Rm, a: &Fp, b: &Fp) -> Option<Fp> {
    let format = a.format();
    Some(match (a.is_infinite(), b.is_infinite()) {
        _ if a.is_nan() || b.is_nan() => Fp::nan(format),
        (true, true) if a != b => Fp::nan(format),
        (true, _) => a.clone(),
        (_, true) => b.clone(),
        _ => added(rm, &Fraction::of(a)?, &Fraction::of(b)?).round(format, rm),
    })
}

/// The exact product of finite numbers.
fn multiplied(a: &Fp, b: &Fp) -> Option<Fraction> {
    let (a, b) = (Fraction::of(a)?, Fraction::of(b)?);
    let (negative, exponent) = (a.negative != b.negative, a.exponent + b.exponent);
    Some(Fraction::new(negative, a.numerator * b.numerator, exponent))
}

/// The product, if at least one of the numbers is not finite.
fn infinite_product(a: &Fp, b: &Fp) -> Option<Fp> {
    let format = a.format();
    if a.is_nan() || b.is_nan() {
        return Some(Fp::nan(format));
    }
    (a.is_infinite() || b.is_infinite()).then(|| {
        if a.is_zero() || b.is_zero() {
            Fp::nan(format)
        } else {
            Fp::infinity(format, a.is_negative() != b.is_negative())
        }
    })
}

fn product(rm: Rm, a: &Fp, b: &Fp) -> Option<Fp> {
    match infinite_product(a, b) {
        Some(product) => Some(product),
        None => Some(multiplied(a, b)?.round(a.format(), rm)),
    }
}

fn fused(rm: Rm, a: &Fp, b: &Fp, c: &Fp) -> Option<Fp> {
    match infinite_product(a, b) {
        Some(product) => sum(rm, &product, c),
        None if c.is_nan() || c.is_infinite() => Some(c.clone()),
        None => Some(added(rm, &multiplied(a, b)?, &Fraction::of(c)?).round(a.format(), rm)),
    }
}

fn quotient(rm: Rm, a: &Fp, b: &Fp) -> Option<Fp> {
    let (format, negative) = (a.format(), a.is_negative() != b.is_negative());
    let undefined = a.is_infinite() && b.is_infinite() || a.is_zero() && b.is_zero();
    if undefined || a.is_nan() || b.is_nan() {
        return Some(Fp::nan(format));
    }
    if a.is_infinite() || b.is_zero() {
        return Some(Fp::infinity(format, negative));
    }
    if b.is_infinite() {
        return Some(Fp::zero(format, negative));
    }
    let (mut quotient, b) = (Fraction::of(a)?, Fraction::of(b)?);
    quotient.negative = negative;
    quotient.exponent -= b.exponent;
    Some(quotient.divided_by(&b.numerator).round(format, rm))
}

fn square_root(rm: Rm, a: &Fp) -> Option<Fp> {
    if a.is_nan() || a.is_zero() {
        return Some(a.clone());
    }
    if a.is_negative() {
        return Some(Fp::nan(a.format()));
    }
    if a.is_infinite() {
        return Some(a.clone());
    }
    let format = a.format();
    let Fraction {
        numerator,
        exponent,
        ..
    } = Fraction::of(a)?;
    // The root has two bits more than the result, and a last bit that is set if the root is
    // inexact.
    let half = i64::from(format.significand) + 2;
    let odd = exponent.rem_euclid(2);
    let square = numerator << (2 * half + odd).unsigned_abs();
    let exponent = (exponent - odd) / 2 - half;
    let root = square.sqrt();
    let inexact = BigUint::from(&root * &root != square);
    Some(Fraction::new(false, (root << 1u32) + inexact, exponent - 1).round(format, rm))
}

/// x - y * n, where n is the integer nearest to x / y, and the even one if there are two. The
/// result is exact.
fn remainder(x: &Fp, y: &Fp) -> Option<Fp> {
    let format = x.format();
    if x.is_nan() || y.is_nan() || x.is_infinite() || y.is_zero() {
        return Some(Fp::nan(format));
    }
    if y.is_infinite() || x.is_zero() {
        return Some(x.clone());
    }
    let (a, b) = (Fraction::of(x)?, Fraction::of(y)?);
    let unit = a.exponent.min(b.exponent);
    let (a, b) = (a.in_units(unit).0, b.in_units(unit).0);
    let rest = BigInt::from(divided(&a, &b, false, Rm::Rne) * b) - BigInt::from(a);
    // The sign is that of x, or the opposite one if n was rounded up. A zero has the sign of x.
    let negative = x.is_negative() != rest.is_positive();
    let rest = Fraction::new(negative, rest.into_parts().1, unit);
    Some(rest.round(format, Rm::Rne))
}

fn integral(rm: Rm, a: &Fp) -> Option<Fp> {
    if a.is_nan() || a.is_infinite() {
        return Some(a.clone());
    }
    let integer = Fraction::of(a)?.integer(rm);
    Some(Fraction::new(a.is_negative(), integer, 0).round(a.format(), rm))
}

fn converted(format: Format, rm: Rm, a: &Fp) -> Option<Fp> {
    if a.is_nan() {
        return Some(Fp::nan(format));
    }
    if a.is_infinite() {
        return Some(Fp::infinity(format, a.is_negative()));
    }
    Some(Fraction::of(a)?.round(format, rm))
}

/// The bit-vector with the value of the rounded number, read as signed or unsigned. `None` if there
/// is none.
fn bits(is_signed: bool, indices: &[u32], rm: Rm, a: &Fp) -> Option<Value> {
    let [width @ 1..=MAX_BITS] = indices else {
        return None;
    };
    if a.is_nan() || a.is_infinite() {
        return None;
    }
    let integer = signed(a.is_negative(), Fraction::of(a)?.integer(rm));
    let bv = Bv::from_int(*width, &integer);
    let back = if is_signed {
        bv.signed()
    } else {
        BigInt::from(bv.unsigned().clone())
    };
    (back == integer).then_some(Value::Bv(bv))
}

fn real(a: &Fp) -> Option<Value> {
    if a.is_nan() || a.is_infinite() {
        return None;
    }
    let number = Fraction::of(a)?;
    let (numerator, denominator) = number.in_units(0);
    let real = BigRational::new(signed(number.negative, numerator), denominator.into());
    let bits = real.numer().bits().max(real.denom().bits());
    (bits <= u64::from(MAX_BITS)).then_some(Value::Real(real))
}
