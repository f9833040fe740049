//! Operators: which of cvc5's kinds each stands for.
//!
//! A row names the kind, and the number of the kind is looked up when the library is loaded. cvc5
//! folds all kinds but two by the attributes of SMT-LIB, and takes indices in the order of SMT-LIB.
//! The signature tells binders from applications.

pub(super) mod own;

use super::ffi::Api;
use crate::shared::encoding::kinds::KindTable;
use murxla_fsm::op::{self, Op, OpRow, Ops};
use std::ops::Deref;
use std::sync::LazyLock;

/// The operators that only this solver has.
pub(super) const EXTENSIONS: &[OpRow] = own::ROWS;

/// The kinds of each operator. All kinds of a row mean the same, and the first that the library has
/// is used.
#[rustfmt::skip]
const KINDS: &[(Op, &[&str])] = &[
    (op::EQUAL,           &["EQUAL"]),
    (op::DISTINCT,        &["DISTINCT"]),
    (op::ITE,             &["ITE"]),
    (op::NOT,             &["NOT"]),
    (op::AND,             &["AND"]),
    (op::OR,              &["OR"]),
    (op::XOR,             &["XOR"]),
    (op::IMPLIES,         &["IMPLIES"]),
    (op::IFF,             &["EQUAL"]),
    (op::UF_APPLY,        &["APPLY_UF"]),
    (op::FORALL,          &["FORALL"]),
    (op::EXISTS,          &["EXISTS"]),
    (op::PATTERN,         &["INST_PATTERN"]),
    (op::NO_PATTERN,      &["INST_NO_PATTERN"]),
    (op::WEIGHT,          &[]),
    (op::QID,             &["INST_ATTRIBUTE"]),
    (op::SKOLEMID,        &[]),
    (op::ARRAY_SELECT,    &["SELECT"]),
    (op::ARRAY_STORE,     &["STORE"]),
    (op::CONST_ARRAY,     &["CONST_ARRAY"]),
    (op::INT_NEG,         &["NEG"]),
    (op::INT_ABS,         &["ABS"]),
    (op::INT_ADD,         &["ADD"]),
    (op::INT_SUB,         &["SUB"]),
    (op::INT_MUL,         &["MULT"]),
    (op::INT_DIV,         &["INTS_DIVISION"]),
    (op::INT_MOD,         &["INTS_MODULUS"]),
    (op::INT_LT,          &["LT"]),
    (op::INT_LTE,         &["LEQ"]),
    (op::INT_GT,          &["GT"]),
    (op::INT_GTE,         &["GEQ"]),
    (op::INT_IS_DIV,      &["DIVISIBLE"]),
    (op::INT_TO_BV,       &["INT_TO_BITVECTOR"]),
    (op::INT_TO_REAL,     &["TO_REAL"]),
    (op::REAL_IS_INT,     &["IS_INTEGER"]),
    (op::REAL_NEG,        &["NEG"]),
    (op::REAL_ADD,        &["ADD"]),
    (op::REAL_SUB,        &["SUB"]),
    (op::REAL_MUL,        &["MULT"]),
    (op::REAL_DIV,        &["DIVISION"]),
    (op::REAL_LT,         &["LT"]),
    (op::REAL_LTE,        &["LEQ"]),
    (op::REAL_GT,         &["GT"]),
    (op::REAL_GTE,        &["GEQ"]),
    (op::REAL_TO_INT,     &["TO_INTEGER"]),
    (op::REAL_ABS,        &["ABS"]),
    (op::BV_CONCAT,       &["BITVECTOR_CONCAT"]),
    (op::BV_EXTRACT,      &["BITVECTOR_EXTRACT"]),
    (op::BV_REPEAT,       &["BITVECTOR_REPEAT"]),
    (op::BV_ROTATE_LEFT,  &["BITVECTOR_ROTATE_LEFT"]),
    (op::BV_ROTATE_RIGHT, &["BITVECTOR_ROTATE_RIGHT"]),
    (op::BV_SIGN_EXTEND,  &["BITVECTOR_SIGN_EXTEND"]),
    (op::BV_ZERO_EXTEND,  &["BITVECTOR_ZERO_EXTEND"]),
    (op::BV_NOT,          &["BITVECTOR_NOT"]),
    (op::BV_NEG,          &["BITVECTOR_NEG"]),
    (op::BV_AND,          &["BITVECTOR_AND"]),
    (op::BV_OR,           &["BITVECTOR_OR"]),
    (op::BV_XOR,          &["BITVECTOR_XOR"]),
    (op::BV_NAND,         &["BITVECTOR_NAND"]),
    (op::BV_NOR,          &["BITVECTOR_NOR"]),
    (op::BV_XNOR,         &["BITVECTOR_XNOR"]),
    (op::BV_COMP,         &["BITVECTOR_COMP"]),
    (op::BV_ADD,          &["BITVECTOR_ADD"]),
    (op::BV_SUB,          &["BITVECTOR_SUB"]),
    (op::BV_MULT,         &["BITVECTOR_MULT"]),
    (op::BV_UDIV,         &["BITVECTOR_UDIV"]),
    (op::BV_UREM,         &["BITVECTOR_UREM"]),
    (op::BV_SDIV,         &["BITVECTOR_SDIV"]),
    (op::BV_SREM,         &["BITVECTOR_SREM"]),
    (op::BV_SMOD,         &["BITVECTOR_SMOD"]),
    (op::BV_SHL,          &["BITVECTOR_SHL"]),
    (op::BV_LSHR,         &["BITVECTOR_LSHR"]),
    (op::BV_ASHR,         &["BITVECTOR_ASHR"]),
    (op::BV_ULT,          &["BITVECTOR_ULT"]),
    (op::BV_ULE,          &["BITVECTOR_ULE"]),
    (op::BV_UGT,          &["BITVECTOR_UGT"]),
    (op::BV_UGE,          &["BITVECTOR_UGE"]),
    (op::BV_SLT,          &["BITVECTOR_SLT"]),
    (op::BV_SLE,          &["BITVECTOR_SLE"]),
    (op::BV_SGT,          &["BITVECTOR_SGT"]),
    (op::BV_SGE,          &["BITVECTOR_SGE"]),
    (op::BV_NEGO,         &["BITVECTOR_NEGO"]),
    (op::BV_UADDO,        &["BITVECTOR_UADDO"]),
    (op::BV_SADDO,        &["BITVECTOR_SADDO"]),
    (op::BV_UMULO,        &["BITVECTOR_UMULO"]),
    (op::BV_SMULO,        &["BITVECTOR_SMULO"]),
    (op::BV_USUBO,        &["BITVECTOR_USUBO"]),
    (op::BV_SSUBO,        &["BITVECTOR_SSUBO"]),
    (op::BV_SDIVO,        &["BITVECTOR_SDIVO"]),
    // Release 1.2 only has BITVECTOR_TO_NAT, after the name of `ubv_to_int` before SMT-LIB 2.7.
    (op::BV_UBV_TO_INT,   &["BITVECTOR_UBV_TO_INT", "BITVECTOR_TO_NAT"]),
    (op::BV_SBV_TO_INT,   &["BITVECTOR_SBV_TO_INT"]),
    (op::BV_TO_NAT,       &["BITVECTOR_TO_NAT", "BITVECTOR_UBV_TO_INT"]),
    (op::SET_UNION,       &["SET_UNION"]),
    (op::SET_INTERSECTION, &["SET_INTER"]),
    (op::SET_MINUS,       &["SET_MINUS"]),
    (op::SET_SUBSET,      &["SET_SUBSET"]),
    (op::SET_MEMBER,      &["SET_MEMBER"]),
    (op::SET_SINGLETON,   &["SET_SINGLETON"]),
    (op::SET_INSERT,      &["SET_INSERT"]),
    (op::SET_CARD,        &["SET_CARD"]),
    (op::SET_COMPLEMENT,  &["SET_COMPLEMENT"]),
    (op::SET_CHOOSE,      &["SET_CHOOSE"]),
    (op::SET_IS_EMPTY,    &["SET_IS_EMPTY"]),
    (op::SET_IS_SINGLETON, &["SET_IS_SINGLETON"]),
    (op::SET_COMPREHENSION, &["SET_COMPREHENSION"]),
    (op::BAG_UNION_MAX,   &["BAG_UNION_MAX"]),
    (op::BAG_UNION_DISJOINT, &["BAG_UNION_DISJOINT"]),
    (op::BAG_INTERSECTION_MIN, &["BAG_INTER_MIN"]),
    (op::BAG_DIFFERENCE_SUBTRACT, &["BAG_DIFFERENCE_SUBTRACT"]),
    (op::BAG_DIFFERENCE_REMOVE, &["BAG_DIFFERENCE_REMOVE"]),
    (op::BAG_SUBBAG,      &["BAG_SUBBAG"]),
    (op::BAG_COUNT,       &["BAG_COUNT"]),
    (op::BAG_MEMBER,      &["BAG_MEMBER"]),
    (op::BAG_DUPLICATE_REMOVAL, &["BAG_SETOF", "BAG_DUPLICATE_REMOVAL"]),
    (op::BAG_MAKE,        &["BAG_MAKE"]),
    (op::BAG_CARD,        &["BAG_CARD"]),
    (op::BAG_CHOOSE,      &["BAG_CHOOSE"]),
    (op::FP_ABS,            &["FLOATINGPOINT_ABS"]),
    (op::FP_NEG,            &["FLOATINGPOINT_NEG"]),
    (op::FP_ADD,            &["FLOATINGPOINT_ADD"]),
    (op::FP_SUB,            &["FLOATINGPOINT_SUB"]),
    (op::FP_MUL,            &["FLOATINGPOINT_MULT"]),
    (op::FP_DIV,            &["FLOATINGPOINT_DIV"]),
    (op::FP_FMA,            &["FLOATINGPOINT_FMA"]),
    (op::FP_SQRT,           &["FLOATINGPOINT_SQRT"]),
    (op::FP_REM,            &["FLOATINGPOINT_REM"]),
    (op::FP_RTI,            &["FLOATINGPOINT_RTI"]),
    (op::FP_MIN,            &["FLOATINGPOINT_MIN"]),
    (op::FP_MAX,            &["FLOATINGPOINT_MAX"]),
    (op::FP_LEQ,            &["FLOATINGPOINT_LEQ"]),
    (op::FP_LT,             &["FLOATINGPOINT_LT"]),
    (op::FP_GEQ,            &["FLOATINGPOINT_GEQ"]),
    (op::FP_GT,             &["FLOATINGPOINT_GT"]),
    (op::FP_EQ,             &["FLOATINGPOINT_EQ"]),
    (op::FP_IS_NORMAL,      &["FLOATINGPOINT_IS_NORMAL"]),
    (op::FP_IS_SUBNORMAL,   &["FLOATINGPOINT_IS_SUBNORMAL"]),
    (op::FP_IS_ZERO,        &["FLOATINGPOINT_IS_ZERO"]),
    (op::FP_IS_INF,         &["FLOATINGPOINT_IS_INF"]),
    (op::FP_IS_NAN,         &["FLOATINGPOINT_IS_NAN"]),
    (op::FP_IS_NEG,         &["FLOATINGPOINT_IS_NEG"]),
    (op::FP_IS_POS,         &["FLOATINGPOINT_IS_POS"]),
    (op::FP_FP,             &["FLOATINGPOINT_FP"]),
    (op::FP_TO_FP_FROM_BV,  &["FLOATINGPOINT_TO_FP_FROM_IEEE_BV"]),
    (op::FP_TO_FP_FROM_FP,  &["FLOATINGPOINT_TO_FP_FROM_FP"]),
    (op::FP_TO_FP_FROM_REAL, &["FLOATINGPOINT_TO_FP_FROM_REAL"]),
    (op::FP_TO_FP_FROM_SBV, &["FLOATINGPOINT_TO_FP_FROM_SBV"]),
    (op::FP_TO_FP_FROM_UBV, &["FLOATINGPOINT_TO_FP_FROM_UBV"]),
    (op::FP_TO_UBV,         &["FLOATINGPOINT_TO_UBV"]),
    (op::FP_TO_SBV,         &["FLOATINGPOINT_TO_SBV"]),
    (op::FP_TO_REAL,        &["FLOATINGPOINT_TO_REAL"]),
    (op::STR_CONCAT,      &["STRING_CONCAT"]),
    (op::STR_LEN,         &["STRING_LENGTH"]),
    (op::STR_LT,          &["STRING_LT"]),
    (op::STR_LE,          &["STRING_LEQ"]),
    (op::STR_AT,          &["STRING_CHARAT"]),
    (op::STR_SUBSTR,      &["STRING_SUBSTR"]),
    (op::STR_PREFIXOF,    &["STRING_PREFIX"]),
    (op::STR_SUFFIXOF,    &["STRING_SUFFIX"]),
    (op::STR_CONTAINS,    &["STRING_CONTAINS"]),
    (op::STR_INDEXOF,     &["STRING_INDEXOF"]),
    (op::STR_REPLACE,     &["STRING_REPLACE"]),
    (op::STR_REPLACE_ALL, &["STRING_REPLACE_ALL"]),
    (op::STR_REPLACE_RE,  &["STRING_REPLACE_RE"]),
    (op::STR_REPLACE_RE_ALL, &["STRING_REPLACE_RE_ALL"]),
    (op::STR_IS_DIGIT,    &["STRING_IS_DIGIT"]),
    (op::STR_TO_CODE,     &["STRING_TO_CODE"]),
    (op::STR_FROM_CODE,   &["STRING_FROM_CODE"]),
    (op::STR_TO_INT,      &["STRING_TO_INT"]),
    (op::STR_FROM_INT,    &["STRING_FROM_INT"]),
    (op::STR_TO_RE,       &["STRING_TO_REGEXP"]),
    (op::STR_IN_RE,       &["STRING_IN_REGEXP"]),
    (op::RE_NONE,         &["REGEXP_NONE"]),
    (op::RE_ALL,          &["REGEXP_ALL"]),
    (op::RE_ALLCHAR,      &["REGEXP_ALLCHAR"]),
    (op::RE_CONCAT,       &["REGEXP_CONCAT"]),
    (op::RE_UNION,        &["REGEXP_UNION"]),
    (op::RE_INTER,        &["REGEXP_INTER"]),
    (op::RE_DIFF,         &["REGEXP_DIFF"]),
    (op::RE_COMP,         &["REGEXP_COMPLEMENT"]),
    (op::RE_STAR,         &["REGEXP_STAR"]),
    (op::RE_PLUS,         &["REGEXP_PLUS"]),
    (op::RE_OPT,          &["REGEXP_OPT"]),
    (op::RE_RANGE,        &["REGEXP_RANGE"]),
    (op::RE_POW,          &["REGEXP_REPEAT"]),
    (op::RE_LOOP,         &["REGEXP_LOOP"]),
    (op::SEQ_CONCAT,        &["SEQ_CONCAT"]),
    (op::SEQ_LENGTH,        &["SEQ_LENGTH"]),
    (op::SEQ_EXTRACT,       &["SEQ_EXTRACT"]),
    (op::SEQ_UPDATE,        &["SEQ_UPDATE"]),
    (op::SEQ_AT,            &["SEQ_AT"]),
    (op::SEQ_CONTAINS,      &["SEQ_CONTAINS"]),
    (op::SEQ_INDEXOF,       &["SEQ_INDEXOF"]),
    (op::SEQ_REPLACE,       &["SEQ_REPLACE"]),
    (op::SEQ_REPLACE_ALL,   &["SEQ_REPLACE_ALL"]),
    (op::SEQ_REV,           &["SEQ_REV"]),
    (op::SEQ_PREFIX,        &["SEQ_PREFIX"]),
    (op::SEQ_SUFFIX,        &["SEQ_SUFFIX"]),
    (op::SEQ_UNIT,          &["SEQ_UNIT"]),
    (op::SEQ_NTH,           &["SEQ_NTH"]),
    (op::FINITE_FIELD_NEG,    &["FINITE_FIELD_NEG"]),
    (op::FINITE_FIELD_ADD,    &["FINITE_FIELD_ADD"]),
    (op::FINITE_FIELD_MULT,   &["FINITE_FIELD_MULT"]),
    (op::FINITE_FIELD_BITSUM, &["FINITE_FIELD_BITSUM"]),
    (op::TRANS_PI,            &["PI"]),
    (op::TRANS_EXPONENTIAL,   &["EXPONENTIAL"]),
    (op::TRANS_SINE,          &["SINE"]),
    (op::TRANS_COSINE,        &["COSINE"]),
    (op::TRANS_TANGENT,       &["TANGENT"]),
    (op::TRANS_COSECANT,      &["COSECANT"]),
    (op::TRANS_SECANT,        &["SECANT"]),
    (op::TRANS_COTANGENT,     &["COTANGENT"]),
    (op::TRANS_ARCSINE,       &["ARCSINE"]),
    (op::TRANS_ARCCOSINE,     &["ARCCOSINE"]),
    (op::TRANS_ARCTANGENT,    &["ARCTANGENT"]),
    (op::TRANS_ARCCOSECANT,   &["ARCCOSECANT"]),
    (op::TRANS_ARCSECANT,     &["ARCSECANT"]),
    (op::TRANS_ARCCOTANGENT,  &["ARCCOTANGENT"]),
    (op::TRANS_SQRT,          &["SQRT"]),
    (op::DT_APPLY_CONS,   &["APPLY_CONSTRUCTOR"]),
    (op::DT_APPLY_SEL,    &["APPLY_SELECTOR"]),
    (op::DT_APPLY_TESTER, &["APPLY_TESTER"]),
    (op::DT_APPLY_UPDATER, &["APPLY_UPDATER"]),
    (op::DT_MATCH_CASE,   &["MATCH_CASE"]),
    (op::DT_MATCH_BIND_CASE, &["MATCH_BIND_CASE"]),
    (op::DT_MATCH,        &["MATCH"]),
    (op::TUPLE,           &["APPLY_CONSTRUCTOR"]),
    (op::TUPLE_SELECT,    &["APPLY_SELECTOR"]),
    (op::TUPLE_UPDATE,    &["APPLY_UPDATER"]),
    (op::NULLABLE_SOME,   &["APPLY_CONSTRUCTOR"]),
    (op::NULLABLE_VAL,    &["APPLY_SELECTOR"]),
    (op::NULLABLE_IS_NULL, &["APPLY_TESTER"]),
    (op::NULLABLE_IS_SOME, &["APPLY_TESTER"]),
    (op::HO_APPLY,        &["HO_APPLY"]),
    (op::LAMBDA,          &["LAMBDA"]),
    (op::SET_MAP,         &["SET_MAP"]),
    (op::SET_FILTER,      &["SET_FILTER"]),
    (op::SET_ALL,         &["SET_ALL"]),
    (op::SET_SOME,        &["SET_SOME"]),
    (op::SET_FOLD,        &["SET_FOLD"]),
    (op::BAG_MAP,         &["BAG_MAP"]),
    (op::BAG_FILTER,      &["BAG_FILTER"]),
    (op::BAG_ALL,         &["BAG_ALL"]),
    (op::BAG_SOME,        &["BAG_SOME"]),
    (op::BAG_FOLD,        &["BAG_FOLD"]),
    (op::NULLABLE_LIFT,   &["NULLABLE_LIFT"]),
];

/// The base table and cvc5's extensions.
pub(super) static OPS: LazyLock<Ops> = LazyLock::new(|| Ops::with(EXTENSIONS));

/// Operators that SMT-LIB chains, and whose kinds only take two arguments.
pub(super) const OF_TWO: [Op; 2] = [op::STR_LT, op::STR_LE];

/// The kinds of separation logic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Separation {
    pub(super) points_to: i32,
    pub(super) star: i32,
    pub(super) wand: i32,
}

/// The kinds of operators, with the names of the operators in SMT-LIB.
pub(super) fn kinds() -> Vec<(&'static str, &'static str)> {
    let named = |(op, kinds): &(Op, &'static [&'static str])| {
        let smt = OPS.row(*op).smt;
        kinds.iter().map(move |kind| (*kind, smt))
    };
    let own = own::KINDS.iter().map(|(row, kind)| (*kind, row.smt));
    KINDS.iter().flat_map(named).chain(own).collect()
}

/// The numbers of kinds in one library.
#[derive(Debug)]
pub(super) struct Kinds {
    table: KindTable<i32>,
    /// Conjunctions, which chains are made of.
    pub(super) and: i32,
    /// Negations, disjunctions, and disequalities of formulas.
    pub(super) not: i32,
    pub(super) or: i32,
    pub(super) xor: i32,
    /// The list of variables of a binder.
    pub(super) variable_list: i32,
    /// The list of annotations after the body of a binder, and one annotation.
    pub(super) pattern_list: i32,
    /// The values of functions.
    pub(super) lambda: i32,
    /// Separation logic, if the library has it.
    pub(super) separation: Option<Separation>,
    /// The bag without members.
    pub(super) empty_bag: i32,
    /// Free symbols, and variables of binders.
    pub(super) constant: i32,
    pub(super) variable: i32,
}

impl Kinds {
    /// Asks the library for the numbers. `None` if it lacks a kind that every release has.
    pub(super) fn resolve(api: Api) -> Option<Self> {
        let numbers = api.kinds();
        let separation = || {
            Some(Separation {
                points_to: *numbers.get("SEP_PTO")?,
                star: *numbers.get("SEP_STAR")?,
                wand: *numbers.get("SEP_WAND")?,
            })
        };
        Some(Self {
            separation: separation(),
            table: KindTable::resolve(&numbers, KINDS.iter().copied(), &own::KINDS),
            and: *numbers.get("AND")?,
            not: *numbers.get("NOT")?,
            or: *numbers.get("OR")?,
            xor: *numbers.get("XOR")?,
            variable_list: *numbers.get("VARIABLE_LIST")?,
            pattern_list: *numbers.get("INST_PATTERN_LIST")?,
            lambda: *numbers.get("LAMBDA")?,
            empty_bag: *numbers.get("BAG_EMPTY")?,
            constant: *numbers.get("CONSTANT")?,
            variable: *numbers.get("VARIABLE")?,
        })
    }
}

impl Deref for Kinds {
    type Target = KindTable<i32>;

    fn deref(&self) -> &KindTable<i32> {
        &self.table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::op::Ops;

    #[test]
    fn every_operator_has_one_row() {
        let rows: Vec<Op> = KINDS.iter().map(|(op, _)| *op).collect();
        let all: Vec<Op> = Ops::base().iter().collect();
        assert_eq!(rows, all, "rows follow the base table");
        // cvc5 has no kinds for these attributes.
        let without = KINDS.iter().filter(|(_, names)| names.is_empty());
        let without: Vec<Op> = without.map(|(op, _)| *op).collect();
        assert_eq!(without, [op::WEIGHT, op::SKOLEMID]);
    }
}
