//! The state of one solver instance: its sorts and terms, its assertions and levels, and the last
//! answer.
//!
//! Only calls change it. A run, its replay and the minimizer therefore have the same state after
//! the same calls.

mod assign;
mod evaluate;
mod fresh_ids;
pub mod names;
mod normal;
mod pool;
pub mod spelling;
mod term;
mod terms;

pub use assign::{Assignment, Points};
pub use evaluate::Interpretation;
pub use fresh_ids::FreshIds;
pub use normal::{Form, Normals};
pub use pool::Pool;
pub use term::{Free, Leaf, Term};
pub use terms::Terms;

use crate::eval::default_value;
use crate::op::{Op, Ops};
use crate::solver::{Answer, TermId};
use crate::sort::{Sort, SortConstructor, SortId, Sorts};
use crate::state::names::number_of;
use crate::value::{Bv, Value};
use evaluate::Evaluation;
use num_bigint::BigUint;
use num_rational::BigRational;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Ids in traces are less than this. The bound prevents a damaged trace from taking all memory.
pub const MAX_ID: u32 = 1 << 20;

/// The greatest width of bit-vectors in traces, for the same reason.
pub const MAX_WIDTH: u32 = 1 << 20;

/// The names of logics in which functions are values begin with this. These are the names of cvc5.
pub const HIGHER_ORDER: &str = "HO_";

/// The four options that mean the same in every solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Several checks, levels and assumptions are allowed.
    pub incremental: bool,
    /// The solver can be asked for models.
    pub models: bool,
    /// The solver can be asked for unsatisfiable cores.
    pub cores: bool,
    /// The solver can be asked for unsatisfiable assumptions.
    pub assumptions: bool,
}

impl Options {
    /// The names that `set-option` takes.
    pub const NAMES: [&'static str; 4] = [
        "incremental",
        "produce-models",
        "produce-unsat-cores",
        "produce-unsat-assumptions",
    ];

    /// The option with this name, if it is one of the four.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            "incremental" => Some(&mut self.incremental),
            "produce-models" => Some(&mut self.models),
            "produce-unsat-cores" => Some(&mut self.cores),
            "produce-unsat-assumptions" => Some(&mut self.assumptions),
            _ => None,
        }
    }
}

/// The last check, while its answer is still valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastCheck {
    /// The solver's answer.
    pub answer: Answer,
    /// The assumptions of `check-sat-assuming`.
    pub assumptions: SmallVec<[TermId; 4]>,
    /// Whether it was `check-sat-assuming`.
    pub assuming: bool,
    /// The core, if the solver was asked for it.
    pub core: Option<Vec<TermId>>,
    /// The unsatisfiable assumptions, if the solver was asked for them.
    pub failed: Option<Vec<TermId>>,
}

/// The checks of an instance.
#[derive(Clone, Debug, Default)]
pub struct Checks {
    /// The number of checks so far.
    pub count: u32,
    /// The last check. `None` if something has changed since.
    pub last: Option<LastCheck>,
    /// The number of assertions of the last check, if it was not decided and none of them has been
    /// removed.
    undecided: Option<usize>,
}

/// The current assertions of an instance, and its open levels.
#[derive(Clone, Debug, Default)]
pub struct Assertions {
    /// The assertions, in order.
    pub formulas: Vec<TermId>,
    /// For each open level, the number of assertions before it.
    pub levels: Vec<usize>,
}

impl Assertions {
    /// Opens a level.
    pub fn open_level(&mut self) {
        self.levels.push(self.formulas.len());
    }

    /// Closes a level and removes its assertions.
    fn close_level(&mut self) {
        if let Some(before) = self.levels.pop() {
            self.formulas.truncate(before);
        }
    }
}

/// The options that were set with `set-option`.
#[derive(Clone, Debug, Default)]
pub struct SetOptions {
    /// Their names, so that none is set twice.
    pub names: Vec<Box<str>>,
    /// The current values of the solver's own options among them.
    pub own: BTreeMap<Box<str>, Box<str>>,
}

/// The recursive functions of an instance.
#[derive(Clone, Debug, Default)]
struct Recursion {
    /// Functions that have no definition yet. Until then, nothing is asserted.
    undefined: Vec<TermId>,
    /// A function may have a definition that no function satisfies.
    is_doubtful: bool,
}

/// The state of one instance.
#[derive(Clone, Debug, Default)]
pub struct InstanceState {
    /// Whether an instance is open: between `new` and `delete`.
    pub live: bool,
    /// The sorts of the instance.
    pub sorts: Sorts,
    /// The terms of the instance.
    pub terms: Terms,
    /// The ids and symbols that are free.
    pub ids: FreshIds,
    /// The current values of the four options.
    pub options: Options,
    /// The argument of `set-logic`, if it was called.
    pub logic: Option<Box<str>>,
    /// The options that were set.
    pub set_options: SetOptions,
    /// The current assertions and levels.
    pub assertions: Assertions,
    /// The checks.
    pub checks: Checks,
    /// The counters of the instance when it was last asked for them.
    pub counters: Vec<(String, u64)>,
    /// The part of the hidden assignment that is not stored with the terms.
    pub assignment: Assignment,
    recursion: Recursion,
}

/// The value 1, or the default value of sorts without numbers.
fn simple_value(sort: &Sort) -> Option<Value> {
    Some(match sort {
        Sort::Int => Value::Int(1.into()),
        Sort::Real => Value::Real(BigRational::from_integer(1.into())),
        Sort::Bv(width) => Value::Bv(Bv::new(*width, BigUint::from(1_u8))),
        _ => return default_value(sort),
    })
}

impl InstanceState {
    /// A state in which only literals have values. Validity of calls does not depend on values, and
    /// computing them takes most of the time of long runs.
    #[must_use]
    pub fn without_values() -> Self {
        Self {
            assignment: Assignment::without_values(),
            ..Self::default()
        }
    }

    /// The id of `sort`, or a fresh one if it has not been made.
    #[must_use]
    pub fn sort_id(&self, sort: &Sort) -> SortId {
        self.sorts.find(sort).unwrap_or_else(|| self.ids.sort())
    }

    /// Adds a sort.
    pub fn add_sort(&mut self, id: SortId, sort: Sort) {
        self.sorts.insert(id, sort);
        self.ids.use_sort(id);
    }

    /// Adds a term to the state and to the pool of its sort.
    pub fn add_term(&mut self, id: TermId, mut term: Term) {
        term.sort = self.sorts.canon(term.sort);
        self.ids.use_term(id);
        if matches!(
            term.leaf,
            Leaf::Const | Leaf::Var | Leaf::Fun(..) | Leaf::Rec
        ) {
            self.ids.use_symbol();
        }
        if term.leaf == Leaf::Rec {
            self.recursion.undefined.push(id);
        }
        let kind = self.sorts.get(term.sort).map(Sort::kind);
        self.terms.add(id, term, kind);
    }

    /// Sets the parameters and the body of a recursive function.
    pub fn define(&mut self, function: TermId, params: &[TermId], body: TermId) {
        self.recursion.undefined.retain(|id| *id != function);
        self.terms.mark_used(body);
        self.terms.define(function, params, body);
    }

    /// Whether a recursive function may have a definition that no function satisfies, such as
    /// `(f x) = (+ (f x) 1)`. Then all formulas are unsatisfiable, although they have values.
    #[must_use]
    pub fn has_doubtful_recursion(&self) -> bool {
        self.recursion.is_doubtful
    }

    /// Looks whether the recursion of new functions ends where their arguments are 1, or another
    /// simple value. Mutations and the minimizer change definitions, so that it may not.
    pub fn try_recursion(&mut self, ops: &Ops, functions: &[TermId]) {
        for function in functions {
            let sort = self.term(*function).map(|term| term.sort);
            let Some(Sort::Fun(domain, _)) = sort.and_then(|sort| self.sorts.get(sort)) else {
                continue;
            };
            let value = |sort: &SortId| simple_value(self.sorts.get(*sort)?);
            let args = domain.iter().map(value).collect();
            let (sorts, terms) = (&self.sorts, &self.terms);
            let mut evaluation = Evaluation::new(ops, sorts, terms, &mut self.assignment);
            let ends = evaluation.call(*function, args).is_some();
            self.recursion.is_doubtful |= !ends;
        }
    }

    /// Whether a declared sort has this symbol.
    #[must_use]
    pub fn declares_sort(&self, symbol: &str) -> bool {
        self.sort_symbols().any(|its| its == symbol)
    }

    /// The symbols of the declared sorts.
    fn sort_symbols(&self) -> impl Iterator<Item = &str> {
        self.sorts.iter().filter_map(|(_, sort)| match sort {
            Sort::Uninterpreted(symbol)
            | Sort::Constructor(SortConstructor::Uninterpreted(symbol, _)) => Some(&**symbol),
            Sort::Dt(datatype) => Some(&*datatype.declaration().symbol),
            Sort::Constructor(SortConstructor::Dt(group, member)) => {
                Some(&*group.members()[*member].symbol)
            }
            _ => None,
        })
    }

    /// The number in the symbols of new sorts. It is larger than those of the declared sorts. In a
    /// walk it is that of the next id, but a strategy declares sorts of entries, which have other
    /// numbers.
    #[must_use]
    pub fn sort_number(&self) -> u32 {
        let numbers = self.sort_symbols().filter_map(number_of);
        // A trace may have any number, and further ones must follow.
        let largest = numbers.filter(|number| *number < u32::MAX / 2).max();
        let next = self.ids.sort().0;
        largest.map_or(next, |largest| next.max(largest + 1))
    }

    /// The term with this id.
    #[must_use]
    pub fn term(&self, id: TermId) -> Option<&Term> {
        self.terms.get(id)
    }

    /// The text of a value of this sort, for messages. See [`spelling::text`].
    #[must_use]
    pub fn value_text(&self, sort: SortId, value: &Value) -> String {
        spelling::text(&self.sorts, sort, value)
    }

    /// The text of a value of this term, for messages.
    #[must_use]
    pub fn value_text_of(&self, id: TermId, value: &Value) -> String {
        match self.term(id) {
            Some(term) => self.value_text(term.sort, value),
            None => value.to_string(),
        }
    }

    /// The terms of a sort.
    #[must_use]
    pub fn pool(&self, sort: SortId) -> &Pool {
        self.terms.pool(self.sorts.canon(sort))
    }

    /// The formulas that a check covers now: the assertions and the assumptions of the last check.
    pub fn checked(&self) -> impl Iterator<Item = TermId> {
        let assumed = self.checks.last.iter().flat_map(|last| &last.assumptions);
        self.assertions.formulas.iter().chain(assumed).copied()
    }

    /// A recursive function that has been declared and not been defined yet.
    #[must_use]
    pub fn undefined_function(&self) -> Option<TermId> {
        self.recursion.undefined.first().copied()
    }

    /// Whether `id` is a closed formula, which can be asserted.
    #[must_use]
    pub fn is_formula(&self, id: TermId) -> bool {
        self.undefined_function().is_none()
            && self.term(id).is_some_and(|term| {
                term.free.is_empty()
                    && !term.is_part()
                    && self.sorts.get(term.sort) == Some(&Sort::Bool)
            })
    }

    /// Whether functions are first-class values. This holds in logics whose names begin with
    /// [`HIGHER_ORDER`].
    #[must_use]
    pub fn is_higher_order(&self) -> bool {
        self.logic
            .as_deref()
            .is_some_and(|logic| logic.starts_with(HIGHER_ORDER))
    }

    /// Adds an assertion to the current level.
    pub fn assert(&mut self, formula: TermId) {
        self.terms.mark_used(formula);
        self.assertions.formulas.push(formula);
        self.discard_last_check();
    }

    /// Discards the last answer because the assertions or options have changed.
    pub fn discard_last_check(&mut self) {
        self.checks.last = None;
    }

    /// Closes a level and removes its assertions.
    pub fn close_level(&mut self) {
        self.assertions.close_level();
        let left = self.assertions.formulas.len();
        self.checks.undecided = self.checks.undecided.filter(|count| *count <= left);
        self.discard_last_check();
    }

    /// Removes all assertions and levels.
    pub fn reset_assertions(&mut self) {
        self.assertions = Assertions::default();
        self.checks.undecided = None;
        self.discard_last_check();
    }

    /// Adds the answer of a check. `assumptions` is `None` for a check without assumptions.
    pub fn answer(&mut self, answer: Answer, assumptions: Option<&[TermId]>) {
        let asserted = self.assertions.formulas.len();
        self.checks.undecided = (answer == Answer::Unknown).then_some(asserted);
        self.checks.last = Some(LastCheck {
            answer,
            assumptions: assumptions.unwrap_or(&[]).into(),
            assuming: assumptions.is_some(),
            core: None,
            failed: None,
        });
    }

    /// Whether the last check was answered `unknown`, and its assertions are still there. Most
    /// further checks of such an instance are answered the same.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        self.checks.undecided.is_some()
    }

    /// Changes to the state after `reset`: it is empty, but ids and symbols are not used again.
    pub fn reset(&mut self) {
        *self = InstanceState {
            live: self.live,
            assignment: self.assignment.restart(self.assignment.seed()),
            ids: self.ids,
            ..InstanceState::default()
        };
    }

    /// Draws the value of a constant with this id and sort from the seed of the call that declares
    /// it.
    pub fn assign(&mut self, id: TermId, sort: SortId, seed: u32) -> Option<Value> {
        if self.assignment.is_without_values() {
            return None;
        }
        let functions = self.is_higher_order();
        self.assignment
            .constant(&self.sorts, id, sort, seed, functions)
    }

    /// The value of a closed application of existing terms under the hidden assignment. `None` if
    /// it is not known.
    pub fn evaluate(
        &mut self,
        ops: &Ops,
        op: Op,
        indices: &[u32],
        args: &[TermId],
    ) -> Option<Value> {
        if self.assignment.is_without_values() {
            return None;
        }
        let (sorts, terms) = (&self.sorts, &self.terms);
        Evaluation::new(ops, sorts, terms, &mut self.assignment).application(op, indices, args)
    }

    /// The table of a function with these parameters and this body. `None` if it has too many
    /// points or a value is not known.
    pub fn tabulate(&mut self, ops: &Ops, params: &[TermId], body: TermId) -> Option<Value> {
        if self.assignment.is_without_values() {
            return None;
        }
        let (sorts, terms) = (&self.sorts, &self.terms);
        Evaluation::new(ops, sorts, terms, &mut self.assignment).table(params, body)
    }

    /// The value of a closed application in an interpretation that knows the values of its
    /// arguments.
    pub fn evaluate_in(
        &self,
        ops: &Ops,
        interpretation: &mut impl Interpretation,
        term: &Term,
    ) -> Option<Value> {
        let mut effort = u32::MAX;
        self.evaluate_within(ops, interpretation, term, &mut effort)
    }

    /// The same with a bound: the number of terms that were evaluated for quantifiers and defined
    /// functions is subtracted from `effort`.
    pub fn evaluate_within(
        &self,
        ops: &Ops,
        interpretation: &mut impl Interpretation,
        term: &Term,
        effort: &mut u32,
    ) -> Option<Value> {
        let mut evaluation = Evaluation::new(ops, &self.sorts, &self.terms, interpretation);
        let value = evaluation.application(term.op?, &term.indices, &term.args);
        *effort = effort.saturating_sub(evaluation.steps_made());
        value
    }

    /// The truth value of a formula under the hidden assignment. `None` if `id` is not a formula or
    /// the value is not known.
    #[must_use]
    pub fn truth(&self, id: TermId) -> Option<bool> {
        match self.term(id)?.value()? {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The sort of an application as its signature predicts it.
    ///
    /// # Errors
    /// Why the application is not well-sorted, as a sentence.
    pub fn infer(
        &self,
        ops: &Ops,
        op: Op,
        args: &[TermId],
        indices: &[u32],
    ) -> Result<Sort, String> {
        let mut sorts: SmallVec<[SortId; 8]> = SmallVec::new();
        for arg in args {
            let term = self
                .term(*arg)
                .ok_or_else(|| format!("unknown term {arg}"))?;
            sorts.push(term.sort);
        }
        let name = ops.row(op).name;
        ops.signature(op)
            .infer(&self.sorts, &sorts, indices)
            .map_err(|e| format!("{name} {e}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_new_sorts_are_not_those_of_entries() {
        let mut state = InstanceState::default();
        assert_eq!(state.sort_number(), 1);
        state.add_sort(SortId(1), Sort::Uninterpreted("a _u7".into()));
        assert_eq!(state.sort_number(), 8);
        let number = u32::MAX;
        state.add_sort(SortId(2), Sort::Uninterpreted(format!("_u{number}").into()));
        assert_eq!(state.sort_number(), 8);
    }

    #[test]
    fn what_was_not_decided_is_removed_with_its_assertions() {
        let mut state = InstanceState::default();
        state.assertions.open_level();
        state.assert(TermId(1));
        state.answer(Answer::Unknown, None);
        state.assertions.open_level();
        state.assert(TermId(2));
        assert!(state.is_undecided());
        state.close_level();
        assert!(state.is_undecided());
        state.close_level();
        assert!(!state.is_undecided());
        state.answer(Answer::Unknown, None);
        state.answer(Answer::Unsat, Some(&[TermId(1)]));
        assert!(!state.is_undecided());
    }
}
