//! Applications of operators: what a language needs for definitions, and which parts have other
//! places in scripts than in traces.

use murxla_fsm::op::{BAG_MAP, BASE, Op, OpRow, SET_INSERT};
use murxla_fsm::solver::Result;
use murxla_fsm::sort::{Sort, SortId, Sorts};

/// The name of a parameter.
pub(crate) fn param(n: usize) -> String {
    format!("x{n}")
}

/// An application of an operator that a language may have to define. The parameters of the
/// definition are `x0`, `x1`, …
pub(crate) struct Applied<'a> {
    pub(crate) op: Op,
    /// The name of an operator that only one solver has, without its prefix.
    pub(crate) own: Option<&'a str>,
    pub(crate) indices: &'a [u32],
    /// The sorts of the arguments.
    pub(crate) args: &'a [SortId],
    /// All sorts of the script.
    pub(super) sorts: &'a Sorts,
    /// The text of a sort.
    pub(super) sort_text: &'a dyn Fn(SortId) -> Result<&'a str>,
    /// Whether the release has the conversions of SMT-LIB 2.7.
    pub(crate) has_new_conversions: bool,
}

impl Applied<'_> {
    /// The sort of the first argument.
    pub(crate) fn sort(&self) -> Option<&Sort> {
        self.sorts.get(*self.args.first()?)
    }

    /// The width of the bit-vectors to which the operator is applied.
    pub(crate) fn width(&self) -> Option<u32> {
        match self.sort()? {
            Sort::Bv(width) => Some(*width),
            _ => None,
        }
    }

    /// An application to a function of several arguments. In a trace, the function is an array of
    /// arrays.
    pub(crate) fn with_lambda(&self, symbol: &str, arity: usize) -> Result<Option<String>> {
        let (mut variables, mut element) = (String::new(), param(0));
        let mut array = self.args.first().copied();
        for n in 0..arity {
            let sort = array.and_then(|sort| self.sorts.get(sort));
            let Some(Sort::Array(index, next)) = sort else {
                return Ok(None);
            };
            variables.push_str(&format!(" (v{n} {})", (self.sort_text)(*index)?));
            element = format!("(select {element} v{n})");
            array = Some(*next);
        }
        let function = format!("(lambda ({}) {element})", variables.trim_start());
        let others: Vec<String> = (1..self.args.len()).map(param).collect();
        let others = others.join(" ");
        Ok(Some(format!("({symbol} {function} {others})")))
    }
}

/// Whether the set or bag, which is the first argument in a trace, is the last one in SMT-LIB.
pub(super) fn takes_collection_last(op: Op) -> bool {
    op == SET_INSERT || op == BAG_MAP
}

/// The operator that an operator of nullables lifts, if it is in the name of the row.
pub(super) fn lifted(row: &OpRow) -> Option<&'static OpRow> {
    let (_, name) = row.name.split_once("_NULLABLE_LIFT_")?;
    BASE.iter()
        .find(|inner| inner.name.strip_prefix("OP_") == Some(name))
}

/// Whether the first argument in a trace is a function that is an index in SMT-LIB. Operators have
/// no other indices than numbers and sorts.
pub(super) fn is_indexed_by_function(row: &OpRow) -> bool {
    row.smt == "transitive-closure"
}
