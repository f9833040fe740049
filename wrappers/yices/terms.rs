//! Terms of the trace, and what the library says about them.

use super::checks::{CHILD_COUNT, CHILDREN, CHILDREN_OF_ATOM, EXPONENT, SHAPES};
use super::ffi::{Api, Term};
use crate::shared::encoding::malformed;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use murxla_fsm::sort::SortView;
use std::rc::Rc;

/// A term, with its sort in the trace.
#[derive(Clone)]
pub(super) struct TracedTerm {
    pub(super) term: Term,
    pub(super) view: Rc<SortView>,
    /// Parameters and body of a defined function, whose term is a lambda.
    pub(super) definition: Option<Rc<(Vec<Term>, Term)>>,
}

/// An application, in one of the ways that there are for its number of arguments.
pub(super) fn applied(api: Api, rng: &mut Rng, function: Term, args: &[Term]) -> Result<Term> {
    match *args {
        [a] if rng.coin() => api.apply1(function, a),
        [a, b] if rng.coin() => api.apply2(function, a, b),
        [a, b, c] if rng.coin() => api.apply3(function, a, b, c),
        _ => api.apply(function, args),
    }
}

/// An update of a function at a point, in one of the ways for its number of arguments.
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
pub(super) fn apply(api: Api, rng: &mut Rng, function: &TracedTerm, args: &[Term]) -> Result<Term> {
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
    // The library replaces the application by the body.
    api.apply(function.term, args)
}

/// Reads the children of a term in all ways, and returns their number.
pub(super) fn children(api: Api, term: Term) -> Result<usize> {
    let shapes = [
        api.is_atomic(term),
        api.is_composite(term),
        api.is_projection(term),
        api.is_sum(term),
        api.is_bv_sum(term),
        api.is_product(term),
    ];
    if shapes.iter().filter(|shape| **shape).count() != 1 {
        return SHAPES.fails(format!("{shapes:?}\n{}", api.term_to_string(term)));
    }
    let count = api.num_children(term)?;
    let [atomic, composite, projection, sum, bv_sum, _] = shapes;
    if atomic {
        api.term_name(term);
        if count != 0 {
            return CHILDREN_OF_ATOM.fails(api.term_to_string(term));
        }
    } else if composite {
        let children = (0..count).map(|n| api.child(term, n));
        let children: Vec<Term> = children.collect::<Result<_>>()?;
        if children != api.children(term)? {
            return CHILDREN.fails(api.term_to_string(term));
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
                return EXPONENT.fails(api.term_to_string(term));
            }
        }
    }
    match usize::try_from(count) {
        Ok(count) => Ok(count),
        Err(_) => CHILD_COUNT.fails(api.term_to_string(term)),
    }
}
