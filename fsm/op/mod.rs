//! Operators.

mod datatype;
mod fold;
mod ill_sorted;
mod signature;
mod table;
mod tuple;

pub use datatype::Part;
pub use fold::fold;
pub use ill_sorted::IllSorted;
pub use signature::{Bindings, Bounds, Entry, Fold, Index, Linear, Pattern, Shape, Signature};
pub use table::*;
pub use tuple::{Of, Tupling};

use crate::theory::Theory;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// An operator: the number of its row, first in the base table, then in the wrapper's own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Op(pub u16);

impl Op {
    /// The number as an index into tables by operator.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The n-th extension operator of a solver.
    #[must_use]
    pub const fn extension(n: usize) -> Self {
        Self((BASE.len() + n) as u16)
    }
}

/// A row of the table of operators.
#[derive(Clone, Copy, Debug)]
pub struct OpRow {
    /// The name in traces, `OP_BV_ADD`; of a wrapper's own operator `cvc5-OP_…`.
    pub name: &'static str,
    /// SMT-LIB's symbol, without indices.
    pub smt: &'static str,
    /// The theory that brings it.
    pub theory: Theory,
    /// In the notation of `signature.rs`.
    pub signature: &'static str,
    /// Of a wrapper's own operator, its value, where its meaning is exact; base operators have their arms in
    /// `eval`.
    pub eval: Option<Evaluate>,
}

/// The value of an operator by its indices and the values of its arguments, which have the sorts that the
/// signature asks for; `None` if it is not known.
pub type Evaluate = fn(&[u32], &[&Value]) -> Option<Value>;

/// The operators known in a run, with their signatures parsed.
#[derive(Clone, Default, Debug)]
pub struct Ops {
    rows: Vec<(OpRow, Signature)>,
    by_name: FxHashMap<&'static str, Op>,
}

static BASE_OPS: LazyLock<Ops> = LazyLock::new(|| Ops::default().and(BASE));

impl Ops {
    /// The operators of the base table.
    #[must_use]
    pub fn base() -> &'static Ops {
        &BASE_OPS
    }

    /// The base table and a wrapper's own rows. Who has made one has parsed the base table, too: children that are
    /// forked from a process with a context need not.
    ///
    /// # Panics
    /// If a row cannot be parsed: a defect in the table, which the tests of each table find.
    #[must_use]
    pub fn with(own: &[OpRow]) -> Ops {
        Ops::base().clone().and(own)
    }

    /// These operators and others behind them.
    fn and(mut self, rows: &[OpRow]) -> Ops {
        for row in rows {
            let signature = Signature::parse(row.signature);
            let signature = signature.unwrap_or_else(|e| panic!("row {}: {e}", row.name));
            self.by_name.insert(row.name, Op(self.rows.len() as u16));
            self.rows.push((*row, signature));
        }
        self
    }

    /// The operator of this trace name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Op> {
        self.by_name.get(name).copied()
    }

    /// The row of `op`.
    ///
    /// # Panics
    /// If `op` is of another table.
    #[must_use]
    pub fn row(&self, op: Op) -> &OpRow {
        &self.rows[op.index()].0
    }

    /// The signature of `op`.
    ///
    /// # Panics
    /// If `op` is of another table.
    #[must_use]
    pub fn signature(&self, op: Op) -> &Signature {
        &self.rows[op.index()].1
    }

    /// What evaluates a wrapper's own operator; `None` if nothing does, or if `op` is of another table.
    #[must_use]
    pub fn own_evaluator(&self, op: Op) -> Option<Evaluate> {
        self.rows.get(op.index())?.0.eval
    }

    /// All operators, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = Op> + use<> {
        (0..self.rows.len() as u16).map(Op)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sound() {
        let ops = Ops::base();
        assert_eq!(ops.by_name.len(), BASE.len(), "a name occurs twice");
        for op in ops.iter() {
            let (row, signature) = &ops.rows[op.index()];
            assert_eq!(ops.find(row.name), Some(op));
            assert!(
                signature.fold == Fold::None || signature.args.len() == 2,
                "{}",
                row.name
            );
            let is_named = matches!(signature.shape, Shape::Apply | Shape::Dt(_));
            assert!(!row.smt.is_empty() || is_named, "{}", row.name);
        }
    }
}
