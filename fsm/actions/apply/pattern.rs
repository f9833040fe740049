//! Patterns of quantifiers: `(! body :pattern (f x))`, by which solvers choose instances.

use crate::action::{Invalid, Validity};
use crate::op::{Ops, PATTERN};
use crate::solver::TermId;
use crate::state::{InstanceState, Leaf, Term};
use crate::theory::Theory;

/// The terms of a pattern are to be so small: solvers look for instances of them all the time.
const MAX_PARTS: usize = 24;

/// Whether an open term may be in a pattern. Logical symbols may not (SMT-LIB 2.7, section 3.6.3), nor what solvers
/// may write out by them: definitions and what a solver simplified.
pub(crate) fn may_be_pattern(state: &InstanceState, ops: &Ops, id: TermId) -> bool {
    let open = |term: &Term| term.op.is_some() && !term.free.is_empty() && !term.is_part();
    if !state.term(id).is_some_and(open) {
        return false;
    }
    let parts = state.cone(&[id]);
    let allowed = |term: &Term| match (&term.leaf, term.op) {
        (Leaf::Fun(..) | Leaf::Same(_) | Leaf::Opaque, _) => false,
        (_, Some(op)) => !matches!(ops.row(op).theory, Theory::Bool | Theory::Quant),
        _ => true,
    };
    parts.len() <= MAX_PARTS && parts.iter().all(|id| state.term(*id).is_some_and(allowed))
}

/// What follows the body are terms of a pattern.
pub(super) fn check(state: &InstanceState, ops: &Ops, args: &[TermId]) -> Validity {
    for id in args.iter().skip(1) {
        if !may_be_pattern(state, ops, *id) {
            return Invalid::wrong(format!("{id} may not be in a pattern"));
        }
    }
    Ok(())
}

/// Each pattern of a binder's body has all the variables that are bound.
pub(super) fn check_bound(state: &InstanceState, args: &[TermId]) -> Validity {
    let Some((body, variables)) = args.split_last() else {
        return Ok(());
    };
    let mut next = Some(*body);
    while let Some(id) = next
        && let Some(term) = state.term(id).filter(|term| term.op == Some(PATTERN))
    {
        for variable in variables {
            let mut terms = term.args.iter().skip(1).filter_map(|id| state.term(*id));
            if !terms.any(|term| term.free.contains(variable)) {
                return Invalid::wrong(format!("the pattern {id} lacks the variable {variable}"));
            }
        }
        next = term.args.first().copied();
    }
    Ok(())
}
