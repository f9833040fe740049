//! Actions that only cvc5 has, one file per group. If the C++ original has an action, its name and
//! arguments are the same here.

mod block;
mod datatypes;
mod declare;
mod inspect;
mod interrupt;
mod parse;
mod proofs;
mod query;
mod search;
mod separate;
mod separation;
mod synth;
mod terms;
mod write;

use super::ffi::{Session, Term};
use super::instance::Instance;
use crate::shared::actions::{self, CallContext, ExtensionSolver, actions};
use crate::smt2::Script;
pub(super) use inspect::{look_at_result, look_at_value};
use murxla_fsm::action::{ExtensionAction, Invalid, Pick, Validity};
use murxla_fsm::solver::loaded::LibraryNames;
use murxla_fsm::solver::{Answer, Contradiction, Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortKind};
use murxla_fsm::state::InstanceState;
use murxla_fsm::state::names::Names;

type Extension = actions::Extension<Instance>;
type ExtensionCall<'a> = <Instance as ExtensionSolver>::ExtensionCall<'a>;

/// The values that most rows have: most of these functions may search.
const SEARCHING: Extension = Extension {
    searches: true,
    ..Extension::PLAIN
};

/// The actions, with the states in which they are taken.
pub(super) const ACTIONS: &[ExtensionAction] = actions! { Instance;
    terms::SIMPLIFY; Terms 1 Assert 1;
    terms::TERM_SUBSTITUTE; Terms 1;
    terms::SORT_SUBSTITUTE; Sorts 1 Inputs 1;
    inspect::INSPECT; Terms 1 Answered 1;
    parse::PARSE; Terms 1;
    parse::SCRIPT; Answered 2;
    declare::DECLARE; Inputs 1;
    declare::EXOTICA; Inputs 1;
    declare::PLUGIN; Answered 1;
    declare::ORACLE; Answered 1;
    synth::SYNTH; Answered 2;
    Extension::retired("cvc5-polynomial"); ;
    Extension::retired("cvc5-field"); ;
    separation::SEPARATION; Inputs 1 Answered 1;
    separation::DECLARE_HEAP; ;
    block::BLOCK_MODEL; Sat 1;
    block::BLOCK_MODEL_VALUES; Sat 1;
    query::GET_DIFFICULTY; Answered 8;
    query::GET_LEARNED_LITERALS; Answered 8;
    query::GET_MODEL_DOMAIN_ELEMENTS; Sat 1;
    query::IS_MODEL_CORE_SYMBOL; Sat 4;
    query::GET_UNSAT_CORE_LEMMAS; Unsat 4;
    proofs::GET_PROOF; Unsat 4;
    proofs::PROVE; Unsat 1;
    query::GET_INSTANTIATIONS; Answered 1;
    query::GET_STATISTICS; Answered 1;
    query::GET_INFO; Assert 1 Answered 1;
    search::GET_INTERPOLANT; Check 2;
    search::GET_ABDUCT; Check 2;
    interrupt::CHECK_INTERRUPTED; Check 2;
    search::GET_TIMEOUT_CORE; Check 10;
    search::GET_TIMEOUT_CORE_ASSUMING; Check 10;
    search::GET_QUANTIFIER_ELIMINATION; Check 2;
    search::GET_QUANTIFIER_ELIMINATION_DISJUNCT; Check 3;
};

/// The names that arguments of actions may contain: those of options.
pub(super) fn names(session: &Session) -> Result<LibraryNames> {
    let mut names = LibraryNames::default();
    names.add(query::OPTION, session.option_names()?);
    Ok(names)
}

impl ExtensionSolver for Instance {
    const SOLVER: &'static str = super::LANGUAGE.solver;
    type Script = Script;
    const SAMPLED: bool = false;
    fn take_missing(&mut self) -> Option<&'static str> {
        self.is_unchecked.take().then_some(SECOND_SOLVER)
    }

    fn round_trips(names: Names) -> bool {
        names.are_legal()
    }

    type ExtensionCall<'a> = (&'a mut Self, CallContext<'a>);
}

/// The limits of additional solvers. The limit of steps is about 20 ms. The limit in milliseconds
/// ends only what does not count steps. It is wall-clock time, so it must not decide anything else:
/// a run would then depend on the speed of the machine.
const LIMITS: [(&str, &str); 2] = [("rlimit-per", "20000"), ("tlimit-per", "1000")];

/// The limit of synthesis in milliseconds, because synthesis does not count steps.
const SYNTHESIS_LIMIT: (&str, &str) = ("tlimit-per", "100");

/// What releases before 1.4 lack.
const SECOND_SOLVER: &str = "a second solver";

impl Instance {
    /// Another solver over the same terms, without assertions and with a small limit.
    fn scratch_solver(&self, options: &[(&str, &str)]) -> Result<Session> {
        // Before 1.4 a wrong call would end the process.
        if !self.session.reports_errors() {
            self.is_unchecked.set(true);
            return Err(Error::Unsupported(SECOND_SOLVER.to_owned()));
        }
        let session = self.session.second_solver()?;
        self.set_options_in(&session)?;
        for (name, value) in LIMITS.iter().chain(options) {
            session.set_option(name, value)?;
        }
        Ok(session)
    }

    /// Another solver over the same terms, with the definitions of functions.
    fn scratch_with_definitions(&self, options: &[(&str, &str)]) -> Result<Session> {
        let session = self.scratch_solver(options)?;
        self.define_functions_in(&session)?;
        Ok(session)
    }

    /// Another solver over the same terms, with definitions and assertions.
    fn scratch_with_assertions(&self, options: &[(&str, &str)]) -> Result<Session> {
        let session = self.scratch_with_definitions(options)?;
        for (_, formula) in self.content.asserted.iter() {
            session.assert_formula(*formula)?;
        }
        Ok(session)
    }

    /// Reports what is `wrong` if some formulas are satisfiable together with the assertions.
    fn refute(&self, formulas: &[Term], wrong: Contradiction) -> Result {
        let session = match self.scratch_with_assertions(&[]) {
            Err(Error::Unsupported(_)) => return Ok(()),
            session => session?,
        };
        for formula in formulas {
            session.assert_formula(*formula)?;
        }
        if session.answer(session.check_sat()?)? != Answer::Sat {
            return Ok(());
        }
        Err(Error::Contradiction(wrong))
    }

    /// The negation of a formula.
    fn negation(&self, formula: Term) -> Result<Term> {
        self.session.mk_term(self.kinds.not, &[formula])
    }

    /// The text of a term, as cvc5 prints it.
    fn text(&self, term: Term) -> String {
        self.session.term_to_string(term).unwrap_or_default()
    }
}

/// Any closed formula.
fn formula(cx: &mut Pick<'_>) -> Option<TermId> {
    let sort = cx.state.sorts.find(&Sort::Bool)?;
    let drawn = cx.state.pool(sort).pick(cx.rng)?;
    cx.state.is_formula(drawn).then_some(drawn)
}

/// The logic must have quantifiers.
fn needs_quantifiers(state: &InstanceState) -> Validity {
    match &state.logic {
        Some(logic) if logic.starts_with("QF_") => {
            Invalid::wrong(format!("the logic {logic} has no quantifiers"))
        }
        _ => Ok(()),
    }
}

/// The kind of a term's sort.
fn kind(state: &InstanceState, id: TermId) -> Option<SortKind> {
    Some(state.sorts.get(state.term(id)?.sort)?.kind())
}
