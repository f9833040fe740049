//! Formulas that fix the values of constants: `x = 5`, or a Boolean constant itself. If the values
//! of all constants of a formula are fixed, or it has none, the formula is true or false in all
//! models, so that the answer `sat` may be wrong. Nothing of the solver needs to be right to see
//! this, unlike with a model.

use super::checks::PINNED_FALSE;
use super::known_values::KnownValues;
use super::{BugKind, Observation, Oracle, OracleResult, topic_of, wrong_about};
use crate::op::{EQUAL, IFF, NOT};
use crate::solver::{Solver, TermId};
use crate::state::{InstanceState, Leaf};
use crate::value::Value;

/// Evaluates formulas from the values that formulas fix.
pub(super) struct Pinned;

impl Oracle for Pinned {
    fn kind(&self) -> BugKind {
        BugKind::WrongSat
    }

    fn check_call(&mut self, seen: &Observation<'_>, _: &mut dyn Solver) -> OracleResult {
        let Some(claim) = seen.claim().filter(|claim| claim.satisfiable) else {
            return Ok(());
        };
        let state = seen.state;
        let subterms = state.terms.subterms(&claim.formulas);
        let mut values = KnownValues::for_terms(&subterms);
        for formula in &claim.formulas {
            if let Some((constant, value)) = pinned(state, *formula) {
                // The first value counts. Another one makes its formula false.
                if values.get(constant).is_none() {
                    values.set(constant, Some(value));
                }
            }
        }
        for id in subterms {
            let Some(term) = state.term(id).filter(|term| term.free.is_empty()) else {
                continue;
            };
            let value = match &term.leaf {
                Leaf::Const => continue,
                Leaf::Value(value) => Some(value.clone()),
                Leaf::Same(of) => values.get(*of).cloned(),
                _ => state.evaluate_in(seen.ops, &mut values, term),
            };
            values.set(id, value);
        }
        let is_false = |id: &&TermId| values.get(**id) == Some(&Value::Bool(false));
        match claim.formulas.iter().find(is_false) {
            None => Ok(()),
            Some(id) => wrong_about(
                self.kind(),
                PINNED_FALSE.failed(format!("{id} is false")),
                topic_of(seen, &claim.formulas),
            ),
        }
    }
}

/// The constant whose value a formula fixes, with the value.
fn pinned(state: &InstanceState, formula: TermId) -> Option<(TermId, Value)> {
    let is_constant = |id: TermId| state.term(id).is_some_and(|term| term.leaf == Leaf::Const);
    let term = state.term(formula)?;
    match (&term.leaf, term.op, &term.args[..]) {
        (Leaf::Const, ..) => Some((formula, Value::Bool(true))),
        (_, Some(NOT), [of]) if is_constant(*of) => Some((*of, Value::Bool(false))),
        (_, Some(EQUAL | IFF), [a, b]) => {
            let sides = [(*a, *b), (*b, *a)].into_iter();
            let mut sides = sides.filter(|(constant, _)| is_constant(*constant));
            sides.find_map(|(constant, other)| match &state.term(other)?.leaf {
                Leaf::Value(value) => Some((constant, value.clone())),
                _ => None,
            })
        }
        _ => None,
    }
}
