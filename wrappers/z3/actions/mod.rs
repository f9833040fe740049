//! The extension actions of Z3. `wrappers/shared/actions/mod.rs` explains extension actions.
//!
//! An action compares what it reads with other getters and with the state of the run. Searches have
//! a small limit of resources.

mod answers;
mod combination;
mod fixedpoint;
mod inspect;
mod laws;
mod numbers;
mod objective;
mod optimize;
pub(super) mod parameters;
mod print;
mod rewrite;
mod solve;
mod tactics;
pub(super) mod walk;
mod watch;
mod write;

use super::checks::{FALSE_IN_MODEL, RESULT_SORT};
use super::ffi::{self, Api, Ast, Context, Solver, Z3Api};
use super::instance::Instance;
use crate::shared::actions::rows::row_of;
use crate::shared::actions::{
    self, BeginCall, CallContext, ExtensionSolver, FORMULAS, Makes, NOTHING, TERM, actions,
    first_term, first_terms, first_text, has_model, is_answered,
};
use crate::shared::library::FunctionTable as _;
use crate::smt2::Script;
use murxla_fsm::action::{Call, Effect, ExtensionAction};
use murxla_fsm::solver::loaded::LibraryNames;
use murxla_fsm::solver::{Answer, Check, Error, Result, TermId};
use murxla_fsm::state::InstanceState;
use murxla_fsm::state::names::Names;
use murxla_fsm::trace::Note;
use std::ffi::CStr;
use std::rc::Rc;

type Extension = actions::Extension<Instance>;

/// The extension actions. `traces/README.md` says what they do.
pub(super) const ACTIONS: &[ExtensionAction] = actions! { Instance;
    SIMPLIFY; Terms 1;
    Extension::rewrites("z3-substitute", rewrite::substitute); Terms 1;
    Extension::rewrites("z3-rebuild", rewrite::rebuild); Terms 1;
    Extension::rewrites("z3-translate", rewrite::translate); Terms 1;
    Extension::rewrites("z3-parse", print::parse); Terms 1;
    Extension::reads("z3-inspect", TERM, inspect::inspect); Terms 3;
    Extension::searches("z3-print", FORMULAS, print::print); Assert 2;
    Extension::searches("z3-goal", FORMULAS, tactics::goals); Assert 1;
    TACTIC; Assert 4;
    Extension::searches("z3-probe", tactics::PROBE_AND_FORMULAS, tactics::probe); Assert 1;
    SOLVE; Assert 4;
    Extension::searches("z3-solve-for", FORMULAS, solve::solve_for); Assert 2;
    Extension::searches("z3-resume", FORMULAS, solve::resume); Assert 1;
    Extension::searches("z3-script", FORMULAS, solve::script); Assert 2;
    CONSEQUENCES; Assert 2;
    Extension::searches("z3-cubes", FORMULAS, answers::cubes); Assert 2;
    Extension::searches("z3-equalities", FORMULAS, answers::equalities); Assert 1;
    Extension::searches("z3-project", FORMULAS, answers::project); Assert 2;
    Extension::searches("z3-proof", FORMULAS, answers::proof); Assert 2;
    OPTIMIZE; Assert 3;
    Extension::searches("z3-propagate", FORMULAS, watch::watch); Assert 3;
    Extension::reads("z3-collections", TERM, watch::collections); Terms 1;
    FIXEDPOINT; Inputs 1;
    Extension::reads("z3-algebraic", numbers::FRACTIONS_AND_DEGREE, numbers::algebraic); Inputs 1;
    Extension::reads("z3-rcf", numbers::FRACTIONS, numbers::fields); Inputs 1;
    Extension::retired("z3-difference"); ;
    Extension::searches("z3-law", row_of::<laws::Laws>(), laws::refute); Inputs 6;
    Extension::retired("z3-laws"); ;
    MODEL; Sat 2;
    STATE; Sat 1 Unsat 1 Answered 1;
};

const SIMPLIFY: Extension = Extension {
    makes: Makes::Equal,
    ..Extension::reads(
        "z3-simplify",
        rewrite::TERM_AND_PARAMETERS,
        rewrite::simplify,
    )
};

const TACTIC: Extension =
    Extension::searches("z3-tactic", tactics::TACTIC_AND_FORMULAS, tactics::tactic)
        .written(write::tactic);

const SOLVE: Extension = Extension::searches("z3-solve", solve::COMMAND_AND_FORMULAS, solve::solve)
    .written(write::solve);

const CONSEQUENCES: Extension =
    Extension::searches("z3-consequences", FORMULAS, answers::consequences)
        .written(write::consequences);

const FIXEDPOINT: Extension =
    Extension::searches("z3-fixedpoint", fixedpoint::PROGRAM, fixedpoint::fixedpoint)
        .written(write::fixedpoint);

const OPTIMIZE: Extension =
    Extension::searches("z3-optimize", objective::OBJECTIVE, optimize::optimize)
        .written(write::optimize);

const MODEL: Extension = Extension {
    now: has_model,
    ..Extension::searches("z3-model", NOTHING, answers::model)
};

const STATE: Extension = Extension {
    now: is_answered,
    stale: true,
    ..Extension::searches("z3-state", NOTHING, answers::state)
};

/// Functions that actions need: for each action, the newest of them. If other functions are
/// missing, the action skips their part.
const NEEDED: &[(&str, &str)] = &[
    // Releases without it pass other arguments to callbacks: to `pop`, the levels come second.
    ("z3-propagate", "Z3_solver_propagate_decide"),
    ("z3-algebraic", "Z3_algebraic_get_i"),
    ("z3-solve-for", "Z3_solver_solve_for"),
    ("z3-resume", "Z3_solver_import_model_converter"),
    ("z3-rcf", "Z3_rcf_is_rational"),
];

/// Whether the library has what an action needs.
pub(super) fn offers(api: &Z3Api, action: &str) -> bool {
    let mut needed = NEEDED.iter().filter(|(name, _)| *name == action);
    needed.all(|(_, function)| api.has(function))
}

/// The names that a library has and that arguments of its actions may contain.
///
/// # Errors
/// Z3 does not list them.
pub(super) fn names(library: Api) -> Result<LibraryNames> {
    let cx = &Context::new(library)?;
    let mut names = LibraryNames::default();
    combination::add_names(cx, &mut names)?;
    let parameters = [
        (rewrite::PARAMETER, cx.simplify_get_param_descrs()?),
        (
            fixedpoint::PARAMETER,
            cx.fixedpoint_get_param_descrs(&cx.mk_fixedpoint()?)?,
        ),
    ];
    for (kind, descrs) in parameters {
        names.add(
            kind,
            cx.param_names(&descrs)?.into_iter().map(|(_, name)| name),
        );
    }
    Ok(names)
}

/// The instance and the call on which an action works.
pub(crate) struct ExtensionCall<'a> {
    z3: &'a mut Instance,
    cx: Rc<Context>,
    state: &'a InstanceState,
    context: &'a murxla_fsm::action::Context,
    call: &'a Call,
    note: &'a mut dyn FnMut(Note),
}

impl ExtensionSolver for Instance {
    const SOLVER: &'static str = super::LANGUAGE.solver;
    type Script = Script;
    const SAMPLED: bool = true;
    fn round_trips(names: Names) -> bool {
        names.are_legal()
    }

    type ExtensionCall<'a> = ExtensionCall<'a>;
}

impl<'a> BeginCall<'a, Instance> for ExtensionCall<'a> {
    fn begin(instance: &'a mut Instance, context: CallContext<'a>) -> Result<Self> {
        Ok(ExtensionCall {
            cx: instance.context()?,
            z3: instance,
            state: context.state,
            context: context.context,
            call: context.call,
            note: context.note,
        })
    }
}

impl ExtensionCall<'_> {
    /// The id of the term that is the argument.
    fn id(&self) -> Result<TermId> {
        Ok(first_term(self.call)?)
    }

    /// The term that is the argument.
    fn term(&self) -> Result<Ast> {
        Ok(self.z3.content.terms.get(self.id()?)?.ast()?.clone())
    }

    /// The ids of the formulas that are the argument.
    fn formula_ids(&self) -> Result<&[TermId]> {
        Ok(first_terms(self.call)?)
    }

    /// The text that is an argument.
    fn text(&self) -> Result<&str> {
        Ok(first_text(self.call)?)
    }

    /// The formulas that are the argument.
    fn formulas(&self) -> Result<Vec<Ast>> {
        self.z3.asts(self.formula_ids()?)
    }

    /// Notes a command of Z3's language that does the same as what follows, or a comment of it.
    fn note_command(&mut self, command: &str) {
        (self.note)(Note::Command(command.to_owned()));
    }

    /// The claim that the formulas have an answer, and how it was found.
    fn claim(&self, answer: Answer, by: impl Into<String>) -> Result<Effect> {
        Ok(Effect::Claim {
            formulas: self.formula_ids()?.to_vec(),
            answer,
            by: by.into(),
        })
    }

    /// Adds the result, which is equal to the argument. It must have the same sort.
    fn add_result(&mut self, made: Ast) -> Result<Effect> {
        let (before, after) = (self.cx.get_sort(&self.term()?)?, self.cx.get_sort(&made)?);
        if before != after {
            let (before, after) = (
                self.cx.sort_to_string(&before)?,
                self.cx.sort_to_string(&after)?,
            );
            return RESULT_SORT.fails(format!("{before} becomes {after}"));
        }
        let out = self.call.new_term()?;
        self.z3.content.extra.sets.note_like(out, self.id()?);
        self.z3
            .content
            .terms
            .insert(out, super::terms::TracedTerm::Ast(made));
        Ok(Effect::Done)
    }
}

/// The commands that begin and end a level.
const PUSH: &str = "(push 1)";
const POP: &str = "(pop 1)";

/// A step of an action that a library refuses, although it is valid. Releases differ in what they
/// refuse, so this says nothing about a bug.
fn refused(error: Error) -> Error {
    match error {
        Error::Rejected(why) => {
            Error::Unsupported(why.lines().next().unwrap_or_default().to_owned())
        }
        other => other,
    }
}

/// Adds to an error how it was found.
fn add_origin(error: Error, by: &str) -> Error {
    match error {
        Error::Contradiction(mut failed) => {
            if !failed.details.is_empty() {
                failed.details.push('\n');
            }
            failed.details.push_str("by ");
            failed.details.push_str(by);
            Error::Contradiction(failed)
        }
        other => other,
    }
}

/// The resource limit of a search of an action: several milliseconds.
const LIMIT: u32 = 50_000;

/// `LIMIT` as text.
const LIMIT_TEXT: &CStr = {
    assert!(LIMIT == 50_000);
    c"50000"
};

/// Limits the searches of a solver. Z3 4.8.6 to 4.8.8 lack the parameter in some solvers: they
/// would answer `unknown`, or refuse it. There, nothing limits the search.
fn set_limit(cx: &Rc<Context>, solver: &Solver) -> Result {
    let name = cx.mk_string_symbol("rlimit")?;
    if cx.param_descrs_get_kind(&cx.solver_get_param_descrs(solver)?, name)? as u32
        != ffi::Z3_PK_UINT
    {
        return Ok(());
    }
    let params = cx.mk_params()?;
    cx.params_set_uint(&params, name, LIMIT)?;
    cx.solver_set_params(solver, &params)
}

/// The answer of a solver for its assertions, with a small limit.
fn decide(cx: &Rc<Context>, solver: &Solver) -> Result<Answer> {
    set_limit(cx, solver)?;
    match cx.check_sat(solver, None) {
        Err(Error::Resources(_)) => Ok(Answer::Unknown),
        answer => answer,
    }
}

/// The answer of a new solver for some formulas, with a small limit.
fn satisfiable(cx: &Rc<Context>, formulas: &[Ast]) -> Result<Answer> {
    let solver = cx.mk_solver()?;
    for formula in formulas {
        cx.solver_assert(&solver, formula)?;
    }
    decide(cx, &solver)
}

/// The check fails if a consequence can be refuted.
fn check_consequence(
    cx: &Rc<Context>,
    formulas: &[Ast],
    consequence: &Ast,
    check: &'static Check,
) -> Result {
    let mut formulas = formulas.to_vec();
    formulas.push(cx.mk_not(consequence)?);
    let is_refuted = satisfiable(cx, &formulas)? == Answer::Sat;
    check.must_or(!is_refuted, || shown(cx, consequence))
}

/// The greatest number of characters of a term in a message.
const SHOWN: usize = 500;

/// A term for a message: a number, or the text that Z3 prints, which may be cut off. It is asked
/// for when a check has failed, so that other runs make the same calls.
fn shown(cx: &Rc<Context>, term: &Ast) -> String {
    let is_number =
        cx.is_numeral_ast(term) == Ok(true) && cx.is_algebraic_number(term) == Ok(false);
    let text = match is_number {
        true => cx.get_numeral_string(term),
        false => cx.ast_to_string(term),
    };
    let text = text.unwrap_or_default();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A model must not make a formula without quantifiers false. If models of usual checks do so, too,
/// the error has nothing to do with the action.
fn check_model(cx: &Rc<Context>, model: &ffi::Model, formulas: &[Ast]) -> Result {
    let Some(formula) = falsified(cx, model, formulas)? else {
        return Ok(());
    };
    for solver in [cx.mk_simple_solver()?, cx.mk_solver()?] {
        for formula in formulas {
            cx.solver_assert(&solver, formula)?;
        }
        let is_sat = decide(cx, &solver)? == Answer::Sat;
        if is_sat && falsified(cx, &cx.solver_get_model(&solver)?, formulas)?.is_some() {
            return Err(Error::WrongModel);
        }
    }
    FALSE_IN_MODEL.fails(shown(cx, formula))
}

/// The first of the formulas without quantifiers that a model makes false.
fn falsified<'f>(
    cx: &Rc<Context>,
    model: &ffi::Model,
    formulas: &'f [Ast],
) -> Result<Option<&'f Ast>> {
    for formula in formulas {
        if walk::is_ground(cx, formula) == Ok(true)
            && let Some(value) = cx.model_eval(model, formula, true)?
            && cx.get_bool_value(&value)? == ffi::Z3_L_FALSE
        {
            return Ok(Some(formula));
        }
    }
    Ok(None)
}
