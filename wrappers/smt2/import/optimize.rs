//! Objectives: `minimize` and `maximize`. Before a check, `import` makes a call of the action that
//! optimizes for each objective. The call states its formulas, so that the check itself stays a
//! check.

use super::Importer;
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::action::{Action, Arg, Ids};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::SortKind;
use murxla_fsm::trace::comment;
use smallvec::smallvec;

/// The commands that state an objective.
pub(super) const GOALS: [&str; 2] = ["minimize", "maximize"];

/// An objective of the open levels.
#[derive(Clone, Copy)]
pub(super) struct Objective<'t> {
    at: Expr<'t>,
    term: TermId,
    goal: &'static str,
    action: &'static dyn Action,
}

impl<'t> Importer<'t> {
    /// Reads an objective. One that is not a number is left out: it chooses between models, and
    /// changes no answer.
    pub(super) fn objective(
        &mut self,
        at: Expr<'t>,
        goal: &'static str,
        action: &str,
        args: &[Expr<'t>],
    ) -> Result<()> {
        let (Some(arg), Some(action)) = (args.first(), self.own_action(action)) else {
            self.leave_out(at, "an objective is one term");
            return Ok(());
        };
        let term = self.term(*arg)?;
        let sort = self.state.term(term).map(|term| term.sort);
        let kind = sort.and_then(|sort| Some(self.state.sorts.get(sort)?.kind()));
        if let Some(SortKind::Int | SortKind::Real | SortKind::Bv) = kind {
            self.scopes.objectives.push(Objective {
                at,
                term,
                goal,
                action,
            });
        } else {
            let why = "the objective is not an integer, a real or a bit-vector";
            self.leave_out(at, why);
        }
        Ok(())
    }

    /// Makes the calls for all objectives of the open levels, before a check.
    pub(super) fn make_optimizations(&mut self, check: Expr<'t>) -> Result<()> {
        for objective in self.scopes.objectives.clone() {
            let formulas = self.state.assertions.formulas.iter().copied().collect();
            self.trace.calls.push_str(&comment(&objective.at.shown()));
            let args = smallvec![
                Arg::Terms(formulas),
                Arg::Term(objective.term),
                Arg::Word(objective.goal.into()),
                Arg::Texts(Vec::new()),
            ];
            self.call(check, objective.action, args, Ids::default())?;
        }
        Ok(())
    }
}
