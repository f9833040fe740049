//! Nullables. In cvc5 they are datatypes, but the API has separate functions for their sorts and
//! terms.

use super::ffi::{Session, Term};
use super::ops::{Kinds, OPS};
use murxla_fsm::op::{NULLABLE_IS_NULL, NULLABLE_IS_SOME, NULLABLE_SOME, NULLABLE_VAL, Op, Ops};
use murxla_fsm::solver::{Error, Result};

/// The prefix of the names of lifted operators. The rest is the name of an operator of the base
/// table.
const LIFTED: &str = "cvc5-OP_NULLABLE_LIFT_";

/// The operator that a lifted one applies.
fn lifted(op: Op) -> Option<Op> {
    let name = OPS.row(op).name.strip_prefix(LIFTED)?;
    Ops::base().find(&format!("OP_{name}"))
}

/// Makes an application, if the operator is one of nullables.
pub(super) fn apply(
    session: &Session,
    kinds: &Kinds,
    op: Op,
    args: &[Term],
) -> Option<Result<Term>> {
    if let Some(inner) = lifted(op) {
        let unsupported = || Error::Unsupported("what is lifted".to_owned());
        let kind = kinds.of(inner).ok_or_else(unsupported);
        return Some(kind.and_then(|kind| session.mk_nullable_lift(kind, args)));
    }
    let [arg] = args else { return None };
    Some(match op {
        NULLABLE_SOME => session.mk_nullable_some(*arg),
        NULLABLE_VAL => session.mk_nullable_val(*arg),
        NULLABLE_IS_NULL => session.mk_nullable_is_null(*arg),
        NULLABLE_IS_SOME => session.mk_nullable_is_some(*arg),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_lift_what_they_are_named_after() {
        let rows = OPS
            .iter()
            .filter(|op| OPS.row(*op).name.starts_with(LIFTED));
        let rows: Vec<Op> = rows.collect();
        assert!(!rows.is_empty());
        for op in rows {
            let row = OPS.row(op);
            let inner = Ops::base().row(lifted(op).unwrap()).signature;
            let words = |text: &str| text.replace("(Nullable ", "").replace(')', "");
            let plain = inner.split(" :").next().unwrap();
            assert_eq!(words(row.signature), words(plain), "{}", row.name);
        }
    }
}
