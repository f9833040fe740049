//! Bit-vectors: tables written by hand, and identities that relate the operators to exact integers.

use super::{bv, eval, int, truth, value};
use crate::op::*;
use crate::rng::Rng;
use crate::value::{Bv, Value};
use num_bigint::{BigInt, BigUint};
use std::slice::from_ref;

/// (operator, width, a, b, result), written by hand from the definitions.
#[rustfmt::skip]
const BINARY: &[(Op, u32, i128, i128, i128)] = &[
    (BV_ADD, 1, 1, 1, 0), (BV_ADD, 64, -1, 1, 0), (BV_ADD, 65, u64::MAX as i128, 1, 1 << 64),
    (BV_SUB, 8, 3, 5, -2), (BV_SUB, 128, 0, 1, -1), (BV_SUB, 64, 5, 3, 2),
    (BV_MULT, 8, 16, 16, 0), (BV_MULT, 64, -1, -1, 1), (BV_MULT, 65, -2, 3, -6),
    (BV_UDIV, 4, 13, 4, 3), (BV_UDIV, 4, 13, 0, 15), (BV_UDIV, 1, 1, 0, 1), (BV_UDIV, 128, 0, 0, -1),
    (BV_UREM, 4, 13, 4, 1), (BV_UREM, 4, 13, 0, 13), (BV_UREM, 65, -1, 0, -1),
    (BV_SDIV, 4, 7, 2, 3), (BV_SDIV, 4, -7, 2, -3), (BV_SDIV, 4, 7, -2, -3), (BV_SDIV, 4, -7, -2, 3),
    (BV_SDIV, 4, 7, 0, -1), (BV_SDIV, 4, -7, 0, 1), (BV_SDIV, 4, 0, 0, -1), (BV_SDIV, 4, -8, -1, -8),
    (BV_SDIV, 1, 1, 1, 1), (BV_SDIV, 1, 1, 0, 1), (BV_SDIV, 1, 0, 0, 1),
    (BV_SREM, 4, 7, 2, 1), (BV_SREM, 4, -7, 2, -1), (BV_SREM, 4, 7, -2, 1), (BV_SREM, 4, -7, -2, -1),
    (BV_SREM, 4, 7, 0, 7), (BV_SREM, 4, -7, 0, -7), (BV_SREM, 4, -8, -1, 0),
    (BV_SMOD, 4, 7, 3, 1), (BV_SMOD, 4, -7, 3, 2), (BV_SMOD, 4, 7, -3, -2), (BV_SMOD, 4, -7, -3, -1),
    (BV_SMOD, 4, 6, -3, 0), (BV_SMOD, 4, -6, 3, 0), (BV_SMOD, 4, 7, 0, 7), (BV_SMOD, 4, -7, 0, -7),
    (BV_SMOD, 64, -7, 3, 2), (BV_SMOD, 65, 7, -3, -2), (BV_SMOD, 1, 1, 1, 0), (BV_SMOD, 1, 1, 0, 1),
    (BV_SHL, 8, 1, 7, 128), (BV_SHL, 8, 1, 8, 0), (BV_SHL, 8, 255, 200, 0), (BV_SHL, 64, 3, 63, 1 << 63),
    (BV_SHL, 128, 1, -1, 0), (BV_SHL, 1, 1, 1, 0), (BV_SHL, 1, 1, 0, 1),
    (BV_LSHR, 8, 128, 7, 1), (BV_LSHR, 8, 128, 8, 0), (BV_LSHR, 65, 1 << 64, 64, 1), (BV_LSHR, 65, -1, 65, 0),
    (BV_ASHR, 8, -128, 7, -1), (BV_ASHR, 8, -128, 8, -1), (BV_ASHR, 8, 127, 8, 0), (BV_ASHR, 8, -6, 1, -3),
    (BV_ASHR, 64, -1, 0, -1), (BV_ASHR, 65, -4, 1, -2), (BV_ASHR, 1, 1, 1, 1), (BV_ASHR, 8, 6, 1, 3),
    (BV_AND, 4, 12, 10, 8), (BV_OR, 4, 12, 10, 14), (BV_XOR, 4, 12, 10, 6),
    (BV_NAND, 4, 12, 10, 7), (BV_NOR, 4, 12, 10, 1), (BV_XNOR, 4, 12, 10, 9),
];

/// (operator, width, a, b, whether it holds)
#[rustfmt::skip]
const PREDICATES: &[(Op, u32, i128, i128, bool)] = &[
    (BV_ULT, 8, 127, 128, true), (BV_SLT, 8, 127, 128, false), (BV_SLT, 8, -1, 0, true),
    (BV_ULE, 8, 5, 5, true), (BV_SLE, 8, 5, 5, true), (BV_SLE, 8, -5, -6, false),
    (BV_UGT, 64, -1, 1, true), (BV_SGT, 64, -1, 1, false), (BV_SGT, 64, -1, -2, true),
    (BV_UGE, 65, 0, -1, false), (BV_SGE, 65, 0, -1, true), (BV_SGE, 1, 0, 1, true), (BV_SLT, 1, 1, 0, true),
    (BV_UADDO, 8, 255, 1, true), (BV_UADDO, 8, 254, 1, false),
    (BV_SADDO, 8, 127, 1, true), (BV_SADDO, 8, -128, -1, true), (BV_SADDO, 8, -128, 127, false),
    (BV_UMULO, 8, 16, 16, true), (BV_UMULO, 8, 15, 17, false),
    (BV_SMULO, 8, 16, 8, true), (BV_SMULO, 8, 16, -8, false), (BV_SMULO, 8, -128, -1, true), (BV_SMULO, 1, 1, 1, true),
    (BV_USUBO, 8, 0, 1, true), (BV_USUBO, 8, 1, 1, false),
    (BV_SSUBO, 8, 0, -128, true), (BV_SSUBO, 8, -128, 1, true), (BV_SSUBO, 8, -1, -128, false),
    (BV_SDIVO, 8, -128, -1, true), (BV_SDIVO, 8, -128, 1, false), (BV_SDIVO, 8, -127, -1, false), (BV_SDIVO, 1, 1, 1, true),
    (BV_SADDO, 64, i64::MAX as i128, 1, true), (BV_UADDO, 65, -1, 1, true), (BV_SSUBO, 128, i128::MIN, 1, true),
];

#[test]
fn bit_vectors() {
    for (op, width, a, b, result) in BINARY.iter().copied() {
        let name = Ops::base().row(op).name;
        let got = value(op, &[], &[bv(width, a), bv(width, b)]);
        assert_eq!(got, bv(width, result), "{name} {width} {a} {b}");
    }
    for (op, width, a, b, result) in PREDICATES.iter().copied() {
        let name = Ops::base().row(op).name;
        let got = value(op, &[], &[bv(width, a), bv(width, b)]);
        assert_eq!(got, truth(result), "{name} {width} {a} {b}");
    }
    for (width, a, nego, neg, not) in [
        (8, -128, true, -128, 127),
        (8, 0, false, 0, -1),
        (1, 1, true, 1, 0),
        (65, 5, false, -5, -6),
        (128, i128::MIN, true, i128::MIN, i128::MAX),
    ] {
        assert_eq!(value(BV_NEGO, &[], &[bv(width, a)]), truth(nego));
        assert_eq!(value(BV_NEG, &[], &[bv(width, a)]), bv(width, neg));
        assert_eq!(value(BV_NOT, &[], &[bv(width, a)]), bv(width, not));
    }
    assert_eq!(value(BV_COMP, &[], &[bv(8, 3), bv(8, 3)]), bv(1, 1));
    assert_eq!(value(BV_COMP, &[], &[bv(8, 3), bv(8, 4)]), bv(1, 0));
    assert_eq!(value(BV_CONCAT, &[], &[bv(4, 10), bv(8, 3)]), bv(12, 0xa03));
    assert_eq!(value(BV_EXTRACT, &[7, 4], &[bv(8, 0xa5)]), bv(4, 0xa));
    assert_eq!(value(BV_EXTRACT, &[64, 64], &[bv(65, 1 << 64)]), bv(1, 1));
    assert_eq!(eval(BV_EXTRACT, &[8, 0], &[bv(8, 1)]), None);
    assert_eq!(value(BV_REPEAT, &[3], &[bv(2, 2)]), bv(6, 0b10_10_10));
    assert_eq!(value(BV_REPEAT, &[2], &[bv(64, 1)]), bv(128, 1 << 64 | 1));
    assert_eq!(value(BV_ROTATE_LEFT, &[1], &[bv(4, 0b1001)]), bv(4, 0b0011));
    assert_eq!(
        value(BV_ROTATE_RIGHT, &[1], &[bv(4, 0b1001)]),
        bv(4, 0b1100)
    );
    assert_eq!(value(BV_ROTATE_LEFT, &[9], &[bv(4, 0b1001)]), bv(4, 0b0011));
    assert_eq!(
        value(BV_ROTATE_RIGHT, &[0], &[bv(65, 1 << 64)]),
        bv(65, 1 << 64)
    );
    assert_eq!(value(BV_SIGN_EXTEND, &[4], &[bv(4, -3)]), bv(8, -3));
    assert_eq!(value(BV_SIGN_EXTEND, &[0], &[bv(4, -3)]), bv(4, -3));
    assert_eq!(
        value(BV_ZERO_EXTEND, &[64], &[bv(64, -1)]),
        bv(128, u64::MAX as i128)
    );
    assert_eq!(value(BV_UBV_TO_INT, &[], &[bv(8, -1)]), int(255));
    assert_eq!(value(BV_TO_NAT, &[], &[bv(8, -1)]), int(255));
    assert_eq!(value(BV_SBV_TO_INT, &[], &[bv(8, -1)]), int(-1));
}

fn random_bv(width: u32, rng: &mut Rng) -> Value {
    let bits = match rng.below(8) {
        0 => BigUint::from(rng.below(2)),
        1 => (BigUint::from(1u8) << width) - 1u8,
        2 => BigUint::from(1u8) << (width - 1),
        _ => (BigUint::from(rng.bits()) << 64) | BigUint::from(rng.bits()),
    };
    Value::Bv(Bv::new(width, bits))
}

fn signed(value: &Value) -> BigInt {
    match value {
        Value::Bv(bv) => bv.signed(),
        other => panic!("{other} is not a bit-vector"),
    }
}

fn unsigned(value: &Value) -> BigInt {
    match value {
        Value::Bv(bv) => BigInt::from(bv.unsigned().clone()),
        other => panic!("{other} is not a bit-vector"),
    }
}

#[test]
fn identities_of_bit_vectors() {
    let mut rng = Rng::new(6);
    for width in [1, 2, 3, 8, 31, 63, 64, 65, 127, 128] {
        for _ in 0..200 {
            let (a, b) = (random_bv(width, &mut rng), random_bv(width, &mut rng));
            let on = |op, x: &Value, y: &Value| value(op, &[], &[x.clone(), y.clone()]);
            let one = |op, indices: &[u32], x: &Value| value(op, indices, from_ref(x));
            let (zero, minus_one) = (bv(width, 0), bv(width, -1));
            // a = b * (a / b) + a % b for all variants of division, including division by zero.
            for (div, rem) in [(BV_UDIV, BV_UREM), (BV_SDIV, BV_SREM)] {
                let back = on(BV_ADD, &on(BV_MULT, &on(div, &a, &b), &b), &on(rem, &a, &b));
                assert_eq!(back, a);
            }
            let (rem, modulo) = (on(BV_SREM, &a, &b), on(BV_SMOD, &a, &b));
            assert!(modulo == rem || modulo == on(BV_ADD, &rem, &b));
            if b != zero && modulo != zero {
                assert_eq!(signed(&modulo) < 0.into(), signed(&b) < 0.into());
            }
            let fits = |exact: &BigInt| signed(&Value::Bv(Bv::from_int(width, exact))) == *exact;
            let ufits = |exact: &BigInt| unsigned(&Value::Bv(Bv::from_int(width, exact))) == *exact;
            let (s, t, u, v) = (signed(&a), signed(&b), unsigned(&a), unsigned(&b));
            assert_eq!(on(BV_SADDO, &a, &b), truth(!fits(&(&s + &t))));
            assert_eq!(on(BV_SSUBO, &a, &b), truth(!fits(&(&s - &t))));
            assert_eq!(on(BV_SMULO, &a, &b), truth(!fits(&(&s * &t))));
            assert_eq!(on(BV_UADDO, &a, &b), truth(!ufits(&(&u + &v))));
            assert_eq!(on(BV_USUBO, &a, &b), truth(!ufits(&(&u - &v))));
            assert_eq!(on(BV_UMULO, &a, &b), truth(!ufits(&(&u * &v))));
            assert_eq!(one(BV_NEGO, &[], &a), truth(!fits(&-&s)));
            assert_eq!(on(BV_SLT, &a, &b), truth(s < t));
            assert_eq!(on(BV_ULE, &a, &b), truth(u <= v));
            assert_eq!(on(BV_ADD, &on(BV_SUB, &a, &b), &b), a);
            assert_eq!(
                one(BV_NEG, &[], &a),
                on(BV_ADD, &one(BV_NOT, &[], &a), &bv(width, 1))
            );
            assert_eq!(
                on(BV_XOR, &a, &b),
                on(BV_SUB, &on(BV_OR, &a, &b), &on(BV_AND, &a, &b))
            );
            assert_eq!(
                on(BV_ASHR, &a, &minus_one) == minus_one,
                s < 0.into() || (width == 1 && a == minus_one)
            );
            // Extraction and concatenation.
            let cut = rng.range(0, width - 1);
            let low = one(BV_EXTRACT, &[cut, 0], &a);
            if cut + 1 < width {
                let high = one(BV_EXTRACT, &[width - 1, cut + 1], &a);
                assert_eq!(on(BV_CONCAT, &high, &low), a);
                let moved = on(BV_CONCAT, &low, &high);
                assert_eq!(one(BV_ROTATE_RIGHT, &[cut + 1], &a), moved);
            }
            let k = rng.range(0, 2 * width);
            assert_eq!(
                one(BV_ROTATE_LEFT, &[k], &one(BV_ROTATE_RIGHT, &[k], &a)),
                a
            );
            assert_eq!(one(BV_REPEAT, &[2], &a), on(BV_CONCAT, &a, &a));
            assert_eq!(signed(&one(BV_SIGN_EXTEND, &[k], &a)), s);
            assert_eq!(unsigned(&one(BV_ZERO_EXTEND, &[k], &a)), u);
            let back = value(INT_TO_BV, &[width], &[one(BV_SBV_TO_INT, &[], &a)]);
            assert_eq!(back, a);
        }
    }
}
