//! The terms of one sort, to pick from.

use super::term::Term;
use crate::rng::Rng;
use crate::solver::TermId;

/// The terms of one sort. Roots are those that occur nowhere yet: picking them keeps what a run
/// builds alive, so that it reaches an assertion (D12).
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

    /// Takes the root at `place` out; returns the one that has moved there.
    pub(super) fn remove_root(&mut self, place: u32) -> Option<TermId> {
        let place = place as usize;
        if place < self.roots.len() {
            self.roots.swap_remove(place);
        }
        self.roots.get(place).copied()
    }

    /// All of them, in the order of their making.
    #[must_use]
    pub fn all(&self) -> &[TermId] {
        &self.all
    }

    /// Those that occur nowhere yet.
    #[must_use]
    pub fn roots(&self) -> &[TermId] {
        &self.roots
    }

    /// The literal values.
    #[must_use]
    pub fn values(&self) -> &[TermId] {
        &self.values
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// One of them: most often a root, else a recent one, else any.
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
