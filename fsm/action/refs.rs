//! The ids in the arguments of a call: what the call needs, and how they are replaced.

use super::{Arg, Call};
use crate::op::{Index, Ops};
use crate::solver::TermId;
use crate::sort::SortId;
use std::sync::Arc;

/// The id of something that was made before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ref {
    /// A sort.
    Sort(SortId),
    /// A term.
    Term(TermId),
}

impl Call {
    /// The ids in the arguments, in order. An id may occur several times.
    #[must_use]
    pub fn refs(&self, ops: &Ops) -> Vec<Ref> {
        let mut refs = Vec::new();
        self.each_ref(ops, &mut |name| refs.push(name));
        refs
    }

    /// The terms in the arguments, in order. A term may occur several times.
    pub fn terms_named(&self, ops: &Ops) -> impl Iterator<Item = TermId> {
        self.refs(ops).into_iter().filter_map(|name| match name {
            Ref::Term(term) => Some(term),
            Ref::Sort(_) => None,
        })
    }

    /// Calls `see` for each id in the arguments, in the order of [`Call::refs`].
    pub fn each_ref(&self, ops: &Ops, see: &mut dyn FnMut(Ref)) {
        let mut index_kinds: &[Index] = &[];
        for arg in &self.args {
            match arg {
                Arg::Sort(id) => see(Ref::Sort(*id)),
                Arg::Sorts(ids) | Arg::SortArgs(ids) => {
                    ids.iter().for_each(|id| see(Ref::Sort(*id)));
                }
                Arg::NewSort(made) => made.parts().iter().for_each(|id| see(Ref::Sort(*id))),
                Arg::Datatypes(group) => group.each_sort(&mut |id| see(Ref::Sort(id))),
                Arg::Named(_, named) => named.sort.iter().for_each(|id| see(Ref::Sort(*id))),
                Arg::Op(op) => index_kinds = &ops.signature(*op).indices,
                Arg::Indices(indices) => {
                    for (index, kind) in indices.iter().zip(index_kinds) {
                        if matches!(kind, Index::Sort(_)) {
                            see(Ref::Sort(SortId(*index)));
                        }
                    }
                }
                Arg::Term(id) => see(Ref::Term(*id)),
                Arg::Terms(ids) => ids.iter().for_each(|id| see(Ref::Term(*id))),
                Arg::Kind(_)
                | Arg::Number(_)
                | Arg::Word(_)
                | Arg::Text(_)
                | Arg::Texts(_)
                | Arg::Value(_) => {}
            }
        }
    }

    /// Replaces the ids in the arguments, in the order of [`Call::refs`]. If `to` returns a term
    /// for a sort, or a sort for a term, the id stays.
    pub fn map_refs(&mut self, ops: &Ops, to: &mut dyn FnMut(Ref) -> Ref) {
        let mut index_kinds: &[Index] = &[];
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
                Arg::Op(op) => index_kinds = &ops.signature(*op).indices,
                Arg::Indices(indices) => {
                    for (index, kind) in indices.iter_mut().zip(index_kinds) {
                        if matches!(kind, Index::Sort(_)) {
                            *index = sort(SortId(*index)).0;
                        }
                    }
                }
                Arg::Term(id) => *id = term(*id, to),
                Arg::Terms(ids) => ids.iter_mut().for_each(|id| *id = term(*id, to)),
                Arg::Kind(_)
                | Arg::Number(_)
                | Arg::Word(_)
                | Arg::Text(_)
                | Arg::Texts(_)
                | Arg::Value(_) => {}
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
