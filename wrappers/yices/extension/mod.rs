//! What Yices alone can do: actions on functions of its C API that have no counterpart elsewhere.
//!
//! An action is a row of a table: what it takes and what it does. What it does is decided by the seed of its call and
//! by its arguments. It checks what it reads against itself and against what the model knows; what it makes of a
//! term re-enters the run, equal to that term; what it says of formulas is a claim that the checks compare with all other
//! answers. Formulas are solved in contexts of the action's own, which leave the run's context as it is.

mod answers;
mod inspect;
mod mcsat;
pub(super) mod ops;
mod rewrite;

use super::ffi::{Api, Term};
use super::instance::Instance;
use super::terms::Known;
use crate::extension::{self, FORMULAS, NOTHING, Owner, Seen, TERM, actions, must, wrong};
use murxla_fsm::action::{Call, Effect, ExtensionAction};
use murxla_fsm::solver::{Answer, Result};
use murxla_fsm::state::InstanceState;

type Extension = extension::Extension<Instance>;

/// All of them; `traces/README.md` says what they do.
pub(super) const ACTIONS: &[ExtensionAction] = actions! { Instance;
    Extension::reads("yices-inspect", TERM, inspect::inspect); Terms 2;
    Extension::reads("yices-names", TERM, inspect::names); Terms 1;
    Extension::reads("yices-memory", TERM, inspect::memory); Terms 1 Levels 1;
    Extension::searches("yices-laws", NOTHING, inspect::laws); Inputs 1;
    Extension::rewrites("yices-rebuild", rewrite::rebuild); Terms 1;
    Extension::rewrites("yices-substitute", rewrite::substitute); Terms 1;
    Extension::rewrites("yices-parse", rewrite::parse); Terms 1;
    Extension::searches("yices-check", FORMULAS, answers::check); Assert 3;
    Extension::searches("yices-enumerate", FORMULAS, answers::enumerate); Assert 2;
    Extension::searches("yices-implicant", FORMULAS, answers::implicant); Assert 4;
    Extension::searches("yices-configure", FORMULAS, answers::configure); Assert 3;
    Extension::reads("yices-model", TERM, mcsat::evaluate); Terms 2;
    Extension::searches("yices-check-with-model", FORMULAS, mcsat::with_model); Assert 3;
    Extension::searches("yices-interpolate", FORMULAS, mcsat::interpolate); Assert 3;
};

/// A call in the making.
pub(crate) struct Job<'a> {
    yices: &'a mut Instance,
    api: Api,
    state: &'a InstanceState,
    call: &'a Call,
}

impl Owner for Instance {
    const RARE: bool = true;

    type Job<'a> = Job<'a>;

    fn job<'a>(&'a mut self, seen: Seen<'a>) -> Result<Job<'a>> {
        Ok(Job {
            api: self.api,
            yices: self,
            state: seen.state,
            call: seen.call,
        })
    }
}

impl Job<'_> {
    /// The term that the action is applied to.
    fn known(&self) -> Result<Known> {
        Ok(self.yices.content.terms.get(self.call.term(0))?.clone())
    }

    /// Names what has been made of the term.
    fn name(&mut self, made: Term) -> Result<Effect> {
        let before = self.known()?;
        let known = Known {
            term: made,
            ..before
        };
        let out = self.call.new_term()?;
        self.yices.content.terms.insert(out, known);
        Ok(Effect::Done)
    }

    /// What is wrong with a term.
    fn wrong<T>(&self, what: &str, term: Term) -> Result<T> {
        // Findings are told apart by the first line.
        wrong(format!("{what}\n{}", self.api.term_to_string(term)))
    }
}

/// Objects if a formula is satisfiable.
fn refute(api: Api, formula: Term, what: &str) -> Result {
    refute_all(api, &[formula], what)
}

/// Objects if some formulas are satisfiable together.
fn refute_all(api: Api, formulas: &[Term], what: &str) -> Result {
    match api.check_formulas(formulas, None, None)? {
        Ok((Answer::Sat, _)) => wrong(what),
        _ => Ok(()),
    }
}
