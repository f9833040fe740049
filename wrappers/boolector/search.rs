//! Checks and failed assumptions.

use super::checks::STRANGE_ASSUMPTION;
use super::ffi::Term;
use super::instance::Instance;
use crate::shared::instance::assertions::Formula;
use murxla_fsm::solver::{Answer, Error, Result, TermId};

impl Instance {
    pub(super) fn check(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        if self.content.extra.checks > 0 && !self.modes.incremental {
            return Err(Error::Rejected(
                "the instance is not incremental".to_owned(),
            ));
        }
        let terms = &self.content.terms;
        let assumed = assumptions.iter().map(|id| Ok((*id, terms.closed(*id)?)));
        self.content.assumed = assumed.collect::<Result<_>>()?;
        if !assumptions.is_empty() && !self.modes.incremental {
            return Err(Error::Rejected("assumptions need 'incremental'".to_owned()));
        }
        for (_, node) in &self.content.assumed {
            self.session.assume(*node)?;
        }
        if self.modes.cores {
            for (_, node) in self.content.asserted.iter() {
                self.session.assume(*node)?;
            }
        }
        let answer = if self.rng.chance(90) {
            self.session.sat()?
        } else {
            self.session.limited_sat(-1, -1)?
        };
        self.content.extra.checks += 1;
        self.content.extra.found = Some(answer);
        Ok(answer)
    }

    /// The ids of the formulas that the library lists as failed.
    pub(super) fn failed(&self, candidates: &[Formula<Term>]) -> Result<Vec<TermId>> {
        let mut ids = Vec::new();
        for (id, node) in candidates {
            if self.session.failed(*node)? && !ids.contains(id) {
                ids.push(*id);
            }
        }
        let formulas = self.content.formulas();
        for failed in self.session.get_failed_assumptions()? {
            if !formulas.iter().any(|(_, node)| *node == failed) {
                return STRANGE_ASSUMPTION.fails("");
            }
        }
        Ok(ids)
    }
}
