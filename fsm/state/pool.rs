//! The terms of one sort, from which arguments are drawn.

use super::term::Term;
use crate::rng::Rng;
use crate::solver::TermId;

/// The terms of one sort. Roots are terms that occur in no other term or call yet. Drawing them as
/// arguments makes it likely that every term reaches an assertion.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    all: Vec<TermId>,
    roots: Vec<TermId>,
    values: Vec<TermId>,
}

impl Pool {
    pub(super) const EMPTY: Pool = Pool {
        all: Vec::new(),
        roots: Vec::new(),
        values: Vec::new(),
    };

    pub(super) fn add(&mut self, id: TermId, term: &mut Term) {
        self.all.push(id);
        if term.is_value() {
            self.values.push(id);
        }
        term.root = Some(self.roots.len() as u32);
        self.roots.push(id);
    }

    /// Removes the root at `place`. Returns the root that moved to this place.
    pub(super) fn remove_root(&mut self, place: u32) -> Option<TermId> {
        let place = place as usize;
        if place < self.roots.len() {
            self.roots.swap_remove(place);
        }
        self.roots.get(place).copied()
    }

    /// All terms, in the order of creation.
    #[must_use]
    pub fn all(&self) -> &[TermId] {
        &self.all
    }

    /// The terms that occur nowhere yet.
    #[must_use]
    pub fn roots(&self) -> &[TermId] {
        &self.roots
    }

    /// The terms that are literals.
    #[must_use]
    pub fn values(&self) -> &[TermId] {
        &self.values
    }

    /// Whether the sort has no terms.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Draws a term: a root in most cases, otherwise a recent or any term.
    pub fn pick(&self, rng: &mut Rng) -> Option<TermId> {
        if !self.roots.is_empty() && rng.chance(60) {
            return rng.pick(&self.roots).copied();
        }
        let recent = self.all.len().saturating_sub(8);
        let from = if rng.chance(40) {
            &self.all[recent..]
        } else {
            &self.all[..]
        };
        rng.pick(from).copied()
    }
}
