//! Formulas that are solved in other ways than the run's own checks.

use super::super::ffi::{Api, Model, Term};
use super::inspect::below;
use super::{Job, must};
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Answer, Result};

/// SAT solvers to which the library may hand formulas of bit-vectors.
const DELEGATES: [&str; 3] = ["y2sat", "cadical", "cryptominisat"];

/// The functions that make a context of their own, by the seed for bit-vectors only, with another SAT solver.
pub(super) fn check(job: &mut Job<'_>) -> Result<Effect> {
    let (api, formulas) = (job.api, job.formulas()?);
    let mut by = ("its own context", None, None);
    let rng = &mut job.yices.rng;
    if is_propositional(api, &formulas)? && rng.chance(70) {
        let delegate = rng.pick(&DELEGATES).copied();
        by.1 = Some("QF_BV");
        by.2 = delegate.filter(|name| api.has_delegate(name));
        by.0 = by.2.unwrap_or("QF_BV");
    }
    let (answer, model) = match api.check_formulas(&formulas, by.1, by.2)? {
        Ok(found) => found,
        // Quantifiers, what is not linear, and the like.
        Err(failure) if failure.is_beyond_context() => return Ok(Effect::Done),
        Err(failure) => return Err(failure.into()),
    };
    if let Some(model) = model {
        must_hold(job, &model, &formulas, "a formula is false in its model")?;
    }
    job.claim(answer, by.0)
}

/// Whether there are only formulas and bit-vectors in some formulas, and no functions.
fn is_propositional(api: Api, formulas: &[Term]) -> Result<bool> {
    for formula in formulas {
        for term in below(api, *formula)? {
            let of = api.type_of(term)?;
            if !api.is_bool(of) && !api.is_bv(of) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Formulas must be true in a model that evaluates them, one by one and all together.
pub(super) fn must_hold(job: &Job<'_>, model: &Model, formulas: &[Term], what: &str) -> Result {
    for formula in formulas {
        if model.holds(*formula)? == Some(false) {
            return job.wrong(what, *formula);
        }
    }
    must(model.all_hold(formulas)? != Some(false), what)
}

impl Job<'_> {
    /// The formulas that the action is applied to.
    pub(super) fn formulas(&self) -> Result<Vec<Term>> {
        self.yices.content.terms(self.call.terms(0))
    }

    /// What a search says of the formulas, and how it was made.
    fn claim(&self, answer: Answer, by: impl Into<String>) -> Result<Effect> {
        Ok(Effect::Claim {
            formulas: self.call.terms(0).to_vec(),
            answer,
            by: by.into(),
        })
    }
}
