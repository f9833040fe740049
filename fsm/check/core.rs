//! Members of cores and of unsatisfiable assumptions must have been asserted or assumed; the
//! number of assertions must be right.

use super::{Check, Seen};
use crate::action::Effect;
use crate::solver::{Error, Result, Solver};

/// Looks at what `get-unsat-core`, `get-unsat-assumptions` and `get-assertions` returned.
pub(super) struct Members;

impl Check for Members {
    fn name(&self) -> &'static str {
        "wrong-members"
    }

    fn after(&self, seen: &Seen<'_>, _: &mut dyn Solver) -> Result {
        let assumptions = seen
            .model
            .last
            .as_ref()
            .map_or(&[][..], |last| &last.assumptions);
        let assertions = &seen.model.assertions[..];
        let wrong = |message: String| Err(Error::Check(message));
        match seen.effect {
            Effect::Core(core) => {
                let strange = |id| !assertions.contains(id) && !assumptions.contains(id);
                match core.iter().find(|id| strange(id)) {
                    Some(id) => wrong(format!(
                        "{id} is in the core, but neither asserted nor assumed"
                    )),
                    None => Ok(()),
                }
            }
            Effect::Assumptions(failed) => {
                match failed.iter().find(|id| !assumptions.contains(id)) {
                    Some(id) => wrong(format!(
                        "{id} is an unsatisfiable assumption, but not assumed"
                    )),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}
