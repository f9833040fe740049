//! `mk-term`: the application of an operator.

use super::apply::{self, Application, Purpose, Refusal};
use super::draw::{ArgTerms, Indices};
use crate::action::{
    Action, ActionRow, Arg, Args, Call, Context, Effect, Goal, Ids, Invalid, Pick, Returns, Role,
    Run, Validity,
};
use crate::arguments;

use crate::op::{ATTRIBUTES, Bindings, DatatypeOp, EXISTS, FORALL, Op, Ops, Shape};
use crate::solver::{Error, Result, TermId};
use crate::sort::{Sort, SortId, SortKind};
use crate::state::{InstanceState, Leaf, Term};
use smallvec::smallvec;
use std::borrow::Cow;

/// Applies an operator.
pub struct MkTerm;

arguments! {
    /// What `mk-term` takes.
    MkTerm => MkTermArgs<'c> {
        /// The operator.
        op: Op,
        /// The kind of the result's sort, and for operators of datatypes the symbols that they
        /// name.
        kind: Kind,
        /// The arguments of the operator.
        terms: Terms,
        /// Its indices.
        indices: Indices,
    }
}

/// The arguments of the call that makes an application.
pub(crate) fn application(
    state: &InstanceState,
    ops: &Ops,
    (op, terms, indices): (Op, ArgTerms, Indices),
    kind: SortKind,
) -> Option<Args> {
    let (kind, indices) = match ops.signature(op).shape {
        Shape::Dt(part) if part != DatatypeOp::Match => {
            let named = apply::named(state, part, &indices)?;
            (Arg::Named(kind, named), Indices::new())
        }
        _ => (Arg::Kind(kind), indices),
    };
    Some(smallvec![
        Arg::Op(op),
        kind,
        Arg::Terms(terms),
        Arg::Indices(indices)
    ])
}

/// The indices of the application that a call makes.
pub(crate) fn indices(
    state: &InstanceState,
    ops: &Ops,
    args: &MkTermArgs<'_>,
) -> std::result::Result<Indices, String> {
    match ops.signature(args.op).shape {
        Shape::Dt(part) => apply::numbers(state, part, args.kind.named, args.terms),
        _ => Ok(args.indices.into()),
    }
}

/// The number of operators that are tried before no call is drawn.
const ATTEMPTS: usize = 8;

impl Action for MkTerm {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            returns: Returns::TermAndSort,
            ..ActionRow::new("mk-term", Role::Build)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        if cx.goal == Goal::Close && cx.state.terms.unclosed().is_empty() {
            return None;
        }
        for _ in 0..ATTEMPTS {
            if let Some(application) = apply::attempt(cx)
                && let Some(call) = made_for_run(cx, application)
            {
                return Some(call);
            }
            // Sometimes the run makes the missing arguments first, see `scenario::Supply`.
            if cx.missing_args.is_some() && cx.rng.chance(30) {
                return None;
            }
            *cx.missing_args = None;
        }
        None
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, context: &Context) -> Validity {
        let call_args = Self::args(call)?;
        let (op, args) = (call_args.op, call_args.terms);
        let indices = indices(state, &context.ops, &call_args).map_err(Invalid::Wrong)?;
        let application = Application {
            op,
            terms: args,
            indices: &indices,
        };
        let sort = apply::may_apply(application, state, state, context, Purpose::Replay)?;
        let said = call_args.kind.kind;
        if said != sort.kind() {
            let (said, is) = (said.name(), sort.kind().name());
            return Invalid::wrong(format!(
                "the result is said to be of {said}, but is of {is}"
            ));
        }
        let name = call.new_sort()?;
        let named = state.sorts.get(name);
        if named.is_some_and(|named| *named != sort) {
            return Invalid::wrong(format!("the result does not have the sort {name}"));
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let call_args = Self::args(call)?;
        let (op, args) = (call_args.op, call_args.terms);
        let (out, name) = (call.new_term()?, call.new_sort()?);
        let indices = &indices(cx.state, &cx.context.ops, &call_args).map_err(Error::Rejected)?;
        let sort = if cx.state.sorts.get(name).is_none() {
            cx.state.infer(&cx.context.ops, op, args, indices).ok()
        } else {
            None
        };
        if is_ignored(op, cx.context) {
            return Ok(Effect::Done);
        }
        let mut args = Cow::from(args);
        if [FORALL, EXISTS].contains(&op) || ATTRIBUTES.contains(&op) {
            let known = args.iter().map(|id| known_to_solver(cx, *id));
            args = known.collect();
        }
        let solver = cx.solver()?;
        if let Some(sort) = sort {
            solver.mk_sort(name, &sort)?;
        }
        solver.mk_term(out, op, &args, indices, name)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, context: &Context) {
        let (Ok(call_args), Ok(id), Ok(name)) =
            (Self::args(call), call.new_term(), call.new_sort())
        else {
            return;
        };
        let (op, args) = (call_args.op, call_args.terms);
        let indices = &indices(state, &context.ops, &call_args).unwrap_or_default()[..];
        if state.sorts.get(name).is_none()
            && let Ok(sort) = state.infer(&context.ops, op, args, indices)
        {
            state.add_sort(name, sort);
        }
        let mut term = Term::leaf(name, Leaf::None);
        term.op = Some(op);
        term.args = args.into();
        term.indices = indices.into();
        let (mut expansion, mut expands) = (0, false);
        for arg in args {
            if let Some(arg) = state.term(*arg) {
                term.depth = term.depth.max(arg.depth + 1);
                expansion = expansion.max(arg.expansion);
                expands |= matches!(arg.leaf, Leaf::Fun(..));
                term.add_variables(arg);
            }
        }
        term.expansion = expansion + u32::from(expands);
        if let Some((variables, _)) = context.ops.signature(op).shape.binding(args) {
            term.bind(variables);
        }
        if term.free.is_empty() {
            term.assigned = state.evaluate(&context.ops, op, indices, args);
        }
        for arg in args {
            state.terms.mark_used(*arg);
        }
        state.add_term(id, term);
    }
}

/// Whether an operator is an attribute that the library does not have, such as the weight of a
/// quantifier. The formula is the same without it.
fn is_ignored(op: Op, context: &Context) -> bool {
    ATTRIBUTES.contains(&op) && !context.supports(op)
}

/// The term, or the body below the attributes that are ignored.
fn known_to_solver(cx: &Run<'_>, mut id: TermId) -> TermId {
    while let Some(term) = cx.state.term(id)
        && term.op.is_some_and(|op| is_ignored(op, cx.context))
        && let Some(body) = term.args.first()
    {
        id = *body;
    }
    id
}

/// Updates the sort in a call that makes an application. `None` if the application is not
/// well-sorted. Other calls stay as they are.
pub fn retype(state: &InstanceState, context: &Context, call: &mut Call) -> Option<()> {
    let Some(args) = MkTerm::of(call) else {
        return Some(());
    };
    let ops = &context.ops;
    let indices = indices(state, ops, &args).ok()?;
    let application = Application {
        op: args.op,
        terms: args.terms,
        indices: &indices,
    };
    let sort = apply::may_apply(application, state, state, context, Purpose::Replay).ok()?;
    if let Some(Arg::Kind(kind) | Arg::Named(kind, _)) = call.args.get_mut(1) {
        *kind = sort.kind();
    }
    let said = call.new_sort().ok()?;
    if state.sorts.get(said) != Some(&sort) {
        let is_free = state.sorts.get(said).is_none();
        let known = state.sorts.find(&sort);
        let fresh = if is_free { said } else { state.ids.sort() };
        call.ids.sort = Some(known.unwrap_or(fresh));
    }
    Some(())
}

/// Draws the arguments of a call that applies `op`, and the ids of its results. `None` if there are
/// no terms for it.
pub fn apply_op(cx: &mut Pick<'_>, op: Op) -> Option<(Args, Ids)> {
    let signature = cx.context.ops.signature(op);
    let application = match signature.shape {
        Shape::Tuple(tupling) => apply::apply_tuple(cx, op, tupling, None),
        _ => apply::plain(cx, op, signature, None, Bindings::default()),
    }?;
    made_for_run(cx, application)
}

/// Draws the arguments of a call that applies `op` so that the result has a sort. `None` if there
/// are not terms for it, or the sort does not say enough about the arguments, as for `concat`.
pub(crate) fn apply_op_for(cx: &mut Pick<'_>, op: Op, sort: SortId) -> Option<(Args, Ids)> {
    let signature = cx.context.ops.signature(op);
    let mut bound = Bindings::default();
    let fits = signature.shape == Shape::Plain
        && signature.result.matches(sort, &cx.state.sorts, &mut bound);
    let application = fits.then(|| apply::plain(cx, op, signature, None, bound))??;
    made_for_run(cx, application)
}

/// The arguments of a call that applies `op` to these terms, and the ids of its results. `None` if
/// runs do not make such a term.
pub fn apply_to(cx: &Pick<'_>, op: Op, terms: &[TermId], indices: &[u32]) -> Option<(Args, Ids)> {
    made_for_run(cx, (op, terms.into(), indices.into()))
}

/// The same for an application of any size, which a strategy takes from an entry or makes of one.
pub(crate) fn adopt(
    cx: &Pick<'_>,
    op: Op,
    terms: &[TermId],
    indices: &[u32],
) -> Option<(Args, Ids)> {
    made_for(
        cx,
        (op, terms.into(), indices.into()),
        Purpose::Adopt(cx.swarm),
    )
}

/// The arguments of a call that applies `op` to these terms, and the ids of its results. The limits
/// of generated runs do not apply.
///
/// # Errors
/// Why the application is not well-sorted.
pub fn apply_any(
    state: &InstanceState,
    ops: &Ops,
    op: Op,
    terms: &[TermId],
    indices: &[u32],
) -> std::result::Result<(Args, Ids), String> {
    let sort = state.infer(ops, op, terms, indices)?;
    let application = (op, terms.into(), indices.into());
    assembled(state, ops, application, &sort)
        .ok_or_else(|| format!("{} has indices that name nothing", ops.row(op).name))
}

fn assembled(
    state: &InstanceState,
    ops: &Ops,
    application: (Op, ArgTerms, Indices),
    sort: &Sort,
) -> Option<(Args, Ids)> {
    let ids = Ids {
        term: Some(state.ids.term()),
        sort: Some(state.sort_id(sort)),
    };
    let args = self::application(state, ops, application, sort.kind())?;
    Some((args, ids))
}

/// The arguments of the call and the ids of its results, if runs may make the application.
fn made_for_run(cx: &Pick<'_>, application: (Op, ArgTerms, Indices)) -> Option<(Args, Ids)> {
    made_for(cx, application, Purpose::Generate(cx.swarm))
}

fn made_for(
    cx: &Pick<'_>,
    (op, terms, indices): (Op, ArgTerms, Indices),
    purpose: Purpose<'_>,
) -> Option<(Args, Ids)> {
    let application = Application {
        op,
        terms: &terms,
        indices: &indices,
    };
    let sort = match apply::may_apply(application, cx.state, cx.state, cx.context, purpose) {
        Ok(sort) => sort,
        Err(refusal) => {
            let is_defect = matches!(refusal, Refusal::Unknown(_) | Refusal::IllSorted(..));
            debug_assert!(!is_defect, "{refusal:?} {terms:?}");
            return None;
        }
    };
    assembled(cx.state, &cx.context.ops, (op, terms, indices), &sort)
}
