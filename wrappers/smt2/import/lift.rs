//! Operators lifted to nullables: `((_ nullable.lift f) x y)` is null if an argument is null, and
//! otherwise `f` of the contents of the arguments.

use super::Importer;
use super::apply::Head;
use crate::smt2::applied::lifted;
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::action::Arg;
use murxla_fsm::actions::MkSpecialValue;
use murxla_fsm::op::{ITE, NULLABLE_IS_NULL, NULLABLE_SOME, NULLABLE_VAL, OR, Op};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::SortId;
use smallvec::smallvec;

impl<'t> Importer<'t> {
    /// Applies the lifted function. If no operator of the solver lifts it, the application is made
    /// by its definition.
    pub(super) fn lifted(
        &mut self,
        at: Expr<'t>,
        function: Expr<'t>,
        args: &[TermId],
    ) -> Result<TermId> {
        let name = function.named("function")?;
        let sorts: Vec<SortId> = args.iter().map(|arg| self.sort_of(*arg)).collect();
        let fits = |op: &&Op| {
            let inner = lifted(self.ops().row(**op));
            inner.is_some_and(|inner| inner.smt == name)
                && self.scopes.names.get(name).is_none()
                && self.state.is_higher_order()
                && self
                    .ops()
                    .signature(**op)
                    .infer(&self.state.sorts, &sorts, &[])
                    .is_ok()
        };
        let mut ops = self.by_symbol.get("nullable.lift").into_iter().flatten();
        if let Some(op) = ops.find(fits).copied() {
            return self.make(at, op, args, &[]);
        }
        let (mut contents, mut tests) = (Vec::new(), Vec::new());
        for arg in args {
            contents.push(self.make(at, NULLABLE_VAL, &[*arg], &[])?);
            tests.push(self.make(at, NULLABLE_IS_NULL, &[*arg], &[])?);
        }
        let head = Head {
            name,
            indices: Vec::new(),
            sort: None,
        };
        let inner = self.apply(at, &head, &contents)?;
        let some = self.make(at, NULLABLE_SOME, &[inner], &[])?;
        let is_null = match tests[..] {
            [] => return Ok(some),
            [test] => test,
            _ => self.make(at, OR, &tests, &[])?,
        };
        let null = smallvec![
            Arg::Sort(self.sort_of(some)),
            Arg::Text("nullable.null".into())
        ];
        let null = self.new_term(at, &MkSpecialValue, null)?;
        self.make(at, ITE, &[is_null, null, some], &[])
    }
}
