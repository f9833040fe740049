//! The ids in the arguments of a call: what it needs, and how it is told other names.

use super::{Arg, Call};
use crate::op::{Index, Ops};
use crate::solver::TermId;
use crate::sort::SortId;
use std::sync::Arc;

/// A name of something that was made before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ref {
    /// A sort.
    Sort(SortId),
    /// A term.
    Term(TermId),
}

impl Call {
    /// What the arguments name, in order; a name may come twice.
    #[must_use]
    pub fn refs(&self, ops: &Ops) -> Vec<Ref> {
        let mut refs = Vec::new();
        self.clone().map_refs(ops, &mut |name| {
            refs.push(name);
            name
        });
        refs
    }

    /// The terms that the arguments name, in order; a term may come twice.
    pub fn terms_named(&self, ops: &Ops) -> impl Iterator<Item = TermId> {
        self.refs(ops).into_iter().filter_map(|name| match name {
            Ref::Term(term) => Some(term),
            Ref::Sort(_) => None,
        })
    }

    /// Puts other names in the place of those in the arguments. A sort is replaced by a sort, a term by a term; what
    /// is not, stays.
    pub fn map_refs(&mut self, ops: &Ops, to: &mut dyn FnMut(Ref) -> Ref) {
        let mut indices_that_are_sorts = Vec::new();
        for arg in &mut self.args {
            let sort = &mut |id: SortId| match to(Ref::Sort(id)) {
                Ref::Sort(new) => new,
                Ref::Term(_) => id,
            };
            match arg {
                Arg::Sort(id) => *id = sort(*id),
                Arg::Sorts(ids) | Arg::SortArgs(ids) => {
                    ids.iter_mut().for_each(|id| *id = sort(*id));
                }
                Arg::NewSort(made) => *made = made.clone().map_parts(sort),
                Arg::Datatypes(group) => *group = Arc::new(group.map_sorts(sort)),
                Arg::Named(_, named) => named.sort = named.sort.map(sort),
                Arg::Op(op) => {
                    let kinds = ops.signature(*op).indices.iter();
                    indices_that_are_sorts =
                        kinds.map(|kind| matches!(kind, Index::Sort(_))).collect();
                }
                Arg::Indices(indices) => {
                    for (index, is_sort) in indices.iter_mut().zip(&indices_that_are_sorts) {
                        if *is_sort {
                            *index = sort(SortId(*index)).0;
                        }
                    }
                }
                Arg::Term(id) => *id = term(*id, to),
                Arg::Terms(ids) => ids.iter_mut().for_each(|id| *id = term(*id, to)),
                Arg::Kind(_) | Arg::Number(_) | Arg::Word(_) | Arg::Text(_) | Arg::Value(_) => {}
            }
        }
    }
}

fn term(id: TermId, to: &mut dyn FnMut(Ref) -> Ref) -> TermId {
    match to(Ref::Term(id)) {
        Ref::Term(new) => new,
        Ref::Sort(_) => id,
    }
}
