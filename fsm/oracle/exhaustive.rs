//! Formulas whose symbols have small sorts are decided by trying all assignments, as ET (OOPSLA
//! 2024) enumerates formulas: small problems show most bugs. So a wrong `sat` and a wrong `unsat`
//! are both seen without another solver, whatever the solver says about models.
//!
//! The search gives values to the symbols, one after the other, and computes each term as soon as
//! all its symbols have values. A false formula ends a branch. Symbols with many or infinitely many
//! values get none. Terms that need them may still have a value, such as `(and false (> x 0))`.
//! Values that the standard leaves to each model are unknown, too. So an answer is found if it does
//! not depend on what is unknown.

use super::checks::{SAT_WITHOUT_ASSIGNMENT, UNSAT_WITH_ASSIGNMENT};
use super::facts::list;
use super::{BugKind, Observation, Oracle, OracleResult, topic_of, wrong_about};
use crate::eval::{Partial, domain};
use crate::op::{Op, Ops};
use crate::solver::{Solver, TermId};
use crate::sort::{SortId, Sorts};
use crate::state::{InstanceState, Interpretation, Leaf, Term};
use crate::value::Value;
use std::fmt::Write as _;

/// Sorts with more elements are not tried.
const MOST_ELEMENTS: u64 = 1 << 12;
/// The greatest number of symbols that get values: the bits of a [`SymbolSet`].
const MOST_SYMBOLS: usize = SymbolSet::BITS as usize;

/// Some of the symbols that get values, as bits.
type SymbolSet = u64;

/// What is known about formulas after all assignments were tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// These values of symbols make all formulas true, whatever values the other symbols have.
    Satisfiable(Vec<(TermId, Value)>),
    /// No assignment makes all formulas true.
    Unsatisfiable,
    /// A value was unknown, or the work took too long.
    Unknown,
}

/// Decides formulas by trying all assignments. `effort` bounds the work: the number of values that
/// are tried, and of values that are computed for terms.
#[must_use]
pub fn decide(state: &InstanceState, ops: &Ops, formulas: &[TermId], effort: u32) -> Decision {
    let mut search = Search::new(state, ops, formulas, effort);
    match search.try_level(0) {
        Tried::Satisfied => Decision::Satisfiable(search.assignment()),
        Tried::Unsatisfied => Decision::Unsatisfiable,
        Tried::Unknown | Tried::OutOfEffort => Decision::Unknown,
    }
}

/// Decides the formulas about which the solver makes a claim.
pub(super) struct Exhaustive;

impl Oracle for Exhaustive {
    fn kind(&self) -> BugKind {
        BugKind::WrongSat
    }

    fn check_call(&mut self, seen: &Observation<'_>, _: &mut dyn Solver) -> OracleResult {
        let Some(claim) = seen.claim() else {
            return Ok(());
        };
        let (state, formulas) = (seen.state, &claim.formulas);
        // The hidden assignment satisfies the formulas, so `sat` is right, and another oracle looks
        // at `unsat`.
        let mut truths = formulas.iter().map(|id| state.truth(*id));
        if truths.all(|truth| truth == Some(true)) {
            return Ok(());
        }
        let by = claim.by.map_or_else(String::new, |by| format!("by {by}\n"));
        let (kind, failed) = match decide(state, seen.ops, formulas, seen.exhaustive) {
            Decision::Unsatisfiable if claim.satisfiable => (
                BugKind::WrongSat,
                SAT_WITHOUT_ASSIGNMENT.failed(format!("{by}formulas {}\n", list(formulas))),
            ),
            Decision::Satisfiable(assignment)
                if !claim.satisfiable && !state.has_doubtful_recursion() =>
            {
                let values = text(state, &assignment);
                let details = format!("{by}formulas {}\n{values}", list(formulas));
                let kind = claim.kind.unwrap_or(BugKind::WrongUnsat);
                (kind, UNSAT_WITH_ASSIGNMENT.failed(details))
            }
            _ => return Ok(()),
        };
        wrong_about(kind, failed, topic_of(seen, formulas))
    }
}

/// A line for each symbol with its value.
fn text(state: &InstanceState, assignment: &[(TermId, Value)]) -> String {
    let mut text = String::new();
    for (id, value) in assignment {
        let written = writeln!(text, "{id} = {}", state.value_text_of(*id, value));
        debug_assert!(written.is_ok(), "writing into a String does not fail");
    }
    text
}

/// The result of the search for an assignment that extends the present one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    /// There is one, and the symbols have its values.
    Satisfied,
    /// There is none.
    Unsatisfied,
    /// The value of a formula is unknown for an assignment that makes no formula false.
    Unknown,
    OutOfEffort,
}

/// What is done once a symbol has a value. The first level has no symbol.
#[derive(Default)]
struct Level {
    /// The symbol, with its sort and the number of elements.
    symbol: Option<(TermId, SortId, u64)>,
    /// The closed terms whose values are known then, arguments before the terms that contain them.
    terms: Vec<TermId>,
    /// The formulas among them.
    formulas: Vec<TermId>,
}

struct Search<'a> {
    state: &'a InstanceState,
    ops: &'a Ops,
    levels: Vec<Level>,
    values: Values,
    /// The number of terms whose values may still be computed.
    effort: u32,
}

impl<'a> Search<'a> {
    fn new(state: &'a InstanceState, ops: &'a Ops, formulas: &[TermId], effort: u32) -> Self {
        let subterms = state.subterms(formulas);
        let count = subterms.last().map_or(0, |last| last.0 as usize + 1);
        let symbols = Symbols::new(state, &subterms, count, formulas);
        let mut levels = vec![Level::default()];
        levels.extend(symbols.order.iter().map(|symbol| Level {
            symbol: Some(*symbol),
            ..Level::default()
        }));
        for id in &subterms {
            let level = &mut levels[symbols.level(*id)];
            if state.term(*id).is_some_and(is_computed) {
                level.terms.push(*id);
            }
        }
        for id in formulas {
            levels[symbols.level(*id)].formulas.push(*id);
        }
        Self {
            state,
            ops,
            levels,
            values: Values(vec![None; count]),
            effort,
        }
    }

    /// Tries all values of the symbols from this level on.
    fn try_level(&mut self, number: usize) -> Tried {
        let Some(level) = self.levels.get(number) else {
            let mut formulas = self.levels.iter().flat_map(|level| &level.formulas);
            return match formulas.all(|id| self.values.get(*id).is_some()) {
                true => Tried::Satisfied,
                false => Tried::Unknown,
            };
        };
        let Some((symbol, sort, size)) = level.symbol else {
            return self.try_values_of(number);
        };
        let mut all = Tried::Unsatisfied;
        for n in 0..size {
            self.values.0[symbol.0 as usize] = domain::nth(&self.state.sorts, sort, n);
            match self.try_values_of(number) {
                Tried::Unsatisfied => {}
                Tried::Unknown => all = Tried::Unknown,
                end => return end,
            }
        }
        all
    }

    /// Computes the terms of a level, and goes on if no formula is false.
    fn try_values_of(&mut self, number: usize) -> Tried {
        if self.effort == 0 {
            return Tried::OutOfEffort;
        }
        self.effort -= 1;
        for place in 0..self.levels[number].terms.len() {
            if self.effort == 0 {
                return Tried::OutOfEffort;
            }
            let id = self.levels[number].terms[place];
            let value = self.compute(id);
            self.values.0[id.0 as usize] = value;
        }
        let is_false = |id: &TermId| self.values.get(*id) == Some(&Value::Bool(false));
        if self.levels[number].formulas.iter().any(is_false) {
            return Tried::Unsatisfied;
        }
        self.try_level(number + 1)
    }

    fn compute(&mut self, id: TermId) -> Option<Value> {
        let term = self.state.term(id)?;
        self.effort = self.effort.saturating_sub(1);
        match &term.leaf {
            Leaf::Value(value) => Some(value.clone()),
            Leaf::Same(of) => self.values.get(*of).cloned(),
            _ => self
                .state
                .evaluate_within(self.ops, &mut self.values, term, &mut self.effort),
        }
    }

    /// The present values of the symbols.
    fn assignment(&self) -> Vec<(TermId, Value)> {
        let symbols = self.levels.iter().filter_map(|level| level.symbol);
        let values = symbols.filter_map(|(id, ..)| Some((id, self.values.get(id)?.clone())));
        values.collect()
    }
}

/// Whether the value of a term is computed from those of others, or is that of a literal.
fn is_computed(term: &Term) -> bool {
    let has_value = term.op.is_some() || matches!(term.leaf, Leaf::Value(_) | Leaf::Same(_));
    has_value && term.free.is_empty() && !term.is_part()
}

/// The symbols that get values, and the terms that contain them.
struct Symbols {
    /// In the order in which they get values, with their sorts and the numbers of elements.
    order: Vec<(TermId, SortId, u64)>,
    /// The symbols of each term by its id. Bit `n` is the n-th symbol in `order`.
    of_terms: Vec<SymbolSet>,
}

impl Symbols {
    fn new(state: &InstanceState, subterms: &[TermId], count: usize, formulas: &[TermId]) -> Self {
        let symbol = |id: &TermId| {
            let term = state.term(*id).filter(|term| term.leaf == Leaf::Const)?;
            let size = domain::size(&state.sorts, term.sort)?;
            (size <= MOST_ELEMENTS).then_some((*id, term.sort, size))
        };
        let found: Vec<_> = subterms.iter().filter_map(symbol).collect();
        let mut symbols = Self {
            order: found,
            of_terms: Vec::new(),
        };
        symbols.order.truncate(MOST_SYMBOLS);
        symbols.find(state, subterms, count);
        // Formulas with few symbols come first, because they end branches early.
        let mut sets: Vec<SymbolSet> = formulas.iter().map(|id| symbols.of(*id)).collect();
        sets.sort_by_key(|set| set.count_ones());
        let rank = |place: usize| {
            let first = sets.iter().position(|set| set >> place & 1 == 1);
            first.unwrap_or(sets.len())
        };
        let mut places: Vec<usize> = (0..symbols.order.len()).collect();
        places.sort_by_key(|place| (rank(*place), symbols.order[*place].2));
        symbols.order = places.iter().map(|place| symbols.order[*place]).collect();
        symbols.find(state, subterms, count);
        symbols
    }

    /// Finds the symbols of all terms. The body of a recursive function may come after the terms
    /// that apply it, so this is repeated until nothing changes.
    fn find(&mut self, state: &InstanceState, subterms: &[TermId], count: usize) {
        self.of_terms = vec![0; count];
        for (place, (id, ..)) in self.order.iter().enumerate() {
            self.of_terms[id.0 as usize] = 1 << place;
        }
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for id in subterms {
                let Some(term) = state.term(*id) else {
                    continue;
                };
                let below = match &term.leaf {
                    Leaf::Fun(_, body) => Some(body),
                    Leaf::Same(of) => Some(of),
                    _ => None,
                };
                let parts = term.args.iter().chain(below);
                let all = parts.fold(self.of(*id), |all, part| all | self.of(*part));
                changes |= all != self.of(*id);
                self.of_terms[id.0 as usize] = all;
            }
        }
    }

    fn of(&self, id: TermId) -> SymbolSet {
        self.of_terms.get(id.0 as usize).copied().unwrap_or(0)
    }

    /// The level of a term: 0, or one more than the place of its last symbol.
    fn level(&self, id: TermId) -> usize {
        (SymbolSet::BITS - self.of(id).leading_zeros()) as usize
    }
}

/// The values of symbols and closed terms, by their ids.
struct Values(Vec<Option<Value>>);

impl Values {
    fn get(&self, id: TermId) -> Option<&Value> {
        self.0.get(id.0 as usize)?.as_ref()
    }
}

impl Partial for Values {
    /// Each model may choose it.
    fn by_zero(&mut self, _: Op, _: &Value) -> Option<Value> {
        None
    }
}

impl Interpretation for Values {
    fn value<'a>(&'a self, id: TermId, _: &'a Term) -> Option<&'a Value> {
        self.get(id)
    }

    fn apply(&mut self, _: &Sorts, _: TermId, _: &[&Value]) -> Option<Value> {
        None
    }

    fn has_all_elements(&self) -> bool {
        false // The solver chooses the elements of uninterpreted sorts.
    }
}
