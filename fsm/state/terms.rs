//! The terms of an instance, and which of them occur nowhere yet.

use super::pool::Pool;
use super::term::{Leaf, Term};
use crate::solver::TermId;
use crate::sort::{SortId, SortKind};

/// The terms of an instance.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The terms, by id.
    slots: Vec<Option<Term>>,
    /// The terms of each sort, by the id of the canonical sort.
    pools: Vec<Pool>,
    functions: u32,
    formulas: u32,
    /// Results of operators that occur in no other term or call yet. The first list has closed
    /// formulas, the second all others. Lists are kept because generation reads them at every step;
    /// a search through all roots took half of its time.
    unused: [Vec<TermId>; 2],
}

impl Terms {
    /// Adds a term, also to the pool of its sort, which is canonical and of this kind.
    pub(super) fn add(&mut self, id: TermId, mut term: Term, kind: Option<SortKind>) {
        self.functions += u32::from(matches!(term.leaf, Leaf::Fun(..)));
        let slot = id.0 as usize;
        if self.slots.len() <= slot {
            self.slots.resize(slot + 1, None);
        }
        if term.is_part() {
            self.slots[slot] = Some(term);
            return;
        }
        let sort = term.sort.0 as usize;
        if self.pools.len() <= sort {
            self.pools.resize_with(sort + 1, Pool::default);
        }
        let is_formula = kind == Some(SortKind::Bool) && term.free.is_empty();
        self.formulas += u32::from(is_formula);
        if term.is_result() {
            let list = usize::from(!is_formula);
            term.unused = Some((list as u8, self.unused[list].len() as u32));
            self.unused[list].push(id);
        }
        self.pools[sort].add(id, &mut term);
        self.slots[slot] = Some(term);
    }

    /// Sets the parameters and the body of a recursive function.
    pub(super) fn define(&mut self, function: TermId, params: &[TermId], body: TermId) {
        if let Some(term) = self.get_mut(function) {
            term.leaf = Leaf::Fun(params.into(), body);
        }
    }

    /// The term with this id.
    #[must_use]
    pub(super) fn get(&self, id: TermId) -> Option<&Term> {
        self.slots.get(id.0 as usize)?.as_ref()
    }

    fn get_mut(&mut self, id: TermId) -> Option<&mut Term> {
        self.slots.get_mut(id.0 as usize)?.as_mut()
    }

    /// All terms, in the order of ids.
    pub fn iter(&self) -> impl Iterator<Item = (TermId, &Term)> {
        self.slots
            .iter()
            .enumerate()
            .filter_map(|(slot, term)| Some((TermId(slot as u32), term.as_ref()?)))
    }

    /// The terms of a canonical sort.
    pub(super) fn pool(&self, sort: SortId) -> &Pool {
        const EMPTY: &Pool = &Pool::EMPTY;
        self.pools.get(sort.0 as usize).unwrap_or(EMPTY)
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

    /// Records that `id` occurs in another term, an assertion, an assumption or a query.
    pub fn mark_used(&mut self, id: TermId) {
        self.remove_unused(id);
        let Some(Some(term)) = self.slots.get_mut(id.0 as usize) else {
            return;
        };
        let Some(pool) = self.pools.get_mut(term.sort.0 as usize) else {
            return;
        };
        if let Some(place) = term.root.take()
            && let Some(moved) = pool.remove_root(place)
            && let Some(other) = self.get_mut(moved)
        {
            other.root = Some(place);
        }
    }

    /// Removes a term from the list of unused results.
    fn remove_unused(&mut self, id: TermId) {
        let term = self.get_mut(id);
        if let Some((list, place)) = term.and_then(|term| term.unused.take()) {
            let list = &mut self.unused[usize::from(list)];
            list.swap_remove(place as usize);
            if let Some(moved) = list.get(place as usize).copied()
                && let Some(other) = self.get_mut(moved)
                && let Some((_, its)) = &mut other.unused
            {
                *its = place;
            }
        }
    }

    /// Some terms and all their subterms, including the bodies of defined functions, in the order
    /// of ids. Arguments come before the terms that contain them.
    #[must_use]
    pub fn subterms(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = vec![false; self.slots.len()];
        let mut todo: Vec<TermId> = roots.to_vec();
        let mut subterms = Vec::new();
        while let Some(id) = todo.pop() {
            let (Some(term), Some(seen)) = (self.get(id), seen.get_mut(id.0 as usize)) else {
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
}
