//! Floating-point numbers: compared with those of this machine where it has the format, otherwise
//! with tables and properties.

use super::*;
use crate::value::{Format, Fp, Rm};
use num_traits::ToPrimitive;

const SINGLE: Format = Format {
    exponent: 8,
    significand: 24,
};
const DOUBLE: Format = Format {
    exponent: 11,
    significand: 53,
};

fn single(value: f32) -> Value {
    Value::Fp(Fp::new(SINGLE, value.to_bits().into()))
}

fn double(value: f64) -> Value {
    Value::Fp(Fp::new(DOUBLE, value.to_bits().into()))
}

fn rm(rm: Rm) -> Value {
    Value::Rm(rm)
}

/// The number with the digits `seeeff…`. Its format is (`exponent`, length - `exponent`).
fn fp(exponent: u32, digits: &str) -> Value {
    let format = Format::new(exponent, digits.len() as u32 - exponent);
    Value::Fp(Fp::parse(format, digits).unwrap())
}

fn named(format: Format, name: &str) -> Value {
    Value::Fp(Fp::named(format, name).unwrap())
}

/// Random bits, near an edge in half of the cases, so that results are subnormal, tied or infinite
/// sometimes.
fn bits(format: Format, rng: &mut Rng) -> u64 {
    let mut sorts = Sorts::default();
    sorts.insert(SortId(0), Sort::Fp(format.exponent, format.significand));
    match draw(&sorts, SortId(0), rng) {
        Some(Value::Fp(fp)) if rng.coin() => fp.bits().to_u64().unwrap(),
        _ => rng.bits() >> (64 - format.width()),
    }
}

const ROUNDS: usize = 20_000;

#[test]
fn doubles_agree_with_the_machine() {
    let mut rng = Rng::new(6);
    let near = || rm(Rm::Rne);
    for _ in 0..ROUNDS {
        let mut draw = || f64::from_bits(bits(DOUBLE, &mut rng));
        let (x, y, z) = (draw(), draw(), draw());
        let (a, b, c) = (double(x), double(y), double(z));
        let two = |op| value(op, &[], &[near(), a.clone(), b.clone()]);
        assert_eq!(two(FP_ADD), double(x + y), "{x:e} + {y:e}");
        assert_eq!(two(FP_SUB), double(x - y), "{x:e} - {y:e}");
        assert_eq!(two(FP_MUL), double(x * y), "{x:e} * {y:e}");
        assert_eq!(two(FP_DIV), double(x / y), "{x:e} / {y:e}");
        let root = value(FP_SQRT, &[], &[near(), a.clone()]);
        assert_eq!(root, double(x.sqrt()), "sqrt {x:e}");
        let fused = value(FP_FMA, &[], &[near(), a.clone(), b.clone(), c.clone()]);
        assert_eq!(fused, double(x.mul_add(y, z)), "{x:e} * {y:e} + {z:e}");
        for (mode, integral) in [
            (Rm::Rne, x.round_ties_even()),
            (Rm::Rna, x.round()),
            (Rm::Rtp, x.ceil()),
            (Rm::Rtn, x.floor()),
            (Rm::Rtz, x.trunc()),
        ] {
            let rounded = value(FP_RTI, &[], &[rm(mode), a.clone()]);
            assert_eq!(rounded, double(integral), "{mode:?} {x:e}");
        }
        for (op, truth) in [
            (FP_LT, x < y),
            (FP_LEQ, x <= y),
            (FP_GT, x > y),
            (FP_GEQ, x >= y),
            (FP_EQ, x == y),
        ] {
            assert_eq!(value(op, &[], &[a.clone(), b.clone()]), super::truth(truth));
        }
        for (op, truth) in [
            (FP_IS_NAN, x.is_nan()),
            (FP_IS_INF, x.is_infinite()),
            (FP_IS_NORMAL, x.is_normal()),
            (FP_IS_SUBNORMAL, x.is_subnormal()),
            (FP_IS_ZERO, x == 0.0),
            (FP_IS_NEG, !x.is_nan() && x.is_sign_negative()),
            (FP_IS_POS, !x.is_nan() && x.is_sign_positive()),
        ] {
            assert_eq!(value(op, &[], from_ref(&a)), super::truth(truth), "{x:e}");
        }
        assert_eq!(value(FP_NEG, &[], from_ref(&a)), double(-x));
        assert_eq!(value(FP_ABS, &[], from_ref(&a)), double(x.abs()));
        let shorter = value(FP_TO_FP_FROM_FP, &[8, 24], &[near(), a.clone()]);
        assert_eq!(shorter, single(x as f32), "{x:e}");
        if x != y {
            assert_eq!(
                value(FP_MIN, &[], &[a.clone(), b.clone()]),
                double(x.min(y))
            );
            assert_eq!(value(FP_MAX, &[], &[a, b]), double(x.max(y)));
        }
    }
}

#[test]
fn singles_agree_with_the_machine() {
    let mut rng = Rng::new(7);
    let near = || rm(Rm::Rne);
    for _ in 0..ROUNDS {
        let mut draw = || f32::from_bits(bits(SINGLE, &mut rng) as u32);
        let (x, y, z) = (draw(), draw(), draw());
        let (a, b, c) = (single(x), single(y), single(z));
        let two = |op| value(op, &[], &[near(), a.clone(), b.clone()]);
        assert_eq!(two(FP_ADD), single(x + y), "{x:e} + {y:e}");
        assert_eq!(two(FP_SUB), single(x - y), "{x:e} - {y:e}");
        assert_eq!(two(FP_MUL), single(x * y), "{x:e} * {y:e}");
        assert_eq!(two(FP_DIV), single(x / y), "{x:e} / {y:e}");
        let root = value(FP_SQRT, &[], &[near(), a.clone()]);
        assert_eq!(root, single(x.sqrt()), "sqrt {x:e}");
        let fused = value(FP_FMA, &[], &[near(), a.clone(), b.clone(), c]);
        assert_eq!(fused, single(x.mul_add(y, z)), "{x:e} * {y:e} + {z:e}");
        let longer = value(FP_TO_FP_FROM_FP, &[11, 53], &[near(), a.clone()]);
        assert_eq!(longer, double(f64::from(x)), "{x:e}");
        let number = rng.bits() as i64 >> rng.index(64);
        let bits = bv(64, number.into());
        let signed = value(FP_TO_FP_FROM_SBV, &[8, 24], &[near(), bits.clone()]);
        assert_eq!(signed, single(number as f32));
        let unsigned = value(FP_TO_FP_FROM_UBV, &[8, 24], &[near(), bits]);
        assert_eq!(unsigned, single(number as u64 as f32));
        let known = |op| eval(op, &[32], &[rm(Rm::Rtz), a.clone()]);
        let fits = |low: f64, high: f64| (low..=high).contains(&f64::from(x.trunc()));
        let signed = fits(i32::MIN.into(), i32::MAX.into()).then(|| bv(32, (x as i32).into()));
        assert_eq!(known(FP_TO_SBV), signed, "{x:e}");
        let unsigned = fits(0.0, u32::MAX.into()).then(|| bv(32, (x as u32).into()));
        assert_eq!(known(FP_TO_UBV), unsigned, "{x:e}");
    }
}

/// By definition, the remainder is x - y * n in real numbers, for the nearest n.
#[test]
fn remainders_are_exact() {
    let mut rng = Rng::new(8);
    for _ in 0..ROUNDS / 4 {
        let mut draw = || {
            let format = Format::new(4, 5);
            Value::Fp(Fp::new(format, bits(format, &mut rng).into()))
        };
        let (x, y) = (draw(), draw());
        let rest = value(FP_REM, &[], &[x.clone(), y.clone()]);
        let real = |a: &Value| match eval(FP_TO_REAL, &[], from_ref(a)) {
            Some(Value::Real(real)) => Some(real),
            _ => None,
        };
        let (Some(r), Some(b)) = (real(&x), real(&y)) else {
            continue;
        };
        if b == BigRational::from_integer(0.into()) {
            assert_eq!(value(FP_IS_NAN, &[], &[rest]), truth(true));
            continue;
        }
        let exact = &r / &b;
        let floor = exact.floor();
        let half = BigRational::new(1.into(), 2.into());
        let odd = floor.numer().bit(0);
        let up = &exact - &floor > half || &exact - &floor == half && odd;
        let n = if up { floor + BigInt::from(1) } else { floor };
        assert_eq!(real(&rest), Some(r - b * n), "{x} {y}");
        if real(&rest) == Some(BigRational::from_integer(0.into())) {
            let sign = |a: &Value| value(FP_IS_NEG, &[], from_ref(a));
            assert_eq!(sign(&rest), sign(&x), "{x} {y}");
        }
    }
}

#[test]
fn modes_round_to_either_side() {
    let modes = [Rm::Rne, Rm::Rna, Rm::Rtp, Rm::Rtn, Rm::Rtz];
    let of = |numerator, denominator, results: [&str; 5]| {
        for (mode, result) in modes.into_iter().zip(results) {
            let args = [rm(mode), real(numerator, denominator)];
            let number = value(FP_TO_FP_FROM_REAL, &[3, 2], &args);
            assert_eq!(number, fp(3, result), "{mode:?} {numerator}/{denominator}");
        }
    };
    // Numbers between 1 and 3/2.
    of(5, 4, ["00110", "00111", "00111", "00110", "00110"]);
    of(-5, 4, ["10110", "10111", "10110", "10111", "10110"]);
    of(11, 8, ["00111", "00111", "00111", "00110", "00110"]);
    // Half-way between the greatest number, 12, and the number that would follow it.
    of(14, 1, ["01110", "01110", "01110", "01101", "01101"]);
    of(-14, 1, ["11110", "11110", "11101", "11110", "11101"]);
    // The least number and its half.
    of(1, 8, ["00001"; 5]);
    of(1, 16, ["00000", "00001", "00001", "00000", "00000"]);
    of(-1, 16, ["10000", "10001", "10000", "10001", "10000"]);
}

#[test]
fn values_that_depend_on_the_model_are_unknown() {
    let format = Format::new(3, 4);
    let (plus, minus) = (named(format, "+zero"), named(format, "-zero"));
    for op in [FP_MIN, FP_MAX] {
        assert_eq!(eval(op, &[], &[plus.clone(), minus.clone()]), None);
        assert_eq!(eval(op, &[], &[minus.clone(), plus.clone()]), None);
        assert_eq!(value(op, &[], &[minus.clone(), minus.clone()]), minus);
    }
    for name in ["nan", "+oo", "-oo"] {
        let special = named(format, name);
        assert_eq!(eval(FP_TO_REAL, &[], from_ref(&special)), None);
        assert_eq!(eval(FP_TO_UBV, &[8], &[rm(Rm::Rne), special]), None);
    }
    // -0.5 rounds to 0, which is not a negative integer, or to -1, which is not an unsigned number.
    let half = fp(3, "1010000");
    assert_eq!(
        value(FP_TO_UBV, &[8], &[rm(Rm::Rne), half.clone()]),
        bv(8, 0)
    );
    assert_eq!(eval(FP_TO_UBV, &[8], &[rm(Rm::Rtn), half.clone()]), None);
    assert_eq!(value(FP_TO_SBV, &[8], &[rm(Rm::Rtn), half]), bv(8, -1));
    // The exponent is wider than is computed with.
    assert_eq!(
        eval(FP_TO_FP_FROM_REAL, &[16, 3], &[rm(Rm::Rne), real(1, 1)]),
        None
    );
}

#[test]
fn equality_compares_elements_not_numbers() {
    let format = Format::new(3, 4);
    let [nan, plus, minus] = ["nan", "+zero", "-zero"].map(|name| named(format, name));
    let pair = |op, a: &Value, b: &Value| value(op, &[], &[a.clone(), b.clone()]);
    assert_eq!(pair(EQUAL, &nan, &fp(3, "1111001")), truth(true));
    assert_eq!(pair(FP_EQ, &nan, &nan), truth(false));
    assert_eq!(pair(EQUAL, &plus, &minus), truth(false));
    assert_eq!(pair(FP_EQ, &plus, &minus), truth(true));
    assert_eq!(pair(DISTINCT, &plus, &minus), truth(true));
    assert_eq!(value(FP_NEG, &[], from_ref(&nan)), nan);
    let made = value(FP_FP, &[], &[bv(1, 1), bv(3, 7), bv(3, 2)]);
    assert_eq!(made, nan);
    assert_eq!(value(FP_TO_FP_FROM_BV, &[3, 4], &[bv(7, 0b1000000)]), minus);
    assert_eq!(minus.to_string(), "(_ -zero 3 4)");
    assert_eq!(fp(3, "1010000").to_string(), "(fp #b1 #b010 #b000)");
}
