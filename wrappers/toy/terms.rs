//! Terms as a directed acyclic graph. The number of a term is greater than those of its parts.

use crate::shared::instance::arena::Arena;
use murxla_fsm::op::{BASE, Op, Ops};
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::{Datatypes, Sort, SortId, Sorts, members};
use murxla_fsm::value::{Format, Value};
use smallvec::SmallVec;
use std::sync::Arc;

/// The number of a term.
pub(super) type NodeIndex = u32;

/// The kind of a term.
pub(super) enum TermKind {
    /// A free constant or function, with its symbol.
    Const(Box<str>),
    /// A variable.
    Var,
    /// A value.
    Value(Value),
    /// A special value without a fixed value: each model may have another one.
    Named,
    /// An application, with its indices.
    App(Op, SmallVec<[u32; 2]>),
    /// A defined function, whose parts are its parameters and its body.
    Fun,
}

/// A term: a node of the graph.
pub(super) struct TermNode {
    pub(super) kind: TermKind,
    pub(super) parts: SmallVec<[NodeIndex; 4]>,
    pub(super) sort: SortId,
    /// The length of the longest path to a leaf.
    pub(super) depth: u32,
    /// The operators in the term.
    ops: OpSet,
    /// The free variables, in order.
    pub(super) free: SmallVec<[NodeIndex; 2]>,
}

impl TermNode {
    pub(super) fn is_closed(&self) -> bool {
        self.free.is_empty()
    }

    pub(super) fn has(&self, op: Op) -> bool {
        self.ops.has(op)
    }
}

/// A set of operators of the base table, one bit for each.
#[derive(Clone, Copy, Default)]
struct OpSet([u64; BASE.len().div_ceil(64)]);

impl OpSet {
    fn has(&self, op: Op) -> bool {
        let word = self.0.get(op.index() / 64);
        word.is_some_and(|word| word >> (op.index() % 64) & 1 == 1)
    }

    fn insert(&mut self, op: Op) {
        if let Some(word) = self.0.get_mut(op.index() / 64) {
            *word |= 1 << (op.index() % 64);
        }
    }

    fn insert_all(&mut self, others: &OpSet) {
        for (word, other) in self.0.iter_mut().zip(others.0) {
            *word |= other;
        }
    }
}

/// All sorts and terms of an instance.
#[derive(Default)]
pub(super) struct TermGraph {
    pub(super) sorts: Sorts,
    nodes: Vec<TermNode>,
    ids: Arena<TermId, NodeIndex>,
}

fn rejected<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::Rejected(message.into()))
}

impl TermGraph {
    pub(super) fn node(&self, id: TermId) -> Result<NodeIndex> {
        self.ids.get(id).copied()
    }

    pub(super) fn term(&self, node: NodeIndex) -> &TermNode {
        &self.nodes[node as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The term of a closed formula.
    pub(super) fn formula(&self, id: TermId) -> Result<NodeIndex> {
        let node = self.node(id)?;
        let term = self.term(node);
        if self.sorts.get(term.sort) != Some(&Sort::Bool) || !term.is_closed() {
            return rejected(format!("{id} is not a closed formula"));
        }
        Ok(node)
    }

    pub(super) fn add_sort(&mut self, out: SortId, sort: &Sort) -> Result {
        let exists = |id: &SortId| self.sorts.get(*id).is_some();
        let is_sound = match sort {
            Sort::Bv(width) => *width > 0,
            Sort::Fp(exponent, significand) => *exponent > 1 && *significand > 1,
            Sort::Fun(domain, _) if domain.is_empty() => false,
            sort => sort.parts().iter().all(exists),
        };
        if !is_sound {
            return rejected(format!("{out} has unknown components or no width"));
        }
        if let Some(before) = self.sorts.get(out).cloned() {
            // A sort must not change: its terms would change, and it could contain itself.
            let mut trial = self.sorts.clone();
            trial.insert(out, sort.clone());
            return match trial.get(out) == Some(&before) {
                true => Ok(()),
                false => rejected(format!("{out} is another sort already")),
            };
        }
        self.sorts.insert(out, sort.clone());
        Ok(())
    }

    /// Datatypes that are declared together.
    pub(super) fn add_datatypes(&mut self, out: &[SortId], group: &Arc<Datatypes>) -> Result {
        for (id, sort) in out.iter().zip(members(group)) {
            self.add_sort(*id, &sort)?;
        }
        Ok(())
    }

    /// Adds another id for a term.
    pub(super) fn add_name(&mut self, out: TermId, id: TermId) -> Result {
        let node = self.node(id)?;
        self.ids.insert(out, node);
        Ok(())
    }

    fn add(&mut self, out: TermId, term: TermNode) -> NodeIndex {
        let node = self.nodes.len() as NodeIndex;
        self.nodes.push(term);
        self.ids.insert(out, node);
        node
    }

    /// A constant, variable or value.
    pub(super) fn add_leaf(&mut self, out: TermId, sort: SortId, kind: TermKind) -> Result {
        let fits = match (&kind, self.sorts.get(sort)) {
            (_, None) => return rejected(format!("{sort} is not known")),
            (TermKind::Value(value), Some(sort)) => match (value, sort) {
                (Value::Bool(_), Sort::Bool)
                | (Value::Int(_), Sort::Int)
                | (Value::Real(_), Sort::Real)
                | (Value::String(_), Sort::String) => true,
                (Value::Ff(value), Sort::Ff(size)) => value.size() == size,
                (Value::Seq(elements), Sort::Seq(_)) => elements.is_empty(),
                (Value::Bv(bv), Sort::Bv(width)) => bv.width() == *width,
                (Value::Rm(_), Sort::Rm) => true,
                (Value::Set(set), Sort::Set(_)) => set.is_empty(),
                (Value::Bag(bag), Sort::Bag(_)) => bag.is_empty(),
                (Value::Dt(cell), Sort::Nullable(_)) => cell.args().is_empty(),
                (Value::Fp(fp), Sort::Fp(exponent, significand)) => {
                    fp.format() == Format::new(*exponent, *significand)
                }
                _ => false,
            },
            _ => true,
        };
        if !fits {
            return rejected(format!("{out} has a value that is not of the sort {sort}"));
        }
        let mut free = SmallVec::new();
        if matches!(kind, TermKind::Var) {
            free.push(self.nodes.len() as NodeIndex);
        }
        let term = TermNode {
            kind,
            parts: SmallVec::new(),
            sort,
            depth: 0,
            ops: OpSet::default(),
            free,
        };
        self.add(out, term);
        Ok(())
    }

    fn parts(&self, ids: &[TermId]) -> Result<SmallVec<[NodeIndex; 4]>> {
        let mut parts = SmallVec::with_capacity(ids.len());
        for id in ids {
            parts.push(self.node(*id)?);
        }
        Ok(parts)
    }

    /// Computes the properties of a term from its parts.
    fn inner(
        &self,
        kind: TermKind,
        sort: SortId,
        parts: SmallVec<[NodeIndex; 4]>,
        bound: usize,
    ) -> TermNode {
        let (bound, _) = parts.split_at(bound);
        let (mut depth, mut ops) = (0, OpSet::default());
        let mut free: SmallVec<[NodeIndex; 2]> = SmallVec::new();
        for part in &parts {
            let part = self.term(*part);
            depth = depth.max(part.depth);
            ops.insert_all(&part.ops);
            if !part.is_closed() {
                free.extend(part.free.iter().copied().filter(|v| !bound.contains(v)));
            }
        }
        if free.len() > 1 {
            free.sort_unstable();
            free.dedup();
        }
        if let TermKind::App(op, _) = kind {
            ops.insert(op);
        }
        TermNode {
            kind,
            sort,
            depth: depth + 1,
            ops,
            free,
            parts,
        }
    }

    /// An application. Its sort is computed here, and must be the predicted one.
    pub(super) fn add_app(
        &mut self,
        out: TermId,
        op: Op,
        args: &[TermId],
        indices: &[u32],
        sort: SortId,
    ) -> Result<NodeIndex> {
        if op.index() >= BASE.len() {
            return Err(Error::Unsupported(format!("operator {}", op.0)));
        }
        let mut parts = self.parts(args)?;
        let arg_sorts = parts.iter().map(|part| self.term(*part).sort);
        let arg_sorts: SmallVec<[SortId; 4]> = arg_sorts.collect();
        let signature = Ops::base().signature(op);
        match signature.infer(&self.sorts, &arg_sorts, indices) {
            Ok(inferred) if self.sorts.get(sort) == Some(&inferred) => {}
            Ok(_) => return rejected(format!("{out} does not have the sort {sort}")),
            Err(e) => return rejected(format!("{out} is ill-sorted: it {e}")),
        }
        let bound = match signature.shape.binding(&parts) {
            Some((variables, bodies)) => {
                let bound = variables.len();
                parts = variables.iter().chain(bodies).copied().collect();
                bound
            }
            None => 0,
        };
        self.check_variables(&parts[..bound])?;
        let term = self.inner(TermKind::App(op, indices.into()), sort, parts, bound);
        Ok(self.add(out, term))
    }

    /// A defined function.
    pub(super) fn add_fun(
        &mut self,
        out: TermId,
        sort: SortId,
        params: &[TermId],
        body: TermId,
    ) -> Result {
        let mut parts = self.parts(params)?;
        self.check_variables(&parts)?;
        parts.push(self.node(body)?);
        let canon = |node: &NodeIndex| self.sorts.canon(self.term(*node).sort);
        let (domain, codomain) = match self.sorts.get(sort) {
            Some(Sort::Fun(domain, codomain)) => (domain.iter(), codomain),
            _ => return rejected(format!("{sort} is not a function sort")),
        };
        if !parts
            .iter()
            .map(canon)
            .eq(domain.chain([codomain]).copied())
        {
            return rejected(format!("{out} does not have the sort {sort}"));
        }
        let term = self.inner(TermKind::Fun, sort, parts, params.len());
        if !term.is_closed() {
            return rejected(format!("the body of {out} has free variables"));
        }
        self.add(out, term);
        Ok(())
    }

    fn check_variables(&self, nodes: &[NodeIndex]) -> Result {
        let is_variable = |node: &NodeIndex| matches!(self.term(*node).kind, TermKind::Var);
        if nodes.iter().all(is_variable) {
            return Ok(());
        }
        rejected("a bound variable is not a variable")
    }
}
