//! Operators that only Yices has, with their values. Their names are those of the C++ original.

use crate::shared::encoding::extension_ops;
use crate::yices::ffi::Api;
use crate::yices::ops::Encoding::{self, Idx1, Made, Un};
use murxla_fsm::eval::MAX_BITS;
use murxla_fsm::rng::Rng;
use murxla_fsm::value::{Bv, Value};
use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, Zero};

#[rustfmt::skip]
extension_ops! { "yices-OP_";
    BVSQUARE     "bv-square"       Bv   "(BV n) -> (BV n)"               => Un(Api::bvsquare), |_, a| bits(a, |a| a * a);
    BVPOWER      "bv-pow"          Bv   "{k 0..~8} (BV n) -> (BV n)"     => Idx1(Api::bvpower), |k, a| shifted(k, a, |a, k, n| a.modpow(&k.into(), &(BigUint::one() << n)));
    REDAND       "bv-redand"       Bv   "(BV n) -> (BV 1)"               => Un(Api::redand), |_, a| bit(word(a)?.unsigned().count_ones() == u64::from(word(a)?.width()));
    REDOR        "bv-redor"        Bv   "(BV n) -> (BV 1)"               => Un(Api::redor), |_, a| bit(!word(a)?.unsigned().is_zero());
    SHIFT_LEFT0  "bv-shift-left0"  Bv   "{k 0..n} (BV n) -> (BV n)"      => Idx1(Api::shift_left0), |k, a| shifted(k, a, |a, k, _| a << k);
    SHIFT_LEFT1  "bv-shift-left1"  Bv   "{k 0..n} (BV n) -> (BV n)"      => Idx1(Api::shift_left1), |k, a| shifted(k, a, |a, k, _| (a << k) | ones(k));
    SHIFT_RIGHT0 "bv-shift-right0" Bv   "{k 0..n} (BV n) -> (BV n)"      => Idx1(Api::shift_right0), |k, a| shifted(k, a, |a, k, _| a >> k);
    SHIFT_RIGHT1 "bv-shift-right1" Bv   "{k 0..n} (BV n) -> (BV n)"      => Idx1(Api::shift_right1), |k, a| shifted(k, a, |a, k, n| (a >> k) | ones(k) << (n - k));
    ASHIFT_RIGHT "bv-ashift-right" Bv   "{k 0..n} (BV n) -> (BV n)"      => Idx1(Api::ashift_right), |k, a| Some(Value::Bv(Bv::from_int(word(a)?.width(), &(word(a)?.signed() >> *k.first()?))));
    BITEXTRACT   "bit"             Bv   "{k 0..n-1} (BV n) -> Bool"      => Idx1(Api::bitextract), |k, a| Some(Value::Bool(word(a)?.unsigned().bit(u64::from(*k.first()?))));
    BVARRAY      "bool-to-bv"      Bv   "Bool -> (BV 1)"                 => Un(|api, a| api.bvarray(&[a])), |_, a| bit(**a.first()? == Value::Bool(true));
    INT_EQ0      "=0"              Int  "Int -> Bool"                    => Un(Api::arith_eq0_atom), |_, a| sign(a, |sign| sign == Sign::NoSign);
    INT_NEQ0     "/=0"             Int  "Int -> Bool"                    => Un(Api::arith_neq0_atom), |_, a| sign(a, |sign| sign != Sign::NoSign);
    INT_GEQ0     ">=0"             Int  "Int -> Bool"                    => Un(Api::arith_geq0_atom), |_, a| sign(a, |sign| sign != Sign::Minus);
    INT_GT0      ">0"              Int  "Int -> Bool"                    => Un(Api::arith_gt0_atom), |_, a| sign(a, |sign| sign == Sign::Plus);
    INT_LEQ0     "<=0"             Int  "Int -> Bool"                    => Un(Api::arith_leq0_atom), |_, a| sign(a, |sign| sign != Sign::Plus);
    INT_LT0      "<0"              Int  "Int -> Bool"                    => Un(Api::arith_lt0_atom), |_, a| sign(a, |sign| sign == Sign::Minus);
    INT_POWER    "^"               Int  "{k 0..3} Int -> Int :nonlinear" => Idx1(Api::power), |k, a| int(number(a)?.pow(*k.first()? as i32));
    INT_SQUARE   "square"          Int  "Int -> Int :nonlinear"          => Un(Api::square), |_, a| int(number(a)?.pow(2));
    INT_CEIL     "ceil"            Int  "Int -> Int"                     => Un(Api::ceil), |_, a| int(number(a)?);
    INT_FLOOR    "floor"           Int  "Int -> Int"                     => Un(Api::floor), |_, a| int(number(a)?);
    INT_POLY     "poly"            Int  "{k 0..~999} Int -> Int :any"    => Made(|make, a, k| make.polynomial(&whole_coefficients(k, a.len()), a)), |k, a| int(sum(&whole_coefficients(k, a.len()), a)?);
    REAL_EQ0     "=0"              Real "Real -> Bool"                   => Un(Api::arith_eq0_atom), |_, a| sign(a, |sign| sign == Sign::NoSign);
    REAL_NEQ0    "/=0"             Real "Real -> Bool"                   => Un(Api::arith_neq0_atom), |_, a| sign(a, |sign| sign != Sign::NoSign);
    REAL_GEQ0    ">=0"             Real "Real -> Bool"                   => Un(Api::arith_geq0_atom), |_, a| sign(a, |sign| sign != Sign::Minus);
    REAL_GT0     ">0"              Real "Real -> Bool"                   => Un(Api::arith_gt0_atom), |_, a| sign(a, |sign| sign == Sign::Plus);
    REAL_LEQ0    "<=0"             Real "Real -> Bool"                   => Un(Api::arith_leq0_atom), |_, a| sign(a, |sign| sign != Sign::Plus);
    REAL_LT0     "<0"              Real "Real -> Bool"                   => Un(Api::arith_lt0_atom), |_, a| sign(a, |sign| sign == Sign::Minus);
    REAL_POWER   "^"               Real "{k 0..3} Real -> Real :nonlinear" => Idx1(Api::power), |k, a| real(number(a)?.pow(*k.first()? as i32));
    REAL_SQUARE  "square"          Real "Real -> Real :nonlinear"        => Un(Api::square), |_, a| real(number(a)?.pow(2));
    REAL_CEIL    "ceil"            Real "Real -> Int"                    => Un(Api::ceil), |_, a| int(number(a)?.ceil());
    REAL_FLOOR   "floor"           Real "Real -> Int"                    => Un(Api::floor), |_, a| int(number(a)?.floor());
    REAL_POLY    "poly"            Real "{k 0..~999} Real -> Real :any"  => Made(|make, a, k| make.polynomial(&whole_coefficients(k, a.len()), a)), |k, a| real(sum(&whole_coefficients(k, a.len()), a)?);
    REAL_RPOLY   "rpoly"           Real "{k 0..~999} Real -> Real :any"  => Made(|make, a, k| make.polynomial(&rational_coefficients(k, a.len()), a)), |k, a| real(sum(&rational_coefficients(k, a.len()), a)?);
}

fn word<'a>(args: &[&'a Value]) -> Option<&'a Bv> {
    match args {
        [Value::Bv(a)] => Some(a),
        _ => None,
    }
}

/// A bit-vector of the same width.
fn bits(args: &[&Value], of: fn(&BigUint) -> BigUint) -> Option<Value> {
    let a = word(args)?;
    Some(Value::Bv(Bv::new(a.width(), of(a.unsigned()))))
}

/// A bit-vector of the same width. The function gets the index and the width, too.
fn shifted(
    indices: &[u32],
    args: &[&Value],
    of: fn(&BigUint, u32, u32) -> BigUint,
) -> Option<Value> {
    let (a, index) = (word(args)?, *indices.first()?);
    Some(Value::Bv(Bv::new(
        a.width(),
        of(a.unsigned(), index, a.width()),
    )))
}

fn ones(count: u32) -> BigUint {
    (BigUint::one() << count) - 1u8
}

fn bit(value: bool) -> Option<Value> {
    Some(Value::Bv(Bv::new(1, BigUint::from(u8::from(value)))))
}

fn rational_of(value: &Value) -> Option<BigRational> {
    match value {
        Value::Int(a) => Some(BigRational::from(a.clone())),
        Value::Real(a) => Some(a.clone()),
        _ => None,
    }
}

fn number(args: &[&Value]) -> Option<BigRational> {
    rational_of(args.first()?)
}

fn sign(args: &[&Value], is: fn(Sign) -> bool) -> Option<Value> {
    Some(Value::Bool(is(number(args)?.numer().sign())))
}

fn int(value: BigRational) -> Option<Value> {
    let fits = value.is_integer() && value.numer().bits() <= u64::from(MAX_BITS);
    fits.then(|| Value::Int(value.to_integer()))
}

fn real(value: BigRational) -> Option<Value> {
    let bits = value.numer().bits().max(value.denom().bits());
    (bits <= u64::from(MAX_BITS)).then_some(Value::Real(value))
}

fn sum(factors: &[BigRational], args: &[&Value]) -> Option<BigRational> {
    let mut sum = BigRational::zero();
    for (factor, arg) in factors.iter().zip(args) {
        sum += factor * rational_of(arg)?;
    }
    Some(sum)
}

/// Sizes of coefficients in bits. The library has functions for 32 bits, for 64 bits, and for any
/// size.
const SIZES: [u64; 5] = [1, 3, 31, 63, 70];

/// A number of one of these sizes.
fn draw_integer(rng: &mut Rng) -> BigInt {
    let size = rng.pick(&SIZES).copied().unwrap_or(1);
    (BigInt::from(rng.bits()) << 64 | BigInt::from(rng.bits())) & BigInt::from(ones(size as u32))
}

/// The coefficients of a polynomial. Its index is the seed from which they are drawn.
fn coefficients(
    indices: &[u32],
    count: usize,
    of: fn(&mut Rng, BigInt) -> BigRational,
) -> Vec<BigRational> {
    let mut rng = Rng::new(u64::from(indices.first().copied().unwrap_or(0)));
    let factor = |_| {
        let value = draw_integer(&mut rng);
        let value = if rng.coin() { -value } else { value };
        of(&mut rng, value)
    };
    (0..count).map(factor).collect()
}

/// The coefficients of a polynomial with whole numbers.
pub(crate) fn whole_coefficients(indices: &[u32], count: usize) -> Vec<BigRational> {
    coefficients(indices, count, |_, value| BigRational::from(value))
}

/// The coefficients of a polynomial with rational numbers.
pub(crate) fn rational_coefficients(indices: &[u32], count: usize) -> Vec<BigRational> {
    coefficients(indices, count, |rng, value| {
        BigRational::new(value, draw_integer(rng) + 1)
    })
}
