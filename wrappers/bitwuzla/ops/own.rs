//! Operators that only Bitwuzla has.

use crate::shared::encoding::kinds::{KindRow, extension_op, op_rows};
use murxla_fsm::op::{Op, OpRow};
use murxla_fsm::theory::Theory;

/// The rows, each with the name of its kind. Some of the operators are in SMT-LIB, too: traces of
/// the C++ original count them among Bitwuzla's extensions. The last one has no kind but functions
/// of the API: it is a number of the format of the second argument, near a real that the call's
/// seed decides.
#[rustfmt::skip]
pub(in crate::bitwuzla) const KINDS: [KindRow; 17] = [
    (row("bitwuzla-OP_BV_DEC",    "bvdec",    Theory::Bv,   "(BV n) -> (BV n)"),        "BV_DEC"),
    (row("bitwuzla-OP_BV_INC",    "bvinc",    Theory::Bv,   "(BV n) -> (BV n)"),        "BV_INC"),
    (row("bitwuzla-OP_BV_ROL",    "bvrol",    Theory::Bv,   "(BV n) (BV n) -> (BV n)"), "BV_ROL"),
    (row("bitwuzla-OP_BV_ROR",    "bvror",    Theory::Bv,   "(BV n) (BV n) -> (BV n)"), "BV_ROR"),
    (row("bitwuzla-OP_BV_REDAND", "bvredand", Theory::Bv,   "(BV n) -> (BV 1)"),        "BV_REDAND"),
    (row("bitwuzla-OP_BV_REDOR",  "bvredor",  Theory::Bv,   "(BV n) -> (BV 1)"),        "BV_REDOR"),
    (row("bitwuzla-OP_BV_REDXOR", "bvredxor", Theory::Bv,   "(BV n) -> (BV 1)"),        "BV_REDXOR"),
    (row("bitwuzla-OP_BV_NEGO",   "bvnego",   Theory::Bv,   "(BV n) -> Bool"),          "BV_NEGO"),
    (row("bitwuzla-OP_BV_UADDO",  "bvuaddo",  Theory::Bv,   "(BV n) (BV n) -> Bool"),   "BV_UADDO"),
    (row("bitwuzla-OP_BV_SADDO",  "bvsaddo",  Theory::Bv,   "(BV n) (BV n) -> Bool"),   "BV_SADDO"),
    (row("bitwuzla-OP_BV_UMULO",  "bvumulo",  Theory::Bv,   "(BV n) (BV n) -> Bool"),   "BV_UMULO"),
    (row("bitwuzla-OP_BV_SMULO",  "bvsmulo",  Theory::Bv,   "(BV n) (BV n) -> Bool"),   "BV_SMULO"),
    (row("bitwuzla-OP_BV_USUBO",  "bvusubo",  Theory::Bv,   "(BV n) (BV n) -> Bool"),   "BV_USUBO"),
    (row("bitwuzla-OP_BV_SSUBO",  "bvssubo",  Theory::Bv,   "(BV n) (BV n) -> Bool"),   "BV_SSUBO"),
    (row("bitwuzla-OP_BV_SDIVO",  "bvsdivo",  Theory::Bv,   "(BV n) (BV n) -> Bool"),   "BV_SDIVO"),
    (row("bitwuzla-OP_IFF",       "=",        Theory::Bool, "Bool Bool -> Bool :chainable"), "IFF"),
    (row("bitwuzla-OP_FP_TO_FP_FROM_REAL", "to_fp", Theory::Fp, "RM (FP e s) -> (FP e s)"), "VALUE"),
];

/// The operator that makes numbers near reals.
pub(in crate::bitwuzla) const FROM_REAL: Op = Op::extension(KINDS.len() - 1);

const fn row(
    name: &'static str,
    smt: &'static str,
    theory: Theory,
    signature: &'static str,
) -> OpRow {
    extension_op(name, smt, theory, signature, None)
}

/// The rows of the operator table.
pub(super) const ROWS: &[OpRow] = &op_rows(&KINDS);
