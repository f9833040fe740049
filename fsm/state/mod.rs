//! The state of one solver instance: its sorts and terms, its assertions and levels, and the last
//! answer.
//!
//! Only calls change it. A run, its replay and the minimizer therefore have the same state after
//! the same calls.

mod assign;
mod evaluate;
pub mod names;
mod normal;
mod pool;
pub mod spelling;
mod term;

pub use assign::{Assignment, Points};
pub use evaluate::Interpretation;
pub use normal::{Form, Normals};
pub use pool::Pool;
pub use term::{Free, Leaf, Term};

use crate::eval::default_value;
use crate::op::{Op, Ops};
use crate::solver::{Answer, TermId};
use crate::sort::{Sort, SortConstructor, SortId, SortKind, Sorts};
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

/// The state of one instance.
#[derive(Clone, Debug, Default)]
pub struct InstanceState {
    /// Whether an instance is open: between `new` and `delete`.
    pub live: bool,
    /// The sorts of the instance.
    pub sorts: Sorts,
    terms: Vec<Option<Term>>,
    pools: Vec<Pool>,
    /// The current values of the four options.
    pub options: Options,
    /// The argument of `set-logic`, if it was called.
    pub logic: Option<Box<str>>,
    /// The names of the options that were set, so that none is set twice.
    pub set_options: Vec<Box<str>>,
    /// The current values of the solver's own options.
    pub settings: BTreeMap<Box<str>, Box<str>>,
    /// The current assertions, in order.
    pub assertions: Vec<TermId>,
    /// For each open level, the number of assertions before it.
    pub levels: Vec<usize>,
    /// The last check. `None` if something has changed since.
    pub last: Option<LastCheck>,
    /// The number of checks so far.
    pub checks: u32,
    /// The number of assertions of the last check, if it was not decided and none of them has been
    /// removed.
    undecided: Option<usize>,
    /// The counters of the instance when it was last asked for them.
    pub counters: Vec<(String, u64)>,
    /// The part of the hidden assignment that is not stored with the terms.
    pub assignment: Assignment,
    /// Recursive functions that have no definition yet. Until then, nothing is asserted.
    undefined: Vec<TermId>,
    /// A recursive function may have a definition that no function satisfies.
    has_doubtful_recursion: bool,
    /// Only literals have values.
    is_without_values: bool,
    functions: u32,
    formulas: u32,
    next_sort: u32,
    next_term: u32,
    next_symbol: u32,
    /// Results of operators that occur in no other term or call yet. The first list has closed
    /// formulas, the second all others. Lists are kept because generation reads them at every step;
    /// a search through all roots took half of its time.
    unused: [Vec<TermId>; 2],
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
            is_without_values: true,
            ..Self::default()
        }
    }

    /// The id for a new sort.
    #[must_use]
    pub fn fresh_sort(&self) -> SortId {
        SortId(self.next_sort.max(1))
    }

    /// The id for a new term.
    #[must_use]
    pub fn fresh_term(&self) -> TermId {
        TermId(self.next_term.max(1))
    }

    /// The id of `sort`, or a fresh one if it has not been made.
    #[must_use]
    pub fn sort_id(&self, sort: &Sort) -> SortId {
        self.sorts.find(sort).unwrap_or_else(|| self.fresh_sort())
    }

    /// A number that no symbol has had yet.
    #[must_use]
    pub fn symbol(&self) -> u32 {
        self.next_symbol
    }

    /// Keeps fresh ids above these. They occur later in the trace.
    pub fn reserve(&mut self, sort: SortId, term: TermId) {
        self.next_sort = self.next_sort.max(sort.0 + 1);
        self.next_term = self.next_term.max(term.0 + 1);
    }

    /// Keeps the numbers of new symbols from this one on. Symbols with smaller numbers occur later
    /// in the trace.
    pub fn reserve_symbols(&mut self, first: u32) {
        self.next_symbol = self.next_symbol.max(first);
    }

    /// Adds a sort.
    pub fn add_sort(&mut self, id: SortId, sort: Sort) {
        self.sorts.insert(id, sort);
        self.next_sort = self.next_sort.max(id.0 + 1);
    }

    /// Adds a term to the state and to the pool of its sort.
    pub fn add_term(&mut self, id: TermId, mut term: Term) {
        term.sort = self.sorts.canon(term.sort);
        self.next_term = self.next_term.max(id.0 + 1);
        if matches!(
            term.leaf,
            Leaf::Const | Leaf::Var | Leaf::Fun(..) | Leaf::Rec
        ) {
            self.next_symbol += 1;
        }
        if term.leaf == Leaf::Rec {
            self.undefined.push(id);
        }
        self.functions += u32::from(matches!(term.leaf, Leaf::Fun(..)));
        let slot = id.0 as usize;
        if self.terms.len() <= slot {
            self.terms.resize(slot + 1, None);
        }
        if term.is_part() {
            self.terms[slot] = Some(term);
            return;
        }
        let sort = term.sort.0 as usize;
        if self.pools.len() <= sort {
            self.pools.resize_with(sort + 1, Pool::default);
        }
        let kind = self.sorts.get(term.sort).map(Sort::kind);
        self.formulas += u32::from(kind == Some(SortKind::Bool) && term.free.is_empty());
        if term.is_result() {
            let list = usize::from(kind != Some(SortKind::Bool) || !term.free.is_empty());
            term.unused = Some((list as u8, self.unused[list].len() as u32));
            self.unused[list].push(id);
        }
        self.pools[sort].add(id, &mut term);
        self.terms[slot] = Some(term);
    }

    /// Sets the parameters and the body of a recursive function.
    pub fn define(&mut self, function: TermId, params: &[TermId], body: TermId) {
        self.undefined.retain(|id| *id != function);
        self.mark_used(body);
        if let Some(Some(term)) = self.terms.get_mut(function.0 as usize) {
            term.leaf = Leaf::Fun(params.into(), body);
        }
    }

    /// Whether a recursive function may have a definition that no function satisfies, such as
    /// `(f x) = (+ (f x) 1)`. Then all formulas are unsatisfiable, although they have values.
    #[must_use]
    pub fn has_doubtful_recursion(&self) -> bool {
        self.has_doubtful_recursion
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
            self.has_doubtful_recursion |= !ends;
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
        let next = self.fresh_sort().0;
        largest.map_or(next, |largest| next.max(largest + 1))
    }

    /// The term with this id.
    #[must_use]
    pub fn term(&self, id: TermId) -> Option<&Term> {
        self.terms.get(id.0 as usize)?.as_ref()
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

    /// Removes a term from the list of unused results.
    fn remove_unused(&mut self, id: TermId) {
        let term = self.terms.get_mut(id.0 as usize).and_then(Option::as_mut);
        if let Some((list, place)) = term.and_then(|term| term.unused.take()) {
            let list = &mut self.unused[usize::from(list)];
            list.swap_remove(place as usize);
            if let Some(moved) = list.get(place as usize)
                && let Some(Some(other)) = self.terms.get_mut(moved.0 as usize)
                && let Some((_, its)) = &mut other.unused
            {
                *its = place;
            }
        }
    }

    /// Records that `id` occurs in another term, an assertion, an assumption or a query.
    pub fn mark_used(&mut self, id: TermId) {
        self.remove_unused(id);
        let Some(Some(term)) = self.terms.get_mut(id.0 as usize) else {
            return;
        };
        let Some(pool) = self.pools.get_mut(term.sort.0 as usize) else {
            return;
        };
        if let Some(place) = term.root.take()
            && let Some(moved) = pool.remove_root(place)
            && let Some(Some(other)) = self.terms.get_mut(moved.0 as usize)
        {
            other.root = Some(place);
        }
    }

    /// The terms of a sort.
    #[must_use]
    pub fn pool(&self, sort: SortId) -> &Pool {
        const EMPTY: &Pool = &Pool::EMPTY;
        let slot = self.sorts.canon(sort).0 as usize;
        self.pools.get(slot).unwrap_or(EMPTY)
    }

    /// The number of functions defined so far.
    #[must_use]
    pub fn functions(&self) -> u32 {
        self.functions
    }

    /// The number of terms that are closed formulas.
    #[must_use]
    pub fn formulas(&self) -> u32 {
        self.formulas
    }

    /// Results of operators that occur nowhere yet and cannot be asserted, because they are not
    /// Boolean or have free variables.
    #[must_use]
    pub fn unclosed(&self) -> &[TermId] {
        &self.unused[1]
    }

    /// Results of operators that occur nowhere yet and are closed formulas.
    #[must_use]
    pub fn unused_formulas(&self) -> &[TermId] {
        &self.unused[0]
    }

    /// The formulas that a check covers now: the assertions and the assumptions of the last check.
    pub fn checked(&self) -> impl Iterator<Item = TermId> {
        let assumed = self.last.iter().flat_map(|last| &last.assumptions);
        self.assertions.iter().chain(assumed).copied()
    }

    /// Some terms and all their subterms, including the bodies of defined functions, in the order
    /// of ids. Arguments come before the terms that contain them.
    #[must_use]
    pub fn subterms(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = vec![false; self.terms.len()];
        let mut todo: Vec<TermId> = roots.to_vec();
        let mut subterms = Vec::new();
        while let Some(id) = todo.pop() {
            let (Some(term), Some(seen)) = (self.term(id), seen.get_mut(id.0 as usize)) else {
                continue;
            };
            if std::mem::replace(seen, true) {
                continue;
            }
            subterms.push(id);
            todo.extend(&term.args);
            match &term.leaf {
                Leaf::Fun(_, body) => todo.push(*body),
                Leaf::Same(of) => todo.push(*of),
                _ => {}
            }
        }
        subterms.sort_unstable();
        subterms
    }

    /// All terms, in the order of ids.
    pub fn terms(&self) -> impl Iterator<Item = (TermId, &Term)> {
        self.terms
            .iter()
            .enumerate()
            .filter_map(|(slot, term)| Some((TermId(slot as u32), term.as_ref()?)))
    }

    /// Whether a recursive function has been declared and not been defined yet.
    #[must_use]
    pub fn lacks_definitions(&self) -> bool {
        !self.undefined.is_empty()
    }

    /// Whether `id` is a closed formula, which can be asserted.
    #[must_use]
    pub fn is_formula(&self, id: TermId) -> bool {
        !self.lacks_definitions()
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
        self.mark_used(formula);
        self.assertions.push(formula);
        self.discard_last_check();
    }

    /// Discards the last answer because the assertions or options have changed.
    pub fn discard_last_check(&mut self) {
        self.last = None;
    }

    /// Closes a level and removes its assertions.
    pub fn close_level(&mut self) {
        if let Some(before) = self.levels.pop() {
            self.assertions.truncate(before);
        }
        self.undecided = self
            .undecided
            .filter(|count| *count <= self.assertions.len());
        self.discard_last_check();
    }

    /// Removes all assertions and levels.
    pub fn reset_assertions(&mut self) {
        self.assertions.clear();
        self.levels.clear();
        self.undecided = None;
        self.discard_last_check();
    }

    /// Adds the answer of a check. `assumptions` is `None` for a check without assumptions.
    pub fn answer(&mut self, answer: Answer, assumptions: Option<&[TermId]>) {
        self.undecided = (answer == Answer::Unknown).then_some(self.assertions.len());
        self.last = Some(LastCheck {
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
        self.undecided.is_some()
    }

    /// Changes to the state after `reset`: it is empty, but ids and symbols are not used again.
    pub fn reset(&mut self) {
        *self = InstanceState {
            live: self.live,
            assignment: Assignment::new(self.assignment.seed()),
            is_without_values: self.is_without_values,
            next_sort: self.next_sort,
            next_term: self.next_term,
            next_symbol: self.next_symbol,
            ..InstanceState::default()
        };
    }

    /// Draws the value of a constant with this id and sort from the seed of the call that declares
    /// it.
    pub fn assign(&mut self, id: TermId, sort: SortId, seed: u32) -> Option<Value> {
        if self.is_without_values {
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
        if self.is_without_values {
            return None;
        }
        let (sorts, terms) = (&self.sorts, &self.terms);
        Evaluation::new(ops, sorts, terms, &mut self.assignment).application(op, indices, args)
    }

    /// The table of a function with these parameters and this body. `None` if it has too many
    /// points or a value is not known.
    pub fn tabulate(&mut self, ops: &Ops, params: &[TermId], body: TermId) -> Option<Value> {
        if self.is_without_values {
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
        state.levels.push(0);
        state.assert(TermId(1));
        state.answer(Answer::Unknown, None);
        state.levels.push(1);
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
