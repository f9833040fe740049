//! An open Z3.

use super::Shared;
use super::datatypes::DatatypeInstances;
use super::ffi::{self, Ast, Context};
use super::options::{Settings, SolverFunction};
use super::sets::Sets;
use super::terms::TracedTerm;
use crate::shared::encoding::elements::Elements;
use crate::shared::instance;
use crate::shared::instance::arena::Arena;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, ReasonUnknown, Result, TermId};
use std::rc::Rc;

/// A sort by its id.
pub(super) enum SortEntry {
    Plain(ffi::Sort),
    /// Domain and codomain of functions. Z3 has no sort for them.
    Fun(Vec<ffi::Sort>, ffi::Sort),
    /// A sort constructor. Z3 only has the sorts that it makes.
    Constructor,
}

impl SortEntry {
    pub(super) fn plain(&self) -> Result<&ffi::Sort> {
        match self {
            SortEntry::Plain(sort) => Ok(sort),
            SortEntry::Fun(..) => Err(Error::Unsupported("a function sort".to_owned())),
            SortEntry::Constructor => Err(Error::Rejected("no sort".to_owned())),
        }
    }
}

/// The sorts, terms and formulas of the trace. A formula has the constant that stands for it in
/// cores of Z3. Assertions only have one if cores are on.
pub(super) type Content =
    instance::Content<SortEntry, Arena<TermId, TracedTerm>, Option<Ast>, Extra>;

/// State that only this solver needs.
#[derive(Default)]
pub(super) struct Extra {
    pub(super) datatypes: DatatypeInstances,
    pub(super) sets: Sets,
}

/// A context, and the sorts and terms of the trace.
pub(super) struct Instance {
    pub(super) shared: Rc<Shared>,
    pub(super) rng: Rng,
    /// It is made for the first sort, because process-wide options must be set before.
    pub(super) context: Option<Rc<Context>>,
    pub(super) content: Content,
    pub(super) settings: Settings,
    pub(super) logic: Option<String>,
    pub(super) solver: Option<ffi::Solver>,
    pub(super) elements: Elements,
    /// See `Solver::reason_unknown`.
    pub(super) reason: Option<ReasonUnknown>,
}

/// Logics with quantifiers for which the program `z3` says that they do "not support theory
/// recfun".
const WITHOUT_RECURSION: [&str; 7] = [
    "AUFLIA", "AUFLIRA", "AUFNIRA", "LRA", "UFBV", "UFLRA", "UFNIA",
];

/// Chooses how the solver is made. Most known bugs are in what `Z3_mk_solver` does before the first
/// check.
fn draw_function(rng: &mut Rng) -> SolverFunction {
    match rng.below(10) {
        5.. => SolverFunction::ForLogic,
        0 | 1 => SolverFunction::Simple,
        2 => SolverFunction::Tactic,
        _ => SolverFunction::General,
    }
}

impl Instance {
    pub(super) fn new(shared: Rc<Shared>) -> Self {
        Self {
            shared,
            rng: Rng::new(0),
            context: None,
            content: Content::default(),
            settings: Settings::default(),
            logic: None,
            solver: None,
            elements: Elements::default(),
            reason: None,
        }
    }

    pub(super) fn context(&mut self) -> Result<Rc<Context>> {
        if let Some(context) = &self.context {
            return Ok(Rc::clone(context));
        }
        let context = if self.settings.share_context {
            self.shared.shared_context()?
        } else {
            Context::new(self.shared.library)?
        };
        Ok(Rc::clone(self.context.insert(context)))
    }

    /// The solver. It is made when it is first needed, because options and logic are set before.
    pub(super) fn solver(&mut self) -> Result<(Rc<Context>, ffi::Solver)> {
        let cx = self.context()?;
        if let Some(solver) = &self.solver {
            return Ok((cx, solver.clone()));
        }
        let explains = self.settings.cores || self.settings.assumptions;
        let function = self.settings.function;
        let function = function.unwrap_or_else(|| draw_function(&mut self.rng));
        let solver = match (function, &self.logic) {
            (SolverFunction::ForLogic, Some(logic)) => {
                cx.mk_solver_for_logic(cx.mk_string_symbol(logic)?)?
            }
            (SolverFunction::Simple, _) => cx.mk_simple_solver()?,
            (SolverFunction::Tactic, _) if !explains => {
                cx.mk_solver_from_tactic(&cx.mk_tactic("smt")?)?
            }
            _ => cx.mk_solver()?,
        };
        let solver = match self.settings.apply(&cx, &solver) {
            Ok(()) => solver,
            // Some kinds of solvers do not accept all parameters of the one that is listed in
            // `options.rs`. A value that this one refuses, too, such as an unknown mode, has no
            // effect.
            Err(Error::Rejected(_)) => {
                let full = cx.mk_solver()?;
                match self.settings.apply(&cx, &full) {
                    Ok(()) => full,
                    Err(_) => cx.mk_solver()?,
                }
            }
            Err(error) => return Err(error),
        };
        Ok((cx, self.solver.insert(solver).clone()))
    }

    /// Whether definitions of recursive functions are used. The solvers for some logics silently
    /// ignore them.
    pub(super) fn has_recursion(&self) -> bool {
        let lacks = |logic: &str| logic.starts_with("QF_") || WITHOUT_RECURSION.contains(&logic);
        !self.logic.as_deref().is_some_and(lacks)
    }

    pub(super) fn asts(&self, ids: &[TermId]) -> Result<Vec<Ast>> {
        ids.iter()
            .map(|id| self.content.terms.get(*id)?.ast().cloned())
            .collect()
    }

    /// The arguments of an operator. Functions are not terms in Z3. In place of a function, its
    /// parser makes the array of the function's values, and so does this.
    pub(super) fn operands(&self, cx: &Rc<Context>, ids: &[TermId]) -> Result<Vec<Ast>> {
        let operand = |id: &TermId| match self.content.terms.get(*id)? {
            TracedTerm::Function(function) => cx.mk_as_array(function),
            term => term.ast().cloned(),
        };
        ids.iter().map(operand).collect()
    }
}
