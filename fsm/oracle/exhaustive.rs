//! Formulas whose symbols have small sorts are decided by trying all assignments, as ET (OOPSLA
//! 2024) enumerates formulas: small problems show most bugs. So a wrong `sat` and a wrong `unsat`
//! are both seen without another solver, whatever the solver says about models.
//!
//! The search gives values to the symbols, one after the other, and computes each term as soon as
//! all its symbols have values. A false formula ends a branch. To refute `unsat`, symbols with many
//! or infinitely many values get some of them. To refute `sat`, they get none, because a few values
//! would not do. Terms that need them may still have a value, such as `(and false (> x 0))`. Values
//! that the standard leaves to each model are unknown, too. So an answer is found if it does not
//! depend on what is unknown.

use super::checks::{SAT_WITHOUT_ASSIGNMENT, UNSAT_WITH_ASSIGNMENT};
use super::facts::list;
use super::known_values::KnownValues;
use super::{BugKind, Observation, Oracle, OracleResult, topic_of, wrong_about};
use crate::eval::domain;
use crate::op::Ops;
use crate::solver::{Solver, TermId};
use crate::sort::{SortId, Sorts};
use crate::state::{InstanceState, Leaf, Term};
use crate::value::Value;
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// Of sorts with more elements, only some are tried.
const MOST_ELEMENTS: u64 = 1 << 12;
/// The number of elements that are tried of each other sort.
const SOME_ELEMENTS: u64 = 8;
/// The greatest number of symbols that get values: the bits of a [`SymbolSet`].
const MOST_SYMBOLS: usize = SymbolSet::BITS as usize;

/// Some of the symbols that get values, as bits.
type SymbolSet = u64;

/// What is known about formulas after all assignments were tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// These values of symbols make all formulas true, whatever values the other symbols have.
    Satisfiable(Assignment),
    /// No assignment makes all formulas true.
    Unsatisfiable,
    /// A value was unknown, or the work took too long.
    Unknown,
}

/// Symbols with their values.
pub type Assignment = Vec<(TermId, Value)>;

/// Decides formulas by trying all assignments to symbols with small sorts. `effort` bounds the
/// work: the number of values that are tried, and of values that are computed for terms.
#[must_use]
pub fn decide(state: &InstanceState, ops: &Ops, formulas: &[TermId], effort: u32) -> Decision {
    let mut search = Search::new(state, ops, formulas, None, Tries::All, effort);
    match search.try_level(0) {
        Tried::Satisfied => Decision::Satisfiable(search.assignment()),
        Tried::Unsatisfied => Decision::Unsatisfiable,
        Tried::Unknown | Tried::OutOfEffort => Decision::Unknown,
    }
}

/// Values of symbols that make all formulas true. Symbols with large or infinite sorts get some
/// values, so formulas for which none are found may be satisfiable. `effort` is that of [`decide`].
#[must_use]
pub fn find_assignment(
    state: &InstanceState,
    ops: &Ops,
    formulas: &[TermId],
    effort: u32,
) -> Option<Assignment> {
    let mut search = Search::new(state, ops, formulas, None, Tries::Some, effort);
    (search.try_level(0) == Tried::Satisfied).then(|| search.assignment())
}

/// The values that some terms have together in the assignments that make all formulas true: each
/// combination once. `None` if a value is unknown, or if the work exceeds `effort`, which is that
/// of [`decide`].
#[must_use]
pub fn combinations(
    state: &InstanceState,
    ops: &Ops,
    formulas: &[TermId],
    terms: &[TermId],
    effort: u32,
) -> Option<Vec<Vec<Value>>> {
    let table = Table {
        terms: terms.to_vec(),
        rows: FxHashSet::default(),
    };
    let mut search = Search::new(state, ops, formulas, Some(table), Tries::All, effort);
    match search.try_level(0) {
        Tried::Unsatisfied => search.table.map(|table| table.rows.into_iter().collect()),
        _ => None,
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
        let details = |values: &str| format!("{by}formulas {}\n{values}", list(formulas));
        let (ops, effort) = (seen.ops, seen.exhaustive);
        let (kind, failed) = if claim.satisfiable {
            if decide(state, ops, formulas, effort) != Decision::Unsatisfiable {
                return Ok(());
            }
            (
                BugKind::WrongSat,
                SAT_WITHOUT_ASSIGNMENT.failed(details("")),
            )
        } else {
            if state.has_doubtful_recursion() {
                return Ok(());
            }
            let Some(assignment) = find_assignment(state, ops, formulas, effort) else {
                return Ok(());
            };
            let values = text(state, &assignment);
            let kind = claim.kind.unwrap_or(BugKind::WrongUnsat);
            (kind, UNSAT_WITH_ASSIGNMENT.failed(details(&values)))
        };
        wrong_about(kind, failed, topic_of(seen, formulas))
    }
}

/// A line for each symbol with its value.
fn text(state: &InstanceState, assignment: &Assignment) -> String {
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

/// Which values of symbols are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tries {
    /// All values of small sorts. Other symbols get none.
    All,
    /// All values of small sorts, and some of the others.
    Some,
}

/// A symbol, and the numbers of the elements of its sort that are tried.
#[derive(Clone)]
struct Symbol {
    id: TermId,
    sort: SortId,
    elements: Elements,
}

/// Numbers of elements of a sort, see [`domain::nth`].
#[derive(Clone)]
enum Elements {
    /// The numbers below this one.
    All(u64),
    /// A few numbers.
    Few(Vec<u64>),
}

impl Elements {
    /// Those that are tried. `None` if the sort gets no values.
    fn of(sorts: &Sorts, sort: SortId, tries: Tries) -> Option<Self> {
        let size = domain::size(sorts, sort);
        match size.filter(|size| *size <= MOST_ELEMENTS) {
            Some(size) => Some(Self::All(size)),
            None if tries == Tries::All => None,
            None => {
                let half = SOME_ELEMENTS / 2;
                let last = size.unwrap_or(SOME_ELEMENTS);
                let last = (last - half)..last;
                let listed = (0..half).chain(last);
                Some(Self::Few(listed.collect()))
            }
        }
    }

    fn len(&self) -> u64 {
        match self {
            Self::All(size) => *size,
            Self::Few(numbers) => numbers.len() as u64,
        }
    }

    fn get(&self, place: u64) -> Option<u64> {
        match self {
            Self::All(size) => (place < *size).then_some(place),
            Self::Few(numbers) => numbers.get(usize::try_from(place).ok()?).copied(),
        }
    }
}

/// What is done once a symbol has a value. The first level has no symbol.
#[derive(Default)]
struct Level {
    symbol: Option<Symbol>,
    /// The closed terms whose values are known then, arguments before the terms that contain them.
    terms: Vec<TermId>,
    /// The formulas among them.
    formulas: Vec<TermId>,
}

/// Terms, and the combinations of their values that were found.
struct Table {
    terms: Vec<TermId>,
    rows: FxHashSet<Vec<Value>>,
}

struct Search<'a> {
    state: &'a InstanceState,
    ops: &'a Ops,
    levels: Vec<Level>,
    values: KnownValues,
    /// If there is one, the search goes on after an assignment that makes all formulas true.
    table: Option<Table>,
    /// The number of values that may still be tried or computed.
    effort: u32,
}

impl<'a> Search<'a> {
    /// A search that also computes the values of the terms in `table`.
    fn new(
        state: &'a InstanceState,
        ops: &'a Ops,
        formulas: &[TermId],
        table: Option<Table>,
        tries: Tries,
        effort: u32,
    ) -> Self {
        let listed = table.iter().flat_map(|table| &table.terms);
        let roots: Vec<TermId> = formulas.iter().chain(listed).copied().collect();
        let subterms = state.terms.subterms(&roots);
        let symbols = Symbols::new(state, &subterms, formulas, tries);
        let mut levels = vec![Level::default()];
        levels.extend(symbols.order.iter().map(|symbol| Level {
            symbol: Some(symbol.clone()),
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
            values: KnownValues::for_terms(&subterms),
            table,
            effort,
        }
    }

    /// Tries all values of the symbols from this level on.
    fn try_level(&mut self, number: usize) -> Tried {
        let Some(level) = self.levels.get(number) else {
            return self.reach_end();
        };
        let Some(Symbol { id, sort, .. }) = level.symbol else {
            return self.try_values_of(number);
        };
        let mut all = Tried::Unsatisfied;
        for place in 0.. {
            let symbol = self.levels[number].symbol.as_ref();
            let Some(element) = symbol.and_then(|symbol| symbol.elements.get(place)) else {
                break;
            };
            self.values
                .set(id, domain::nth(&self.state.sorts, sort, element));
            match self.try_values_of(number) {
                Tried::Unsatisfied => {}
                Tried::Unknown => all = Tried::Unknown,
                end => return end,
            }
        }
        all
    }

    /// All symbols have values that make no formula false.
    fn reach_end(&mut self) -> Tried {
        let mut formulas = self.levels.iter().flat_map(|level| &level.formulas);
        if !formulas.all(|id| self.values.get(*id).is_some()) {
            return Tried::Unknown;
        }
        let Some(table) = &mut self.table else {
            return Tried::Satisfied;
        };
        let row = table.terms.iter().map(|id| self.values.get(*id).cloned());
        match row.collect() {
            Some(row) => {
                table.rows.insert(row);
                Tried::Unsatisfied
            }
            None => Tried::Unknown,
        }
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
            self.values.set(id, value);
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
    fn assignment(&self) -> Assignment {
        let symbols = self.levels.iter().filter_map(|level| level.symbol.as_ref());
        let values = symbols.filter_map(|symbol| {
            let value = self.values.get(symbol.id)?;
            Some((symbol.id, value.clone()))
        });
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
    /// In the order in which they get values.
    order: Vec<Symbol>,
    /// The symbols of each term by its id. Bit `n` is the n-th symbol in `order`.
    of_terms: Vec<SymbolSet>,
}

impl Symbols {
    fn new(state: &InstanceState, subterms: &[TermId], formulas: &[TermId], tries: Tries) -> Self {
        let symbol = |id: &TermId| {
            let term = state.term(*id).filter(|term| term.leaf == Leaf::Const)?;
            Some(Symbol {
                id: *id,
                sort: term.sort,
                elements: Elements::of(&state.sorts, term.sort, tries)?,
            })
        };
        let mut symbols = Self {
            order: subterms.iter().filter_map(symbol).collect(),
            of_terms: Vec::new(),
        };
        symbols.order.truncate(MOST_SYMBOLS);
        symbols.find(state, subterms);
        // Formulas with few symbols come first, because they end branches early.
        let mut sets: Vec<SymbolSet> = formulas.iter().map(|id| symbols.of(*id)).collect();
        sets.sort_by_key(|set| set.count_ones());
        let rank = |place: usize| {
            let first = sets.iter().position(|set| set >> place & 1 == 1);
            first.unwrap_or(sets.len())
        };
        let mut places: Vec<usize> = (0..symbols.order.len()).collect();
        places.sort_by_key(|place| (rank(*place), symbols.order[*place].elements.len()));
        symbols.order = places
            .iter()
            .map(|place| symbols.order[*place].clone())
            .collect();
        symbols.find(state, subterms);
        symbols
    }

    /// Finds the symbols of all terms. The body of a recursive function may come after the terms
    /// that apply it, so this is repeated until nothing changes.
    fn find(&mut self, state: &InstanceState, subterms: &[TermId]) {
        self.of_terms = vec![0; subterms.last().map_or(0, |last| last.0 as usize + 1)];
        for (place, symbol) in self.order.iter().enumerate() {
            self.of_terms[symbol.id.0 as usize] = 1 << place;
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
