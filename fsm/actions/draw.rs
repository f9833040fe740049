//! Draws sorts and terms from the state of an instance.

use crate::action::{Goal, Pick};
use crate::profile::Kinds;
use crate::solver::TermId;
use crate::sort::{Sort, SortId, SortKind};
use crate::state::InstanceState;
use crate::theory::Theory;
use smallvec::SmallVec;

/// The arguments of an application.
pub(crate) type ArgTerms = SmallVec<[TermId; 4]>;

/// The indices of an application.
pub(crate) type Indices = SmallVec<[u32; 2]>;

/// The largest width of generated bit-vectors. Solvers differ in how wide ones they can handle.
pub(super) const MAX_WIDTH: u32 = 256;

/// How deep applications of defined functions nest in generated runs.
pub(super) const MAX_EXPANSION: u32 = 3;

/// How deep composed sorts, such as arrays and sets, nest in generated runs.
pub(super) const MAX_NESTING: u32 = 2;

/// How deep composed sorts nest in a sort; 0 for a sort without parts.
pub(super) fn nesting(state: &InstanceState, sort: &Sort) -> u32 {
    let part = |id: &SortId| state.sorts.get(*id).map_or(0, |sort| nesting(state, sort));
    let deepest = sort.parts().iter().map(|id| 1 + part(id)).max();
    deepest.unwrap_or(0)
}

/// Draws a sort that becomes part of another sort. Sorts of the `barred` kinds are excluded, and
/// functions are excluded unless the logic is higher-order.
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

/// Draws a term of a sort. Closed terms are preferred if the goal is to close terms, because an
/// open argument would make the result open. In three of four draws they are also preferred if the
/// run has no quantifiers to bind the variables.
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

/// Takes the root, if it has the wanted sort and has not been taken, or else draws a term of the
/// sort.
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

/// Draws the symbol of the next declaration. The prefix shows its kind, for example `x` for
/// constants.
pub(crate) fn symbol(cx: &mut Pick<'_>, prefix: &str) -> Box<str> {
    cx.swarm.names.symbol(cx.rng, prefix, cx.state.ids.symbol())
}
