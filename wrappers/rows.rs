//! Tables of operators, whose rows are found by number.

use murxla_fsm::op::{Fold, Op, OpRow, Ops};
use murxla_fsm::solver::{Error, Result};

/// How a solver makes applications of its operators, `N`, and how these fold.
pub(crate) struct Rows<N>(Vec<Option<(N, Fold)>>);

impl<N> Rows<N> {
    /// The rows of operators of the base table, and those of the solver's own, in their order.
    pub(crate) fn new(
        own: &'static [OpRow],
        rows: impl IntoIterator<Item = (Op, N)>,
        own_rows: impl IntoIterator<Item = N>,
    ) -> Self {
        let ops = Ops::with(own);
        let mut all: Vec<_> = ops.iter().map(|_| None).collect();
        let own_rows = own_rows.into_iter().enumerate();
        let own_rows = own_rows.map(|(n, row)| (Op::own(n), row));
        for (op, row) in rows.into_iter().chain(own_rows) {
            all[op.index()] = Some((row, ops.signature(op).fold));
        }
        Self(all)
    }

    /// The row of an operator.
    pub(crate) fn of(&self, op: Op) -> Result<&(N, Fold)> {
        let row = self.0.get(op.index()).and_then(Option::as_ref);
        row.ok_or_else(|| Error::Unsupported(format!("operator {}", op.0)))
    }
}
