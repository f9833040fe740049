//! What operators lack arguments of.

use super::Pick;
use super::mk_sort::{MAX_NESTING, nesting};
use crate::op::{Bindings, Op, Pattern};
use crate::sort::{Sort, SortId, SortKind};

/// An operator that found no arguments of some sorts, because there are none.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The operator.
    pub op: Op,
    /// The sorts.
    pub sorts: Vec<Sort>,
}

/// The sort of an argument that there is none for. Arrays of arrays, which chance seldom makes of the right parts, are
/// asked for even if any would do.
pub(super) fn lacking(cx: &mut Pick<'_>, pattern: &Pattern, bound: &mut Bindings) -> Option<Sort> {
    let (model, rng) = (cx.model, &mut *cx.rng);
    if !pattern.nests() {
        return pattern.instance(&model.sorts, bound);
    }
    let fits = |sort: &Sort| {
        let kind = sort.kind();
        kind.has_symbols() && kind != SortKind::Fun && nesting(model, sort) <= MAX_NESTING
    };
    pattern.wanted(&model.sorts, bound, &mut |ids| {
        let ids = ids
            .iter()
            .filter(|id| model.sorts.get(**id).is_some_and(fits));
        rng.pick(&ids.copied().collect::<Vec<SortId>>()).copied()
    })
}
