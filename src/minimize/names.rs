//! New numbers for the ids of a trace.

use super::draft::Draft;
use murxla_fsm::action::{Context, Ref};
use murxla_fsm::run::Step;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::SortId;
use std::collections::BTreeMap;

/// The calls with ids that count from 1, in the order in which they are made. Sorts that are declared together keep
/// ids that follow each other.
pub(super) fn renumbered(draft: &Draft, context: &Context) -> Vec<Step> {
    let mut sorts: BTreeMap<SortId, SortId> = BTreeMap::new();
    let mut terms: BTreeMap<TermId, TermId> = BTreeMap::new();
    let mut steps = draft.steps.clone();
    for step in &mut steps {
        let call = &mut step.call;
        call.map_refs(&context.ops, &mut |name| match name {
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
    steps
}
