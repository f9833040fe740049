//! Other ids for what steps make and use.

use super::Step;
use crate::action::Ref;
use crate::op::Ops;
use crate::solver::TermId;
use crate::sort::SortId;
use rustc_hash::FxHashMap;

/// The highest ids that the calls of steps make; 0 where they make none.
#[must_use]
pub fn highest_ids<'s>(steps: impl Iterator<Item = &'s Step>) -> (SortId, TermId) {
    let (mut sort, mut term) = (SortId(0), TermId(0));
    for Step { call, .. } in steps {
        if let Some(first) = call.ids.sort {
            sort = sort.max(SortId(first.0 + call.sort_count() as u32 - 1));
        }
        term = term.max(call.ids.term.unwrap_or(term));
    }
    (sort, term)
}

/// An id that no sort of these steps has.
#[must_use]
pub fn fresh_sort(steps: &[Step]) -> SortId {
    SortId(highest_ids(steps.iter()).0.0 + 1)
}

/// An id that no term of these steps has.
#[must_use]
pub fn fresh_term(steps: &[Step]) -> TermId {
    TermId(highest_ids(steps.iter()).1.0 + 1)
}

/// Replaces a term by another one in the arguments of all calls.
pub fn replace_term(steps: &mut [Step], gone: TermId, by: TermId, ops: &Ops) {
    for step in steps {
        step.call.map_refs(ops, &mut |name| match name {
            Ref::Term(id) if id == gone => Ref::Term(by),
            name => name,
        });
    }
}

/// The steps with ids that count from 1, in the order in which they are made, and the new ids of
/// terms by the old ones. Sorts that are declared together keep ids that follow each other.
#[must_use]
pub fn renumbered(steps: &[Step], ops: &Ops) -> (Vec<Step>, FxHashMap<TermId, TermId>) {
    let mut sorts: FxHashMap<SortId, SortId> = FxHashMap::default();
    let mut terms: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut steps = steps.to_vec();
    for step in &mut steps {
        let call = &mut step.call;
        call.map_refs(ops, &mut |name| match name {
            Ref::Sort(id) => Ref::Sort(sorts.get(&id).copied().unwrap_or(id)),
            Ref::Term(id) => Ref::Term(terms.get(&id).copied().unwrap_or(id)),
        });
        let count = call.sort_count() as u32;
        if let Some(sort) = &mut call.ids.sort {
            for more in 0..count {
                let next = SortId(sorts.len() as u32 + 1);
                sorts.entry(SortId(sort.0 + more)).or_insert(next);
            }
            *sort = sorts[sort];
        }
        if let Some(term) = &mut call.ids.term {
            let next = TermId(terms.len() as u32 + 1);
            *term = *terms.entry(*term).or_insert(next);
        }
    }
    (steps, terms)
}
