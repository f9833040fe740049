//! Draws an application: the operator, its arguments and its indices.

mod admissible;
mod datatype;
mod function;
mod operands;
mod pattern;
mod tuple;

pub(super) use admissible::Refusal;
pub(crate) use admissible::{Application, Operands, Purpose, may_apply};
pub(super) use datatype::{named, numbers};
pub(super) use operands::plain;
pub(crate) use operands::quantify;
pub(crate) use pattern::{is_small_pattern, may_be_pattern};
pub(super) use tuple::apply as apply_tuple;

use super::draw::{ArgTerms, Indices};
use crate::action::{Goal, Pick};
use crate::op::{Bindings, Op, Shape};
use crate::solver::TermId;
use crate::sort::{Sort, SortId, SortKind};
use crate::theory::Theory;
use smallvec::SmallVec;

/// Draws an operator and its arguments. Most often one of the arguments is a root, so that the root
/// is used.
pub(super) fn attempt(cx: &mut Pick<'_>) -> Option<(Op, ArgTerms, Indices)> {
    let root = match cx.goal {
        Goal::Close => Some(*cx.rng.pick(cx.state.terms.unclosed())?),
        Goal::Explore if cx.rng.coin() => any_root(cx),
        Goal::Explore => None,
    };
    let op = pick_op(cx, root)?;
    let context = cx.context;
    let signature = context.ops.signature(op);
    match signature.shape {
        Shape::Plain => operands::plain(cx, op, signature, root, Bindings::default()),
        Shape::Apply => operands::apply(cx, root).map(|terms| (op, terms, Indices::new())),
        Shape::Partial => function::partial(cx, root).map(|terms| (op, terms, Indices::new())),
        Shape::Lambda => function::lambda(cx, op, root).map(|terms| (op, terms, Indices::new())),
        Shape::Binder => operands::quantify(cx, root).map(|terms| (op, terms, Indices::new())),
        Shape::Comprehension => {
            operands::comprehension(cx, root).map(|terms| (op, terms, Indices::new()))
        }
        Shape::Dt(part) => datatype::apply(cx, op, part, root),
        Shape::Tuple(tupling) => tuple::apply(cx, op, tupling, root),
        // A scenario makes them, together with the quantifier that they belong to.
        Shape::Annotated => None,
    }
}

/// Draws a root: a term that no other term uses yet.
fn any_root(cx: &mut Pick<'_>) -> Option<TermId> {
    let sorts: SmallVec<[SortId; 16]> = cx
        .state
        .sorts
        .iter()
        .map(|(id, _)| id)
        .filter(|id| !cx.state.pool(*id).roots().is_empty())
        .collect();
    let sort = *cx.rng.pick(&sorts)?;
    cx.rng.pick(cx.state.pool(sort).roots()).copied()
}

/// Draws an operator by the weights of the run. If the goal is to close terms, it is one that can
/// close the root.
fn pick_op(cx: &mut Pick<'_>, root: Option<TermId>) -> Option<Op> {
    let weights = &cx.swarm.ops;
    let root = root.and_then(|id| cx.state.term(id));
    let kind = root
        .and_then(|t| cx.state.sorts.get(t.sort))
        .map(Sort::kind);
    let higher_order = cx.state.is_higher_order();
    if kind == Some(SortKind::Fun) && !(higher_order && cx.rng.coin()) {
        return Some(crate::op::UF_APPLY);
    }
    if cx.goal == Goal::Close {
        let open = root.is_some_and(|t| !t.free.is_empty());
        let comprehension = crate::op::SET_COMPREHENSION;
        if open && weights.has(comprehension) && cx.rng.chance(25) {
            return Some(comprehension);
        }
        let lambda = crate::op::LAMBDA;
        if open && higher_order && weights.has(lambda) && cx.rng.coin() {
            return Some(lambda);
        }
        if open && kind == Some(SortKind::Bool) {
            let binders = [crate::op::FORALL, crate::op::EXISTS];
            let op = *cx.rng.pick(&binders)?;
            return (weights.has(op)).then_some(op);
        }
        if cx.rng.chance(80) {
            return weights.draw_closer(cx.rng);
        }
    }
    let drawn = weights.draw(cx.rng)?;
    let is_there = higher_order || cx.context.ops.row(drawn).theory != Theory::Ho;
    is_there.then_some(drawn)
}
