//! Decides whether an operator may be applied to given arguments. Actions, scenarios that plan
//! terms, and edits of traces all use it.

use super::super::draw::{MAX_NESTING, MAX_WIDTH, nesting};
use super::{datatype, pattern};
use crate::action::{Context, Invalid, SwarmConfig};
use crate::op::{DatatypeOp, IllSorted, Op, Shape, TupleOp, UF_APPLY};
use crate::profile::Kinds;
use crate::solver::TermId;
use crate::sort::{Sort, SortId, SortKind};
use crate::state::{InstanceState, Leaf, Term};
use crate::theory::Theory;
use crate::value::Value;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Terms to which an operator may be applied: the terms of an instance, or planned terms.
pub(crate) trait Operands {
    /// The sort of a term; `None` if there is no such term.
    fn sort(&self, id: TermId) -> Option<SortId>;

    /// The term, if it has been made.
    fn existing_term(&self, id: TermId) -> Option<&Term>;

    /// The value, if the term is a value.
    fn value(&self, id: TermId) -> Option<&Value> {
        match &self.existing_term(id)?.leaf {
            Leaf::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Whether the term has no free variables.
    fn is_closed(&self, id: TermId) -> bool {
        self.existing_term(id)
            .is_some_and(|term| term.free.is_empty())
    }
}

impl Operands for InstanceState {
    fn sort(&self, id: TermId) -> Option<SortId> {
        Some(self.term(id)?.sort)
    }

    fn existing_term(&self, id: TermId) -> Option<&Term> {
        self.term(id)
    }
}

/// An operator with its arguments.
#[derive(Clone, Copy)]
pub(crate) struct Application<'a> {
    /// The operator.
    pub(crate) op: Op,
    /// Its arguments.
    pub(crate) terms: &'a [TermId],
    /// Its indices.
    pub(crate) indices: &'a [u32],
}

/// The purpose of an application.
#[derive(Clone, Copy)]
pub(crate) enum Purpose<'a> {
    /// A replay: traces may have any well-formed application.
    Replay,
    /// An application that runs of this configuration make: also within the profile's restrictions
    /// and the limits of size.
    Generate(&'a SwarmConfig),
    /// An application that a strategy takes from an entry, or makes of one: within the profile's
    /// restrictions, of any size.
    Adopt(&'a SwarmConfig),
    /// An application that a rewrite rule makes in such a run: also without functions as arguments
    /// and without binders.
    Rewrite(&'a SwarmConfig),
}

/// Why an operator may not be applied.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// There is no such term.
    Unknown(TermId),
    /// The arguments or indices do not fit the operator of this name.
    IllSorted(&'static str, IllSorted),
    /// The operator of this name needs a logic in which functions are values.
    FirstOrder(&'static str),
    /// The bit-vector or floating-point format of the result is wider than this.
    Wide(u32),
    /// A binder, a pattern or a match is not well-formed.
    Malformed(Invalid),
    /// Traces may have it, but the run must not make it.
    Unwanted,
}

impl From<Refusal> for Invalid {
    fn from(refusal: Refusal) -> Self {
        Invalid::Wrong(match refusal {
            Refusal::Unknown(id) => format!("unknown term {id}"),
            Refusal::IllSorted(name, error) => format!("{name} {error}"),
            Refusal::FirstOrder(name) => {
                format!("{name} is supported only in logics that begin with 'HO_'")
            }
            Refusal::Wide(limit) => format!("the width exceeds {limit}"),
            Refusal::Malformed(invalid) => return invalid,
            Refusal::Unwanted => "the profile does not allow it".to_owned(),
        })
    }
}

/// The sort of an application that may be made.
///
/// # Errors
/// Why it may not be made.
pub(crate) fn may_apply(
    application: Application<'_>,
    operands: &dyn Operands,
    state: &InstanceState,
    context: &Context,
    purpose: Purpose<'_>,
) -> Result<Sort, Refusal> {
    let Application { op, terms, indices } = application;
    let (name, signature) = (context.ops.row(op).name, context.ops.signature(op));
    let mut sorts: SmallVec<[SortId; 8]> = SmallVec::new();
    for id in terms {
        sorts.push(operands.sort(*id).ok_or(Refusal::Unknown(*id))?);
    }
    if matches!(purpose, Purpose::Rewrite(_)) && !is_simple(op, signature.shape, &sorts, state) {
        return Err(Refusal::Unwanted);
    }
    let sort = signature
        .infer(&state.sorts, &sorts, indices)
        .map_err(|error| Refusal::IllSorted(name, error))?;
    let width = match sort {
        Sort::Bv(width) => width,
        Sort::Fp(exponent, significand) => exponent.max(significand),
        _ => 0,
    };
    if width > crate::state::MAX_WIDTH {
        return Err(Refusal::Wide(crate::state::MAX_WIDTH));
    }
    if context.ops.row(op).theory == Theory::Ho && !state.is_higher_order() {
        return Err(Refusal::FirstOrder(name));
    }
    is_well_formed(application, state, context).map_err(Refusal::Malformed)?;
    match purpose {
        Purpose::Replay => Ok(sort),
        Purpose::Generate(swarm) | Purpose::Rewrite(swarm) | Purpose::Adopt(swarm) => {
            let is_limited = !matches!(purpose, Purpose::Adopt(_));
            let is_wanted = context.supports(op)
                && !signature.scripted
                && signature.linear.is_allowed(swarm.linear)
                && may_take(application, &sorts, operands, state, context, swarm)
                && may_result(&sort, state, context)
                && !(is_limited && is_large(&sort, signature.shape, state))
                && !(context.no_shadowing && shadows(application, operands, context));
            is_wanted.then_some(sort).ok_or(Refusal::Unwanted)
        }
    }
}

/// The arguments of an application, or their sorts, without the function that `UF_APPLY` applies.
fn without_function<T>(op: Op, all: &[T]) -> &[T] {
    let first = usize::from(op == UF_APPLY);
    all.get(first..).unwrap_or_default()
}

/// Whether an application has no function as an argument and binds no variables.
fn is_simple(op: Op, shape: Shape, sorts: &[SortId], state: &InstanceState) -> bool {
    let is_first_order = |sort: &SortId| {
        let sort = state.sorts.get(*sort);
        sort.is_some_and(|sort| sort.kind() != SortKind::Fun)
    };
    let binds = match shape {
        Shape::Annotated => true,
        Shape::Dt(part) => part.is_case() || part == DatatypeOp::Match,
        shape => shape.binds(),
    };
    !binds && without_function(op, sorts).iter().all(is_first_order)
}

/// Checks what signatures do not express: binders bind distinct variables; patterns and matches are
/// complete.
fn is_well_formed(
    Application { op, terms, .. }: Application<'_>,
    state: &InstanceState,
    context: &Context,
) -> Result<(), Invalid> {
    let shape = context.ops.signature(op).shape;
    if let Some((variables, _)) = shape.binding(terms) {
        let is_other = |id: &&TermId| state.term(**id).is_none_or(|t| t.leaf != Leaf::Var);
        if let Some(id) = variables.iter().find(is_other) {
            return Invalid::wrong(format!("{id} is not a variable"));
        }
        // Sorted, because a script may bind many variables at once.
        let mut sorted = variables.to_vec();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Invalid::wrong(format!("{} is bound twice", pair[0]));
        }
    }
    match shape {
        Shape::Binder => pattern::check_bound(state, terms),
        Shape::Dt(DatatypeOp::Match) => datatype::check_match(state, terms),
        Shape::Annotated => pattern::check(state, &context.ops, terms),
        _ => Ok(()),
    }
}

/// Whether the profile allows a term of this sort as an argument of the operator.
pub(crate) fn may_stand(state: &InstanceState, context: &Context, op: Op, sort: SortId) -> bool {
    let barred = context.restrictions.ops.kinds.get(&op);
    let kind = state.sorts.get(sort).map(Sort::kind);
    barred
        .zip(kind)
        .is_none_or(|(barred, kind)| !barred.has(kind))
}

/// Whether the profile and the run allow the arguments and the indices. They restrict the sorts.
/// For some sorts they allow only closed terms or only constants, and at some places only values.
fn may_take(
    Application { op, terms, indices }: Application<'_>,
    sorts: &[SortId],
    operands: &dyn Operands,
    state: &InstanceState,
    context: &Context,
    swarm: &SwarmConfig,
) -> bool {
    let restrictions = &context.restrictions;
    let stand = |sort: &SortId| may_stand(state, context, op, *sort);
    if !without_function(op, sorts).iter().all(stand) {
        return false;
    }
    let excluded = restrictions.ops.indices.get(&op);
    if excluded.is_some_and(|excluded| indices.iter().any(|index| excluded.contains(index))) {
        return false;
    }
    let of = |rules: &BTreeMap<Op, Kinds>| rules.get(&op).copied();
    let (closed, constant) = (of(&restrictions.ops.closed), of(&restrictions.ops.constant));
    if closed.is_some() || constant.is_some() {
        let is_barred = |rule: Option<Kinds>, kind: SortKind| rule.is_some_and(|k| k.has(kind));
        let fits = |(id, sort): (&TermId, &SortId)| {
            let Some(kind) = state.sorts.get(*sort).map(Sort::kind) else {
                return true;
            };
            let is_constant = |id| {
                operands
                    .existing_term(id)
                    .is_some_and(|term| term.leaf == Leaf::Const)
            };
            (!is_barred(closed, kind) || operands.is_closed(*id))
                && (!is_barred(constant, kind) || is_constant(*id))
        };
        if !terms.iter().zip(sorts).all(fits) {
            return false;
        }
    }
    swarm.literals(op, context).is_none_or(|literals| {
        let is_taken = |id: &TermId| operands.value(*id).is_some_and(|v| literals.take(v));
        terms.iter().skip(literals.first).all(is_taken)
    })
}

/// Whether runs make terms of this sort: it has symbols, and the profile allows it.
fn may_result(sort: &Sort, state: &InstanceState, context: &Context) -> bool {
    state.sorts.parts_have_symbols(sort) && context.restrictions.allow(&state.sorts, sort)
}

/// Whether a sort is too wide or nested too deep for generated runs.
fn is_large(sort: &Sort, shape: Shape, state: &InstanceState) -> bool {
    let is_wide = matches!(sort, Sort::Bv(width) if *width > MAX_WIDTH);
    // The result of `group` is a set of sets, so it may nest one level deeper.
    let groups = matches!(shape, Shape::Tuple(TupleOp::Group(_)));
    is_wide || nesting(state, sort) > MAX_NESTING + u32::from(groups)
}

/// Whether a variable would be both bound and free in the application. If it was bound later, it
/// would be bound twice on a path to a leaf. Some solvers do not support that, so their runs make
/// no such term.
fn shadows(
    Application { op, terms, .. }: Application<'_>,
    operands: &dyn Operands,
    context: &Context,
) -> bool {
    let arguments = || terms.iter().filter_map(|id| operands.existing_term(*id));
    let bound = |variable: &TermId| arguments().any(|term| term.bound.contains(variable));
    let shape = context.ops.signature(op).shape;
    if shape.binds() {
        return terms.iter().any(bound);
    }
    // When a defined function is expanded, its arguments stand below the variables that its body
    // binds.
    let nests = |function: &Term| {
        let mut inside = arguments().skip(1).flat_map(|term| &term.bound);
        inside.any(|variable| function.bound.contains(variable))
    };
    let applied = arguments().next().filter(|_| shape == Shape::Apply);
    applied.is_some_and(nests) || arguments().flat_map(|term| &term.free).any(bound)
}
