//! Steps in an order in which everything is made before it is used.

use super::Step;
use crate::action::{Context, Ref};
use crate::sort::SortId;
use rustc_hash::FxHashMap;

/// The steps, with those that make something moved in front of the first step that uses it. Other steps keep their order.
/// If two steps use each other, one of them is still too early.
#[must_use]
pub fn ordered(steps: Vec<Step>, context: &Context) -> Vec<Step> {
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
        let refs = step.call.refs(&context.ops).into_iter();
        refs.filter_map(|used| makers.get(&used).copied()).collect()
    };
    let uses: Vec<Vec<usize>> = steps.iter().map(uses).collect();
    let mut steps: Vec<Option<Step>> = steps.into_iter().map(Some).collect();
    let mut is_seen = vec![false; steps.len()];
    let mut ordered = Vec::with_capacity(steps.len());
    for place in 0..steps.len() {
        // A step is seen first, and taken after what it uses. The depth of terms is not limited, so this is no recursion.
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
