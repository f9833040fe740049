//! Steps in an order in which everything is made before it is used.

use super::Step;
use crate::action::Ref;
use crate::op::Ops;
use crate::sort::SortId;
use rustc_hash::FxHashMap;

/// The steps, with those that make something moved in front of the first step that uses it. Other
/// steps keep their order. If two steps use each other, one of them is still too early.
#[must_use]
pub fn ordered(steps: Vec<Step>, ops: &Ops) -> Vec<Step> {
    let mut makers: FxHashMap<Ref, usize> = FxHashMap::default();
    for (place, Step { call, .. }) in steps.iter().enumerate() {
        if let Some(term) = call.ids.term {
            makers.entry(Ref::Term(term)).or_insert(place);
        }
        if let Some(first) = call.ids.sort {
            for id in first.0..first.0 + call.sort_count() as u32 {
                makers.entry(Ref::Sort(SortId(id))).or_insert(place);
            }
        }
    }
    let uses = |step: &Step| -> Vec<usize> {
        let refs = step.call.refs(ops).into_iter();
        refs.filter_map(|used| makers.get(&used).copied()).collect()
    };
    let uses: Vec<Vec<usize>> = steps.iter().map(uses).collect();
    let mut steps: Vec<Option<Step>> = steps.into_iter().map(Some).collect();
    let mut is_seen = vec![false; steps.len()];
    let mut ordered = Vec::with_capacity(steps.len());
    for place in 0..steps.len() {
        // A step is seen first, and taken after what it uses. The depth of terms is not limited, so
        // this is a loop and not a recursion.
        let mut todo = vec![place];
        while let Some(next) = todo.last().copied() {
            if !is_seen[next] {
                is_seen[next] = true;
                todo.extend(uses[next].iter().filter(|used| !is_seen[**used]));
                continue;
            }
            todo.pop();
            ordered.extend(steps[next].take());
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, Arg, Call, Ids};
    use crate::actions::{MkConst, MkSort};
    use crate::solver::TermId;
    use crate::sort::Sort;
    use smallvec::smallvec;

    #[test]
    fn what_is_used_comes_first() {
        let step = |action: &'static dyn Action, args, sort: Option<u32>, term: Option<u32>| {
            Step::new(Call {
                seed: 0,
                action,
                args,
                ids: Ids {
                    sort: sort.map(SortId),
                    term: term.map(TermId),
                },
            })
        };
        let constant = |symbol: &str, term| {
            let args = smallvec![Arg::Sort(SortId(1)), Arg::Text(symbol.into())];
            step(&MkConst, args, None, Some(term))
        };
        let sort = step(&MkSort, smallvec![Arg::NewSort(Sort::Bool)], Some(1), None);
        let steps = ordered(vec![constant("a", 1), constant("b", 2), sort], Ops::base());
        let names: Vec<&str> = steps.iter().map(|step| step.call.action.name()).collect();
        assert_eq!(names, ["mk-sort", "mk-const", "mk-const"]);
        assert_eq!(steps[1].call.ids.term, Some(TermId(1)));
    }
}
