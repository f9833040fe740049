//! Terms as the library has them. All that it says of a term must agree.

use super::checks::{
    TERM_AGAIN, TERM_ARITY, TERM_INDEXED, TERM_KIND, TERM_SORT, TERM_SORT_AGAIN, TERM_STREAM,
    TERM_TWICE,
};
use super::ffi::{Session, Term};
use super::ops::Kinds;
use super::sorts::{view, width};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use murxla_fsm::sort::SortView;

/// The sort of a term. The getters of the sort and those of the term must agree.
pub(super) fn view_of(session: &Session, term: Term) -> Result<SortView> {
    let sort = session.term_sort(term)?;
    let seen = view(session, sort)?;
    let said = if session.is_bool(term)? {
        SortView::Bool
    } else if session.is_bv(term)? {
        SortView::Bv(width(session.term_width(term)?))
    } else if session.is_fp(term)? {
        SortView::Fp(
            width(session.term_exponent(term)?),
            width(session.term_significand(term)?),
        )
    } else if session.is_rm(term)? {
        SortView::Rm
    } else if session.is_array(term)? {
        let index = view(session, session.term_index_sort(term)?)?;
        let element = view(session, session.term_element_sort(term)?)?;
        SortView::Array(Box::new((index, element)))
    } else if session.is_fun(term)? {
        let domain = session.term_domain(term)?;
        let arity = session.term_arity(term)?;
        if arity != domain.len() as u64 {
            let details = format!("{arity} arguments, and {} in its domain", domain.len());
            return TERM_ARITY.fails(details);
        }
        let domain = domain.into_iter().map(|sort| view(session, sort));
        let domain = domain.collect::<Result<Vec<_>>>()?;
        SortView::Fun(
            domain,
            Box::new(view(session, session.term_codomain(term)?)?),
        )
    } else if session.is_uninterpreted(term)? {
        SortView::Uninterpreted(session.sort_symbol(sort)?)
    } else {
        SortView::Other(session.sort_to_string(sort)?)
    };
    if said != seen {
        return TERM_SORT.fails(format!("a term of sort {seen} says that it is of {said}"));
    }
    Ok(seen)
}

/// Reads a term in all ways, and returns its number of children.
pub(super) fn children(
    session: &Session,
    kinds: &Kinds,
    rng: &mut Rng,
    term: Term,
) -> Result<usize> {
    let sort = session.term_sort(term)?;
    let text = || session.term_to_string(term).unwrap_or_default();
    session.copy_and_release(term, sort)?;
    let kind = session.term_kind(term)?;
    let is = [
        (session.is_const(term)?, kinds.constant),
        (session.is_var(term)?, kinds.variable),
        (session.is_value(term)?, kinds.value),
    ];
    if is.into_iter().any(|(is, leaf)| is != (kind == leaf)) {
        return TERM_KIND.fails(text());
    }
    let children = session.children(term)?;
    let indices = session.indices(term)?;
    if session.term_is_indexed(term)? == indices.is_empty() {
        return TERM_INDEXED.fails(text());
    }
    if children != session.children(term)? || session.term_hash(term)? != session.term_hash(term)? {
        return TERM_TWICE.fails(text());
    }
    for child in &children {
        view_of(session, *child)?;
    }
    if rng.coin() {
        let base = *rng.pick(&[2, 10, 16]).unwrap_or(&2);
        let said = [
            session.term_to_string(term)?,
            session.term_to_string_in(term, base)?,
            session.sort_to_string(sort)?,
        ];
        if session.printed(term, sort, base)? != said {
            return TERM_STREAM.fails(text());
        }
    }
    if children.is_empty() {
        session.term_symbol(term)?;
        return Ok(0);
    }
    let again = if kind == kinds.const_array {
        session.const_array(sort, children[0])?
    } else if indices.is_empty() {
        session.mk_term(kind, &children)?
    } else {
        session.mk_term_indexed(kind, &children, &indices)?
    };
    if again != term {
        return TERM_AGAIN.fails(text());
    }
    if !session.same_sort(again, term)? || session.sort_hash(sort)? != session.sort_hash(sort)? {
        return TERM_SORT_AGAIN.fails(text());
    }
    Ok(children.len())
}
