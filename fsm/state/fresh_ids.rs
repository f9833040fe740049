//! The ids and symbols that are free for what is made next.

use crate::solver::TermId;
use crate::sort::SortId;

/// The smallest ids, and the smallest number of a symbol, that have not been used and are not
/// reserved.
#[derive(Clone, Copy, Debug, Default)]
pub struct FreshIds {
    sort: u32,
    term: u32,
    symbol: u32,
}

impl FreshIds {
    /// The id for a new sort.
    #[must_use]
    pub fn sort(self) -> SortId {
        SortId(self.sort.max(1))
    }

    /// The id for a new term.
    #[must_use]
    pub fn term(self) -> TermId {
        TermId(self.term.max(1))
    }

    /// A number that no symbol has had yet.
    #[must_use]
    pub fn symbol(self) -> u32 {
        self.symbol
    }

    /// Keeps fresh ids above these. They occur later in the trace.
    pub fn reserve(&mut self, sort: SortId, term: TermId) {
        self.use_sort(sort);
        self.use_term(term);
    }

    /// Keeps the numbers of new symbols from this one on. Symbols with smaller numbers occur later
    /// in the trace.
    pub fn reserve_symbols(&mut self, first: u32) {
        self.symbol = self.symbol.max(first);
    }

    /// Records that a sort has this id.
    pub(super) fn use_sort(&mut self, sort: SortId) {
        self.sort = self.sort.max(sort.0 + 1);
    }

    /// Records that a term has this id.
    pub(super) fn use_term(&mut self, term: TermId) {
        self.term = self.term.max(term.0 + 1);
    }

    /// Records that a symbol was declared.
    pub(super) fn use_symbol(&mut self) {
        self.symbol += 1;
    }
}
