//! Makes terms and sorts from others.

use super::super::ffi::Sort as SortHandle;
use super::super::{sorts, values};
use super::{Extension, ExtensionCall, SEARCHING, kind};
use crate::cvc5::checks::{
    REPLACED_BY_SAME, REPLACED_IN_TWO_WAYS, REPLACED_SORTS, SIMPLIFIED_VALUE, TERM_SORT,
};
use crate::cvc5::instance::Instance;
use crate::shared::actions::{NOTHING, Takes, TermArg, are_replacements};
use murxla_fsm::action::{Arg, Args, Call, Effect, Invalid, Pick, Validity};
use murxla_fsm::arguments;
use murxla_fsm::solver::{Result, TermId};
use murxla_fsm::sort::{SortId, SortKind, SortView};
use murxla_fsm::state::{InstanceState, Term as Made};
use smallvec::{SmallVec, smallvec};

/// Simplifies a term, with or without the assertions.
pub(super) const SIMPLIFY: Extension = Extension {
    name: "cvc5-simplify",
    takes: Takes {
        params: TermArg::PARAMS,
        pick: |cx| Some(smallvec![Arg::Term(some_term(cx, |_, _| true)?)]),
        valid: |state, call| is_no_function(state, TermArg::args(call)?.term),
        ..NOTHING
    },
    does: simplify,
    ..SEARCHING
};

arguments! {
    /// What `cvc5-term-substitute` takes.
    struct TermSubstitution<'c> {
        /// The term in which others are replaced.
        term: Term,
        /// The terms to replace.
        parts: Terms,
        /// Their replacements.
        by: Terms,
    }
}

/// Replaces terms in a term.
pub(super) const TERM_SUBSTITUTE: Extension = Extension {
    name: "cvc5-term-substitute",
    takes: Takes {
        params: TermSubstitution::PARAMS,
        pick: pick_terms,
        valid: valid_terms,
        ..NOTHING
    },
    does: substitute_terms,
    ..SEARCHING
};

arguments! {
    /// What `cvc5-sort-substitute` takes.
    struct SortSubstitution<'c> {
        /// The sort in which others are replaced.
        sort: Sort,
        /// The sorts to replace.
        parts: Sorts,
        /// Their replacements.
        by: Sorts,
    }
}

/// Replaces sorts in a sort.
pub(super) const SORT_SUBSTITUTE: Extension = Extension {
    name: "cvc5-sort-substitute",
    takes: Takes {
        params: SortSubstitution::PARAMS,
        pick: pick_sorts,
        valid: valid_sorts,
        ..NOTHING
    },
    does: substitute_sorts,
    ..SEARCHING
};

/// A term of any sort but functions.
fn some_term(cx: &mut Pick<'_>, wanted: fn(&InstanceState, TermId) -> bool) -> Option<TermId> {
    let sorts: Vec<SortId> = cx.state.sorts.iter().map(|(id, _)| id).collect();
    let term = cx.state.pool(*cx.rng.pick(&sorts)?).pick(cx.rng)?;
    wanted(cx.state, term).then_some(term)
}

fn is_no_function(state: &InstanceState, id: TermId) -> Validity {
    if kind(state, id) == Some(SortKind::Fun) {
        return Invalid::wrong(format!("{id} is a function"));
    }
    Ok(())
}

fn simplify((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let TermArg { term: id } = TermArg::args(context.call)?;
    let term = *instance.content.terms.get(id)?;
    // With substitutions the result is only equal in models of the assertions.
    let substitutions = instance.rng.coin();
    let simple = instance.classify_error(instance.session.simplify(term, substitutions))?;
    same_sort(instance, "simplify", term, simple)?;
    let expected = context.state.term(id).and_then(|term| term.value());
    let read = values::read(&instance.session, &mut instance.rng, simple)?;
    match (expected, read) {
        (Some(expected), Some(read)) if !substitutions && *expected != read => {
            let [expected, read] = [expected, &read].map(|v| context.state.value_text_of(id, v));
            SIMPLIFIED_VALUE.fails(format!("{read}, and the value may be {expected}"))
        }
        _ => Ok(Effect::Done),
    }
}

/// The sort of a term must be that of another one. `how` is how the second one was made.
fn same_sort(instance: &Instance, how: &str, before: Term, after: Term) -> Result {
    let session = &instance.session;
    let (before, after) = (
        session.term_get_sort(before)?,
        session.term_get_sort(after)?,
    );
    if session.sort_is_equal(before, after)? {
        return Ok(());
    }
    let [before, after] = [before, after].map(|sort| session.sort_to_string(sort));
    TERM_SORT.fails_for(how, format!("{}, not {}", after?, before?))
}

use super::super::ffi::Term;

/// Closed terms, in `term` or anywhere, and others of their sorts.
fn pick_terms(cx: &mut Pick<'_>) -> Option<Args> {
    let state = cx.state;
    let term = some_term(cx, |_, _| true)?;
    let subterms = state.terms.subterms(&[term]);
    // Some operators need values at some places, and a replacement may be no value. Nor can it be a
    // pattern of a match, in which constructors are replaced, too.
    let takes_values = |id: &TermId| {
        let term = state.term(*id);
        let op = term.and_then(|term| term.op);
        let is_limited = |op| cx.swarm.literals(op, cx.context).is_some();
        term.is_some_and(Made::is_case) || op.is_some_and(is_limited)
    };
    if subterms.iter().any(takes_values) {
        return None;
    }
    let count = 1 + cx.rng.index(3);
    let (mut parts, mut by) = (SmallVec::new(), SmallVec::new());
    for _ in 0..count {
        let part = *cx.rng.pick(&subterms)?;
        let other = state.pool(state.term(part)?.sort).pick(cx.rng)?;
        let fits = |id| state.term(id).is_some_and(|term| term.free.is_empty());
        if fits(part) && fits(other) && is_no_function(state, part).is_ok() {
            parts.push(part);
            by.push(other);
        }
    }
    (!parts.is_empty()).then(|| smallvec![Arg::Term(term), Arg::Terms(parts), Arg::Terms(by)])
}

fn valid_terms(state: &InstanceState, call: &Call) -> Validity {
    let TermSubstitution { parts, by, .. } = TermSubstitution::args(call)?;
    are_replacements(state, parts, by)
}

fn substitute_terms((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let content = &instance.content;
    let args = TermSubstitution::args(context.call)?;
    let term = *content.terms.get(args.term)?;
    let (parts, by) = (content.terms(args.parts)?, content.terms(args.by)?);
    let session = &instance.session;
    let one = match (&parts[..], &by[..]) {
        ([part], [by]) if instance.rng.coin() => {
            Some(session.term_substitute_term(term, *part, *by)?)
        }
        _ => None,
    };
    let all = session.term_substitute_terms(term, &parts, &by)?;
    same_sort(instance, "substitute", term, all)?;
    let same = session.term_substitute_terms(term, &parts, &parts)?;
    if !session.term_is_equal(same, term)? {
        return REPLACED_BY_SAME.fails("");
    }
    match one {
        Some(one) if !session.term_is_equal(one, all)? => REPLACED_IN_TWO_WAYS.fails(""),
        _ => Ok(Effect::Done),
    }
}

fn pick_sorts(cx: &mut Pick<'_>) -> Option<Args> {
    let sorts = cx.state.sorts.iter();
    let sorts = sorts.filter(|(_, sort)| sort.kind() != SortKind::Constructor);
    let sorts: Vec<SortId> = sorts.map(|(id, _)| id).collect();
    let sort = *cx.rng.pick(&sorts)?;
    let count = 1 + cx.rng.index(3);
    let mut some = || (0..count).map(|_| cx.rng.pick(&sorts).copied()).collect();
    let (parts, by): (Option<_>, Option<_>) = (some(), some());
    Some(smallvec![
        Arg::Sort(sort),
        Arg::Sorts(parts?),
        Arg::Sorts(by?)
    ])
}

/// Sorts that may be at any place. Functions, arrays and languages may not.
fn valid_sorts(state: &InstanceState, call: &Call) -> Validity {
    let SortSubstitution { sort, parts, by } = SortSubstitution::args(call)?;
    if parts.len() != by.len() || parts.is_empty() {
        return Invalid::wrong("as many sorts are replaced as there are replacements");
    }
    let kind = |id: &SortId| state.sorts.get(*id).map(murxla_fsm::sort::Sort::kind);
    let mut all = [&sort].into_iter().chain(parts).chain(by);
    if let Some(id) = all.find(|id| kind(id) == Some(SortKind::Constructor)) {
        return Invalid::wrong(format!("{id} is not a sort, but makes sorts"));
    }
    let nested = [SortKind::Fun, SortKind::Array, SortKind::RegLan];
    let barred = |id: &&SortId| kind(id).is_some_and(|kind| nested.contains(&kind));
    match by.iter().find(barred) {
        Some(id) => Invalid::wrong(format!("{id} may not stand in other sorts")),
        None => Ok(()),
    }
}

fn substitute_sorts((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let content = &instance.content;
    let args = SortSubstitution::args(context.call)?;
    let sort = *content.sorts.get(args.sort)?;
    let (parts, by) = (content.sorts(args.parts)?, content.sorts(args.by)?);
    let session = &instance.session;
    let made = match (&parts[..], &by[..]) {
        ([part], [by]) if instance.rng.coin() => session.sort_substitute(sort, *part, *by)?,
        _ => session.sort_substitute_sorts(sort, &parts, &by)?,
    };
    let view = |sort: &SortHandle| sorts::view::view(session, *sort);
    let views = |sorts: &[SortHandle]| sorts.iter().map(view).collect::<Result<Vec<_>>>();
    let (parts, by) = (views(&parts)?, views(&by)?);
    let Some(expected) = replaced(&view(&sort)?, &parts, &by) else {
        return Ok(Effect::Done);
    };
    let made = view(&made)?;
    if made == expected {
        return Ok(Effect::Done);
    }
    REPLACED_SORTS.fails(format!("{made}, not {expected}"))
}

/// Replaces parts of a sort from the outside in and once, as the API defines it. The first of equal
/// parts counts. `None` for sorts that may have parts that are not known here.
fn replaced(sort: &SortView, parts: &[SortView], by: &[SortView]) -> Option<SortView> {
    if let Some(n) = parts.iter().position(|part| part == sort) {
        return by.get(n).cloned();
    }
    let inside = |sort: &SortView| replaced(sort, parts, by);
    Some(match sort {
        SortView::Array(inner) => SortView::Array(Box::new((inside(&inner.0)?, inside(&inner.1)?))),
        SortView::Tuple(of) => SortView::Tuple(of.iter().map(inside).collect::<Option<_>>()?),
        SortView::Seq(element) => SortView::Seq(Box::new(inside(element)?)),
        SortView::Nullable(element) => SortView::Nullable(Box::new(inside(element)?)),
        SortView::Fun(domain, codomain) => SortView::Fun(
            domain.iter().map(inside).collect::<Option<_>>()?,
            Box::new(inside(codomain)?),
        ),
        SortView::Bool
        | SortView::Int
        | SortView::Real
        | SortView::Bv(_)
        | SortView::Fp(..)
        | SortView::Rm
        | SortView::String => sort.clone(),
        // A sort that a constructor made has parts.
        SortView::Uninterpreted(name) if !name.starts_with('(') => sort.clone(),
        _ => return None,
    })
}
