//! What actions draw from the state of an instance: sorts to build others from, and terms of a sort.

use crate::action::{Goal, Pick};
use crate::profile::Kinds;
use crate::solver::TermId;
use crate::sort::{Sort, SortId, SortKind};
use crate::state::InstanceState;
use crate::theory::Theory;
use smallvec::SmallVec;

/// The arguments of an application.
pub(crate) type Terms = SmallVec<[TermId; 4]>;

/// Its indices.
pub(crate) type Indices = SmallVec<[u32; 2]>;

/// Wider results are not generated; solvers differ in what they can still handle.
pub(super) const MAX_WIDTH: u32 = 128;

/// Applications of defined functions nest at most this deep in generated runs.
pub(super) const MAX_EXPANSION: u32 = 3;

/// Arrays, sets, bags, sequences and nullables nest at most this deep in generated runs.
pub(super) const MAX_NESTING: u32 = 2;

/// How deep they nest in a sort.
pub(super) fn nesting(state: &InstanceState, sort: &Sort) -> u32 {
    let part = |id: &SortId| state.sorts.get(*id).map_or(0, |sort| nesting(state, sort));
    let deepest = sort.parts().iter().map(|id| 1 + part(id)).max();
    deepest.unwrap_or(0)
}

/// A sort to build another from: any but what may not stand there, and functions in higher-order logics only.
pub(super) fn component(cx: &mut Pick<'_>, mut barred: Kinds) -> Option<SortId> {
    if !cx.state.is_higher_order() {
        barred.insert(SortKind::Fun);
    }
    let fits = |(id, sort): (SortId, &Sort)| {
        let nested = nesting(cx.state, sort) >= MAX_NESTING;
        let kind = sort.kind();
        let fits = kind.has_symbols() && !barred.has(kind);
        (fits && !nested).then_some(id)
    };
    let sorts: Vec<SortId> = cx.state.sorts.iter().filter_map(fits).collect();
    cx.rng.pick(&sorts).copied()
}

/// A term of a sort. When closing, closed ones are preferred, or the result stays open; so they are where only
/// a few definitions can bind variables.
pub(super) fn pick_of_sort(cx: &mut Pick<'_>, sort: SortId) -> Option<TermId> {
    let pool = cx.state.pool(sort);
    let mut term = pool.pick(cx.rng)?;
    let binders = cx.swarm.theories.has(Theory::Quant) || cx.rng.chance(25);
    if cx.goal == Goal::Close || !binders {
        for _ in 0..3 {
            if cx.state.term(term).is_some_and(|t| t.free.is_empty()) {
                break;
            }
            term = pool.pick(cx.rng)?;
        }
    }
    Some(term)
}

/// The root, if it is of the sort and has no place yet, or any term of the sort.
pub(super) fn take(
    cx: &mut Pick<'_>,
    root: &mut Option<(TermId, SortId)>,
    wanted: SortId,
) -> Option<TermId> {
    match root.take_if(|(_, its)| *its == wanted) {
        Some((id, _)) => Some(id),
        None => pick_of_sort(cx, wanted),
    }
}

/// The symbol of the next declaration, with a prefix that tells its kind.
pub(crate) fn symbol(state: &InstanceState, prefix: &str) -> Box<str> {
    format!("_{prefix}{}", state.symbol()).into()
}
