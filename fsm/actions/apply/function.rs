//! Applications of the operators of higher-order logics: partial applications and lambda terms.
//! Arrays can be made by lambda terms in any logic.

use super::super::draw::{ArgTerms, MAX_EXPANSION};
use super::operands::apply;
use crate::action::{Goal, Pick};
use crate::op::Op;
use crate::solver::TermId;
use crate::state::Leaf;
use smallvec::SmallVec;

/// The largest number of variables that a lambda term binds in generated runs.
const MAX_VARIABLES: usize = 3;

/// A function and the first of its arguments.
pub(super) fn partial(cx: &mut Pick<'_>, root: Option<TermId>) -> Option<ArgTerms> {
    let mut terms = apply(cx, root)?;
    terms.truncate(2);
    // The root may have been one of the arguments that were cut off.
    root.is_none_or(|root| terms.contains(&root))
        .then_some(terms)
}

/// Draws the arguments of a lambda term: some or all free variables of an open term, sometimes a
/// variable that does not occur in it, and the open term. For an array it is one variable.
pub(super) fn lambda(cx: &mut Pick<'_>, op: Op, root: Option<TermId>) -> Option<ArgTerms> {
    let (state, barred) = (cx.state, &cx.context.restrictions.places);
    let array = cx.context.ops.signature(op).makes_array();
    let barred_body = if array {
        barred.array_element
    } else {
        barred.codomain
    };
    let fits = |id: &TermId| {
        state.term(*id).is_some_and(|t| {
            let sort = state.sorts.get(t.sort);
            let returned =
                sort.is_some_and(|sort| sort.kind().has_symbols() && !barred_body.has(sort.kind()));
            let open = !t.free.is_empty() && t.leaf != Leaf::Var && !t.is_part();
            let shallow = t.expansion < MAX_EXPANSION;
            returned && open && shallow
        })
    };
    let body = match root.filter(fits) {
        Some(root) => root,
        None if cx.goal == Goal::Close => return None,
        None => {
            let all = state.terms.iter().map(|(id, _)| id).filter(fits);
            let bodies: SmallVec<[TermId; 16]> = all.collect();
            *cx.rng.pick(&bodies)?
        }
    };
    let mut variables: ArgTerms = state.term(body)?.free.iter().copied().collect();
    cx.rng.shuffle(&mut variables);
    if array {
        let kind = |id| Some(state.sorts.get(state.term(id)?.sort)?.kind());
        variables.truncate(1);
        let barred = kind(variables[0]).is_none_or(|kind| barred.array_index.has(kind));
        variables.push(body);
        return (!barred).then_some(variables);
    }
    let some = 1 + cx.rng.index(MAX_VARIABLES.min(variables.len()));
    if cx.goal == Goal::Explore {
        variables.truncate(some);
    }
    variables.truncate(MAX_VARIABLES);
    if variables.len() < MAX_VARIABLES && cx.rng.chance(10) {
        let others = state.terms.iter().filter(|(id, term)| {
            term.leaf == Leaf::Var && !variables.contains(id) && !is_bound(cx, body, *id)
        });
        let others: Vec<TermId> = others.map(|(id, _)| id).collect();
        variables.extend(cx.rng.pick(&others).copied());
    }
    variables.push(body);
    Some(variables)
}

fn is_bound(cx: &Pick<'_>, body: TermId, variable: TermId) -> bool {
    cx.state
        .term(body)
        .is_some_and(|term| term.bound.contains(&variable))
}
