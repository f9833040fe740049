//! The extension actions of Yices. `wrappers/shared/actions/mod.rs` explains extension actions.
//!
//! An action compares what it reads with other getters and with the state of the run. Formulas are
//! solved in new contexts, so that the context of the run does not change.

mod answers;
mod contexts;
mod inspect;
mod literals;
mod mcsat;
mod output;
mod rewrite;
mod syntax;

use super::ffi::{Api, Term};
use super::instance::Instance;
use super::terms::TracedTerm;
use crate::shared::actions::rows::row_of;
use crate::shared::actions::{
    self, BeginCall, CallContext, ExtensionSolver, FORMULAS, TERM, TermArg, TermsArg, actions,
};
use crate::smt2::Script;
use murxla_fsm::action::{Call, Effect, ExtensionAction};
use murxla_fsm::solver::{Answer, Check, Result, TermId};
use murxla_fsm::state::InstanceState;
use murxla_fsm::state::names::Names;
use murxla_fsm::trace::Note;

type Extension = actions::Extension<Instance>;

/// The extension actions. `traces/README.md` says what they do.
pub(super) const ACTIONS: &[ExtensionAction] = actions! { Instance;
    Extension::reads("yices-inspect", TERM, inspect::inspect); Terms 2;
    Extension::reads("yices-names", TERM, inspect::names); Terms 1;
    Extension::names("yices-set-symbol", inspect::set_symbol); Terms 1;
    Extension::reads("yices-memory", TERM, inspect::memory); Terms 1 Levels 1;
    Extension::searches("yices-law", row_of::<inspect::Laws>(), inspect::law); Inputs 1;
    Extension::retired("yices-laws"); ;
    Extension::rewrites("yices-rebuild", rewrite::rebuild); Terms 1;
    Extension::rewrites("yices-substitute", rewrite::substitute); Terms 1;
    Extension::rewrites("yices-parse", output::parse); Terms 1;
    Extension::searches("yices-check", FORMULAS, answers::check); Assert 3;
    Extension::searches("yices-enumerate", FORMULAS, answers::enumerate); Assert 2;
    Extension::searches("yices-implicant", FORMULAS, answers::implicant); Assert 4;
    Extension::searches("yices-configure", FORMULAS, answers::configure); Assert 3;
    Extension::searches("yices-clauses", FORMULAS, output::clauses); Assert 2;
    Extension::searches("yices-print-model", FORMULAS, output::print_model); Assert 1;
    Extension::reads("yices-print", TERM, output::print); Terms 1;
    Extension::searches("yices-syntax", syntax::TEXT, syntax::syntax); Inputs 4 Terms 4;
    Extension::retired("yices-difference"); ;
    Extension::retired("yices-polynomials"); ;
    Extension::reads("yices-model", TERM, mcsat::evaluate); Terms 2;
    Extension::searches("yices-check-with-model", FORMULAS, mcsat::with_model); Assert 3;
    mcsat::CHECK_SAT_ASSUMING_MODEL; ;
    Extension::searches("yices-interpolate", FORMULAS, mcsat::interpolate); Assert 3;
};

/// The instance and the call on which an action works.
pub(crate) struct ExtensionCall<'a> {
    yices: &'a mut Instance,
    api: Api,
    state: &'a InstanceState,
    call: &'a Call,
    /// Adds a note to the trace.
    note: &'a mut dyn FnMut(Note),
}

impl ExtensionSolver for Instance {
    const SOLVER: &'static str = super::LANGUAGE.solver;
    type Script = Script;
    const SAMPLED: bool = true;
    /// Its language has no bars around symbols.
    fn round_trips(names: Names) -> bool {
        names.are_plain()
    }

    type ExtensionCall<'a> = ExtensionCall<'a>;
}

impl<'a> BeginCall<'a, Instance> for ExtensionCall<'a> {
    fn begin(instance: &'a mut Instance, context: CallContext<'a>) -> Result<Self> {
        Ok(ExtensionCall {
            api: instance.api,
            yices: instance,
            state: context.state,
            call: context.call,
            note: context.note,
        })
    }
}

impl ExtensionCall<'_> {
    /// The id of the term that is the argument.
    fn id(&self) -> Result<TermId> {
        Ok(TermArg::args(self.call)?.term)
    }

    /// The term that is the argument.
    fn term(&self) -> Result<TracedTerm> {
        Ok(self.yices.content.terms.get(self.id()?)?.clone())
    }

    /// The ids of the formulas that are the argument.
    fn formula_ids(&self) -> Result<&[TermId]> {
        Ok(TermsArg::args(self.call)?.terms)
    }

    /// Adds the result, which is equal to the argument.
    fn add_result(&mut self, made: Term) -> Result<Effect> {
        let before = self.term()?;
        let after = TracedTerm {
            term: made,
            ..before
        };
        let out = self.call.new_term()?;
        self.yices.content.terms.insert(out, after);
        Ok(Effect::Done)
    }

    /// Reports that a check of a term failed.
    fn wrong<T>(&self, check: &'static Check, term: Term) -> Result<T> {
        check.fails(self.api.describe(term))
    }
}

/// The check fails if a formula is satisfiable.
fn refute(api: Api, formula: Term, check: &'static Check) -> Result {
    refute_all(api, &[formula], check)
}

/// The check fails if formulas are satisfiable together.
fn refute_all(api: Api, formulas: &[Term], check: &'static Check) -> Result {
    check.must(!are_sat(api, formulas)?)
}

/// Whether formulas are satisfiable together.
fn are_sat(api: Api, formulas: &[Term]) -> Result<bool> {
    let found = api.solve(formulas, None, None);
    Ok(matches!(found, Ok((Answer::Sat, _))))
}
