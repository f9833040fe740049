//! Solves formulas with other kinds of solvers: from a tactic, with simplifiers, in another
//! context, or from text.

use super::super::checks::{NO_SCRIPT_ANSWER, SOLUTION};
use super::super::ffi::{self, Context};
use super::combination::{Combination, Drawer, Kind, fault_at_start, read_text};
use super::tactics::text_and_formulas;
use super::{
    ExtensionCall, LIMIT_TEXT, add_origin, check_consequence, check_model, decide, refused, walk,
};
use crate::shared::actions::{FORMULAS, Takes, first_terms, first_text};
use murxla_fsm::action::{Call, Effect, Invalid, Validity};
use murxla_fsm::arguments;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortKind};
use murxla_fsm::state::InstanceState;
use std::fmt::{self, Display};
use std::rc::Rc;

/// Parameters of a context that apply to its solvers, and do not change answers.
const PARAMS: &[(&str, &str)] = &[
    ("auto_config", "false"),
    ("type_check", "true"),
    ("unsat_core", "true"),
];

arguments! {
    /// A command and formulas.
    struct SolveArgs<'c> {
        command: Text,
        formulas: Terms,
    }
}

/// A command that says how to solve, and formulas.
pub(super) const COMMAND_AND_FORMULAS: Takes = Takes {
    params: SolveArgs::PARAMS,
    pick: |cx| text_and_formulas(cx, |drawer| Some(SolveCommand::draw(drawer)?.to_string())),
    valid: |state, call| {
        let command = SolveCommand::read(first_text(call)?).map_err(Invalid::Wrong)?;
        (FORMULAS.valid)(state, call)?;
        match command {
            SolveCommand::ForLogic(logic) => has_logic_of(state, first_terms(call)?, logic),
            _ => Ok(()),
        }
    },
    names: |call| {
        let mut names = Vec::new();
        match SolveCommand::of(call) {
            Ok(SolveCommand::Using(tactic)) => tactic.add_names(Kind::Tactic, &mut names),
            Ok(SolveCommand::Simplified(by)) => by.add_names(Kind::Simplifier, &mut names),
            Ok(SolveCommand::Usual | SolveCommand::ForLogic(_)) | Err(_) => {}
        }
        names
    },
};

/// A command of Z3's scripts that says how to solve.
#[derive(Debug)]
pub(super) enum SolveCommand {
    /// `(check-sat)`.
    Usual,
    /// `(check-sat-using TACTIC)`.
    Using(Combination),
    /// `(set-simplifier SIMPLIFIER)`.
    Simplified(Combination),
    /// `(set-logic LOGIC)`, for a logic that has a solver of its own.
    ForLogic(&'static str),
}

/// Logics that have solvers of their own.
const LOGICS: &[&str] = &[
    "QF_IDL", "QF_RDL", "QF_UFIDL", "QF_LIA", "QF_LRA", "IDL", "LRA",
];

/// Checks that formulas have only sorts of a logic. Its solver leaves out other theories without a
/// message, so its answers about their formulas are wrong.
fn has_logic_of(state: &InstanceState, formulas: &[TermId], logic: &str) -> Validity {
    let has = |kind: SortKind| match kind {
        SortKind::Bool | SortKind::Int | SortKind::Real => true,
        SortKind::Fun => logic.contains("UF"),
        _ => false,
    };
    for id in state.terms.subterms(formulas) {
        let kind = state.term(id).and_then(|term| state.sorts.get(term.sort));
        let kind = kind.map(Sort::kind);
        if let Some(kind) = kind.filter(|kind| !has(*kind)) {
            let message = format!("the logic {logic} does not have {}", kind.name());
            return Invalid::wrong(message);
        }
    }
    Ok(())
}

impl SolveCommand {
    /// Draws a command. `None` if the library does not have what it drew.
    fn draw(drawer: &mut Drawer<'_>) -> Option<Self> {
        Some(match drawer.rng().below(10) {
            0..3 => Self::Using(drawer.solver()?),
            3 | 4 => Self::Simplified(drawer.simplifiers()?),
            5 | 6 => Self::Using(drawer.engines()),
            7 => Self::Using(drawer.arithmetic()),
            8 => Self::ForLogic(drawer.rng().pick(LOGICS)?),
            _ => match drawer.rng().coin() {
                true => Self::Using(Combination::Name(SMT.to_owned())),
                false => Self::Usual,
            },
        })
    }

    /// Reads a text.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub(super) fn read(text: &str) -> std::result::Result<Self, String> {
        read_text(text, |all| {
            let [command] = all else {
                return Err(fault_at_start("one command is expected"));
            };
            let parts = command.parts("command")?;
            let name = parts.first().and_then(|name| name.symbol());
            match (name, &parts[..]) {
                (Some("check-sat"), [_]) => Ok(Self::Usual),
                (Some("check-sat-using"), [_, tactic]) => {
                    Combination::from_expr(Kind::Tactic, *tactic).map(Self::Using)
                }
                (Some("set-simplifier"), [_, simplifier]) => {
                    Combination::from_expr(Kind::Simplifier, *simplifier).map(Self::Simplified)
                }
                (Some("set-logic"), [_, logic]) => {
                    let known = LOGICS.iter().find(|known| logic.symbol() == Some(**known));
                    let unknown =
                        || logic.fault(format!("LOGIC must be one of {}", LOGICS.join(", ")));
                    known.map(|known| Self::ForLogic(known)).ok_or_else(unknown)
                }
                _ => Err(command.fault(format!(
                    "'{}' is not one of (check-sat), (check-sat-using TACTIC), (set-logic LOGIC) \
                     and (set-simplifier SIMPLIFIER)",
                    command.shown()
                ))),
            }
        })
    }

    /// The command that is an argument.
    pub(super) fn of(call: &Call) -> Result<Self> {
        Self::read(first_text(call)?).map_err(Error::Rejected)
    }

    /// Makes the solver. With the tactic `smt`, it may also be `simple`.
    fn solver(&self, cx: &Rc<Context>, simple: bool) -> Result<ffi::Solver> {
        match self {
            Self::Usual => cx.mk_solver(),
            Self::Using(Combination::Name(name)) if name == SMT && simple => cx.mk_simple_solver(),
            Self::ForLogic(logic) => cx.mk_solver_for_logic(cx.mk_string_symbol(logic)?),
            Self::Using(tactic) => cx.mk_solver_from_tactic(&tactic.tactic(cx)?),
            Self::Simplified(by) => {
                cx.solver_add_simplifier(&cx.mk_simple_solver()?, &by.simplifier(cx)?)
            }
        }
    }
}

impl Display for SolveCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usual => f.write_str("(check-sat)"),
            Self::Using(tactic) => write!(f, "(check-sat-using {tactic})"),
            Self::Simplified(by) => write!(f, "(set-simplifier {by})"),
            Self::ForLogic(logic) => write!(f, "(set-logic {logic})"),
        }
    }
}

/// The tactic of the solver that `Z3_mk_simple_solver` makes.
const SMT: &str = "smt";

/// What the seed of a call decides.
pub(super) struct SolveDraws {
    /// The number of formulas before a level is opened, if one is.
    pub(super) level_after: Option<usize>,
    /// Whether a copy of the solver in another context is used.
    pub(super) is_copied: bool,
    /// A parameter of the other context.
    parameter: Option<(&'static str, &'static str)>,
    /// Whether the simple solver is used where it is the same.
    is_simple: bool,
}

impl SolveDraws {
    /// Draws all of it.
    pub(super) fn new(rng: &mut Rng, formulas: usize) -> Self {
        let after = rng.index(formulas + 1);
        Self {
            level_after: (after < formulas && rng.coin()).then_some(after),
            is_copied: rng.chance(25),
            parameter: rng.pick(PARAMS).copied().filter(|_| rng.coin()),
            is_simple: rng.coin(),
        }
    }
}

/// Solves the formulas with another kind of solver: from a tactic, with simplifiers, or in another
/// context.
pub(super) fn solve(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let draws = SolveDraws::new(&mut call.z3.rng, formulas.len());
    let (cx, by) = (&call.cx, call.text()?.to_owned());
    let mut solver = SolveCommand::of(call.call)?.solver(cx, draws.is_simple)?;
    for (n, formula) in formulas.iter().enumerate() {
        if draws.level_after == Some(n) {
            cx.solver_push(&solver)?;
        }
        cx.solver_assert(&solver, formula)?;
    }
    let mut place = Rc::clone(cx);
    if draws.is_copied {
        place = cx.new_context(&[])?;
        if let Some((name, value)) = draws.parameter {
            place.update_param_value(name, value)?;
        }
        // Some kinds cannot be translated, or not inside of levels.
        solver = cx.translate_solver(&solver, &place).map_err(refused)?;
    }
    // The tactic may not support these formulas.
    let answer = decide(&place, &solver).map_err(refused)?;
    if answer == Answer::Sat {
        let mut model = place.solver_get_model(&solver)?;
        if !Rc::ptr_eq(&place, cx) {
            model = place.translate_model(&model, cx)?;
        }
        check_model(cx, &model, &formulas).map_err(|e| add_origin(e, &by))?;
    }
    call.claim(answer, by)
}

/// Asks for solutions of variables, by the equalities that a solver knows after a check.
pub(super) fn solve_for(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let cx = &call.cx;
    // Other solvers do not solve for variables.
    let solver = cx.mk_simple_solver()?;
    for formula in &formulas {
        cx.solver_assert(&solver, formula)?;
    }
    let answer = decide(cx, &solver)?;
    if answer == Answer::Sat {
        let (parts, _) = walk::parts(cx, &formulas)?;
        let mut variables = Vec::new();
        for decl in walk::signature(cx, &parts)?.functions {
            let kind = cx.get_sort_kind(&cx.get_range(&decl)?)? as u32;
            if cx.get_arity(&decl)? == 0 && matches!(kind, ffi::Z3_INT_SORT | ffi::Z3_REAL_SORT) {
                variables.push(cx.apply(&decl, &[])?);
            }
        }
        for [variable, term, guard] in cx.solve_for(&solver, &variables)? {
            let solved = cx.mk_implies(&guard, &cx.mk_eq(&variable, &term)?)?;
            check_consequence(cx, &formulas, &solved, &SOLUTION)?;
        }
    }
    call.claim(answer, "solve-for")
}

/// Continues with a solver that imports the model converter of another one.
pub(super) fn resume(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let [first, second] = [cx.mk_solver()?, cx.mk_solver()?];
    for formula in &formulas {
        cx.solver_assert(&first, formula)?;
    }
    let before = decide(cx, &first)?;
    for formula in cx.items(&cx.solver_get_assertions(&first)?)? {
        cx.solver_assert(&second, &formula)?;
    }
    let split = match super::answers::atoms(cx, &formulas)?.first() {
        Some(atom) if rng.coin() => Some(atom.clone()),
        _ => None,
    };
    if let Some(atom) = &split {
        cx.solver_assert(&second, atom)?;
    }
    cx.solver_import_model_converter(&first, &second)?;
    let answer = decide(cx, &second)?;
    if answer == Answer::Sat {
        // The second solver may not have the terms by which the first one replaced constants. So
        // its converted models need not satisfy the formulas.
        cx.model_get_num_consts(&cx.solver_get_model(&second)?)?;
    }
    // With the additional atom, `unsat` says nothing about the formulas alone.
    let answer = match (before, answer) {
        (Answer::Unknown, Answer::Unsat) if split.is_some() => Answer::Unknown,
        (Answer::Unknown, answer) => answer,
        (before, _) => before,
    };
    call.claim(answer, "resume")
}

/// Runs the formulas as a script, as the program `z3` does.
pub(super) fn script(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let cx = &call.cx;
    let Some(text) = super::print::script(cx, &formulas)? else {
        return Ok(Effect::Done);
    };
    // A context keeps the state of scripts.
    // An option in the script would be set for the whole process.
    let other = cx.new_context(&[(c"rlimit", LIMIT_TEXT)])?;
    let said = other.eval_smtlib2_string(&text)?;
    let answer = said
        .lines()
        .rev()
        .find_map(|line| Answer::from_name(line.trim()));
    match answer {
        Some(answer) => call.claim(answer, "a script"),
        None => NO_SCRIPT_ANSWER.fails(said.lines().next().unwrap_or("")),
    }
}
