//! The formulas of an unsat core must have been asserted or assumed. Unsatisfiable assumptions must
//! have been assumed.

use super::checks::{STRANGE_ASSUMPTION, STRANGE_IN_CORE};
use super::{BugKind, Observation, Oracle, OracleResult, wrong};
use crate::action::Effect;
use crate::solver::Solver;

/// Checks the results of `get-unsat-core` and `get-unsat-assumptions`.
pub(super) struct Members;

impl Oracle for Members {
    fn kind(&self) -> BugKind {
        BugKind::WrongMembers
    }

    fn check_call(&mut self, seen: &Observation<'_>, _: &mut dyn Solver) -> OracleResult {
        let assertions = &seen.state.assertions.formulas;
        let last = seen.state.checks.last.as_ref();
        let assumptions = last.map_or(&[][..], |last| &last.assumptions);
        let (stranger, check) = match seen.effect {
            Effect::Core(core) => {
                let strange = |id| !assertions.contains(id) && !assumptions.contains(id);
                (core.iter().find(|id| strange(id)), &STRANGE_IN_CORE)
            }
            Effect::Assumptions(failed) => (
                failed.iter().find(|id| !assumptions.contains(id)),
                &STRANGE_ASSUMPTION,
            ),
            _ => return Ok(()),
        };
        match stranger {
            Some(id) => wrong(self.kind(), check.failed(id.to_string())),
            None => Ok(()),
        }
    }
}
