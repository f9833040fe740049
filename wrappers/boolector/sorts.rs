//! Makes sorts and reads them.

use super::checks::{ARITY, CODOMAIN, WIDTH_AND_SORT};
use super::ffi::{Session, Sort as SortHandle, Term};
use super::instance::{Content, Instance};
use crate::shared::instance::TracedSort;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::{Sort, SortId, SortView};

impl Content {
    /// A sort of bit-vectors or Booleans. Some places allow no other sorts.
    pub(super) fn bit_vector(&self, sort: SortId, place: &str) -> Result<&TracedSort<SortHandle>> {
        let sort = self.sorts.get(sort)?;
        match *sort.view {
            SortView::Bool | SortView::Bv(_) => Ok(sort),
            ref other => Err(Error::Unsupported(format!("{other} as {place}"))),
        }
    }
}

impl Instance {
    /// Makes a sort whose parts are known.
    pub(super) fn make_sort(&mut self, sort: &Sort) -> Result<TracedSort<SortHandle>> {
        let (session, content) = (&self.session, &self.content);
        let (handle, view) = match sort {
            Sort::Bool if self.rng.coin() => (session.bool_sort()?, SortView::Bool),
            Sort::Bool => (session.bitvec_sort(1)?, SortView::Bool),
            Sort::Bv(width) => (session.bitvec_sort(*width)?, SortView::Bv(*width)),
            Sort::Array(index, element) => {
                let index = content.bit_vector(*index, "index of an array")?;
                let element = content.bit_vector(*element, "element of an array")?;
                let parts = ((*index.view).clone(), (*element.view).clone());
                let handle = session.array_sort(index.handle, element.handle)?;
                (handle, SortView::Array(Box::new(parts)))
            }
            Sort::Fun(domain, codomain) => {
                let domain = domain.iter();
                let domain = domain.map(|sort| content.bit_vector(*sort, "argument"));
                let domain: Vec<&TracedSort<SortHandle>> = domain.collect::<Result<_>>()?;
                let codomain = content.bit_vector(*codomain, "codomain of a function")?;
                let sorts: Vec<_> = domain.iter().map(|sort| sort.handle).collect();
                let views = domain.iter().map(|sort| (*sort.view).clone()).collect();
                let view = SortView::Fun(views, Box::new((*codomain.view).clone()));
                (session.fun_sort(&sorts, codomain.handle)?, view)
            }
            other => return Err(Error::Unsupported(other.kind().name().to_owned())),
        };
        Ok(TracedSort::new(handle, view))
    }
}

/// The sort of a node, by the getters of the library. It says that Booleans are bit-vectors of
/// width one: of `claimed`, the sort in the trace, only this difference is used.
pub(super) fn view(of: &Session, node: Term, claimed: &SortView) -> Result<SortView> {
    let sort = of.get_sort(node)?;
    // An array has the sort of a function of one argument, and some such functions count as arrays.
    let kinds = [
        of.is_bitvec_sort(sort)?,
        of.is_array(node)?,
        of.is_fun(node)? && !of.is_array(node)?,
    ];
    let is_function = of.is_fun_sort(sort)?;
    if kinds.iter().filter(|kind| **kind).count() != 1
        || is_function != of.is_fun(node)?
        || of.is_array(node)? && !of.is_array_sort(sort)?
    {
        return Ok(SortView::Other(format!("{kinds:?}")));
    }
    let bits = |width: u32, claimed: Option<&SortView>| match claimed {
        Some(SortView::Bool) if width == 1 => SortView::Bool,
        _ => SortView::Bv(width),
    };
    let [is_bv, is_array, _] = kinds;
    if is_bv {
        WIDTH_AND_SORT.must(of.get_width(node)? == of.bitvec_sort_get_width(sort)?)?;
        return Ok(bits(of.get_width(node)?, Some(claimed)));
    }
    // The API has the sort of the whole domain, but no getter for its parts.
    if let SortView::Fun(domain, codomain) = claimed {
        ARITY.must(of.get_fun_arity(node)? as usize == domain.len())?;
        CODOMAIN.must(
            of.bitvec_sort_get_width(of.fun_get_codomain_sort(node)?)? == of.get_width(node)?,
        )?;
        let codomain = bits(of.get_width(node)?, Some(codomain));
        return Ok(SortView::Fun(domain.clone(), Box::new(codomain)));
    }
    if !is_array {
        return Ok(SortView::Other("a function".to_owned()));
    }
    let claims = match claimed {
        SortView::Array(parts) => Some(parts),
        _ => None,
    };
    let element = bits(of.get_width(node)?, claims.map(|parts| &parts.1));
    let index = bits(of.get_index_width(node)?, claims.map(|parts| &parts.0));
    Ok(SortView::Array(Box::new((index, element))))
}
