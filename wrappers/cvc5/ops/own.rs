//! Operators that only cvc5 has, with their values. If the description of the API leaves a value
//! open, the value is the one that the library returns. A partial function has no value outside of
//! its domain.

use crate::cvc5::relations::{
    aggregate, group, iden, join, join_image, product, relation_join, relation_project, table_join,
    table_product, table_project, tclosure, transpose, tuple_project,
};
use crate::shared::encoding::kinds::{KindRow, extension_op, op_rows};
use murxla_fsm::eval::{self, MAX_BITS, Unknown};
use murxla_fsm::op::{self, Evaluate, Op, OpRow, Ops, STR_IN_RE};
use murxla_fsm::theory::Theory;
use murxla_fsm::value::{Bv, Str, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The rows, each with the name of its kind. These kinds are left out: BITVECTOR_BIT and
/// BITVECTOR_FROM_BOOLS, which 1.4.2 only uses in proofs and cannot bit-blast (it ends with
/// "Unreachable code reached" in UndefinedAtomBBStrategy), and BAG_PARTITION, which needs an
/// equivalence relation, and we cannot tell whether a function is one.
///
/// Joins are by one pair of places, because others are read as 0:
/// traces/cvc5/table-join-columns-1.4.2.trace. Total divisions are by literals, because 1.4.2 is
/// wrong for other divisors that are 0. Half of the formulas with such a division would have a
/// wrong model, which would hide other errors: traces/cvc5/total-division-model-1.4.2.trace. Images
/// are of scripts only, because they take literals that are not negative, which runs cannot ask
/// for: "JoinImage cardinality constraint must be non-negative". Traces of older versions have
/// `cvc5-OP_REAL_ABS` for `OP_REAL_ABS`, which imports make.
#[rustfmt::skip]
pub(in crate::cvc5) const KINDS: [KindRow; 54] = [
    (row("cvc5-OP_BV_REDAND",      "bvredand",     Theory::Bv,     "(BV n) -> (BV 1)",                   bv_redand),      "BITVECTOR_REDAND"),
    (row("cvc5-OP_BV_REDOR",       "bvredor",      Theory::Bv,     "(BV n) -> (BV 1)",                   bv_redor),       "BITVECTOR_REDOR"),
    (row("cvc5-OP_BV_ULTBV",       "bvultbv",      Theory::Bv,     "(BV n) (BV n) -> (BV 1)",            bv_ultbv),       "BITVECTOR_ULTBV"),
    (row("cvc5-OP_BV_SLTBV",       "bvsltbv",      Theory::Bv,     "(BV n) (BV n) -> (BV 1)",            bv_sltbv),       "BITVECTOR_SLTBV"),
    (row("cvc5-OP_BV_ITE",         "bvite",        Theory::Bv,     "(BV 1) (BV n) (BV n) -> (BV n)",     bv_ite),         "BITVECTOR_ITE"),
    (row("cvc5-OP_INT_IAND",       "iand",         Theory::Int,    "{k 1..~64} Int Int -> Int :nonlinear", int_iand),     "IAND"),
    (row("cvc5-OP_INT_POW2",       "int.pow2",     Theory::Int,    "Int -> Int :nonlinear",              int_pow2),       "POW2"),
    (row("cvc5-OP_INT_LOG2",       "int.log2",     Theory::Int,    "Int -> Int :nonlinear",              int_log2),       "LOG2"),
    (row("cvc5-OP_INT_DIV_TOTAL",  "div_total",    Theory::Int,    "Int Int -> Int :literal",            int_div_total),  "INTS_DIVISION_TOTAL"),
    (row("cvc5-OP_INT_MOD_TOTAL",  "mod_total",    Theory::Int,    "Int Int -> Int :literal",            int_mod_total),  "INTS_MODULUS_TOTAL"),
    (row("cvc5-OP_REAL_DIV_TOTAL", "/_total",      Theory::Real,   "Real Real -> Real :literal",         real_div_total), "DIVISION_TOTAL"),
    (row("cvc5-OP_STRING_UPDATE",  "str.update",   Theory::String, "String Int String -> String",        str_update),     "STRING_UPDATE"),
    (row("cvc5-OP_STRING_REV",     "str.rev",      Theory::String, "String -> String",                   str_rev),        "STRING_REV"),
    (row("cvc5-OP_STRING_TOLOWER", "str.to_lower", Theory::String, "String -> String",                   str_to_lower),   "STRING_TO_LOWER"),
    (row("cvc5-OP_STRING_TOUPPER", "str.to_upper", Theory::String, "String -> String",                   str_to_upper),   "STRING_TO_UPPER"),
    (row("cvc5-OP_STRING_INDEXOF_RE", "str.indexof_re", Theory::String, "String RegLan Int -> Int",      str_indexof_re), "STRING_INDEXOF_RE"),
    (row("cvc5-OP_TUPLE_PROJECT",  "tuple.project", Theory::Tuple, "{i 0..} t -> t :tuple-project",     tuple_project),  "TUPLE_PROJECT"),
    (row("cvc5-OP_RELATION_JOIN",  "rel.join",     Theory::Tuple,  "(Set (Tuple x* a)) (Set (Tuple a y*)) -> (Set (Tuple x* y*))", join), "RELATION_JOIN"),
    (row("cvc5-OP_RELATION_PRODUCT", "rel.product", Theory::Tuple, "(Set (Tuple x*)) (Set (Tuple y*)) -> (Set (Tuple x* y*))", product), "RELATION_PRODUCT"),
    (row("cvc5-OP_RELATION_TRANSPOSE", "rel.transpose", Theory::Tuple, "(Set (Tuple x*)) -> (Set (Tuple ~x*))", transpose), "RELATION_TRANSPOSE"),
    (row("cvc5-OP_RELATION_TCLOSURE", "rel.tclosure", Theory::Tuple, "(Set (Tuple a a)) -> (Set (Tuple a a))", tclosure), "RELATION_TCLOSURE"),
    (row("cvc5-OP_RELATION_IDEN",  "rel.iden",     Theory::Tuple,  "(Set (Tuple a)) -> (Set (Tuple a a))", iden),          "RELATION_IDEN"),
    (row("cvc5-OP_RELATION_JOIN_IMAGE", "rel.join_image", Theory::Tuple, "(Set (Tuple a a)) Int -> (Set (Tuple a)) :literal :scripted", join_image), "RELATION_JOIN_IMAGE"),
    (row("cvc5-OP_RELATION_PROJECT", "rel.project", Theory::Ho,    "{i 0..} (Set (Tuple x*)) -> (Set t) :set-project", relation_project), "RELATION_PROJECT"),
    (row("cvc5-OP_RELATION_GROUP", "rel.group",    Theory::Tuple,  "{i 0..} (Set (Tuple x*)) -> (Set (Set t)) :set-group", group), "RELATION_GROUP"),
    (row("cvc5-OP_RELATION_TABLE_JOIN", "rel.table_join", Theory::Tuple, "{i 0..} (Set (Tuple x*)) (Set (Tuple y*)) -> (Set (Tuple x* y*)) :set-join", relation_join), "RELATION_TABLE_JOIN"),
    (row("cvc5-OP_RELATION_AGGREGATE", "rel.aggr", Theory::Ho,     "{i 0..} (-> t e e) e (Set (Tuple x*)) -> (Set e) :set-aggregate", aggregate), "RELATION_AGGREGATE"),
    (row("cvc5-OP_TABLE_PRODUCT",  "table.product", Theory::Tuple, "(Bag (Tuple x*)) (Bag (Tuple y*)) -> (Bag (Tuple x* y*))", table_product), "TABLE_PRODUCT"),
    (row("cvc5-OP_TABLE_PROJECT",  "table.project", Theory::Ho,    "{i 0..} (Bag (Tuple x*)) -> (Bag t) :bag-project", table_project), "TABLE_PROJECT"),
    (row("cvc5-OP_TABLE_GROUP",    "table.group",  Theory::Tuple,  "{i 0..} (Bag (Tuple x*)) -> (Bag (Bag t)) :bag-group", group), "TABLE_GROUP"),
    (row("cvc5-OP_TABLE_JOIN",     "table.join",   Theory::Tuple,  "{i 0..} (Bag (Tuple x*)) (Bag (Tuple y*)) -> (Bag (Tuple x* y*)) :bag-join", table_join), "TABLE_JOIN"),
    (row("cvc5-OP_TABLE_AGGREGATE", "table.aggr",  Theory::Ho,     "{i 0..} (-> t e e) e (Bag (Tuple x*)) -> (Bag e) :bag-aggregate", aggregate), "TABLE_AGGREGATE"),
    lifts::<{ op::NOT.0 }>("cvc5-OP_NULLABLE_LIFT_NOT",        "(Nullable Bool) -> (Nullable Bool)"),
    lifts::<{ op::AND.0 }>("cvc5-OP_NULLABLE_LIFT_AND",        "(Nullable Bool) (Nullable Bool) -> (Nullable Bool)"),
    lifts::<{ op::EQUAL.0 }>("cvc5-OP_NULLABLE_LIFT_EQUAL",    "(Nullable a) (Nullable a) -> (Nullable Bool)"),
    lifts::<{ op::INT_ADD.0 }>("cvc5-OP_NULLABLE_LIFT_INT_ADD", "(Nullable Int) (Nullable Int) -> (Nullable Int)"),
    lifts::<{ op::INT_LT.0 }>("cvc5-OP_NULLABLE_LIFT_INT_LT",  "(Nullable Int) (Nullable Int) -> (Nullable Bool)"),
    lifts::<{ op::REAL_SUB.0 }>("cvc5-OP_NULLABLE_LIFT_REAL_SUB", "(Nullable Real) (Nullable Real) -> (Nullable Real)"),
    lifts::<{ op::BV_ADD.0 }>("cvc5-OP_NULLABLE_LIFT_BV_ADD",  "(Nullable (BV n)) (Nullable (BV n)) -> (Nullable (BV n))"),
    lifts::<{ op::BV_CONCAT.0 }>("cvc5-OP_NULLABLE_LIFT_BV_CONCAT", "(Nullable (BV m)) (Nullable (BV n)) -> (Nullable (BV m+n))"),
    lifts::<{ op::STR_CONCAT.0 }>("cvc5-OP_NULLABLE_LIFT_STR_CONCAT", "(Nullable String) (Nullable String) -> (Nullable String)"),
    lifts::<{ op::STR_REPLACE.0 }>("cvc5-OP_NULLABLE_LIFT_STR_REPLACE", "(Nullable String) (Nullable String) (Nullable String) -> (Nullable String)"),
    lifts::<{ op::SET_UNION.0 }>("cvc5-OP_NULLABLE_LIFT_SET_UNION", "(Nullable (Set e)) (Nullable (Set e)) -> (Nullable (Set e))"),
    scripted("cvc5-OP_INT_PIAND",  "piand",        Theory::Int,    "Int Int Int -> Int :scripted",       "PIAND"),
    (row("cvc5-OP_REAL_ABS",       "abs",          Theory::Real,   "Real -> Real :scripted",             real_abs),       "ABS"),
    scripted("cvc5-OP_INT_POW",    "^",            Theory::Int,    "Int Int -> Int :scripted",           "POW"),
    scripted("cvc5-OP_REAL_POW",   "^",            Theory::Real,   "Real Real -> Real :scripted",        "POW"),
    scripted("cvc5-OP_ARRAY_EQ_RANGE", "eqrange",  Theory::Array,  "(Array i e) (Array i e) i i -> Bool :scripted", "EQ_RANGE"),
    scripted("cvc5-OP_CARDINALITY", "fmf.card",    Theory::Uf,     "{(Uninterpreted u)} {n 1..} -> Bool :scripted",      "CARDINALITY_CONSTRAINT"),
    scripted("cvc5-OP_SEP_NIL",    "sep.nil",      Theory::Uf,     "{a} -> a :scripted",                 "SEP_NIL"),
    scripted("cvc5-OP_SEP_EMP",    "sep.emp",      Theory::Uf,     "-> Bool :scripted",                  "SEP_EMP"),
    scripted("cvc5-OP_SEP_PTO",    "pto",          Theory::Uf,     "a b -> Bool :scripted",              "SEP_PTO"),
    scripted("cvc5-OP_SEP_STAR",   "sep",          Theory::Uf,     "Bool Bool -> Bool :left-assoc :scripted", "SEP_STAR"),
    scripted("cvc5-OP_SEP_WAND",   "wand",         Theory::Uf,     "Bool Bool -> Bool :scripted",        "SEP_WAND"),
];

/// An operator of scripts whose values are not known. Those of `piand` are not asked for, because
/// 1.4.2 makes a bit-vector of the given width to compute them, whatever the width.
const fn scripted(
    name: &'static str,
    smt: &'static str,
    theory: Theory,
    signature: &'static str,
    kind: &'static str,
) -> KindRow {
    (extension_op(name, smt, theory, signature, None), kind)
}

/// A row that lifts the operator of this number. In cvc5 the lifted operator is a function, which
/// needs a higher-order logic: "Function terms are only supported with higher-order logic".
const fn lifts<const OP: u16>(name: &'static str, signature: &'static str) -> KindRow {
    let row = OpRow {
        name,
        smt: "nullable.lift",
        theory: Theory::Ho,
        signature,
        eval: Some(lift::<OP>),
    };
    (row, "NULLABLE_LIFT")
}

fn lift<const OP: u16>(_: &[u32], args: &[&Value]) -> Option<Value> {
    eval::lift(args, |inside| {
        eval::apply(Ops::base(), Op(OP), &[], inside, &mut Unknown)
    })
}

const fn row(
    name: &'static str,
    smt: &'static str,
    theory: Theory,
    signature: &'static str,
    eval: Evaluate,
) -> OpRow {
    extension_op(name, smt, theory, signature, Some(eval))
}

/// The rows of the operator table.
pub(super) const ROWS: &[OpRow] = &op_rows(&KINDS);

fn bit(value: bool) -> Option<Value> {
    Some(Value::Bv(Bv::new(1, BigUint::from(u8::from(value)))))
}

fn bv_redand(_: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Bv(a)] => bit(a.unsigned().count_ones() == u64::from(a.width())),
        _ => None,
    }
}

fn bv_redor(_: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Bv(a)] => bit(!a.unsigned().is_zero()),
        _ => None,
    }
}

fn bv_ultbv(_: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Bv(a), Value::Bv(b)] => bit(a.unsigned() < b.unsigned()),
        _ => None,
    }
}

fn bv_sltbv(_: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Bv(a), Value::Bv(b)] => bit(a.signed() < b.signed()),
        _ => None,
    }
}

fn bv_ite(_: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Bv(condition), a, b] => {
            Some((*if condition.unsigned().is_one() { a } else { b }).clone())
        }
        _ => None,
    }
}

/// The conjunction of the lowest bits in two's complement.
fn int_iand(indices: &[u32], args: &[&Value]) -> Option<Value> {
    match (indices, args) {
        ([width], [Value::Int(a), Value::Int(b)]) if *width <= MAX_BITS => {
            let (a, b) = (Bv::from_int(*width, a), Bv::from_int(*width, b));
            Some(Value::Int((a.unsigned() & b.unsigned()).into()))
        }
        _ => None,
    }
}

fn real_abs(_: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Real(a)] => Some(Value::Real(a.abs())),
        _ => None,
    }
}

/// The value is 0 for a negative number.
fn int_pow2(_: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Int(a)] if a.is_negative() => Some(Value::Int(BigInt::zero())),
        [Value::Int(a)] => {
            let exponent = a.to_u32().filter(|exponent| *exponent < MAX_BITS)?;
            Some(Value::Int(BigInt::one() << exponent))
        }
        _ => None,
    }
}

/// The logarithm, rounded down. It is 0 for numbers that are not positive.
fn int_log2(_: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Int(a)] if !a.is_positive() => Some(Value::Int(BigInt::zero())),
        [Value::Int(a)] => Some(Value::Int((a.bits() - 1).into())),
        _ => None,
    }
}

/// The division of SMT-LIB. Division by 0 is 0.
fn int_div_total(_: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Int(_), Value::Int(b)] if b.is_zero() => Some(Value::Int(BigInt::zero())),
        [Value::Int(a), Value::Int(b)] => {
            let remainder = remainder(a, b);
            Some(Value::Int((a - remainder) / b))
        }
        _ => None,
    }
}

/// The remainder of SMT-LIB. The remainder by 0 is the dividend.
fn int_mod_total(_: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Int(a), Value::Int(b)] if b.is_zero() => Some(Value::Int(a.clone())),
        [Value::Int(a), Value::Int(b)] => Some(Value::Int(remainder(a, b))),
        _ => None,
    }
}

/// The remainder in `0..|b|`.
fn remainder(a: &BigInt, b: &BigInt) -> BigInt {
    let remainder = a % b;
    if remainder.is_negative() {
        remainder + b.abs()
    } else {
        remainder
    }
}

fn real_div_total(_: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Real(_), Value::Real(b)] if b.is_zero() => Some(Value::Real(BigRational::zero())),
        [Value::Real(a), Value::Real(b)] => Some(Value::Real(a / b)),
        _ => None,
    }
}

/// Overwrites characters from a place on, up to the end of the string.
fn str_update(_: &[u32], args: &[&Value]) -> Option<Value> {
    let [Value::String(text), Value::Int(place), Value::String(by)] = args else {
        return None;
    };
    let mut chars = text.chars().to_vec();
    let from = place.to_usize().unwrap_or(usize::MAX).min(chars.len());
    for (char, by) in chars[from..].iter_mut().zip(by.chars()) {
        *char = *by;
    }
    Str::new(&chars).map(Value::String)
}

/// Longer strings are not searched.
const SEARCHED: usize = 32;

/// The place, from a start on, of the first substring in the language, which may be empty. -1 if
/// there is none.
fn str_indexof_re(_: &[u32], args: &[&Value]) -> Option<Value> {
    let [Value::String(text), language, Value::Int(place)] = args else {
        return None;
    };
    let chars = text.chars();
    let Some(from) = place.to_usize().filter(|from| *from <= chars.len()) else {
        return Some(Value::Int(BigInt::from(-1)));
    };
    if chars.len() > SEARCHED {
        return None;
    }
    for begin in from..=chars.len() {
        for end in begin..=chars.len() {
            let part = Value::String(Str::new(&chars[begin..end])?);
            let accepted = eval::apply(
                Ops::base(),
                STR_IN_RE,
                &[],
                &[&part, language],
                &mut Unknown,
            )?;
            if accepted == Value::Bool(true) {
                return Some(Value::Int(begin.into()));
            }
        }
    }
    Some(Value::Int(BigInt::from(-1)))
}

fn str_rev(_: &[u32], args: &[&Value]) -> Option<Value> {
    let [Value::String(text)] = args else {
        return None;
    };
    let chars: Vec<u32> = text.chars().iter().rev().copied().collect();
    Str::new(&chars).map(Value::String)
}

fn str_to_lower(_: &[u32], args: &[&Value]) -> Option<Value> {
    map_ascii(args, |char| char.to_ascii_lowercase())
}

fn str_to_upper(_: &[u32], args: &[&Value]) -> Option<Value> {
    map_ascii(args, |char| char.to_ascii_uppercase())
}

/// Changes ASCII characters.
fn map_ascii(args: &[&Value], change: fn(u8) -> u8) -> Option<Value> {
    let [Value::String(text)] = args else {
        return None;
    };
    let changed = |char: &u32| match u8::try_from(*char) {
        Ok(char) => u32::from(change(char)),
        Err(_) => *char,
    };
    let chars: Vec<u32> = text.chars().iter().map(changed).collect();
    Str::new(&chars).map(Value::String)
}
