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
        [a] if rng.coin() => api.application1(function, a),
        [a, b] if rng.coin() => api.application2(function, a, b),
        [a, b, c] if rng.coin() => api.application3(function, a, b, c),
        _ => api.application(function, args),
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
        return api.subst_term(params, args, *body);
    }
    // The library replaces the application by the body.
    api.application(function.term, args)
}

/// Reads the children of a term in all ways, and returns their number.
pub(super) fn children(api: Api, term: Term) -> Result<usize> {
    let shapes = [
        api.term_is_atomic(term)?,
        api.term_is_composite(term)?,
        api.term_is_projection(term)?,
        api.term_is_sum(term)?,
        api.term_is_bvsum(term)?,
        api.term_is_product(term)?,
    ];
    if shapes.iter().filter(|shape| **shape).count() != 1 {
        return SHAPES.fails(format!("{shapes:?}\n{}", api.describe(term)));
    }
    let count = api.term_num_children(term)?;
    let [atomic, composite, projection, sum, bv_sum, _] = shapes;
    if atomic {
        api.get_term_name(term)?;
        if count != 0 {
            return CHILDREN_OF_ATOM.fails(api.describe(term));
        }
    } else if composite {
        let children = (0..count).map(|n| api.term_child(term, n));
        let children: Vec<Term> = children.collect::<Result<_>>()?;
        if children != api.children(term)? {
            return CHILDREN.fails(api.describe(term));
        }
        for child in children {
            api.type_of_term(child)?;
        }
    } else if projection {
        api.proj_index(term)?;
        api.type_of_term(api.proj_arg(term)?)?;
    } else {
        for n in 0..count {
            if sum {
                api.sum_part(term, n)?;
            } else if bv_sum {
                api.bvsum_component(term, api.bvtype_size(api.type_of_term(term)?)?, n)?;
            } else if api.product_component(term, n)?.1 == 0 {
                return EXPONENT.fails(api.describe(term));
            }
        }
    }
    match usize::try_from(count) {
        Ok(count) => Ok(count),
        Err(_) => CHILD_COUNT.fails(api.describe(term)),
    }
}
