//! Terms as the library has them. All that it says of a term must agree.

use super::ffi::{Session, Term};
use super::ops::Kinds;
use super::sorts::{view, width};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
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
            return Err(Error::Contradiction(format!(
                "a function of {arity} arguments has {} in its domain",
                domain.len()
            )));
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
        return Err(Error::Contradiction(format!(
            "a term of sort {seen} says that it is of {said}"
        )));
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
    let wrong = |what: &str| {
        let text = session.term_to_string(term).unwrap_or_default();
        Error::Contradiction(format!("{what} of {text}"))
    };
    session.copy_and_release(term, sort)?;
    let kind = session.term_kind(term)?;
    let is = [
        (session.is_const(term)?, kinds.constant),
        (session.is_var(term)?, kinds.variable),
        (session.is_value(term)?, kinds.value),
    ];
    if is.into_iter().any(|(is, leaf)| is != (kind == leaf)) {
        return Err(wrong("the kind and what it is"));
    }
    let children = session.children(term)?;
    let indices = session.indices(term)?;
    if session.term_is_indexed(term)? == indices.is_empty() {
        return Err(wrong("whether it is indexed and the number of indices"));
    }
    if children != session.children(term)? || session.term_hash(term)? != session.term_hash(term)? {
        return Err(wrong("reading the children twice"));
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
            return Err(wrong("what is printed and what is written into a stream"));
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
        return Err(wrong("the kind and the children make another term"));
    }
    if !session.same_sort(again, term)? || session.sort_hash(sort)? != session.sort_hash(sort)? {
        return Err(wrong("the sort"));
    }
    Ok(children.len())
}
