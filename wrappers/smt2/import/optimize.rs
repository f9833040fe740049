//! Objectives: `minimize` and `maximize`.
//!
//! The action that optimizes draws the objective from its seed. Before a check, `import` makes a
//! call of it for each objective, with a seed that draws this one. The call states its formulas, so
//! that the check itself stays a check.

use super::{Importer, Meaning};
use crate::smt2::dialect::Optimizing;
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::action::{Arg, Ids};
use murxla_fsm::solver::TermId;
use smallvec::smallvec;

/// The commands that state an objective, and whether it is to be maximized.
pub(super) const GOALS: [(&str, bool); 2] = [("minimize", false), ("maximize", true)];

/// An objective of the open levels.
#[derive(Clone, Copy)]
pub(super) struct Objective<'t> {
    at: Expr<'t>,
    term: TermId,
    is_maximized: bool,
    optimizing: &'static Optimizing,
}

impl<'t> Importer<'t> {
    /// Reads an objective. The action only optimizes constants. Other objectives are left out,
    /// because they choose between models, and change no answer.
    pub(super) fn objective(
        &mut self,
        at: Expr<'t>,
        is_maximized: bool,
        optimizing: &'static Optimizing,
        args: &[Expr<'t>],
    ) -> Result<()> {
        let name = args.first().and_then(|arg| arg.symbol());
        let Some((arg, name)) = args.first().zip(name) else {
            self.leave_out_because(at, "only a constant can be an objective");
            return Ok(());
        };
        self.make_constant(*arg, name)?;
        let Some(Meaning::Term(term)) = self.names.get(name).cloned() else {
            self.leave_out_because(at, "only a constant can be an objective");
            return Ok(());
        };
        self.objectives.push(Objective {
            at,
            term,
            is_maximized,
            optimizing,
        });
        Ok(())
    }

    /// Makes the calls for all objectives of the open levels, before a check.
    pub(super) fn make_optimizations(&mut self, check: Expr<'t>) -> Result<()> {
        for objective in self.objectives.clone() {
            let Objective {
                at,
                term,
                is_maximized,
                optimizing,
            } = objective;
            let formulas = self.state.assertions.clone();
            let goal = (term, is_maximized);
            let seed = (optimizing.seed)(&self.state, &formulas, goal);
            let (Some(seed), Some(action)) = (seed, self.own_action(optimizing.action)) else {
                self.leave_out_because(at, "no assertion has the constant");
                continue;
            };
            self.out.push_str(&format!("# {}\n", at.shown()));
            let args = smallvec![Arg::Terms(formulas.into_iter().collect())];
            self.call_with(check, action, args, Ids::default(), seed)?;
        }
        Ok(())
    }

    pub(super) fn leave_out_because(&mut self, what: Expr<'t>, why: &str) {
        let line = format!("# left out: {} ({why})\n", what.shown());
        self.out.push_str(&line);
    }
}
