//! Applications of the operators of datatypes: constructors, testers, selectors, updaters and
//! matches.

use super::super::draw::{ArgTerms, Indices, take};
use crate::action::{Invalid, Named, Pick, Validity};
use crate::op::{DatatypeOp, Op};
use crate::solver::TermId;
use crate::sort::{Datatype, Sort, SortId};
use crate::state::InstanceState;
use smallvec::SmallVec;

fn datatype(state: &InstanceState, sort: SortId) -> Option<&Datatype> {
    match state.sorts.get(sort)? {
        Sort::Dt(datatype) => Some(datatype),
        _ => None,
    }
}

/// The wanted constructors, each as its datatype and its number.
fn constructors(
    state: &InstanceState,
    wanted: impl Fn(SortId, &Datatype, usize) -> bool,
) -> Vec<(SortId, u32)> {
    let mut found = Vec::new();
    for (id, sort) in state.sorts.iter() {
        if let Sort::Dt(datatype) = sort {
            let numbers = 0..datatype.constructors().len();
            let wanted = numbers.filter(|number| wanted(id, datatype, *number));
            found.extend(wanted.map(|number| (id, number as u32)));
        }
    }
    found
}

/// The selectors of a constructor whose results have a sort. A part of a composed sort may have no
/// id yet.
fn selectable(state: &InstanceState, datatype: &Datatype, constructor: usize) -> Vec<u32> {
    let selectors = datatype.constructors()[constructor].selectors.iter();
    let fields = (0..).zip(selectors.map(|s| datatype.field(&state.sorts, &s.field)));
    fields.filter_map(|(n, field)| field.map(|_| n)).collect()
}

/// Draws arguments for an operator. One of them is the root. The parts of a match come from a
/// scenario.
pub(super) fn apply(
    cx: &mut Pick<'_>,
    op: Op,
    part: DatatypeOp,
    root: Option<TermId>,
) -> Option<(Op, ArgTerms, Indices)> {
    let state = cx.state;
    let root = root.and_then(|id| Some((id, state.term(id)?.sort)));
    let has_terms = |sort: &SortId| !state.pool(*sort).is_empty();
    let candidates = match part {
        DatatypeOp::Constructor => constructors(state, |_, datatype, number| {
            let fields = datatype.fields(&state.sorts, number).unwrap_or_default();
            fields.len() == datatype.constructors()[number].selectors.len()
                && fields.iter().all(has_terms)
                && root.is_none_or(|(_, sort)| fields.contains(&sort))
        }),
        DatatypeOp::Tester => constructors(state, |sort, _, _| match root {
            Some((_, its)) => its == sort,
            None => has_terms(&sort),
        }),
        DatatypeOp::Selector => constructors(state, |sort, datatype, number| {
            let has_fields = !selectable(state, datatype, number).is_empty();
            has_fields && root.map_or_else(|| has_terms(&sort), |(_, its)| its == sort)
        }),
        DatatypeOp::Updater => constructors(state, |sort, datatype, number| {
            let fields = datatype.fields(&state.sorts, number).unwrap_or_default();
            let fits = |its: SortId| its == sort || fields.contains(&its);
            has_terms(&sort)
                && fields.iter().any(has_terms)
                && root.is_none_or(|(_, its)| fits(its))
        }),
        DatatypeOp::Case | DatatypeOp::BindCase | DatatypeOp::Match => return None,
    };
    let (sort, number) = *cx.rng.pick(&candidates)?;
    let mut indices: Indices = [sort.0, number].into_iter().collect();
    let fields = datatype(state, sort)?.fields(&state.sorts, number as usize);
    let mut terms = ArgTerms::new();
    let mut root = root;
    match part {
        DatatypeOp::Constructor => {
            for field in fields? {
                terms.push(take(cx, &mut root, field)?);
            }
        }
        DatatypeOp::Selector => {
            let selectable = selectable(state, datatype(state, sort)?, number as usize);
            indices.push(*cx.rng.pick(&selectable)?);
            terms.push(take(cx, &mut root, sort)?);
        }
        DatatypeOp::Updater => {
            let fields = fields?;
            let fits = |n: &usize| {
                let is_root = root.is_none_or(|(_, its)| its == sort || its == fields[*n]);
                has_terms(&fields[*n]) && is_root
            };
            let fitting: Vec<usize> = (0..fields.len()).filter(fits).collect();
            let place = *cx.rng.pick(&fitting)?;
            indices.push(place as u32);
            for wanted in [sort, fields[place]] {
                terms.push(take(cx, &mut root, wanted)?);
            }
        }
        _ => terms.push(take(cx, &mut root, sort)?),
    }
    Some((op, terms, indices))
}

/// The symbols by which a trace names the indices of an application.
pub(crate) fn named(state: &InstanceState, part: DatatypeOp, indices: &[u32]) -> Option<Named> {
    let (sort, rest) = indices.split_first()?;
    let sort = SortId(*sort);
    let mut symbols = SmallVec::new();
    if let Some((number, rest)) = rest.split_first() {
        let constructor = datatype(state, sort)?
            .constructors()
            .get(*number as usize)?;
        symbols.push(constructor.symbol.clone());
        if let Some(number) = rest.first() {
            let selector = constructor.selectors.get(*number as usize)?;
            symbols.push(selector.symbol.clone());
        }
    }
    let sort = part.names_sort().then_some(sort);
    Some(Named { sort, symbols })
}

/// The indices that symbols stand for.
pub(crate) fn numbers(
    state: &InstanceState,
    part: DatatypeOp,
    named: Option<&Named>,
    terms: &[TermId],
) -> Result<Indices, String> {
    let Some(named) = named.filter(|_| part != DatatypeOp::Match) else {
        return Ok(Indices::new());
    };
    let first = || Some(state.term(*terms.first()?)?.sort);
    let sort = named.sort.or_else(first).ok_or("there is no argument")?;
    let sort = state.sorts.canon(sort);
    let Some(datatype) = datatype(state, sort) else {
        return Err(format!("{} is not a datatype", state.sorts.view(sort)));
    };
    let mut indices: Indices = [sort.0].into_iter().collect();
    if let Some(symbol) = named.symbols.first() {
        let mut all = datatype.constructors().iter();
        let Some(place) = all.position(|c| c.symbol == *symbol) else {
            let sort = state.sorts.view(sort);
            return Err(format!("'{symbol}' is not a constructor of {sort}"));
        };
        indices.push(place as u32);
        if let Some(symbol) = named.symbols.get(1) {
            let mut all = datatype.constructors()[place].selectors.iter();
            let place = all.position(|s| s.symbol == *symbol);
            let message = || format!("'{symbol}' is not a selector of '{}'", named.symbols[0]);
            indices.push(place.ok_or_else(message)? as u32);
        }
    }
    Ok(indices)
}

/// A match must have cases of its datatype for all constructors, or a default case.
pub(super) fn check_match(state: &InstanceState, args: &[TermId]) -> Validity {
    let Some((subject, cases)) = args.split_first() else {
        return Ok(());
    };
    let sort = state.term(*subject).map_or(SortId(0), |t| t.sort);
    let Some(datatype) = datatype(state, sort) else {
        return Invalid::wrong(format!("{subject} is of no datatype"));
    };
    let mut covered = vec![false; datatype.constructors().len()];
    for id in cases {
        match state.term(*id).filter(|term| term.is_case()) {
            Some(case) if case.indices.first() == Some(&sort.0) => match case.indices.get(1) {
                Some(number) => covered[*number as usize] = true,
                None => covered.fill(true),
            },
            Some(_) => return Invalid::wrong(format!("{id} is a case of another datatype")),
            None => return Invalid::wrong(format!("{id} is not a case")),
        }
    }
    match covered.iter().position(|covered| !covered) {
        Some(place) => {
            let symbol = &datatype.constructors()[place].symbol;
            Invalid::wrong(format!("'{symbol}' has no case"))
        }
        None => Ok(()),
    }
}
