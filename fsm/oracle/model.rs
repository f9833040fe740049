//! Values of models, term by term. The value of a term must be the result of its operator for the
//! values of its arguments.

use super::checks::{FORMULA_FALSE, NO_MEMBER, TWO_VALUES, VALUE_OF_ARGUMENTS};
use super::{BugKind, Observation, Oracle, OracleResult, topic_of, wrong, wrong_about};
use crate::action::Effect;
use crate::eval::{self, Partial};
use crate::op::{
    BAG_CHOOSE, BAG_MEMBER, DT_APPLY_SEL, INT_DIV, INT_MOD, Op, Ops, REAL_DIV, SET_CHOOSE,
    SET_MEMBER, UF_APPLY,
};
use crate::solver::{Solver, TermId};
use crate::sort::{Sort, Sorts};
use crate::state::{InstanceState, Interpretation, Leaf, Term};
use crate::value::Value;
use num_traits::Zero;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Evaluates the terms of a `get-value` and the checked formulas, from the values of their subterms
/// in the same model.
pub(super) struct ModelValues;

impl Oracle for ModelValues {
    fn kind(&self) -> BugKind {
        BugKind::WrongModel
    }

    fn check_call(&mut self, seen: &Observation<'_>, _: &mut dyn Solver) -> OracleResult {
        let Effect::Values(values) = seen.effect else {
            return Ok(());
        };
        let state = seen.state;
        let mut roots: Vec<TermId> = values.iter().map(|(term, _)| *term).collect();
        let mut read: FxHashMap<TermId, &Value> = FxHashMap::default();
        for (id, value) in values {
            let Some(value) = value else { continue };
            // A call may ask for a term twice. Both values are of the same model.
            if let Some(before) = read.insert(*id, value)
                && eval::equal(before, value) == Some(false)
            {
                let [before, value] = [before, value].map(|v| state.value_text_of(*id, v));
                return wrong(
                    self.kind(),
                    TWO_VALUES.failed(format!("{id}: {before} and {value}")),
                );
            }
        }
        let formulas: Vec<TermId> = state.checked().collect();
        roots.extend(&formulas);
        let mut known = Known::default();
        for id in state.terms.subterms(&roots) {
            let Some(term) = state.term(id).filter(|term| term.free.is_empty()) else {
                continue;
            };
            let said = read.get(&id).copied();
            let computed = known.compute(state, seen.ops, term, said);
            if let (Some(said), Some(computed)) = (said, &computed)
                && eval::equal(said, computed) == Some(false)
            {
                let name = term.op.map_or("leaf", |op| seen.ops.row(op).name);
                let details = known.complaint(state, id, said, computed);
                let details = format!("{details}\n{}", operators(state, seen.ops, id));
                let failed = VALUE_OF_ARGUMENTS.failed_for(name, details);
                if seen.engine.is_empty() {
                    return wrong(self.kind(), failed);
                }
                return wrong_about(self.kind(), failed, topic_of(seen, &[id]));
            }
            if let (Some(said), Some(term_op), None) = (said, term.op, &computed)
                && let Some((of, whole)) = known.find_wrong_choice(term, said)
            {
                let name = seen.ops.row(term_op).name;
                let said = state.value_text(term.sort, said);
                let whole = state.value_text_of(of, whole);
                let details = format!("{id} is {said} in the model, chosen from {whole}");
                return wrong(self.kind(), NO_MEMBER.failed_for(name, details));
            }
            if let Some(value) = said.cloned().or(computed) {
                known.values.insert(id, value);
            }
        }
        let is_false = |id: &&TermId| known.values.get(id) == Some(&Value::Bool(false));
        if let Some(id) = formulas.iter().find(is_false) {
            return wrong_about(
                self.kind(),
                FORMULA_FALSE.failed(operators(state, seen.ops, *id)),
                topic_of(seen, &[*id]),
            );
        }
        Ok(())
    }
}

/// The terms whose values decide whether formulas are true: constants, and applications whose
/// values the model chooses.
#[must_use]
pub fn chosen_terms(state: &InstanceState, formulas: &[TermId]) -> Vec<TermId> {
    let is_chosen = |term: &Term| match (&term.leaf, term.op) {
        (Leaf::Const, _) => !matches!(state.sorts.get(term.sort), Some(Sort::Fun(..))),
        (_, Some(op)) => [UF_APPLY, INT_DIV, INT_MOD, REAL_DIV, DT_APPLY_SEL].contains(&op),
        _ => false,
    };
    let mut subterms = state.terms.subterms(formulas);
    subterms.retain(|id| {
        let term = state.term(*id).filter(|term| term.free.is_empty());
        term.is_some_and(is_chosen)
    });
    subterms
}

/// Whether all formulas are true in a model, given by the values of some terms. `None` if this
/// cannot be computed.
#[must_use]
pub fn satisfies(
    state: &InstanceState,
    ops: &Ops,
    formulas: &[TermId],
    values: &[(TermId, Value)],
) -> Option<bool> {
    let read: FxHashMap<TermId, &Value> = values.iter().map(|(id, value)| (*id, value)).collect();
    let chosen = chosen_terms(state, formulas);
    let mut known = Known::default();
    for id in state.terms.subterms(formulas) {
        let Some(term) = state.term(id).filter(|term| term.free.is_empty()) else {
            continue;
        };
        // The values that the solver gives for other terms are not used.
        let said = read.get(&id).copied().filter(|_| chosen.contains(&id));
        let computed = known.compute(state, ops, term, said);
        if let Some(value) = computed.or_else(|| said.cloned()) {
            known.values.insert(id, value);
        }
    }
    let mut truths = formulas.iter().map(|id| match known.values.get(id)? {
        Value::Bool(truth) => Some(*truth),
        _ => None,
    });
    truths.try_fold(true, |all, truth| Some(all && truth?))
}

/// A line with the operators of a term and of all terms below it.
fn operators(state: &InstanceState, ops: &Ops, id: TermId) -> String {
    let used = state.terms.subterms(&[id]).into_iter();
    let used = used.filter_map(|id| state.term(id)?.op);
    let names: BTreeSet<&str> = used.map(|op| ops.row(op).name).collect();
    format!("{id}: {}", Vec::from_iter(names).join(", "))
}

/// The known part of the solver's model.
#[derive(Default)]
struct Known {
    values: FxHashMap<TermId, Value>,
    /// Values of functions at some points. They come from the values of applications.
    points: FxHashMap<(TermId, Vec<Value>), Value>,
    /// The results of divisions by zero, by operator and dividend.
    by_zero: FxHashMap<(Op, Value), Value>,
    /// The results of selectors, given by their indices, on values of other constructors.
    selections: FxHashMap<(Vec<u32>, Value), Value>,
}

impl Known {
    /// The value that a term must have. SMT-LIB leaves some values to the model; there the first
    /// value that the solver `said` counts.
    fn compute(
        &mut self,
        state: &InstanceState,
        ops: &Ops,
        term: &Term,
        said: Option<&Value>,
    ) -> Option<Value> {
        match &term.leaf {
            Leaf::Value(value) => return Some(value.clone()),
            Leaf::Same(of) => return self.values.get(of).cloned(),
            _ => {}
        }
        let computed = state.evaluate_in(ops, self, term);
        if computed.is_none()
            && let Some(said) = said
        {
            self.learn(state, term, said);
        }
        computed
    }

    /// The set or bag from which `term` chooses a member, with its value, if it is not empty and
    /// `said` is not a member.
    fn find_wrong_choice(&self, term: &Term, said: &Value) -> Option<(TermId, &Value)> {
        let (has, of) = match (term.op?, &term.args[..]) {
            (SET_CHOOSE, [set]) => (SET_MEMBER, *set),
            (BAG_CHOOSE, [bag]) => (BAG_MEMBER, *bag),
            _ => return None,
        };
        let whole = self.values.get(&of)?;
        let is_empty = match whole {
            Value::Set(set) => set.is_empty(),
            Value::Bag(bag) => bag.is_empty(),
            _ => true,
        };
        let args = [said, whole];
        let is_member = eval::apply(Ops::base(), has, &[], &args, &mut eval::Unknown);
        (!is_empty && is_member == Some(Value::Bool(false))).then_some((of, whole))
    }

    /// Stores the model's value for a division by zero, a selector of another constructor, or a
    /// function at a point.
    fn learn(&mut self, state: &InstanceState, term: &Term, said: &Value) {
        let value = |id: &TermId| self.values.get(id).cloned();
        match (term.op, &term.args[..]) {
            (Some(op @ (INT_DIV | INT_MOD | REAL_DIV)), [dividend, divisor]) => {
                let is_zero = match self.values.get(divisor) {
                    Some(Value::Int(value)) => value.is_zero(),
                    Some(Value::Real(value)) => value.is_zero(),
                    _ => false,
                };
                if let (true, Some(dividend)) = (is_zero, value(dividend)) {
                    self.by_zero.insert((op, dividend), said.clone());
                }
            }
            (Some(DT_APPLY_SEL), [arg]) => {
                if let Some(arg) = value(arg).filter(Value::is_canonical) {
                    let key = (term.indices.to_vec(), arg);
                    self.selections.insert(key, said.clone());
                }
            }
            (Some(UF_APPLY), [function, args @ ..])
                if state.term(*function).is_some_and(|f| f.leaf == Leaf::Const) =>
            {
                let point: Option<Vec<Value>> = args.iter().map(value).collect();
                if let Some(point) = point.filter(|point| point.iter().all(Value::is_canonical)) {
                    self.points.insert((*function, point), said.clone());
                }
            }
            _ => {}
        }
    }

    /// The details of a wrong value: the values of the term and of its arguments.
    fn complaint(
        &self,
        state: &InstanceState,
        id: TermId,
        said: &Value,
        computed: &Value,
    ) -> String {
        let [said, computed] = [said, computed].map(|value| state.value_text_of(id, value));
        let mut text =
            format!("{id} is {said} in the model, but {computed} by the values of its arguments");
        for arg in state.term(id).iter().flat_map(|term| &term.args) {
            if let Some(value) = self.values.get(arg) {
                let value = state.value_text_of(*arg, value);
                text.push_str(&format!("\n{arg} = {value}"));
            }
        }
        text
    }
}

impl Partial for Known {
    fn by_zero(&mut self, op: Op, dividend: &Value) -> Option<Value> {
        self.by_zero.get(&(op, dividend.clone())).cloned()
    }
}

impl Interpretation for Known {
    fn value<'a>(&'a self, id: TermId, _: &'a Term) -> Option<&'a Value> {
        self.values.get(&id)
    }

    fn apply(&mut self, _: &Sorts, function: TermId, args: &[&Value]) -> Option<Value> {
        if let Some(fun) = self.values.get(&function) {
            let mut all = vec![fun];
            all.extend(args);
            return eval::apply(Ops::base(), UF_APPLY, &[], &all, &mut eval::Unknown);
        }
        let point: Vec<Value> = args.iter().copied().cloned().collect();
        self.points.get(&(function, point)).cloned()
    }

    fn select_wrong(&mut self, _: &Sorts, indices: &[u32], value: &Value) -> Option<Value> {
        let key = (indices.to_vec(), value.clone());
        self.selections.get(&key).cloned()
    }

    fn has_all_elements(&self) -> bool {
        false // The solver chooses the elements of uninterpreted sorts.
    }
}
