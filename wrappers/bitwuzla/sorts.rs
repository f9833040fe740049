//! Makes sorts and reads them. The getters must agree.

use super::checks::{SORT_ARITY, SORT_KINDS};
use super::ffi::{Session, Sort as SortHandle};
use super::instance::Instance;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::{Sort, SortView};

impl Instance {
    /// Makes a sort whose parts are known.
    pub(super) fn make_sort(&mut self, sort: &Sort) -> Result<SortHandle> {
        let (session, content) = (&self.session, &mut self.content);
        Ok(match sort {
            Sort::Bool => session.mk_bool_sort()?,
            Sort::Bv(width) => session.mk_bv_sort((*width).into())?,
            Sort::Fp(exponent, significand) => {
                session.mk_fp_sort((*exponent).into(), (*significand).into())?
            }
            Sort::Rm => session.mk_rm_sort()?,
            Sort::Array(index, element) => {
                session.mk_array_sort(*content.sorts.get(*index)?, *content.sorts.get(*element)?)?
            }
            Sort::Fun(domain, codomain) => {
                let domain = content.sorts(domain)?;
                for part in &domain {
                    if session.sort_is_fun(*part)? {
                        return Err(Error::Unsupported("a function of functions".to_owned()));
                    }
                }
                session.mk_fun_sort(&domain, *content.sorts.get(*codomain)?)?
            }
            Sort::Uninterpreted(symbol) => {
                let make = || session.mk_uninterpreted_sort(symbol);
                content.declared.get_or_make(symbol, make)?
            }
            other => return Err(Error::Unsupported(other.kind().name().to_owned())),
        })
    }
}

pub(super) fn width(width: u64) -> u32 {
    u32::try_from(width).unwrap_or(u32::MAX)
}

/// The symbol of an uninterpreted sort. It is empty if the sort was made without one.
pub(super) fn symbol(session: &Session, sort: SortHandle) -> Result<String> {
    Ok(session
        .sort_get_uninterpreted_symbol(sort)?
        .unwrap_or_default())
}

/// Reads a sort by its getters.
pub(super) fn view(session: &Session, sort: SortHandle) -> Result<SortView> {
    let is = [
        session.sort_is_bool(sort)?,
        session.sort_is_bv(sort)?,
        session.sort_is_fp(sort)?,
        session.sort_is_rm(sort)?,
        session.sort_is_array(sort)?,
        session.sort_is_fun(sort)?,
        session.sort_is_uninterpreted(sort)?,
    ];
    if is.iter().filter(|is| **is).count() > 1 {
        return SORT_KINDS.fails(session.sort_to_string(sort)?);
    }
    Ok(match is.iter().position(|is| *is) {
        Some(0) => SortView::Bool,
        Some(1) => SortView::Bv(width(session.sort_bv_get_size(sort)?)),
        Some(2) => SortView::Fp(
            width(session.sort_fp_get_exp_size(sort)?),
            width(session.sort_fp_get_sig_size(sort)?),
        ),
        Some(3) => SortView::Rm,
        Some(4) => {
            let index = view(session, session.sort_array_get_index(sort)?)?;
            let element = view(session, session.sort_array_get_element(sort)?)?;
            SortView::Array(Box::new((index, element)))
        }
        Some(5) => {
            let domain = session.sort_fun_get_domain_sorts(sort)?;
            SORT_ARITY.must(session.sort_fun_get_arity(sort)? == domain.len() as u64)?;
            let domain = domain.into_iter().map(|sort| view(session, sort));
            let domain = domain.collect::<Result<Vec<_>>>()?;
            let codomain = view(session, session.sort_fun_get_codomain(sort)?)?;
            SortView::Fun(domain, Box::new(codomain))
        }
        Some(6) => SortView::Uninterpreted(symbol(session, sort)?),
        _ => SortView::Other(session.sort_to_string(sort)?),
    })
}
