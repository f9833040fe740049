//! What an instance knows of a run: the handles of its sorts and terms by the ids of the trace, and
//! its formulas.

pub(crate) mod arena;
pub(crate) mod assertions;
pub(crate) mod counters;

use crate::shared::instance::arena::Arena;
use crate::shared::instance::assertions::{Assertions, Formula};
use murxla_fsm::solver::{Result, TermId};
use murxla_fsm::sort::{SortId, SortView};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a new instance says about its library: the default if that fails, because `Loaded` cannot
/// report errors.
pub(crate) fn ask_fresh_instance<I, T: Default>(
    instance: Result<I>,
    say: impl FnOnce(&I) -> Result<T>,
) -> T {
    instance
        .and_then(|instance| say(&instance))
        .unwrap_or_default()
}

/// What `reset` forgets. `S` is a sort and `T` all terms of a solver, `F` what it keeps of a
/// formula, and `X` what only this solver needs.
pub(crate) struct Content<S, T, F, X> {
    pub(crate) sorts: Arena<SortId, S>,
    pub(crate) declared: DeclaredSorts<S>,
    pub(crate) terms: T,
    pub(crate) asserted: Assertions<Formula<F>>,
    /// The assumptions of the last check.
    pub(crate) assumed: Vec<Formula<F>>,
    pub(crate) extra: X,
}

impl<S, T: Default, F, X: Default> Default for Content<S, T, F, X> {
    fn default() -> Self {
        Self {
            sorts: Arena::default(),
            declared: DeclaredSorts::default(),
            terms: T::default(),
            asserted: Assertions::default(),
            assumed: Vec::new(),
            extra: X::default(),
        }
    }
}

impl<S, T, F, X> Content<S, T, F, X> {
    /// Adds a sort. Calls that make a sort end with it.
    pub(crate) fn add_sort(&mut self, out: SortId, sort: S) -> Result {
        self.sorts.insert(out, sort);
        Ok(())
    }
}

impl<S, T, F, X> Content<S, Arena<TermId, T>, F, X> {
    /// Adds a term. Calls that make a term end with it.
    pub(crate) fn add_term(&mut self, out: TermId, term: T) -> Result {
        self.terms.insert(out, term);
        Ok(())
    }
}

impl<S, T, F: Clone, X> Content<S, T, F, X> {
    /// All that a core may be made of: assertions, and the assumptions of the last check.
    pub(crate) fn formulas(&self) -> Vec<Formula<F>> {
        [&self.asserted[..], &self.assumed].concat()
    }

    /// Forgets the assertions and assumptions.
    pub(crate) fn clear_formulas(&mut self) {
        self.asserted.clear();
        self.assumed.clear();
    }
}

impl<S: Copy, T, F, X> Content<S, T, F, X> {
    /// The sorts of these ids.
    pub(crate) fn sorts(&self, ids: &[SortId]) -> Result<Vec<S>> {
        self.sorts.copied(ids)
    }
}

impl<S, F: Copy, X> Content<S, Arena<TermId, F>, F, X> {
    /// The terms of these ids.
    pub(crate) fn terms(&self, ids: &[TermId]) -> Result<Vec<F>> {
        self.terms.copied(ids)
    }

    /// Notes the assumptions of a check. Returns their terms.
    pub(crate) fn assume(&mut self, ids: &[TermId]) -> Result<Vec<F>> {
        self.assumed = self.terms.pairs(ids)?;
        Ok(self.assumed.iter().map(|(_, term)| *term).collect())
    }
}

/// Sorts by their symbols. Libraries make a new sort at each declaration; in a trace, equal symbols
/// are equal sorts.
pub(crate) struct DeclaredSorts<S>(BTreeMap<Box<str>, S>);

impl<S> Default for DeclaredSorts<S> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<S: Clone> DeclaredSorts<S> {
    /// The sort of a symbol, which `make` makes when it is declared first.
    pub(crate) fn get_or_make(
        &mut self,
        symbol: &str,
        make: impl FnOnce() -> Result<S>,
    ) -> Result<S> {
        if let Some(sort) = self.0.get(symbol) {
            return Ok(sort.clone());
        }
        let sort = make()?;
        self.0.insert(symbol.into(), sort.clone());
        Ok(sort)
    }

    /// All sorts.
    pub(crate) fn all(&self) -> impl Iterator<Item = &S> {
        self.0.values()
    }
}

/// A sort of a library that does not tell all sorts apart, and what it is in the trace.
#[derive(Clone)]
pub(crate) struct TracedSort<S> {
    pub(crate) handle: S,
    pub(crate) view: Rc<SortView>,
}

impl<S> TracedSort<S> {
    pub(crate) fn new(handle: S, view: SortView) -> Self {
        let view = Rc::new(view);
        Self { handle, view }
    }
}
