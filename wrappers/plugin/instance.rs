//! An open solver behind an adapter.

use super::ffi::{Api, Session};
use crate::shared::instance::arena::Arena;
use crate::shared::instance::assertions::Assertions;
use crate::smt2::Notation;
use murxla_fsm::profile::Kinds;
use murxla_fsm::solver::{Result, TermId};
use murxla_fsm::sort::SortId;

/// An open solver.
pub(super) struct Instance {
    pub(super) api: Api,
    /// The kinds of sorts that the solver does not have.
    pub(super) missing: Kinds,
    pub(super) session: Session,
    /// The sorts, and how their values are written.
    pub(super) notation: Notation,
    /// The sorts of terms.
    pub(super) terms: Arena<TermId, SortId>,
    pub(super) asserted: Assertions<TermId>,
    /// The assumptions of the last check.
    pub(super) assumed: Vec<TermId>,
}

impl Instance {
    pub(super) fn new(api: Api, missing: Kinds) -> Result<Self> {
        Ok(Self {
            api,
            missing,
            session: Session::new(api)?,
            notation: Notation::new(),
            terms: Arena::default(),
            asserted: Assertions::default(),
            assumed: Vec::new(),
        })
    }

    /// The ids of terms, as adapters take them. The adapter has made all of these terms.
    pub(super) fn known(&self, terms: &[TermId]) -> Result<Vec<u32>> {
        let number = |id: &TermId| self.terms.get(*id).map(|_| id.0);
        terms.iter().map(number).collect()
    }

    /// Which of these formulas are in the core, each once.
    pub(super) fn core_of(&self, formulas: &[TermId]) -> Result<Vec<TermId>> {
        let mut core = Vec::new();
        for formula in formulas {
            if !core.contains(formula) && self.session.is_in_core(formula.0)? {
                core.push(*formula);
            }
        }
        Ok(core)
    }
}
