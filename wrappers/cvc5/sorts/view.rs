//! Reads sorts.

use crate::cvc5::checks::{SORT_ARITY, SORT_PREDICATE, VALUE_NUMBER};
use crate::cvc5::ffi::{Session, Sort};
use murxla_fsm::solver::Result;
use murxla_fsm::sort::SortView;
use num_bigint::BigUint;
use std::sync::Arc;

/// The bases in which the API accepts numbers.
pub(in crate::cvc5) const BASES: [u32; 3] = [2, 10, 16];

/// Reads a sort by its getters.
pub(in crate::cvc5) fn view(session: &Session, sort: Sort) -> Result<SortView> {
    let named = |arg| Ok(view(session, arg)?.to_string());
    Ok(if session.sort_is_boolean(sort)? {
        SortView::Bool
    } else if session.sort_is_integer(sort)? {
        SortView::Int
    } else if session.sort_is_real(sort)? {
        SortView::Real
    } else if session.sort_is_bv(sort)? {
        SortView::Bv(session.sort_bv_get_size(sort)?)
    } else if session.sort_is_fp(sort)? {
        SortView::Fp(
            session.sort_fp_get_exp_size(sort)?,
            session.sort_fp_get_sig_size(sort)?,
        )
    } else if session.sort_is_rm(sort)? {
        SortView::Rm
    } else if session.sort_is_array(sort)? {
        let index = view(session, session.sort_array_get_index_sort(sort)?)?;
        let element = view(session, session.sort_array_get_element_sort(sort)?)?;
        SortView::Array(Box::new((index, element)))
    } else if session.sort_is_set(sort)? {
        SortView::Set(Box::new(view(
            session,
            session.sort_set_get_element_sort(sort)?,
        )?))
    } else if session.sort_is_bag(sort)? {
        SortView::Bag(Box::new(view(
            session,
            session.sort_bag_get_element_sort(sort)?,
        )?))
    } else if session.sort_is_fun(sort)? {
        let domain = session.sort_fun_get_domain(sort)?;
        SORT_ARITY.must(session.sort_fun_get_arity(sort)? == domain.len() as u64)?;
        let domain = domain.into_iter().map(|s| view(session, s));
        let domain = domain.collect::<Result<Vec<_>>>()?;
        let codomain = view(session, session.sort_fun_get_codomain(sort)?)?;
        if session.sort_is_predicate(sort)? != (codomain == SortView::Bool) {
            return SORT_PREDICATE.fails(codomain.to_string());
        }
        SortView::Fun(domain, Box::new(codomain))
    } else if session.sort_is_string(sort)? {
        SortView::String
    } else if session.sort_is_regexp(sort)? {
        SortView::RegLan
    } else if session.sort_is_ff(sort)? {
        SortView::Ff(field_size(session, sort)?)
    } else if session.sort_is_sequence(sort)? {
        SortView::Seq(Box::new(view(
            session,
            session.sort_sequence_get_element_sort(sort)?,
        )?))
    } else if session.sort_is_tuple(sort)? {
        let parts = session.sort_tuple_get_element_sorts(sort)?.into_iter();
        SortView::Tuple(parts.map(|s| view(session, s)).collect::<Result<_>>()?)
    } else if session.sort_is_nullable(sort)? {
        SortView::Nullable(Box::new(view(
            session,
            session.sort_nullable_get_element_sort(sort)?,
        )?))
    } else if session.sort_is_dt(sort)? {
        SortView::Dt(text(session, sort, &named)?)
    } else if session.sort_is_uninterpreted_sort(sort)? {
        SortView::Uninterpreted(text(session, sort, &named)?)
    } else {
        SortView::Other(session.sort_to_string(sort)?)
    })
}

pub(in crate::cvc5) fn field_size(session: &Session, sort: Sort) -> Result<Arc<BigUint>> {
    let text = session.sort_ff_get_size(sort)?;
    parsed(text.parse(), &text).map(Arc::new)
}

/// The sort as SMT-LIB writes it: its symbol, and its sort arguments if it has any.
fn text(session: &Session, sort: Sort, view: &dyn Fn(Sort) -> Result<String>) -> Result<String> {
    let (symbol, has_arguments) = if session.sort_is_dt(sort)? {
        let datatype = session.sort_get_datatype(sort)?;
        (
            session.dt_get_name(datatype)?,
            session.dt_is_parametric(datatype)?,
        )
    } else if session.sort_is_instantiated(sort)? {
        (
            session.sort_get_symbol(session.sort_get_uninterpreted_sort_constructor(sort)?)?,
            true,
        )
    } else {
        (session.sort_get_symbol(sort)?, false)
    };
    if !has_arguments {
        return Ok(symbol);
    }
    let mut text = format!("({symbol}");
    for arg in session.sort_get_instantiated_parameters(sort)? {
        text.push_str(&format!(" {}", view(arg)?));
    }
    Ok(text + ")")
}

pub(in crate::cvc5) fn parsed<T, E>(value: std::result::Result<T, E>, text: &str) -> Result<T> {
    match value {
        Ok(value) => Ok(value),
        Err(_) => VALUE_NUMBER.fails(format!("'{text}'")),
    }
}
