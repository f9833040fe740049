//! Sorts, which Yices calls types: how they are made, and what the library says of them.

use super::checks::INT_IN_REAL;
use super::ffi::{Api, Sort as SortHandle};
use super::instance::Instance;
use crate::shared::instance::TracedSort;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::{Sort, SortView};

impl Instance {
    /// Makes a sort whose parts are known.
    pub(super) fn make_sort(&mut self, sort: &Sort) -> Result<TracedSort<SortHandle>> {
        let (api, content) = (self.api, &mut self.content);
        let (handle, view) = match sort {
            Sort::Bool => (api.bool_type()?, SortView::Bool),
            Sort::Int => (api.int_type()?, SortView::Int),
            Sort::Real => (api.real_type()?, SortView::Real),
            Sort::Bv(width) => (api.bv_type(*width)?, SortView::Bv(*width)),
            Sort::Array(index, element) => {
                let (index, element) = (content.sorts.get(*index)?, content.sorts.get(*element)?);
                let handle = function_type(api, &mut self.rng, &[index.handle], element.handle)?;
                let parts = ((*index.view).clone(), (*element.view).clone());
                (handle, SortView::Array(Box::new(parts)))
            }
            Sort::Fun(domain, codomain) => {
                let domain = domain.iter().map(|sort| content.sorts.get(*sort));
                let domain: Vec<&TracedSort<SortHandle>> = domain.collect::<Result<_>>()?;
                let codomain = content.sorts.get(*codomain)?;
                let types: Vec<_> = domain.iter().map(|sort| sort.handle).collect();
                let views = domain.iter().map(|sort| (*sort.view).clone()).collect();
                let view = SortView::Fun(views, Box::new((*codomain.view).clone()));
                let handle = function_type(api, &mut self.rng, &types, codomain.handle)?;
                (handle, view)
            }
            Sort::Uninterpreted(symbol) => {
                return content.declared.get_or_make(symbol, || {
                    let handle = api.new_uninterpreted_type()?;
                    api.set_type_name(handle, symbol)?;
                    let view = SortView::Uninterpreted(symbol.to_string());
                    Ok(TracedSort::new(handle, view))
                });
            }
            // Yices has no datatypes and no sort constructors.
            other => return Err(Error::Unsupported(other.kind().name().to_owned())),
        };
        Ok(TracedSort::new(handle, view))
    }
}

/// Makes a function type, in one of the ways that the API has for its arity.
pub(super) fn function_type(
    api: Api,
    rng: &mut Rng,
    domain: &[SortHandle],
    codomain: SortHandle,
) -> Result<SortHandle> {
    match *domain {
        [a] if rng.coin() => api.function_type1(a, codomain),
        [a, b] if rng.coin() => api.function_type2(a, b, codomain),
        [a, b, c] if rng.coin() => api.function_type3(a, b, c, codomain),
        _ => api.function_type(domain, codomain),
    }
}

/// Reads a type. Yices does not tell arrays from functions, nor integers among reals from reals:
/// for these two differences, `claimed`, the sort in the trace, decides.
pub(super) fn view(api: Api, of: SortHandle, claimed: &SortView) -> Result<SortView> {
    Ok(if api.type_is_bool(of)? {
        SortView::Bool
    } else if api.type_is_int(of)? && *claimed == SortView::Real {
        INT_IN_REAL.must(api.test_subtype(of, api.real_type()?)?)?;
        SortView::Real
    } else if api.type_is_int(of)? {
        SortView::Int
    } else if api.type_is_real(of)? {
        SortView::Real
    } else if api.type_is_bitvector(of)? {
        SortView::Bv(api.bvtype_size(of)?)
    } else if api.type_is_function(of)? {
        function_view(api, of, claimed)?
    } else if let (true, Some(name)) = (api.type_is_uninterpreted(of)?, api.get_type_name(of)?) {
        SortView::Uninterpreted(name)
    } else {
        SortView::Other(api.describe_type(of))
    })
}

fn function_view(api: Api, of: SortHandle, claimed: &SortView) -> Result<SortView> {
    let other = SortView::Other(String::new());
    let parts = (0..api.type_num_children(of)?).map(|n| api.type_child(of, n));
    let parts: Vec<SortHandle> = parts.collect::<Result<_>>()?;
    let claims: Vec<&SortView> = match claimed {
        SortView::Array(parts) => vec![&parts.0, &parts.1],
        SortView::Fun(domain, codomain) => domain.iter().chain([&**codomain]).collect(),
        _ => Vec::new(),
    };
    let views = parts.iter().enumerate().map(|(n, part)| {
        let claim = claims.get(n).copied().unwrap_or(&other);
        view(api, *part, claim)
    });
    let mut views: Vec<SortView> = views.collect::<Result<_>>()?;
    let codomain = views.pop().unwrap_or(other);
    Ok(match (claimed, views.len()) {
        (SortView::Array(_), 1) => SortView::Array(Box::new((views.remove(0), codomain))),
        _ => SortView::Fun(views, Box::new(codomain)),
    })
}
