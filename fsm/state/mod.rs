//! The model of one solver instance: what exists, what has been asserted, what was answered.
//!
//! It is updated by calls alone, so that a run, a replay and the minimizer agree on it.

mod assign;
mod evaluate;
mod normal;
mod pool;
mod term;

pub use assign::{Assignment, Points};
pub use evaluate::Interpretation;
pub use normal::{Form, Normals};
pub use pool::Pool;
pub use term::{Free, Leaf, Term};

use crate::op::{Op, Ops};
use crate::solver::{Answer, TermId};
use crate::sort::{Constructing, Sort, SortId, SortKind, Sorts};
use crate::value::Value;
use evaluate::Evaluation;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Ids in traces stay below this bound, so that a damaged trace cannot ask for all memory.
pub const MAX_ID: u32 = 1 << 20;

/// Bit-vectors in traces are at most this wide, for the same reason.
pub const MAX_WIDTH: u32 = 1 << 20;

/// The four options that mean the same to every solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// More than one check, levels and assumptions are allowed.
    pub incremental: bool,
    /// Models can be asked for.
    pub models: bool,
    /// Unsatisfiable cores can be asked for.
    pub cores: bool,
    /// Unsatisfiable assumptions can be asked for.
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

    /// The option of this name, if it is one of the four.
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

/// The last check, as long as nothing has changed since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastCheck {
    /// What the solver said.
    pub answer: Answer,
    /// The assumptions of `check-sat-assuming`.
    pub assumptions: SmallVec<[TermId; 4]>,
    /// Whether it was `check-sat-assuming`.
    pub assuming: bool,
    /// The core, once it has been asked for.
    pub core: Option<Vec<TermId>>,
    /// The unsatisfiable assumptions, once they have been asked for.
    pub failed: Option<Vec<TermId>>,
}

/// The state of one instance.
#[derive(Clone, Debug, Default)]
pub struct InstanceState {
    /// An instance exists, between `new` and `delete`.
    pub live: bool,
    /// The sorts.
    pub sorts: Sorts,
    terms: Vec<Option<Term>>,
    pools: Vec<Pool>,
    /// The options in force.
    pub options: Options,
    /// `set-logic` was called.
    pub logic: Option<Box<str>>,
    /// Names of the options that were set, so that none is set twice.
    pub set_options: Vec<Box<str>>,
    /// The options in force that are the solver's own, with their values.
    pub settings: BTreeMap<Box<str>, Box<str>>,
    /// The live assertions, in order.
    pub assertions: Vec<TermId>,
    /// For each open level, how many assertions there were before it.
    pub levels: Vec<usize>,
    /// The last check, unless something has changed since.
    pub last: Option<LastCheck>,
    /// Checks so far.
    pub checks: u32,
    /// The hidden assignment, as far as it is not kept with the terms.
    pub assignment: Assignment,
    /// Recursive functions that wait for their definition: nothing is asserted before.
    undefined: Vec<TermId>,
    /// Terms that are not literals have no values.
    is_without_values: bool,
    functions: u32,
    formulas: u32,
    next_sort: u32,
    next_term: u32,
    next_symbol: u32,
    /// Results of operators that occur nowhere yet: first those that are closed formulas, then all others.
    /// Kept as lists because generation asks for them at every step: looking through all roots took half of its
    /// time.
    unused: [Vec<TermId>; 2],
}

impl InstanceState {
    /// A state that knows no values of terms but literals: what is valid depends on none, and to find them takes most of
    /// the time of long runs.
    #[must_use]
    pub fn without_values() -> Self {
        Self {
            is_without_values: true,
            ..Self::default()
        }
    }

    /// The id that a new sort will have.
    #[must_use]
    pub fn fresh_sort(&self) -> SortId {
        SortId(self.next_sort.max(1))
    }

    /// The id that a new term will have.
    #[must_use]
    pub fn fresh_term(&self) -> TermId {
        TermId(self.next_term.max(1))
    }

    /// The id of `sort`: its own, or a fresh one if it has not been made.
    #[must_use]
    pub fn sort_id(&self, sort: &Sort) -> SortId {
        self.sorts.find(sort).unwrap_or_else(|| self.fresh_sort())
    }

    /// A number that no symbol has had.
    #[must_use]
    pub fn symbol(&self) -> u32 {
        self.next_symbol
    }

    /// Keeps fresh ids above these, which a trace names further down.
    pub fn reserve(&mut self, sort: SortId, term: TermId) {
        self.next_sort = self.next_sort.max(sort.0 + 1);
        self.next_term = self.next_term.max(term.0 + 1);
    }

    /// Names a sort.
    pub fn add_sort(&mut self, id: SortId, sort: Sort) {
        self.sorts.insert(id, sort);
        self.next_sort = self.next_sort.max(id.0 + 1);
    }

    /// Names a term and puts it into the pool of its sort.
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

    /// Defines a recursive function by its parameters and body.
    pub fn define(&mut self, function: TermId, params: &[TermId], body: TermId) {
        self.undefined.retain(|id| *id != function);
        self.mark_used(body);
        if let Some(Some(term)) = self.terms.get_mut(function.0 as usize) {
            term.leaf = Leaf::Fun(params.into(), body);
        }
    }

    /// Whether a declared sort has this symbol.
    #[must_use]
    pub fn declares_sort(&self, symbol: &str) -> bool {
        self.sorts.iter().any(|(_, sort)| match sort {
            Sort::Uninterpreted(its) => **its == *symbol,
            Sort::Dt(datatype) => *datatype.declaration().symbol == *symbol,
            Sort::Constructor(Constructing::Uninterpreted(its, _)) => **its == *symbol,
            Sort::Constructor(Constructing::Dt(group, member)) => {
                *group.members()[*member].symbol == *symbol
            }
            _ => false,
        })
    }

    /// The term of this id.
    #[must_use]
    pub fn term(&self, id: TermId) -> Option<&Term> {
        self.terms.get(id.0 as usize)?.as_ref()
    }

    /// Takes a term out of the list of unused results.
    fn close(&mut self, id: TermId) {
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

    /// Notes that `id` occurs in another term, an assertion, an assumption or a query.
    pub fn mark_used(&mut self, id: TermId) {
        self.close(id);
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

    /// How many functions have been defined.
    #[must_use]
    pub fn functions(&self) -> u32 {
        self.functions
    }

    /// How many terms are closed formulas.
    #[must_use]
    pub fn formulas(&self) -> u32 {
        self.formulas
    }

    /// Results of operators that occur nowhere yet and cannot be asserted as they are: not
    /// Boolean, or with free variables.
    #[must_use]
    pub fn unclosed(&self) -> &[TermId] {
        &self.unused[1]
    }

    /// Results of operators that occur nowhere yet and are closed formulas.
    #[must_use]
    pub fn unused_formulas(&self) -> &[TermId] {
        &self.unused[0]
    }

    /// The formulas of a check, now: what is asserted, and what the last check assumed.
    pub fn checked(&self) -> impl Iterator<Item = TermId> {
        let assumed = self.last.iter().flat_map(|last| &last.assumptions);
        self.assertions.iter().chain(assumed).copied()
    }

    /// Some terms and all that they are made of, bodies of defined functions included, in the
    /// order of ids: arguments come before what is made of them.
    #[must_use]
    pub fn cone(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = vec![false; self.terms.len()];
        let mut todo: Vec<TermId> = roots.to_vec();
        let mut cone = Vec::new();
        while let Some(id) = todo.pop() {
            let (Some(term), Some(seen)) = (self.term(id), seen.get_mut(id.0 as usize)) else {
                continue;
            };
            if std::mem::replace(seen, true) {
                continue;
            }
            cone.push(id);
            todo.extend(&term.args);
            match &term.leaf {
                Leaf::Fun(_, body) => todo.push(*body),
                Leaf::Same(of) => todo.push(*of),
                _ => {}
            }
        }
        cone.sort_unstable();
        cone
    }

    /// Every term, in the order of ids.
    pub fn terms(&self) -> impl Iterator<Item = (TermId, &Term)> {
        self.terms
            .iter()
            .enumerate()
            .filter_map(|(slot, term)| Some((TermId(slot as u32), term.as_ref()?)))
    }

    /// Whether `id` is a closed formula: what may be asserted.
    #[must_use]
    pub fn is_formula(&self, id: TermId) -> bool {
        self.undefined.is_empty()
            && self.term(id).is_some_and(|term| {
                term.free.is_empty()
                    && !term.is_part()
                    && self.sorts.get(term.sort) == Some(&Sort::Bool)
            })
    }

    /// Whether functions are values: in logics whose names begin with `HO_`.
    #[must_use]
    pub fn is_higher_order(&self) -> bool {
        self.logic
            .as_deref()
            .is_some_and(|logic| logic.starts_with("HO_"))
    }

    /// Forgets the last answer, because the assertions or options have changed.
    pub fn stale(&mut self) {
        self.last = None;
    }

    /// Removes all assertions and levels.
    pub fn reset_assertions(&mut self) {
        self.assertions.clear();
        self.levels.clear();
        self.stale();
    }

    /// As after `reset`: nothing exists, but ids and symbols are not used again.
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

    /// Draws the value of a constant of this id and sort from the seed of the call that makes it.
    pub fn assign(&mut self, id: TermId, sort: SortId, seed: u32) -> Option<Value> {
        if self.is_without_values {
            return None;
        }
        let functions = self.is_higher_order();
        self.assignment
            .constant(&self.sorts, id, sort, seed, functions)
    }

    /// The value that the hidden assignment gives a closed application of terms that exist; `None` if
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

    /// The table of a function by its parameters and body; `None` if it has too many points, or a value is not known.
    pub fn tabulate(&mut self, ops: &Ops, params: &[TermId], body: TermId) -> Option<Value> {
        if self.is_without_values {
            return None;
        }
        let (sorts, terms) = (&self.sorts, &self.terms);
        Evaluation::new(ops, sorts, terms, &mut self.assignment).table(params, body)
    }

    /// The value of a closed application in an interpretation, which has the values of its
    /// arguments.
    pub fn evaluate_in(
        &self,
        ops: &Ops,
        interpretation: &mut impl Interpretation,
        term: &Term,
    ) -> Option<Value> {
        let mut evaluation = Evaluation::new(ops, &self.sorts, &self.terms, interpretation);
        evaluation.application(term.op?, &term.indices, &term.args)
    }

    /// Whether `id` is a formula that the hidden assignment makes true, or false; `None` if that is
    /// not known.
    #[must_use]
    pub fn truth(&self, id: TermId) -> Option<bool> {
        match self.term(id)?.value()? {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The predicted sort of an application.
    ///
    /// # Errors
    /// Why it is not well-sorted, in a sentence.
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
