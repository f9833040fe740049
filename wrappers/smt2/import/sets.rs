//! Sets in dialects whose parser takes them for arrays of Booleans.

use super::Importer;
use super::apply::Head;
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::action::Arg;
use murxla_fsm::actions::MkSpecialValue;
use murxla_fsm::op::{SET_INSERT, SET_MEMBER};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::Value;
use smallvec::smallvec;

impl<'t> Importer<'t> {
    /// Reads an application of an array operator to a set. `None` if it is something else.
    pub(super) fn set_as_array(
        &mut self,
        at: Expr<'t>,
        head: &Head<'t>,
        args: &[TermId],
    ) -> Result<Option<TermId>> {
        let sort = head.sort.or(args.first().map(|set| self.sort_of(*set)));
        let sort = sort.filter(|sort| matches!(self.state.sorts.get(*sort), Some(Sort::Set(_))));
        let Some(sort) = sort else { return Ok(None) };
        let truth = match args.last().and_then(|last| self.literal_of(*last)) {
            Some(Value::Bool(truth)) => Some(*truth),
            _ => None,
        };
        let made = match (head.name, args, truth) {
            ("select", [set, element], _) => self.make(at, SET_MEMBER, &[*element, *set], &[]),
            ("store", [set, element, _], Some(true)) => {
                self.make(at, SET_INSERT, &[*set, *element], &[])
            }
            ("store", args, Some(false)) => {
                self.make_extension(at, "SET_DELETE", &args[..args.len() - 1], &[])
            }
            ("const", [_], Some(false)) => self.empty_set(at, sort),
            ("const", [_], Some(true)) => self.make_extension(at, "SET_FULL", &[], &[sort.0]),
            _ => return Ok(None),
        };
        made.map(Some)
    }

    fn empty_set(&mut self, at: Expr<'t>, sort: SortId) -> Result<TermId> {
        let args = smallvec![Arg::Sort(sort), Arg::Text("set.empty".into())];
        self.new_term(at, &MkSpecialValue, args)
    }

    /// Applies an operator of the solver. The name has no prefix.
    fn make_extension(
        &mut self,
        at: Expr<'t>,
        name: &str,
        args: &[TermId],
        indices: &[u32],
    ) -> Result<TermId> {
        let name = format!("{}-OP_{name}", self.language().prefix);
        match self.ops().find(&name) {
            Some(op) => self.make(at, op, args, indices),
            None => Err(at.fault(format!("'{}' is not supported", at.shown()))),
        }
    }
}
