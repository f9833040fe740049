//! Tuples: what `mk-term` applies to them.

use super::Pick;
use super::datatype::take;
use super::mk_term::{Indices, Terms};
use super::operands::pick_of_sort;
use crate::op::{Of, Op, Tupling};
use crate::solver::TermId;
use crate::sort::{Sort, SortId};

/// Draws arguments and places for an operator, with the root among them.
pub(super) fn apply(
    cx: &mut Pick<'_>,
    op: Op,
    tupling: Tupling,
    root: Option<TermId>,
) -> Option<(Op, Terms, Indices)> {
    if let Tupling::Project(of) = tupling {
        return project(cx, op, of, root);
    }
    let model = cx.model;
    let mut root = root.and_then(|id| Some((id, model.term(id)?.sort)));
    let has_terms = |sort: SortId| !model.pool(sort).is_empty();
    let fits = |sort: SortId, parts: &[SortId]| {
        let is_part = || root.is_none_or(|(_, its)| parts.contains(&its));
        match tupling {
            Tupling::Make => parts.iter().all(|part| has_terms(*part)) && is_part(),
            Tupling::Update if root.is_some_and(|(_, its)| its != sort) => {
                has_terms(sort) && is_part()
            }
            _ => has_terms(sort) && root.is_none_or(|(_, its)| its == sort),
        }
    };
    let candidates = model.sorts.iter().filter_map(|(id, sort)| match sort {
        Sort::Tuple(parts) if fits(id, parts) => Some((id, parts)),
        _ => None,
    });
    let candidates: Vec<(SortId, &Box<[SortId]>)> = candidates.collect();
    let (sort, parts) = *cx.rng.pick(&candidates)?;
    let (mut terms, mut indices) = (Terms::new(), Indices::new());
    match tupling {
        Tupling::Make => {
            for part in parts {
                terms.push(take(cx, &mut root, *part)?);
            }
        }
        Tupling::Select => {
            indices.push(cx.rng.index(parts.len()) as u32);
            terms.push(take(cx, &mut root, sort)?);
        }
        Tupling::Update => {
            let takes = |place: &usize| {
                let part = parts[*place];
                has_terms(part) && root.is_none_or(|(_, its)| its == sort || its == part)
            };
            let places: Vec<usize> = (0..parts.len()).filter(takes).collect();
            let place = *cx.rng.pick(&places)?;
            indices.push(place as u32);
            for wanted in [sort, parts[place]] {
                terms.push(take(cx, &mut root, wanted)?);
            }
        }
        Tupling::Project(_) => return None,
    }
    Some((op, terms, indices))
}

/// Draws places for a projection. To that of a set or bag, the sort of its tuples must have a name already.
fn project(
    cx: &mut Pick<'_>,
    op: Op,
    of: Of,
    root: Option<TermId>,
) -> Option<(Op, Terms, Indices)> {
    let (model, sorts) = (cx.model, &cx.model.sorts);
    let parts = |id: SortId| match sorts.get(of.element(sorts, id)?)? {
        Sort::Tuple(parts) => Some(parts),
        _ => None,
    };
    let (tuple, sort) = match root.and_then(|id| Some((id, model.term(id)?.sort))) {
        Some((root, sort)) => (root, sort),
        None => {
            let has_terms = |id: &SortId| parts(*id).is_some() && !model.pool(*id).is_empty();
            let sources: Vec<SortId> = sorts.iter().map(|(id, _)| id).filter(has_terms).collect();
            let sort = *cx.rng.pick(&sources)?;
            (pick_of_sort(cx, sort)?, sort)
        }
    };
    let source = parts(sort)?;
    let wanted: Vec<SortId> = match of {
        Of::Tuple => {
            let places = 0..=cx.rng.index(3);
            places
                .filter_map(|_| cx.rng.pick(source).copied())
                .collect()
        }
        Of::Set | Of::Bag => {
            let fits = |(_, sort): (SortId, &Sort)| match sort {
                Sort::Tuple(parts) if parts.iter().all(|part| source.contains(part)) => {
                    Some(parts.to_vec())
                }
                _ => None,
            };
            let targets: Vec<Vec<SortId>> = sorts.iter().filter_map(fits).collect();
            cx.rng.pick(&targets)?.clone()
        }
    };
    let mut indices = Indices::new();
    for part in wanted {
        let places: Vec<usize> = (0..source.len()).filter(|n| source[*n] == part).collect();
        indices.push(*cx.rng.pick(&places)? as u32);
    }
    Some((op, [tuple].into_iter().collect(), indices))
}
