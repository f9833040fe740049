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
            Sort::Bool => session.bool_sort()?,
            Sort::Bv(width) => session.bv_sort(*width)?,
            Sort::Fp(exponent, significand) => session.fp_sort(*exponent, *significand)?,
            Sort::Rm => session.rm_sort()?,
            Sort::Array(index, element) => {
                session.array_sort(*content.sorts.get(*index)?, *content.sorts.get(*element)?)?
            }
            Sort::Fun(domain, codomain) => {
                let domain = content.sorts(domain)?;
                for part in &domain {
                    if session.sort_is_fun(*part)? {
                        return Err(Error::Unsupported("a function of functions".to_owned()));
                    }
                }
                session.fun_sort(&domain, *content.sorts.get(*codomain)?)?
            }
            Sort::Uninterpreted(symbol) => {
                let make = || session.uninterpreted_sort(symbol);
                content.declared.get_or_make(symbol, make)?
            }
            other => return Err(Error::Unsupported(other.kind().name().to_owned())),
        })
    }
}

pub(super) fn width(width: u64) -> u32 {
    u32::try_from(width).unwrap_or(u32::MAX)
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
        Some(1) => SortView::Bv(width(session.sort_width(sort)?)),
        Some(2) => SortView::Fp(
            width(session.sort_exponent(sort)?),
            width(session.sort_significand(sort)?),
        ),
        Some(3) => SortView::Rm,
        Some(4) => {
            let index = view(session, session.sort_index(sort)?)?;
            let element = view(session, session.sort_element(sort)?)?;
            SortView::Array(Box::new((index, element)))
        }
        Some(5) => {
            let domain = session.sort_domain(sort)?;
            SORT_ARITY.must(session.sort_arity(sort)? == domain.len() as u64)?;
            let domain = domain.into_iter().map(|sort| view(session, sort));
            let domain = domain.collect::<Result<Vec<_>>>()?;
            let codomain = view(session, session.sort_codomain(sort)?)?;
            SortView::Fun(domain, Box::new(codomain))
        }
        Some(6) => SortView::Uninterpreted(session.sort_symbol(sort)?),
        _ => SortView::Other(session.sort_to_string(sort)?),
    })
}
