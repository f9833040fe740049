//! Applications of the operators of tuples, and of sets and bags of tuples.

use super::super::draw::{ArgTerms, Indices, component, pick_of_sort, take};
use crate::action::{MissingArgs, Pick};
use crate::op::{Op, TupleContainer, TupleOp};
use crate::profile::Kinds;
use crate::solver::TermId;
use crate::sort::{Sort, SortId, SortKind};
use smallvec::smallvec;

/// Draws arguments and places for an operator. One of the arguments is the root.
pub(crate) fn apply(
    cx: &mut Pick<'_>,
    op: Op,
    tupling: TupleOp,
    root: Option<TermId>,
) -> Option<(Op, ArgTerms, Indices)> {
    match tupling {
        TupleOp::Project(of) => return project(cx, op, of, root),
        TupleOp::Group(of) => return group(cx, op, of, root),
        TupleOp::Join(of) => return join(cx, op, of, root),
        TupleOp::Aggregate(of) => return aggregate(cx, op, of, root),
        _ => {}
    }
    let state = cx.state;
    let mut root = root.and_then(|id| Some((id, state.term(id)?.sort)));
    let has_terms = |sort: SortId| !state.pool(sort).is_empty();
    let fits = |sort: SortId, parts: &[SortId]| {
        let is_part = || root.is_none_or(|(_, its)| parts.contains(&its));
        match tupling {
            TupleOp::Make => parts.iter().all(|part| has_terms(*part)) && is_part(),
            TupleOp::Update if root.is_some_and(|(_, its)| its != sort) => {
                has_terms(sort) && is_part()
            }
            _ => has_terms(sort) && root.is_none_or(|(_, its)| its == sort),
        }
    };
    let candidates = state.sorts.iter().filter_map(|(id, sort)| match sort {
        Sort::Tuple(parts) if fits(id, parts) => Some((id, parts)),
        _ => None,
    });
    let candidates: Vec<(SortId, &Box<[SortId]>)> = candidates.collect();
    let (sort, parts) = *cx.rng.pick(&candidates)?;
    let (mut terms, mut indices) = (ArgTerms::new(), Indices::new());
    match tupling {
        TupleOp::Make => {
            for part in parts {
                terms.push(take(cx, &mut root, *part)?);
            }
        }
        TupleOp::Select => {
            indices.push(cx.rng.index(parts.len()) as u32);
            terms.push(take(cx, &mut root, sort)?);
        }
        TupleOp::Update => {
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
        _ => return None,
    }
    Some((op, terms, indices))
}

/// A tuple, or a set or bag of tuples, and its sort: the root, if there is one. If the instance has
/// no such term, its sort is reported as missing.
fn source(
    cx: &mut Pick<'_>,
    op: Op,
    of: TupleContainer,
    root: Option<TermId>,
) -> Option<(TermId, SortId)> {
    let (state, sorts) = (cx.state, &cx.state.sorts);
    if let Some(root) = root {
        return Some((root, state.term(root)?.sort));
    }
    let has_terms = |id: &SortId| of.parts(sorts, *id).is_some() && !state.pool(*id).is_empty();
    let sources: Vec<SortId> = sorts.iter().map(|(id, _)| id).filter(has_terms).collect();
    if let Some(sort) = cx.rng.pick(&sources) {
        return Some((pick_of_sort(cx, *sort)?, *sort));
    }
    let is_tuple = |(id, sort): (SortId, &Sort)| matches!(sort, Sort::Tuple(_)).then_some(id);
    let tuples: Vec<SortId> = sorts.iter().filter_map(is_tuple).collect();
    let wanted = match cx.rng.pick(&tuples) {
        Some(tuple) => of
            .collection(*tuple)
            .or_else(|| sorts.get(*tuple).cloned())?,
        None => Sort::Tuple([component(cx, Kinds::default())?].into()),
    };
    *cx.missing_args = Some(MissingArgs {
        op,
        sorts: vec![wanted],
    });
    None
}

/// Draws one or two places, by which tuples are grouped.
fn keys(cx: &mut Pick<'_>, parts: &[SortId]) -> Indices {
    let count = 1 + cx.rng.index(2);
    (0..count)
        .map(|_| cx.rng.index(parts.len()) as u32)
        .collect()
}

fn group(
    cx: &mut Pick<'_>,
    op: Op,
    of: TupleContainer,
    root: Option<TermId>,
) -> Option<(Op, ArgTerms, Indices)> {
    let (term, sort) = source(cx, op, of, root)?;
    let parts = of.parts(&cx.state.sorts, sort)?;
    Some((op, smallvec![term], keys(cx, parts)))
}

/// Draws the arguments and the places of a join. If the sort of the joined tuples does not exist,
/// it is reported as missing.
fn join(
    cx: &mut Pick<'_>,
    op: Op,
    of: TupleContainer,
    root: Option<TermId>,
) -> Option<(Op, ArgTerms, Indices)> {
    let (state, sorts) = (cx.state, &cx.state.sorts);
    let (first, sort) = source(cx, op, of, root)?;
    let left = of.parts(sorts, sort)?;
    let meets = |(id, _): (SortId, &Sort)| {
        let right = of.parts(sorts, id).filter(|_| !state.pool(id).is_empty())?;
        right
            .iter()
            .any(|part| left.contains(part))
            .then_some((id, right))
    };
    let others: Vec<(SortId, &[SortId])> = sorts.iter().filter_map(meets).collect();
    let (other, right) = *cx.rng.pick(&others)?;
    let whole = Sort::Tuple([left, right].concat().into());
    if sorts.find(&whole).is_none() {
        *cx.missing_args = Some(MissingArgs {
            op,
            sorts: vec![whole],
        });
        return None;
    }
    let pairs = (0..left.len()).flat_map(|a| (0..right.len()).map(move |b| (a, b)));
    let pairs: Vec<(usize, usize)> = pairs.filter(|(a, b)| left[*a] == right[*b]).collect();
    // One pair of places only: cvc5, the only solver with such operators, handles several pairs
    // wrongly.
    let (a, b) = *cx.rng.pick(&pairs)?;
    let second = pick_of_sort(cx, other)?;
    let indices = smallvec![a as u32, b as u32];
    Some((op, smallvec![first, second], indices))
}

/// Draws the arguments of an aggregation: a function, a start value, and a set or bag, with the
/// places by which it is grouped. One of the arguments is the root. Sorts without terms are
/// reported as missing.
fn aggregate(
    cx: &mut Pick<'_>,
    op: Op,
    of: TupleContainer,
    root: Option<TermId>,
) -> Option<(Op, ArgTerms, Indices)> {
    let (state, sorts) = (cx.state, &cx.state.sorts);
    let mut root = root.and_then(|id| Some((id, state.term(id)?.sort)));
    let folded = |sort: SortId| match sorts.get(sort) {
        Some(Sort::Fun(domain, result)) => match **domain {
            [tuple, start] if start == *result => {
                Some((sorts.find(&of.collection(tuple)?)?, start))
            }
            _ => None,
        },
        _ => None,
    };
    let its = root.map(|(_, its)| its);
    let (sort, start) = match its.and_then(folded) {
        Some(both) => both,
        None => {
            let given = its.filter(|its| of.parts(sorts, *its).is_some());
            let sort = match given {
                Some(sort) => sort,
                None => source(cx, op, of, None)?.1,
            };
            let start = its.filter(|_| given.is_none());
            (sort, start.or_else(|| component(cx, Kinds::default()))?)
        }
    };
    let (tuple, parts) = (of.element(sorts, sort)?, of.parts(sorts, sort)?);
    let may_be_made = |sort: &Sort| sort.kind().has_symbols() && sort.kind() != SortKind::Fun;
    sorts.get(start).filter(|sort| may_be_made(sort))?;
    let function = Sort::Fun([tuple, start].into(), start);
    let is_missing = |wanted: &Sort| {
        let known = sorts.find(wanted);
        known.is_none_or(|id| state.pool(id).is_empty())
    };
    let all = [&function, sorts.get(start)?, sorts.get(sort)?];
    let missing = all.into_iter().filter(|sort| is_missing(sort));
    let missing: Vec<Sort> = missing.cloned().collect();
    if !missing.is_empty() {
        *cx.missing_args = Some(MissingArgs { op, sorts: missing });
        return None;
    }
    let mut terms = ArgTerms::new();
    for wanted in [sorts.find(&function)?, start, sort] {
        terms.push(take(cx, &mut root, wanted)?);
    }
    Some((op, terms, keys(cx, parts)))
}

/// Draws the places of a projection. For a set or bag, the sort of the projected tuples must exist.
fn project(
    cx: &mut Pick<'_>,
    op: Op,
    of: TupleContainer,
    root: Option<TermId>,
) -> Option<(Op, ArgTerms, Indices)> {
    let sorts = &cx.state.sorts;
    let (tuple, sort) = source(cx, op, of, root)?;
    let source = of.parts(sorts, sort)?;
    let wanted: Vec<SortId> = match of {
        TupleContainer::Tuple => {
            let places = 0..=cx.rng.index(3);
            places
                .filter_map(|_| cx.rng.pick(source).copied())
                .collect()
        }
        TupleContainer::Set | TupleContainer::Bag => {
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
