//! Terms as the library has them. All that it says of a term must agree.

use super::checks::{
    COPY, TERM_AGAIN, TERM_ARITY, TERM_INDEXED, TERM_KIND, TERM_SORT, TERM_SORT_AGAIN, TERM_STREAM,
    TERM_TWICE,
};
use super::ffi::{Session, Term};
use super::ops::Kinds;
use super::sorts::{symbol, view, width};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use murxla_fsm::sort::SortView;

/// The sort of a term. The getters of the sort and those of the term must agree.
pub(super) fn view_of(session: &Session, term: Term) -> Result<SortView> {
    let sort = session.term_get_sort(term)?;
    let seen = view(session, sort)?;
    let said = if session.term_is_bool(term)? {
        SortView::Bool
    } else if session.term_is_bv(term)? {
        SortView::Bv(width(session.term_bv_get_size(term)?))
    } else if session.term_is_fp(term)? {
        SortView::Fp(
            width(session.term_fp_get_exp_size(term)?),
            width(session.term_fp_get_sig_size(term)?),
        )
    } else if session.term_is_rm(term)? {
        SortView::Rm
    } else if session.term_is_array(term)? {
        let index = view(session, session.term_array_get_index_sort(term)?)?;
        let element = view(session, session.term_array_get_element_sort(term)?)?;
        SortView::Array(Box::new((index, element)))
    } else if session.term_is_fun(term)? {
        let domain = session.term_fun_get_domain_sorts(term)?;
        let arity = session.term_fun_get_arity(term)?;
        if arity != domain.len() as u64 {
            let details = format!("{arity} arguments, and {} in its domain", domain.len());
            return TERM_ARITY.fails(details);
        }
        let domain = domain.into_iter().map(|sort| view(session, sort));
        let domain = domain.collect::<Result<Vec<_>>>()?;
        SortView::Fun(
            domain,
            Box::new(view(session, session.term_fun_get_codomain_sort(term)?)?),
        )
    } else if session.term_is_uninterpreted(term)? {
        SortView::Uninterpreted(symbol(session, sort)?)
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
    let sort = session.term_get_sort(term)?;
    let text = || session.term_to_string(term).unwrap_or_default();
    // Only the references that the copies add are released.
    let copies = (session.term_copy(term)?, session.sort_copy(sort)?);
    session.term_release(copies.0)?;
    session.sort_release(copies.1)?;
    COPY.must(copies == (term, sort))?;
    let kind = session.term_get_kind(term)?;
    let is = [
        (session.term_is_const(term)?, kinds.constant),
        (session.term_is_var(term)?, kinds.variable),
        (session.term_is_value(term)?, kinds.value),
    ];
    if is.into_iter().any(|(is, leaf)| is != (kind == leaf)) {
        return TERM_KIND.fails(text());
    }
    let children = session.term_get_children(term)?;
    let indices = session.term_get_indices(term)?;
    if session.term_is_indexed(term)? == indices.is_empty() {
        return TERM_INDEXED.fails(text());
    }
    if children != session.term_get_children(term)?
        || session.term_hash(term)? != session.term_hash(term)?
    {
        return TERM_TWICE.fails(text());
    }
    for child in &children {
        view_of(session, *child)?;
    }
    if rng.coin() {
        let base = *rng.pick(&[2, 10, 16]).unwrap_or(&2);
        let said = [
            session.term_to_string(term)?,
            session.term_to_string_fmt(term, base)?,
            session.sort_to_string(sort)?,
        ];
        let printed = [
            session.written(|stream| session.term_print(term, stream))?,
            session.written(|stream| session.term_print_fmt(term, stream, base))?,
            session.written(|stream| session.sort_print(sort, stream))?,
        ];
        if printed != said {
            return TERM_STREAM.fails(text());
        }
    }
    if children.is_empty() {
        session.term_get_symbol(term)?;
        return Ok(0);
    }
    let again = if kind == kinds.const_array {
        session.mk_const_array(sort, children[0])?
    } else if indices.is_empty() {
        session.mk_term(kind, &children)?
    } else {
        session.mk_term_indexed(kind, &children, &indices)?
    };
    if again != term {
        return TERM_AGAIN.fails(text());
    }
    if !session.term_is_equal_sort(again, term)?
        || session.sort_hash(sort)? != session.sort_hash(sort)?
    {
        return TERM_SORT_AGAIN.fails(text());
    }
    Ok(children.len())
}
