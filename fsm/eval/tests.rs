//! The evaluator compared with tables written by hand from the standard, and with identities.

mod bv;
mod collection;
mod datatype;
mod fp;
mod functional;
mod seq;
mod string;
mod tuple;

use super::*;
use crate::op::*;
use crate::rng::Rng;
use crate::sort::{Sort, SortId, Sorts};
use crate::value::{Bv, Ff, Format, Fp, Map, Rm, Str};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use std::slice::from_ref;
use std::sync::Arc;

fn bv(width: u32, value: i128) -> Value {
    Value::Bv(Bv::from_int(width, &BigInt::from(value)))
}

fn int(value: i128) -> Value {
    Value::Int(BigInt::from(value))
}

fn real(numerator: i64, denominator: i64) -> Value {
    Value::Real(BigRational::new(numerator.into(), denominator.into()))
}

fn text(literal: &str) -> Value {
    Value::String(Str::parse(literal).unwrap())
}

fn truth(value: bool) -> Value {
    Value::Bool(value)
}

fn eval_with(op: Op, indices: &[u32], args: &[Value], partial: &mut dyn Partial) -> Option<Value> {
    let args: Vec<&Value> = args.iter().collect();
    apply(Ops::base(), op, indices, &args, partial)
}

fn eval(op: Op, indices: &[u32], args: &[Value]) -> Option<Value> {
    eval_with(op, indices, args, &mut Unknown)
}

/// The value of an application that must have one.
fn value(op: Op, indices: &[u32], args: &[Value]) -> Value {
    eval(op, indices, args)
        .unwrap_or_else(|| panic!("{} {indices:?} {args:?}", Ops::base().row(op).name))
}

fn sample(pattern: &Pattern, rng: &mut Rng) -> (Sort, Value) {
    match pattern {
        Pattern::Bool => (Sort::Bool, truth(rng.coin())),
        Pattern::Int => (Sort::Int, int(rng.below(9) as i128 + 1)),
        Pattern::Real => (Sort::Real, real(rng.below(9) as i64 + 1, 2)),
        Pattern::Var(_) | Pattern::Bv(_) => (Sort::Bv(8), bv(8, rng.below(256) as i128)),
        Pattern::Fp(..) => {
            let format = Format::new(3, 3);
            let two = Fp::parse(format, "010000").unwrap();
            (Sort::Fp(3, 3), Value::Fp(two))
        }
        Pattern::Rm => (Sort::Rm, Value::Rm(Rm::Rtp)),
        Pattern::String => (Sort::String, text("a1")),
        Pattern::Ff(_) => {
            let size = Arc::new(BigUint::from(7u32));
            let value = Ff::new(&size, &BigInt::from(rng.below(7))).unwrap();
            (Sort::Ff(size), Value::Ff(value))
        }
        // Longer than all positions that are drawn.
        Pattern::Seq(_) => {
            let elements = (0..10).map(|_| bv(8, rng.below(4) as i128));
            (Sort::Seq(SortId(8)), Value::Seq(elements.collect()))
        }
        Pattern::Fun(parts) => {
            let (codomain, value) = match parts.last() {
                Some(Pattern::Bool) => (SortId(0), truth(true)),
                _ => (SortId(8), bv(8, rng.below(256) as i128)),
            };
            let domain = vec![SortId(8); parts.len() - 1];
            let table = Value::Fun(Arc::new(Map::constant(value)));
            (Sort::Fun(domain.into(), codomain), table)
        }
        // No row of the base table has tuples.
        Pattern::Tuple(_) => panic!("the sort is in the parts"),
        Pattern::Uninterpreted(_) => panic!("only indices are such sorts"),
        Pattern::RegLan => (Sort::RegLan, value(RE_ALLCHAR, &[], &[])),
        Pattern::Nullable(_) => {
            let some = Value::nullable(Some(bv(8, rng.below(256) as i128)));
            (Sort::Nullable(SortId(8)), some.unwrap())
        }
        Pattern::Set(_) => {
            let set = [bv(8, rng.below(256) as i128)].into_iter().collect();
            (Sort::Set(SortId(8)), Value::Set(set))
        }
        Pattern::Bag(_) => {
            let member = (bv(8, rng.below(256) as i128), 2u32.into());
            (
                Sort::Bag(SortId(8)),
                Value::Bag([member].into_iter().collect()),
            )
        }
        Pattern::Array(_) => {
            let table = Map::constant(bv(8, rng.below(256) as i128));
            (
                Sort::Array(SortId(8), SortId(8)),
                Value::Array(Arc::new(table)),
            )
        }
    }
}

fn sort_of(value: &Value) -> Sort {
    match value {
        Value::Bool(_) => Sort::Bool,
        Value::Int(_) => Sort::Int,
        Value::Real(_) => Sort::Real,
        Value::Bv(bv) => Sort::Bv(bv.width()),
        Value::Element(_) => Sort::Uninterpreted("U".into()),
        Value::Array(_) => Sort::Array(SortId(8), SortId(8)),
        Value::Set(_) => Sort::Set(SortId(8)),
        Value::Bag(_) => Sort::Bag(SortId(8)),
        Value::Fun(_) => Sort::Fun([SortId(8)].into(), SortId(8)),
        Value::Fp(fp) => Sort::Fp(fp.format().exponent, fp.format().significand),
        Value::Rm(_) => Sort::Rm,
        Value::String(_) => Sort::String,
        Value::RegLan(_) => Sort::RegLan,
        Value::Seq(_) => Sort::Seq(SortId(8)),
        Value::Ff(ff) => Sort::Ff(Arc::clone(ff.size())),
        // Other tests cover declared datatypes.
        Value::Dt(_) => Sort::Nullable(SortId(8)),
    }
}

/// Every row of the table has an arm whose value has the predicted sort, or a reason in `UNKNOWN`.
#[test]
fn every_operator_has_an_arm_or_a_reason() {
    let mut sorts = Sorts::default();
    let base = [Sort::Bool, Sort::Int, Sort::Real, Sort::Bv(1), Sort::Bv(2)];
    for (n, sort) in base.into_iter().enumerate() {
        sorts.insert(SortId(n as u32), sort);
    }
    sorts.insert(SortId(6), Sort::String);
    sorts.insert(SortId(7), Sort::RegLan);
    sorts.insert(SortId(8), Sort::Bv(8));
    sorts.insert(SortId(9), Sort::Bv(16));
    sorts.insert(SortId(10), Sort::Array(SortId(8), SortId(8)));
    sorts.insert(SortId(11), Sort::Fun([SortId(8)].into(), SortId(8)));
    sorts.insert(SortId(12), Sort::Rm);
    sorts.insert(SortId(19), Sort::Fun([SortId(8)].into(), SortId(0)));
    sorts.insert(SortId(20), Sort::Fun([SortId(8); 2].into(), SortId(8)));
    sorts.insert(SortId(13), Sort::Fp(3, 3));
    sorts.insert(SortId(14), Sort::Bv(3));
    sorts.insert(SortId(15), Sort::Seq(SortId(8)));
    sorts.insert(SortId(18), Sort::Ff(Arc::new(7u32.into())));
    sorts.insert(SortId(16), Sort::Set(SortId(8)));
    sorts.insert(SortId(17), Sort::Bag(SortId(8)));
    sorts.insert(SortId(21), Sort::Nullable(SortId(8)));
    let (ops, mut rng) = (Ops::base(), Rng::new(3));
    for op in ops.iter() {
        let (row, signature) = (ops.row(op), ops.signature(op));
        if matches!(row.theory, Theory::Dt | Theory::Tuple) {
            continue; // The tests in `datatype.rs` have the declarations that these need.
        }
        let excused = UNKNOWN.iter().any(|(unknown, _)| *unknown == op);
        for _ in 0..20 {
            let drawn: Vec<_> = if op == UF_APPLY {
                let table = Map::constant(bv(8, 1));
                let function = Value::Fun(Arc::new(table));
                vec![(sort_of(&function), function), (Sort::Bv(8), bv(8, 5))]
            } else if op == FP_FP {
                let fields = [bv(1, 0), bv(3, 5), bv(2, 1)];
                fields.map(|field| (sort_of(&field), field)).into()
            } else if op == FP_TO_FP_FROM_BV {
                vec![(Sort::Bv(8), bv(8, 5))]
            } else {
                let args = signature.args.iter();
                args.map(|pattern| sample(pattern, &mut rng)).collect()
            };
            let (arg_sorts, args): (Vec<_>, Vec<_>) = drawn.into_iter().unzip();
            let arg_sorts: Vec<SortId> = arg_sorts.iter().flat_map(|s| sorts.find(s)).collect();
            let indices: Vec<u32> = match op {
                FP_TO_FP_FROM_BV => vec![3, 5],
                FP_TO_UBV | FP_TO_SBV => vec![8],
                CONST_ARRAY => vec![10],
                _ => signature.indices.iter().map(|_| 2).collect(),
            };
            let result = eval(op, &indices, &args);
            if excused {
                assert_eq!(
                    result, None,
                    "{} has a value, and a reason for none",
                    row.name
                );
                continue;
            }
            let result = result.unwrap_or_else(|| panic!("{} has no arm: {args:?}", row.name));
            let sort = signature.infer(&sorts, &arg_sorts, &indices);
            assert_eq!(sort.ok(), Some(sort_of(&result)), "{}", row.name);
        }
    }
}

/// Wrong arguments neither cause a panic nor take long.
#[test]
fn damaged_applications_have_no_value() {
    let mut rng = Rng::new(4);
    let values = [
        truth(true),
        int(-3),
        real(1, 3),
        bv(1, 1),
        bv(8, 200),
        Value::Bv(Bv::new(0, BigUint::default())),
        Value::Element(1),
        Value::Array(Arc::new(Map::constant(truth(false)))),
        Value::Fun(Arc::new(Map::constant(int(0)))),
        Value::Rm(Rm::Rtn),
        Value::Fp(Fp::nan(Format::new(2, 2))),
        Value::Ff(Ff::new(&Arc::new(7u32.into()), &BigInt::from(3)).unwrap()),
        Value::Ff(Ff::new(&Arc::new(2u32.into()), &BigInt::from(1)).unwrap()),
        Value::Seq([].into()),
        Value::Seq([int(1), truth(false)].into()),
        Value::Fp(Fp::new(Format::new(3, 4), 5u32.into())),
        Value::Fp(Fp::new(Format::new(40, 4000), 5u32.into())),
        Value::Fp(Fp::new(Format::new(0, 0), 0u32.into())),
    ];
    let indices = [0, 1, 2, 7, 8, 9, 1000, u32::MAX];
    for op in Ops::base().iter() {
        for _ in 0..300 {
            let args: Vec<&Value> = (0..rng.below(5)).flat_map(|_| rng.pick(&values)).collect();
            let indices: Vec<u32> = (0..rng.below(4))
                .flat_map(|_| rng.pick(&indices).copied())
                .collect();
            apply(Ops::base(), op, &indices, &args, &mut Unknown);
        }
    }
    assert_eq!(eval(Op::extension(0), &[], &[truth(true)]), None);
    assert_eq!(eval(BV_ADD, &[], &[bv(8, 1), bv(9, 1)]), None);
    assert_eq!(eval(BV_ZERO_EXTEND, &[u32::MAX], &[bv(8, 1)]), None);
    assert_eq!(eval(BV_REPEAT, &[u32::MAX], &[bv(8, 1)]), None);
    assert_eq!(eval(INT_TO_BV, &[u32::MAX], &[int(1)]), None);
    assert_eq!(eval(INT_IS_DIV, &[0], &[int(1)]), None);
    let mut huge = int(3);
    while let Some(Value::Int(square)) = eval(INT_MUL, &[], &[huge.clone(), huge.clone()]) {
        assert!(square.bits() <= u64::from(MAX_BITS));
        huge = Value::Int(square);
    }
}

#[test]
fn core() {
    let (t, f) = (truth(true), truth(false));
    for (op, table) in [
        (AND, [false, false, false, true]),
        (OR, [false, true, true, true]),
        (XOR, [false, true, true, false]),
        (IMPLIES, [true, true, false, true]),
        (IFF, [true, false, false, true]),
        (EQUAL, [true, false, false, true]),
        (DISTINCT, [false, true, true, false]),
    ] {
        for (row, expected) in table.into_iter().enumerate() {
            let args = [truth(row & 2 != 0), truth(row & 1 != 0)];
            assert_eq!(value(op, &[], &args), truth(expected), "{args:?}");
        }
    }
    let three =
        |op, a: &Value, b: &Value, c: &Value| value(op, &[], &[a.clone(), b.clone(), c.clone()]);
    // Right-associative: the term is (=> f (=> t f)). With left association, ((f => t) => f), it
    // would be false.
    assert_eq!(three(IMPLIES, &f, &t, &f), t);
    assert_eq!(three(XOR, &t, &t, &t), t);
    assert_eq!(three(EQUAL, &f, &f, &t), f);
    assert_eq!(three(ITE, &f, &int(1), &int(2)), int(2));
    assert_eq!(three(DISTINCT, &int(1), &int(2), &int(1)), f);
    assert_eq!(three(DISTINCT, &int(1), &int(2), &int(3)), t);
    assert_eq!(value(NOT, &[], &[t]), f);
}

#[test]
fn some_arguments_decide() {
    let decided =
        |op, args: &[Option<&Value>]| apply_partly(Ops::base(), op, &[], args, &mut Unknown);
    let (t, f, one) = (&truth(true), &truth(false), &int(1));
    assert_eq!(decided(AND, &[None, Some(f)]), Some(truth(false)));
    assert_eq!(decided(AND, &[None, Some(t)]), None);
    assert_eq!(decided(OR, &[Some(t), None]), Some(truth(true)));
    assert_eq!(decided(IMPLIES, &[Some(f), None]), Some(truth(true)));
    assert_eq!(decided(IMPLIES, &[None, Some(f)]), None);
    assert_eq!(decided(ITE, &[Some(t), Some(one), None]), Some(int(1)));
    assert_eq!(decided(ITE, &[None, Some(one), Some(one)]), Some(int(1)));
    assert_eq!(decided(ITE, &[Some(f), Some(one), None]), None);
    assert_eq!(decided(XOR, &[None, Some(t)]), None);
    assert_eq!(decided(AND, &[Some(t), Some(t)]), Some(truth(true)));
}

#[test]
fn values_fold_like_terms() {
    let mut rng = Rng::new(5);
    let ops = Ops::base();
    for op in ops
        .iter()
        .filter(|op| ops.signature(*op).fold != Fold::None)
    {
        for count in 3..6 {
            let args: Vec<Value> = (0..count)
                .map(|_| sample(&ops.signature(op).args[0], &mut rng).1)
                .collect();
            let spelled_out = fold::<Value, ()>(
                ops.signature(op).fold,
                &args,
                &mut |a, b| eval(op, &[], &[a.clone(), b.clone()]).ok_or(()),
                &mut |parts| eval(AND, &[], parts).ok_or(()),
            );
            assert_eq!(
                Ok(eval(op, &[], &args)),
                spelled_out,
                "{}",
                ops.row(op).name
            );
        }
    }
}

#[test]
fn integers() {
    // m, n, (div m n), (mod m n). The remainder is never negative.
    for (m, n, div, modulo) in [
        (7, 2, 3, 1),
        (-7, 2, -4, 1),
        (7, -2, -3, 1),
        (-7, -2, 4, 1),
        (6, 3, 2, 0),
        (-6, 3, -2, 0),
        (6, -3, -2, 0),
        (-6, -3, 2, 0),
        (0, -5, 0, 0),
        (1, 5, 0, 1),
        (-1, 5, -1, 4),
        (-1, -5, 1, 4),
    ] {
        assert_eq!(value(INT_DIV, &[], &[int(m), int(n)]), int(div), "{m} {n}");
        assert_eq!(
            value(INT_MOD, &[], &[int(m), int(n)]),
            int(modulo),
            "{m} {n}"
        );
    }
    assert_eq!(value(INT_SUB, &[], &[int(1), int(2), int(3)]), int(-4));
    assert_eq!(value(INT_DIV, &[], &[int(60), int(-4), int(2)]), int(-8));
    assert_eq!(value(INT_ABS, &[], &[int(-9)]), int(9));
    assert_eq!(value(INT_NEG, &[], &[int(0)]), int(0));
    assert_eq!(value(INT_LT, &[], &[int(1), int(2), int(2)]), truth(false));
    assert_eq!(value(INT_GTE, &[], &[int(2), int(2), int(1)]), truth(true));
    assert_eq!(value(INT_IS_DIV, &[3], &[int(-9)]), truth(true));
    assert_eq!(value(INT_IS_DIV, &[3], &[int(-8)]), truth(false));
    assert_eq!(value(INT_TO_BV, &[4], &[int(-1)]), bv(4, 15));
    assert_eq!(value(INT_TO_BV, &[4], &[int(35)]), bv(4, 3));
}

#[test]
fn reals() {
    assert_eq!(value(REAL_ADD, &[], &[real(1, 2), real(1, 3)]), real(5, 6));
    assert_eq!(
        value(REAL_DIV, &[], &[real(1, 2), real(-3, 1)]),
        real(-1, 6)
    );
    assert_eq!(value(REAL_NEG, &[], &[real(1, 2)]), real(-1, 2));
    for (a, floor, is_int) in [
        (real(5, 2), 2, false),
        (real(-5, 2), -3, false),
        (real(-4, 2), -2, true),
        (real(0, 1), 0, true),
    ] {
        assert_eq!(value(REAL_TO_INT, &[], from_ref(&a)), int(floor));
        assert_eq!(value(REAL_IS_INT, &[], from_ref(&a)), truth(is_int));
    }
    assert_eq!(value(INT_TO_REAL, &[], &[int(-2)]), real(-2, 1));
    assert_eq!(value(REAL_LTE, &[], &[real(1, 3), real(1, 2)]), truth(true));
    assert_eq!(value(REAL_GT, &[], &[real(1, 3), real(1, 2)]), truth(false));
}

#[test]
fn division_by_zero_is_a_function_of_the_run() {
    for op in [INT_DIV, INT_MOD] {
        assert_eq!(eval(op, &[], &[int(1), int(0)]), None);
    }
    assert_eq!(eval(REAL_DIV, &[], &[real(1, 2), real(0, 1)]), None);
    let mut calls = 0;
    let mut chosen = Chosen::new(|_, _: &Value| {
        calls += 1;
        Some(int(calls))
    });
    assert!(!chosen.is_used());
    let mut ask = |op, a: i128| eval_with(op, &[], &[int(a), int(0)], &mut chosen);
    assert_eq!(ask(INT_DIV, 5), Some(int(1)));
    assert_eq!(ask(INT_DIV, 6), Some(int(2)));
    assert_eq!(ask(INT_MOD, 5), Some(int(3)));
    assert_eq!(ask(INT_DIV, 5), Some(int(1)));
    chosen.fix(INT_DIV, int(5), int(-7));
    assert!(chosen.is_used());
    let args = [int(5), int(0), int(2)];
    assert_eq!(eval_with(INT_DIV, &[], &args, &mut chosen), Some(int(-4)));
    // A chosen value of another sort is ignored.
    let args = [real(5, 1), real(0, 1)];
    assert_eq!(eval_with(REAL_DIV, &[], &args, &mut chosen), None);
}

fn table(default: Value, entries: &[(Value, Value)]) -> Value {
    let mut map = Map::constant(default);
    for (key, value) in entries {
        map.set(key.clone(), value.clone());
    }
    Value::Array(Arc::new(map))
}

#[test]
fn arrays() {
    let a = table(int(0), &[(int(5), int(7))]);
    assert_eq!(value(ARRAY_SELECT, &[], &[a.clone(), int(5)]), int(7));
    assert_eq!(value(ARRAY_SELECT, &[], &[a.clone(), int(6)]), int(0));
    let b = value(ARRAY_STORE, &[], &[a.clone(), int(6), int(1)]);
    assert_eq!(value(ARRAY_SELECT, &[], &[b.clone(), int(6)]), int(1));
    assert_eq!(equal(&a, &b), Some(false));
    let c = value(ARRAY_STORE, &[], &[b, int(6), int(0)]);
    assert_eq!(equal(&a, &c), Some(true));
    // Different defaults over an infinite sort.
    assert_eq!(
        equal(
            &table(int(0), &[(int(5), int(1))]),
            &table(int(1), &[(int(5), int(1))])
        ),
        Some(false)
    );
    // Entries cover the whole finite sort, so the defaults do not matter.
    let (t, f) = (truth(true), truth(false));
    let ones = table(int(1), &[]);
    let also_ones = table(int(0), &[(t.clone(), int(1)), (f.clone(), int(1))]);
    assert_ne!(ones, also_ones);
    assert_eq!(equal(&ones, &also_ones), Some(true));
    assert_eq!(value(DISTINCT, &[], &[ones.clone(), also_ones.clone()]), f);
    assert_eq!(
        equal(&ones, &table(int(0), &[(t.clone(), int(1))])),
        Some(false)
    );
    let bits = |default, n: i128| {
        table(
            int(default),
            &(0..n).map(|k| (bv(2, k), int(9))).collect::<Vec<_>>(),
        )
    };
    assert_eq!(equal(&bits(0, 4), &bits(1, 4)), Some(true));
    assert_eq!(equal(&bits(0, 3), &bits(1, 3)), Some(false));
    // The size of an uninterpreted sort depends on the model.
    let elements = |default| table(int(default), &[(Value::Element(0), int(9))]);
    assert_eq!(equal(&elements(0), &elements(1)), None);
    assert_eq!(equal(&elements(0), &elements(0)), Some(true));
    // An array that is an index is found in every spelling.
    let nested = table(int(0), &[(ones, int(3))]);
    assert_eq!(
        value(ARRAY_SELECT, &[], &[nested.clone(), also_ones.clone()]),
        int(3)
    );
    let changed = value(ARRAY_STORE, &[], &[nested, also_ones, int(0)]);
    assert_eq!(equal(&changed, &table(int(0), &[])), Some(true));
}

#[test]
fn functions() {
    let mut map = Map::constant(int(0));
    map.set(vec![truth(true), int(1)], int(4));
    let f = Value::Fun(Arc::new(map));
    let at = |a, b| value(UF_APPLY, &[], &[f.clone(), truth(a), int(b)]);
    assert_eq!(at(true, 1), int(4));
    assert_eq!(at(false, 1), int(0));
    // Four points cover the domain of two Boolean arguments.
    let covered = |default| {
        let mut map = Map::constant(int(default));
        for n in 0..4 {
            map.set(vec![truth(n & 1 == 1), truth(n & 2 == 2)], int(9));
        }
        Value::Fun(Arc::new(map))
    };
    assert_eq!(equal(&covered(0), &covered(1)), Some(true));
    assert_eq!(equal(&f, &f), Some(true));
}

#[test]
fn domains_are_listed_without_repetition() {
    let mut sorts = Sorts::default();
    for (n, sort) in [
        Sort::Bool,
        Sort::Bv(2),
        Sort::Array(SortId(0), SortId(1)),
        Sort::Fun([SortId(0), SortId(0)].into(), SortId(0)),
        Sort::Array(SortId(2), SortId(0)),
        Sort::Int,
        Sort::Real,
        Sort::Uninterpreted("U".into()),
        Sort::Array(SortId(5), SortId(5)),
        Sort::Bv(64),
        Sort::Fp(2, 3),
        Sort::Rm,
        Sort::Fp(15, 113),
        Sort::String,
    ]
    .into_iter()
    .enumerate()
    {
        sorts.insert(SortId(n as u32), sort);
    }
    let sizes = [Some(2), Some(4), Some(16), Some(16), Some(1 << 16)];
    let sizes = sizes.into_iter().chain([None; 5]);
    let sizes = sizes.chain([Some(27), Some(5), None, None]);
    for (id, size) in (0..).map(SortId).zip(sizes) {
        assert_eq!(domain::size(&sorts, id), size);
        let listed = size.unwrap_or(20).min(20);
        let values: Vec<Value> = (0..listed)
            .flat_map(|n| domain::nth(&sorts, id, n))
            .collect();
        assert_eq!(values.len() as u64, listed);
        for (n, a) in values.iter().enumerate() {
            for b in &values[n + 1..] {
                assert_eq!(equal(a, b), Some(false), "{a} {b}");
            }
        }
        if let Some(size) = size {
            assert_eq!(domain::nth(&sorts, id, size), None);
        }
    }
}
