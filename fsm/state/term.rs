//! What the model knows of a term.

use crate::op::{DT_MATCH_BIND_CASE, DT_MATCH_CASE, Op, PATTERN};
use crate::solver::TermId;
use crate::sort::SortId;
use crate::value::Value;
use smallvec::SmallVec;

/// The free variables of a term, in ascending order.
pub type Free = SmallVec<[TermId; 2]>;

/// What kind of a leaf a term is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// No leaf: the result of an operator.
    None,
    /// A free constant or function.
    Const,
    /// A variable.
    Var,
    /// A literal value.
    Value(Value),
    /// A value of this name, which may be another one in each model.
    Named(Box<str>),
    /// A defined function: its parameters and body.
    Fun(SmallVec<[TermId; 4]>, TermId),
    /// A recursive function before its definition, which makes a `Fun` of it.
    Rec,
    /// What a solver made of another term, to which it is equal.
    Same(TermId),
    /// What a solver made, and nobody else knows more of than its sort.
    Opaque,
}

/// A term.
#[derive(Clone, Debug)]
pub struct Term {
    /// Its (canonical) sort.
    pub sort: SortId,
    /// The leaf that it is, if any.
    pub leaf: Leaf,
    /// The operator, of a result.
    pub op: Option<Op>,
    /// The arguments, of a result.
    pub args: SmallVec<[TermId; 4]>,
    /// The indices, of a result.
    pub indices: SmallVec<[u32; 2]>,
    /// Its free variables.
    pub free: Free,
    /// The variables that are bound in it, in ascending order.
    pub bound: Free,
    /// The longest way to a leaf.
    pub depth: u32,
    /// How deep applications of defined functions nest in it, definitions written out.
    pub expansion: u32,
    /// The value that the hidden assignment gives it, if that is known; that of a literal is in `leaf`.
    pub assigned: Option<Value>,
    /// Its place among the roots of its pool.
    pub(super) root: Option<u32>,
    /// Its list and place among the unused results of the model.
    pub(super) unused: Option<(u8, u32)>,
}

impl Term {
    /// A leaf.
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

    /// Whether it is what a match yields in a case.
    #[must_use]
    pub fn is_case(&self) -> bool {
        matches!(self.op, Some(DT_MATCH_CASE | DT_MATCH_BIND_CASE))
    }

    /// Whether it is part of one other term, a match or a quantified formula, and no term of its own.
    #[must_use]
    pub fn is_part(&self) -> bool {
        self.is_case() || self.op == Some(PATTERN)
    }

    /// Whether an operator or `mk-fun` made it.
    #[must_use]
    pub fn is_result(&self) -> bool {
        self.op.is_some() || matches!(self.leaf, Leaf::Fun(..))
    }

    /// Its value: a literal's own, or the one that the hidden assignment gives it. `None` if that is
    /// not known, and with free variables.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        match &self.leaf {
            Leaf::Value(value) => Some(value),
            _ => self.assigned.as_ref(),
        }
    }

    /// Whether it is a literal value.
    #[must_use]
    pub fn is_value(&self) -> bool {
        matches!(self.leaf, Leaf::Value(_))
    }

    /// Adds the variables of an argument.
    pub fn add_variables(&mut self, of: &Term) {
        insert(&mut self.free, &of.free);
        insert(&mut self.bound, &of.bound);
    }

    /// Binds a variable.
    pub fn bind(&mut self, variable: TermId) {
        self.free.retain(|v| *v != variable);
        insert(&mut self.bound, &[variable]);
    }
}

fn insert(variables: &mut Free, more: &[TermId]) {
    for variable in more {
        if let Err(place) = variables.binary_search(variable) {
            variables.insert(place, *variable);
        }
    }
}
