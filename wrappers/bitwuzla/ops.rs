//! Operators: which of Bitwuzla's kinds each stands for.
//!
//! A row names the kind, and the number of the kind is looked up when the library is loaded. A kind
//! takes its indices in the order of SMT-LIB. It takes as many arguments as the attributes of
//! SMT-LIB allow, or two.

pub(super) mod own;

use super::ffi::Api;
use crate::shared::encoding::kinds::KindTable;
use murxla_fsm::op::{self, Op, OpRow, Ops};
use std::ops::Deref;
use std::sync::LazyLock;

/// The operators that only this solver has.
pub(super) const EXTENSIONS: &[OpRow] = own::ROWS;

/// The kind of each operator of SMT-LIB that the library has.
#[rustfmt::skip]
const KINDS: &[(Op, &str)] = &[
    (op::EQUAL,           "EQUAL"),
    (op::DISTINCT,        "DISTINCT"),
    (op::ITE,             "ITE"),
    (op::NOT,             "NOT"),
    (op::AND,             "AND"),
    (op::OR,              "OR"),
    (op::XOR,             "XOR"),
    (op::IMPLIES,         "IMPLIES"),
    (op::IFF,             "IFF"),
    (op::UF_APPLY,        "APPLY"),
    (op::FORALL,          "FORALL"),
    (op::EXISTS,          "EXISTS"),
    (op::ARRAY_SELECT,    "SELECT"),
    (op::ARRAY_STORE,     "STORE"),
    (op::CONST_ARRAY,     "CONST_ARRAY"),
    (op::BV_CONCAT,       "BV_CONCAT"),
    (op::BV_EXTRACT,      "BV_EXTRACT"),
    (op::BV_REPEAT,       "BV_REPEAT"),
    (op::BV_ROTATE_LEFT,  "BV_ROLI"),
    (op::BV_ROTATE_RIGHT, "BV_RORI"),
    (op::BV_SIGN_EXTEND,  "BV_SIGN_EXTEND"),
    (op::BV_ZERO_EXTEND,  "BV_ZERO_EXTEND"),
    (op::BV_NOT,          "BV_NOT"),
    (op::BV_NEG,          "BV_NEG"),
    (op::BV_AND,          "BV_AND"),
    (op::BV_OR,           "BV_OR"),
    (op::BV_XOR,          "BV_XOR"),
    (op::BV_NAND,         "BV_NAND"),
    (op::BV_NOR,          "BV_NOR"),
    (op::BV_XNOR,         "BV_XNOR"),
    (op::BV_COMP,         "BV_COMP"),
    (op::BV_ADD,          "BV_ADD"),
    (op::BV_SUB,          "BV_SUB"),
    (op::BV_MULT,         "BV_MUL"),
    (op::BV_UDIV,         "BV_UDIV"),
    (op::BV_UREM,         "BV_UREM"),
    (op::BV_SDIV,         "BV_SDIV"),
    (op::BV_SREM,         "BV_SREM"),
    (op::BV_SMOD,         "BV_SMOD"),
    (op::BV_SHL,          "BV_SHL"),
    (op::BV_LSHR,         "BV_SHR"),
    (op::BV_ASHR,         "BV_ASHR"),
    (op::BV_ULT,          "BV_ULT"),
    (op::BV_ULE,          "BV_ULE"),
    (op::BV_UGT,          "BV_UGT"),
    (op::BV_UGE,          "BV_UGE"),
    (op::BV_SLT,          "BV_SLT"),
    (op::BV_SLE,          "BV_SLE"),
    (op::BV_SGT,          "BV_SGT"),
    (op::BV_SGE,          "BV_SGE"),
    (op::BV_NEGO,         "BV_NEGO"),
    (op::BV_UADDO,        "BV_UADDO"),
    (op::BV_SADDO,        "BV_SADDO"),
    (op::BV_UMULO,        "BV_UMULO"),
    (op::BV_SMULO,        "BV_SMULO"),
    (op::BV_USUBO,        "BV_USUBO"),
    (op::BV_SSUBO,        "BV_SSUBO"),
    (op::BV_SDIVO,        "BV_SDIVO"),
    (op::FP_ABS,            "FP_ABS"),
    (op::FP_NEG,            "FP_NEG"),
    (op::FP_ADD,            "FP_ADD"),
    (op::FP_SUB,            "FP_SUB"),
    (op::FP_MUL,            "FP_MUL"),
    (op::FP_DIV,            "FP_DIV"),
    (op::FP_FMA,            "FP_FMA"),
    (op::FP_SQRT,           "FP_SQRT"),
    (op::FP_REM,            "FP_REM"),
    (op::FP_RTI,            "FP_RTI"),
    (op::FP_MIN,            "FP_MIN"),
    (op::FP_MAX,            "FP_MAX"),
    (op::FP_LEQ,            "FP_LEQ"),
    (op::FP_LT,             "FP_LT"),
    (op::FP_GEQ,            "FP_GEQ"),
    (op::FP_GT,             "FP_GT"),
    (op::FP_EQ,             "FP_EQUAL"),
    (op::FP_IS_NORMAL,      "FP_IS_NORMAL"),
    (op::FP_IS_SUBNORMAL,   "FP_IS_SUBNORMAL"),
    (op::FP_IS_ZERO,        "FP_IS_ZERO"),
    (op::FP_IS_INF,         "FP_IS_INF"),
    (op::FP_IS_NAN,         "FP_IS_NAN"),
    (op::FP_IS_NEG,         "FP_IS_NEG"),
    (op::FP_IS_POS,         "FP_IS_POS"),
    (op::FP_FP,             "FP_FP"),
    (op::FP_TO_FP_FROM_BV,  "FP_TO_FP_FROM_BV"),
    (op::FP_TO_FP_FROM_FP,  "FP_TO_FP_FROM_FP"),
    (op::FP_TO_FP_FROM_SBV, "FP_TO_FP_FROM_SBV"),
    (op::FP_TO_FP_FROM_UBV, "FP_TO_FP_FROM_UBV"),
    (op::FP_TO_UBV,         "FP_TO_UBV"),
    (op::FP_TO_SBV,         "FP_TO_SBV"),
    (op::LAMBDA,            "LAMBDA"),
];

/// The base table and Bitwuzla's extensions.
pub(super) static OPS: LazyLock<Ops> = LazyLock::new(|| Ops::with(EXTENSIONS));

/// The kinds of operators, with the names of the operators in SMT-LIB.
pub(super) fn kinds() -> Vec<(&'static str, &'static str)> {
    let base = KINDS.iter().map(|(op, kind)| (*kind, OPS.row(*op).smt));
    let own = own::KINDS.iter().map(|(row, kind)| (*kind, row.smt));
    base.chain(own).collect()
}

/// The numbers of kinds in one library.
#[derive(Debug)]
pub(super) struct Kinds {
    table: KindTable<u32>,
    pub(super) and: u32,
    pub(super) constant: u32,
    pub(super) const_array: u32,
    pub(super) lambda: u32,
    pub(super) value: u32,
    pub(super) variable: u32,
}

impl Kinds {
    /// Asks the library for the numbers. `None` if it lacks a kind that every release has.
    pub(super) fn resolve(api: Api) -> Option<Self> {
        let numbers = api.kinds();
        let number = |name: &str| numbers.get(name).copied();
        let base = KINDS.iter();
        let base = base.map(|(op, name)| (*op, std::slice::from_ref(name)));
        Some(Self {
            table: KindTable::resolve(&numbers, base, &own::KINDS),
            and: number("AND")?,
            constant: number("CONSTANT")?,
            const_array: number("CONST_ARRAY")?,
            lambda: number("LAMBDA")?,
            value: number("VALUE")?,
            variable: number("VARIABLE")?,
        })
    }
}

impl Deref for Kinds {
    type Target = KindTable<u32>;

    fn deref(&self) -> &KindTable<u32> {
        &self.table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_the_base_table() {
        assert!(KINDS.is_sorted_by_key(|(op, _)| op.index()));
    }

    #[test]
    fn the_last_row_has_no_kind() {
        assert_eq!(
            OPS.row(own::FROM_REAL).name,
            "bitwuzla-OP_FP_TO_FP_FROM_REAL"
        );
    }
}
