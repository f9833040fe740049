//! Formulas that every solver should decide: they are few, and of a decidable logic.

use crate::op::{
    BASE, BV_SBV_TO_INT, BV_TO_NAT, BV_UBV_TO_INT, CONST_ARRAY, FP_TO_FP_FROM_REAL, FP_TO_REAL,
    INT_TO_BV, Linear, Op, Ops, UF_APPLY,
};
use crate::solver::TermId;
use crate::sort::SortKind;
use crate::state::{InstanceState, Leaf, Term};
use crate::theory::Theory;
use crate::value::Value;
use num_traits::Zero as _;

/// The greatest number of subterms of small formulas.
const SMALL: usize = 200;

/// The greatest nesting depth of applications of defined functions. Deeper ones stand for more
/// terms than there are.
const EXPANSION: u32 = 1;

/// The theories that are decidable together without quantifiers, if arithmetic is linear.
const THEORIES: [Theory; 8] = [
    Theory::Bool,
    Theory::Int,
    Theory::Real,
    Theory::Bv,
    Theory::Array,
    Theory::Uf,
    Theory::Fp,
    Theory::Dt,
];

/// Operators of these theories for which solvers have no complete procedures: conversions between
/// numbers and bit-vectors or floating-point numbers, and constant arrays, which SMT-LIB does not
/// have.
const LEFT_OUT: [Op; 7] = [
    BV_SBV_TO_INT,
    BV_TO_NAT,
    BV_UBV_TO_INT,
    CONST_ARRAY,
    FP_TO_FP_FROM_REAL,
    FP_TO_REAL,
    INT_TO_BV,
];

/// The sorts of terms in formulas of these theories.
const SORTS: [SortKind; 10] = [
    SortKind::Bool,
    SortKind::Int,
    SortKind::Real,
    SortKind::Bv,
    SortKind::Array,
    SortKind::Fun,
    SortKind::Uninterpreted,
    SortKind::Fp,
    SortKind::Rm,
    SortKind::Dt,
];

/// Whether formulas are small and of a decidable logic.
#[must_use]
pub fn is_small_and_decidable(state: &InstanceState, ops: &Ops, formulas: &[TermId]) -> bool {
    let subterms = state.terms.subterms(formulas);
    let mut terms = subterms.iter().map(|id| state.term(*id));
    subterms.len() <= SMALL
        && terms.all(|term| term.is_some_and(|term| is_decidable(state, ops, term)))
}

/// Whether formulas with this term may be of a decidable logic.
fn is_decidable(state: &InstanceState, ops: &Ops, term: &Term) -> bool {
    let kind = |term: &Term| Some(state.sorts.get(term.sort)?.kind());
    let is_function = |id: &TermId| state.term(*id).and_then(kind) == Some(SortKind::Fun);
    let is_applied = usize::from(term.op == Some(UF_APPLY));
    let is_first_order = !term.args.iter().skip(is_applied).any(is_function);
    let is_known = match term.leaf {
        // A special value may be another one in each model, such as the universe of a set.
        Leaf::Named(_) | Leaf::Rec | Leaf::Opaque => false,
        Leaf::None | Leaf::Const | Leaf::Var | Leaf::Value(_) => true,
        Leaf::Fun(..) | Leaf::Same(_) => true,
    };
    is_known
        && is_first_order
        && term.expansion <= EXPANSION
        && kind(term).is_some_and(|kind| SORTS.contains(&kind))
        && term.op.is_none_or(|op| is_usual(state, ops, op, term))
}

/// Whether an application is of one of the theories, and linear.
fn is_usual(state: &InstanceState, ops: &Ops, op: Op, term: &Term) -> bool {
    let others = || term.args.iter().skip(1).map(|id| state.term(*id));
    let is_linear = match ops.signature(op).linear {
        Linear::Any => true,
        Linear::Never => false,
        Linear::Product => others().all(|factor| factor.is_some_and(Term::is_value)),
        Linear::Quotient => others().all(|divisor| divisor.is_some_and(is_nonzero)),
    };
    op.index() < BASE.len()
        && THEORIES.contains(&ops.row(op).theory)
        && !LEFT_OUT.contains(&op)
        && is_linear
}

fn is_nonzero(divisor: &Term) -> bool {
    match &divisor.leaf {
        Leaf::Value(Value::Int(number)) => !number.is_zero(),
        Leaf::Value(Value::Real(number)) => !number.is_zero(),
        _ => false,
    }
}
