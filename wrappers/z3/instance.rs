//! An open instance.

use super::Shared;
use super::datatypes::DatatypeInstances;
use super::ffi::{self, Ast, Context, c_text};
use super::options::Settings;
use super::sets::Sets;
use super::terms::TracedTerm;
use crate::arena::Arena;
use crate::content;
use crate::elements::Elements;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result, TermId};
use std::rc::Rc;

/// A sort by its id.
pub(super) enum SortEntry {
    Plain(ffi::Sort),
    /// Z3 has no sort of functions: domain and codomain.
    Fun(Vec<ffi::Sort>, ffi::Sort),
    /// Nor has it what makes sorts: it knows the sorts that are made.
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

/// What the trace calls sorts, terms and formulas. Of a formula it has the constant by which Z3's cores name it: an
/// assertion's if cores are on, an assumption's always.
pub(super) type Content =
    content::Content<SortEntry, Arena<TermId, TracedTerm>, Option<Ast>, Extra>;

/// What only this solver needs.
#[derive(Default)]
pub(super) struct Extra {
    pub(super) datatypes: DatatypeInstances,
    pub(super) sets: Sets,
}

/// A context and what is made in it.
pub(super) struct Instance {
    pub(super) shared: Rc<Shared>,
    pub(super) rng: Rng,
    /// Made at the first sort, because process-wide options must come before.
    pub(super) context: Option<Rc<Context>>,
    pub(super) content: Content,
    pub(super) settings: Settings,
    pub(super) logic: Option<String>,
    pub(super) solver: Option<ffi::Solver>,
    pub(super) elements: Elements,
}

/// Logics with quantifiers of which Z3's program says that they do "not support theory recfun".
const WITHOUT_RECURSION: [&str; 7] = [
    "AUFLIA", "AUFLIRA", "AUFNIRA", "LRA", "UFBV", "UFLRA", "UFNIA",
];

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

    /// The solver, made when it is first needed: options and logic come before.
    pub(super) fn solver(&mut self) -> Result<(Rc<Context>, ffi::Solver)> {
        let cx = self.context()?;
        if let Some(solver) = &self.solver {
            return Ok((cx, solver.clone()));
        }
        let explains = self.settings.cores || self.settings.assumptions;
        // Most of the bugs known are in what `Z3_mk_solver` does before the first check.
        let solver = match (&self.logic, self.rng.below(10)) {
            (Some(logic), 5..) => cx.solver_for_logic(cx.symbol(&c_text(logic)?)?)?,
            (_, 0 | 1) => cx.simple_solver()?,
            // Knows no cores.
            (_, 2) if !explains => cx.solver_from_tactic(&cx.tactic(c"smt")?)?,
            _ => cx.solver()?,
        };
        let solver = match self.settings.apply(&cx, &solver) {
            Ok(()) => solver,
            // Not every kind of solver takes what the one listed in `options.rs` does; and what that one
            // refuses too, such as a word that is none of the modes, has no effect.
            Err(Error::Rejected(_)) => {
                let full = cx.solver()?;
                match self.settings.apply(&cx, &full) {
                    Ok(()) => full,
                    Err(_) => cx.solver()?,
                }
            }
            Err(error) => return Err(error),
        };
        Ok((cx, self.solver.insert(solver).clone()))
    }

    /// Whether definitions of recursive functions hold: the solvers for some logics ignore them, without a word.
    pub(super) fn has_recursion(&self) -> bool {
        let lacks = |logic: &str| logic.starts_with("QF_") || WITHOUT_RECURSION.contains(&logic);
        !self.logic.as_deref().is_some_and(lacks)
    }

    pub(super) fn asts(&self, ids: &[TermId]) -> Result<Vec<Ast>> {
        ids.iter()
            .map(|id| self.content.terms.get(*id)?.ast().cloned())
            .collect()
    }
}
