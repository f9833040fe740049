//! Operators: the base table, the extension operators of solvers, and their signatures.

mod datatype;
mod fold;
mod ill_sorted;
mod signature;
mod table;
mod tuple;

pub use datatype::DatatypeOp;
pub use fold::fold;
pub use ill_sorted::IllSorted;
pub use signature::{Bindings, Bounds, Fold, Index, Linear, Pattern, Shape, Signature, TupleEntry};
pub use table::*;
pub use tuple::{TupleContainer, TupleOp};

use crate::theory::Theory;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The operators that annotate the body of a binder. The body may have attributes already.
pub const ATTRIBUTES: [Op; 5] = [PATTERN, NO_PATTERN, WEIGHT, QID, SKOLEMID];

/// An operator, represented by its row number. The rows of the base table come first, then a
/// solver's extension operators.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Op(pub u16);

impl Op {
    /// The row number, for tables that are indexed by operator.
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
    /// The name in traces: `OP_BV_ADD`. Names of extension operators start with the solver's name:
    /// `cvc5-OP_…`.
    pub name: &'static str,
    /// The SMT-LIB symbol, without indices.
    pub smt: &'static str,
    /// The theory that the operator belongs to.
    pub theory: Theory,
    /// The signature, in the notation of `signature.rs`.
    pub signature: &'static str,
    /// Computes the value of an extension operator whose meaning is known exactly. `eval` computes
    /// the values of base operators.
    pub eval: Option<Evaluate>,
}

/// Computes the value of an application from its indices and the values of its arguments. The
/// arguments have the sorts that the signature requires. `None` if the value is not known.
pub type Evaluate = fn(&[u32], &[&Value]) -> Option<Value>;

/// The operators that a run can use, with parsed signatures.
#[derive(Clone, Default, Debug)]
pub struct Ops {
    rows: Vec<(OpRow, Signature)>,
    by_name: FxHashMap<&'static str, Op>,
}

static BASE_OPS: LazyLock<Ops> = LazyLock::new(|| Ops::default().extended_by(BASE));

impl Ops {
    /// The operators of the base table.
    #[must_use]
    pub fn base() -> &'static Ops {
        &BASE_OPS
    }

    /// The base table followed by the rows of a wrapper. It also parses the base table. A process
    /// that calls it before it forks saves its children this work.
    ///
    /// # Panics
    /// If a row cannot be parsed. This is a defect in the table. The tests of each table detect it.
    #[must_use]
    pub fn with(extensions: &[OpRow]) -> Ops {
        Ops::base().clone().extended_by(extensions)
    }

    /// Appends rows.
    fn extended_by(mut self, rows: &[OpRow]) -> Ops {
        for row in rows {
            let signature = Signature::parse(row.signature);
            let signature = signature.unwrap_or_else(|e| panic!("row {}: {e}", row.name));
            self.by_name.insert(row.name, Op(self.rows.len() as u16));
            self.rows.push((*row, signature));
        }
        self
    }

    /// The operator with this name in traces.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Op> {
        self.by_name.get(name).copied()
    }

    /// The row of `op`.
    ///
    /// # Panics
    /// If `op` is not in this table.
    #[must_use]
    pub fn row(&self, op: Op) -> &OpRow {
        &self.rows[op.index()].0
    }

    /// The signature of `op`.
    ///
    /// # Panics
    /// If `op` is not in this table.
    #[must_use]
    pub fn signature(&self, op: Op) -> &Signature {
        &self.rows[op.index()].1
    }

    /// The function that computes the value of an extension operator. `None` if it has none or is
    /// not in this table.
    #[must_use]
    pub fn extension_evaluator(&self, op: Op) -> Option<Evaluate> {
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
