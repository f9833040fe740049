//! Patterns of quantifiers, `(! body :pattern (f x))`. Solvers choose instances by them.

use crate::action::{Invalid, Validity};
use crate::op::{Ops, PATTERN};
use crate::solver::TermId;
use crate::state::{InstanceState, Leaf, Term};
use crate::theory::Theory;

/// The largest number of subterms of a term in a drawn pattern. Solvers search for instances of
/// these terms all the time.
const MAX_PARTS: usize = 24;

/// Whether a term is small enough to be drawn for a pattern. Those of scripts may be larger.
pub(crate) fn is_small_pattern(state: &InstanceState, id: TermId) -> bool {
    state.terms.subterms(&[id]).len() <= MAX_PARTS
}

/// Whether a term may be in a pattern. It must be open and must not contain logical symbols
/// (SMT-LIB 2.7, section 3.6.3). Definitions and simplified terms are excluded too, because solvers
/// may expand them to terms with logical symbols.
pub(crate) fn may_be_pattern(state: &InstanceState, ops: &Ops, id: TermId) -> bool {
    let open = |term: &Term| term.op.is_some() && !term.free.is_empty() && !term.is_part();
    if !state.term(id).is_some_and(open) {
        return false;
    }
    let parts = state.terms.subterms(&[id]);
    let allowed = |term: &Term| match (&term.leaf, term.op) {
        (Leaf::Fun(..) | Leaf::Same(_) | Leaf::Opaque, _) => false,
        (_, Some(op)) => !matches!(ops.row(op).theory, Theory::Bool | Theory::Quant),
        _ => true,
    };
    parts.iter().all(|id| state.term(*id).is_some_and(allowed))
}

/// The arguments after the body must be terms that may be in a pattern, also if they must not be
/// taken as patterns.
pub(super) fn check(state: &InstanceState, ops: &Ops, args: &[TermId]) -> Validity {
    for id in args.iter().skip(1) {
        if !may_be_pattern(state, ops, *id) {
            return Invalid::wrong(format!("{id} may not be in a pattern"));
        }
    }
    Ok(())
}

/// Each pattern in the body of a binder must contain all bound variables.
pub(super) fn check_bound(state: &InstanceState, args: &[TermId]) -> Validity {
    let Some((body, variables)) = args.split_last() else {
        return Ok(());
    };
    let mut next = Some(*body);
    while let Some(id) = next
        && let Some(term) = state.term(id).filter(|term| term.is_annotated())
    {
        let is_pattern = term.op == Some(PATTERN);
        for variable in variables.iter().filter(|_| is_pattern) {
            let mut terms = term.args.iter().skip(1).filter_map(|id| state.term(*id));
            if !terms.any(|term| term.free.contains(variable)) {
                return Invalid::wrong(format!("the pattern {id} lacks the variable {variable}"));
            }
        }
        next = term.args.first().copied();
    }
    Ok(())
}
