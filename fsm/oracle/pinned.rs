//! Formulas that fix the values of constants: `x = 5`, or a Boolean constant itself. If the values
//! of all constants of a formula are fixed, or it has none, the formula is true or false in all
//! models, so that the answer `sat` may be wrong. Nothing of the solver needs to be right to see
//! this, unlike with a model.

use super::checks::PINNED_FALSE;
use super::{BugKind, Observation, Oracle, OracleResult, topic_of, wrong_about};
use crate::eval::Partial;
use crate::op::{EQUAL, IFF, NOT, Op};
use crate::solver::{Solver, TermId};
use crate::sort::Sorts;
use crate::state::{InstanceState, Interpretation, Leaf, Term};
use crate::value::Value;
use rustc_hash::FxHashMap;

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
        let mut pins = Pins::default();
        for formula in &claim.formulas {
            pins.read(state, *formula);
        }
        for id in state.subterms(&claim.formulas) {
            let Some(term) = state.term(id).filter(|term| term.free.is_empty()) else {
                continue;
            };
            let value = match &term.leaf {
                Leaf::Const => continue,
                Leaf::Value(value) => Some(value.clone()),
                Leaf::Same(of) => pins.values.get(of).cloned(),
                _ => state.evaluate_in(seen.ops, &mut pins, term),
            };
            if let Some(value) = value {
                pins.values.insert(id, value);
            }
        }
        let is_false = |id: &&TermId| pins.values.get(id) == Some(&Value::Bool(false));
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

/// The values of constants that formulas fix, and those of terms with no other constants.
#[derive(Default)]
struct Pins {
    values: FxHashMap<TermId, Value>,
}

impl Pins {
    /// Reads the value that a formula fixes, if it does.
    fn read(&mut self, state: &InstanceState, formula: TermId) {
        let Some(term) = state.term(formula) else {
            return;
        };
        match (&term.leaf, term.op, &term.args[..]) {
            (Leaf::Const, ..) => self.pin(formula, &Value::Bool(true)),
            (_, Some(NOT), [of]) if is_constant(state, *of) => self.pin(*of, &Value::Bool(false)),
            (_, Some(EQUAL | IFF), [a, b]) => {
                for (constant, other) in [(*a, *b), (*b, *a)] {
                    if let (true, Some(Leaf::Value(value))) = (
                        is_constant(state, constant),
                        state.term(other).map(|term| &term.leaf),
                    ) {
                        self.pin(constant, value);
                    }
                }
            }
            _ => {}
        }
    }

    /// The first value counts. Another one makes its formula false.
    fn pin(&mut self, constant: TermId, value: &Value) {
        self.values.entry(constant).or_insert_with(|| value.clone());
    }
}

fn is_constant(state: &InstanceState, id: TermId) -> bool {
    state.term(id).is_some_and(|term| term.leaf == Leaf::Const)
}

impl Partial for Pins {
    /// Each model may choose it.
    fn by_zero(&mut self, _: Op, _: &Value) -> Option<Value> {
        None
    }
}

impl Interpretation for Pins {
    fn value<'a>(&'a self, id: TermId, _: &'a Term) -> Option<&'a Value> {
        self.values.get(&id)
    }

    fn apply(&mut self, _: &Sorts, _: TermId, _: &[&Value]) -> Option<Value> {
        None
    }

    fn has_all_elements(&self) -> bool {
        false
    }
}
