//! Terms as the trace knows them, and as the library shows them.

use super::ffi::{Api, Term, Type};
use crate::encodings::malformed;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::SortView;
use std::rc::Rc;

/// A sort: its type, and what it is to the trace, since functions and arrays are of one type.
#[derive(Clone)]
pub(super) struct Sort {
    pub(super) of: Type,
    pub(super) view: Rc<SortView>,
}

/// A term with the sort that it was made for.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) term: Term,
    pub(super) view: Rc<SortView>,
    /// Of a defined function, whose term is a lambda: parameters and body.
    pub(super) definition: Option<Rc<(Vec<Term>, Term)>>,
}

/// A function type, in one of the ways that there are for its arity.
pub(super) fn function_type(
    api: Api,
    rng: &mut Rng,
    domain: &[Type],
    codomain: Type,
) -> Result<Type> {
    match *domain {
        [a] if rng.coin() => api.function_type1(a, codomain),
        [a, b] if rng.coin() => api.function_type2(a, b, codomain),
        [a, b, c] if rng.coin() => api.function_type3(a, b, c, codomain),
        _ => api.function_type(domain, codomain),
    }
}

/// An application, in the same way.
pub(super) fn applied(api: Api, rng: &mut Rng, function: Term, args: &[Term]) -> Result<Term> {
    match *args {
        [a] if rng.coin() => api.apply1(function, a),
        [a, b] if rng.coin() => api.apply2(function, a, b),
        [a, b, c] if rng.coin() => api.apply3(function, a, b, c),
        _ => api.apply(function, args),
    }
}

/// A function with another value at a point, in the same way.
pub(super) fn updated(
    api: Api,
    rng: &mut Rng,
    function: Term,
    point: &[Term],
    value: Term,
) -> Result<Term> {
    match *point {
        [a] if rng.coin() => api.update1(function, a, value),
        [a, b] if rng.coin() => api.update2(function, a, b, value),
        [a, b, c] if rng.coin() => api.update3(function, a, b, c, value),
        _ => api.update(function, point, value),
    }
}

/// Applies a function, which may be a defined one, to arguments.
pub(super) fn apply(api: Api, rng: &mut Rng, function: &Known, args: &[Term]) -> Result<Term> {
    let Some(definition) = &function.definition else {
        return applied(api, rng, function.term, args);
    };
    let (params, body) = &**definition;
    if params.len() != args.len() {
        return Err(malformed());
    }
    if rng.coin() {
        return api.substitute(params, args, *body);
    }
    // The library replaces it by the body.
    api.apply(function.term, args)
}

/// What the library says that a type is. `claimed`: what it should be; of it only is taken that a function is
/// an array, and that the integers among reals are real.
pub(super) fn view(api: Api, of: Type, claimed: &SortView) -> Result<SortView> {
    Ok(if api.is_bool(of) {
        SortView::Bool
    } else if api.is_int_type(of) && *claimed == SortView::Real {
        if !api.is_subtype(of, api.real_type()?) {
            return Err(Error::Contradiction("int is no subtype of real".to_owned()));
        }
        SortView::Real
    } else if api.is_int_type(of) {
        SortView::Int
    } else if api.is_real(of) {
        SortView::Real
    } else if api.is_bv(of) {
        SortView::Bv(api.bv_width(of)?)
    } else if api.is_function(of) {
        function_view(api, of, claimed)?
    } else if let (true, Some(name)) = (api.is_uninterpreted(of), api.type_name(of)) {
        SortView::Uninterpreted(name)
    } else {
        SortView::Other(api.type_to_string(of))
    })
}

fn function_view(api: Api, of: Type, claimed: &SortView) -> Result<SortView> {
    let other = SortView::Other(String::new());
    let parts = (0..api.type_children(of)?).map(|n| api.type_child(of, n));
    let parts: Vec<Type> = parts.collect::<Result<_>>()?;
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

/// Reads the children of a term in all ways, and returns their number.
pub(super) fn children(api: Api, term: Term) -> Result<usize> {
    let wrong =
        |what: &str| Error::Contradiction(format!("{what} of {}", api.term_to_string(term)));
    let shapes = [
        api.is_atomic(term),
        api.is_composite(term),
        api.is_projection(term),
        api.is_sum(term),
        api.is_bv_sum(term),
        api.is_product(term),
    ];
    if shapes.iter().filter(|shape| **shape).count() != 1 {
        return Err(wrong(&format!("the shapes are {shapes:?}")));
    }
    let count = api.num_children(term)?;
    let [atomic, composite, projection, sum, bv_sum, _] = shapes;
    if atomic {
        api.term_name(term);
        if count != 0 {
            return Err(wrong("the children of an atom"));
        }
    } else if composite {
        let children = (0..count).map(|n| api.child(term, n));
        let children: Vec<Term> = children.collect::<Result<_>>()?;
        if children != api.children(term)? {
            return Err(wrong("the children, one by one and all at once,"));
        }
        for child in children {
            api.type_of(child)?;
        }
    } else if projection {
        api.projection(term)?;
        api.type_of(api.projected(term)?)?;
    } else {
        for n in 0..count {
            if sum {
                api.sum_part(term, n)?;
            } else if bv_sum {
                api.bv_sum_part(term, api.bv_width(api.type_of(term)?)?, n)?;
            } else if api.product_part(term, n)?.1 == 0 {
                return Err(wrong("an exponent of zero"));
            }
        }
    }
    usize::try_from(count).map_err(|_| wrong("the number of children"))
}
