//! Steps whose arguments are all made before.

use super::Step;
use crate::action::{Context, Ref};
use crate::actions::MkSort;
use crate::solver::TermId;
use crate::sort::{Sort, SortId, SortKind};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// The sorts that steps make and name, by id. The steps must come from [`dry_run`](super::dry_run)
/// or [`read`](super::read), which find the sort of each step.
#[must_use]
pub fn sorts(steps: &[Step]) -> BTreeMap<SortId, Sort> {
    let named = |step: &Step| Some((step.call.ids.sort?, step.sort.clone()?));
    steps.iter().filter_map(named).collect()
}

/// Removes the calls that need a term that is not made any more. For each sort that is not made any
/// more, inserts a call that makes it, as far as `sorts` describes it: the sorts of the steps
/// before they were edited.
#[must_use]
pub fn complete(steps: Vec<Step>, sorts: &BTreeMap<SortId, Sort>, context: &Context) -> Vec<Step> {
    let mut completion = Completion {
        described: sorts,
        sorts: FxHashSet::default(),
        steps: Vec::with_capacity(steps.len()),
    };
    let mut terms: FxHashSet<TermId> = FxHashSet::default();
    let mut used_sorts = Vec::new();
    for step in steps {
        let mut is_missing = false;
        used_sorts.clear();
        step.call.each_ref(&context.ops, &mut |name| match name {
            Ref::Term(term) => is_missing |= !terms.contains(&term),
            Ref::Sort(sort) => used_sorts.push(sort),
        });
        if is_missing {
            continue;
        }
        used_sorts.iter().for_each(|sort| completion.make(*sort));
        terms.extend(step.call.ids.term);
        if let Some(first) = step.call.ids.sort {
            let end = first.0 + step.call.sort_count() as u32;
            completion.sorts.extend((first.0..end).map(SortId));
        }
        if step.call.action.role().ends_instance() {
            terms.clear();
            completion.sorts.clear();
        }
        completion.steps.push(step);
    }
    completion.steps
}

/// The steps so far, and the sorts that they make.
struct Completion<'a> {
    described: &'a BTreeMap<SortId, Sort>,
    sorts: FxHashSet<SortId>,
    steps: Vec<Step>,
}

impl Completion<'_> {
    /// Makes a sort and those that it is made of, unless it is made already.
    fn make(&mut self, id: SortId) {
        if self.sorts.contains(&id) {
            return;
        }
        let Some(sort) = self.described.get(&id) else {
            return;
        };
        // Other calls make these sorts.
        let is_declared = matches!(sort.kind(), SortKind::Dt | SortKind::Constructor);
        if is_declared || matches!(sort, Sort::Instance(..)) {
            return;
        }
        for part in sort.parts() {
            self.make(part);
        }
        self.sorts.insert(id);
        self.steps.push(Step::new(MkSort::call(id, sort)));
    }
}
