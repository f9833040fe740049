//! Terms of the instance state.

use crate::op::{ATTRIBUTES, DT_MATCH_BIND_CASE, DT_MATCH_CASE, Op};
use crate::solver::TermId;
use crate::sort::SortId;
use crate::value::Value;
use smallvec::SmallVec;

/// The free variables of a term, in ascending order.
pub type Free = SmallVec<[TermId; 2]>;

/// The kinds of leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// Not a leaf: the result of an operator.
    None,
    /// A free constant or function.
    Const,
    /// A variable.
    Var,
    /// A literal.
    Value(Value),
    /// A special value with this name. It may be another value in each model.
    Named(Box<str>),
    /// A defined function: its parameters and body.
    Fun(SmallVec<[TermId; 4]>, TermId),
    /// A recursive function without definition. The definition turns it into `Fun`.
    Rec,
    /// A term that a solver made of another term and that is equal to it.
    Same(TermId),
    /// A term that a solver made. Only its sort is known.
    Opaque,
}

/// A term.
#[derive(Clone, Debug)]
pub struct Term {
    /// Its canonical sort.
    pub sort: SortId,
    /// Which leaf it is.
    pub leaf: Leaf,
    /// The operator, if the term is a result.
    pub op: Option<Op>,
    /// The arguments, if the term is a result.
    pub args: SmallVec<[TermId; 4]>,
    /// The indices, if the term is a result.
    pub indices: SmallVec<[u32; 2]>,
    /// Its free variables.
    pub free: Free,
    /// The variables bound in it, in ascending order.
    pub bound: Free,
    /// The length of the longest path to a leaf.
    pub depth: u32,
    /// The nesting depth of applications of defined functions, after all definitions are expanded.
    pub expansion: u32,
    /// The value under the hidden assignment, if it is known. The value of a literal is in `leaf`.
    pub assigned: Option<Value>,
    /// Its index among the roots of its pool.
    pub(super) root: Option<u32>,
    /// Its list and its index among the unused results of the state.
    pub(super) unused: Option<(u8, u32)>,
}

impl Term {
    /// A leaf of this sort.
    #[must_use]
    pub fn leaf(sort: SortId, leaf: Leaf) -> Self {
        Self {
            sort,
            leaf,
            op: None,
            args: SmallVec::new(),
            indices: SmallVec::new(),
            free: Free::new(),
            bound: Free::new(),
            depth: 0,
            expansion: 0,
            assigned: None,
            root: None,
            unused: None,
        }
    }

    /// Whether it is a case of a match.
    #[must_use]
    pub fn is_case(&self) -> bool {
        matches!(self.op, Some(DT_MATCH_CASE | DT_MATCH_BIND_CASE))
    }

    /// Whether it may only be an argument of a match or of a quantified formula.
    #[must_use]
    pub fn is_part(&self) -> bool {
        self.is_case() || self.is_annotated()
    }

    /// Whether it is the body of a quantified formula with an attribute.
    #[must_use]
    pub fn is_annotated(&self) -> bool {
        self.op.is_some_and(|op| ATTRIBUTES.contains(&op))
    }

    /// Whether an operator or `mk-fun` made it.
    #[must_use]
    pub fn is_result(&self) -> bool {
        self.op.is_some() || matches!(self.leaf, Leaf::Fun(..))
    }

    /// The value of a literal, or the value under the hidden assignment. `None` if that is not
    /// known or the term has free variables.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        match &self.leaf {
            Leaf::Value(value) => Some(value),
            _ => self.assigned.as_ref(),
        }
    }

    /// Whether it is a literal.
    #[must_use]
    pub fn is_value(&self) -> bool {
        matches!(self.leaf, Leaf::Value(_))
    }

    /// Adds the variables of an argument.
    pub fn add_variables(&mut self, of: &Term) {
        insert(&mut self.free, &of.free);
        insert(&mut self.bound, &of.bound);
    }

    /// Binds variables.
    pub fn bind(&mut self, variables: &[TermId]) {
        let mut variables = variables.to_vec();
        variables.sort();
        self.free.retain(|v| variables.binary_search(v).is_err());
        insert(&mut self.bound, &variables);
    }
}

/// Up to this number of variables are inserted one by one. More are appended and sorted, so that
/// the time is nearly linear.
const FEW: usize = 8;

/// Inserts variables, which are in ascending order.
fn insert(variables: &mut Free, more: &[TermId]) {
    if variables[..] == *more {
        return;
    }
    if more.len() > FEW {
        variables.extend_from_slice(more);
        variables.sort();
        variables.dedup();
        return;
    }
    for variable in more {
        if let Err(place) = variables.binary_search(variable) {
            variables.insert(place, *variable);
        }
    }
}
