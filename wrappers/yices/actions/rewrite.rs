//! Makes terms again in other ways. A result is equal to the original.

use super::super::checks::{REBUILT_TYPE, SUBSTITUTED_TRUTH};
use super::super::ffi::{Api, Term, bits_of};
use super::super::ops::Encoding::{self, Bin, Nary, Ter, Un};
use super::super::terms;
use super::super::ways::WAYS;
use super::ExtensionCall;
use super::inspect::subterms;
use murxla_fsm::action::Effect;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use num_rational::BigRational;
use num_traits::One;
use std::collections::BTreeMap;

// The numbers of constructors in releases 2.6.
pub(super) const UNINTERPRETED: i32 = 5;
const APPLICATION: i32 = 7;
const UPDATE: i32 = 8;
/// Division of reals and integers, and the remainder.
pub(super) const DIVISIONS: [i32; 3] = [33, 34, 35];
const SELECT: i32 = 38;
const BIT: i32 = 39;

/// The function that makes the terms of a constructor from their children. Binders and some atoms
/// are not made again: the library has no terms for the variables of binders, and no functions for
/// these atoms.
const MAKERS: &[(i32, Encoding)] = &[
    (6, Ter(Api::ite)),
    (9, Nary(Api::pair, |api, parts| api.tuple(parts))),
    (10, Bin(Api::eq)),
    (11, Nary(Api::neq, Api::distinct)),
    (14, Un(Api::not)),
    (15, Nary(Api::or2, Api::or)),
    (16, Nary(Api::xor2, Api::xor)),
    (
        17,
        Nary(|api, a, b| api.bvarray(&[a, b]), |api, a| api.bvarray(a)),
    ),
    (18, Bin(Api::bvdiv)),
    (19, Bin(Api::bvrem)),
    (20, Bin(Api::bvsdiv)),
    (21, Bin(Api::bvsrem)),
    (22, Bin(Api::bvsmod)),
    (23, Bin(Api::bvshl)),
    (24, Bin(Api::bvlshr)),
    (25, Bin(Api::bvashr)),
    (26, Bin(Api::bvge_atom)),
    (27, Bin(Api::bvsge_atom)),
    (28, Bin(Api::arith_geq_atom)),
    (30, Un(Api::abs)),
    (31, Un(Api::ceil)),
    (32, Un(Api::floor)),
    (33, Bin(Api::division)),
    (34, Bin(Api::idiv)),
    (35, Bin(Api::imod)),
    (36, Un(Api::is_int_atom)),
    (37, Bin(Api::divides_atom)),
];

/// Makes each part of the term again from its parts.
pub(super) fn rebuild(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, term) = (call.api, call.term()?.term);
    if !api.version().starts_with("2.6.") {
        return Err(Error::Unsupported(
            "constructors of this release".to_owned(),
        ));
    }
    let mut made = BTreeMap::new();
    // In this list children come after their parents, so that they are made first from its end. The
    // subterms of a term that is left out are not rewritten.
    let mut order = subterms(api, term)?;
    order.reverse();
    // A child may be visited before one of its parents. Two rounds are enough for graphs of this
    // size.
    for _ in 0..2 {
        for part in &order {
            let again = with_new_parts(api, &mut call.yices.rng, *part, &made)?;
            made.insert(*part, again);
        }
    }
    let result = made.get(&term).copied().unwrap_or(term);
    if !api.compatible_types(api.type_of_term(result)?, api.type_of_term(term)?)? {
        return call.wrong(&REBUILT_TYPE, result);
    }
    call.add_result(result)
}

/// Makes a term from its new parts.
fn with_new_parts(
    api: Api,
    rng: &mut Rng,
    term: Term,
    made: &BTreeMap<Term, Term>,
) -> Result<Term> {
    let now = |part: Term| made.get(&part).copied().unwrap_or(part);
    if api.term_is_atomic(term)? {
        return Ok(term);
    }
    let (number, count) = (api.term_constructor(term)?, api.term_num_children(term)?);
    if api.term_is_composite(term)? {
        let mut children: Vec<Term> = api.children(term)?.into_iter().map(now).collect();
        let maker = MAKERS.iter().find(|(of, _)| *of == number);
        return match (maker.map(|(_, maker)| maker), &mut children[..]) {
            (_, [function, point @ ..]) if number == APPLICATION => {
                terms::applied(api, rng, *function, point)
            }
            (_, [function, point @ .., value]) if number == UPDATE => {
                terms::updated(api, rng, *function, point, *value)
            }
            (Some(Un(make)), [a]) => make(&api, *a),
            (Some(Bin(make) | Nary(make, _)), [a, b]) => make(&api, *a, *b),
            (Some(Ter(make)), [a, b, c]) => make(&api, *a, *b, *c),
            (Some(Nary(_, make)), children) => make(&api, children),
            _ => Ok(term),
        };
    }
    if api.term_is_projection(term)? {
        let (part, index) = (now(api.proj_arg(term)?), api.proj_index(term)? as u32);
        return match number {
            SELECT => api.select(index, part),
            BIT => api.bitextract(part, index),
            _ => Ok(term),
        };
    }
    if api.term_is_sum(term)? {
        let (mut factors, mut parts) = (Vec::new(), Vec::new());
        for n in 0..count {
            let (factor, part) = api.sum_part(term, n)?;
            factors.push(factor);
            parts.push(match part {
                Some(part) => now(part),
                None => api.rational(&BigRational::one())?,
            });
        }
        return api.polynomial(rng.below(WAYS), &factors, &parts);
    }
    let width = api.term_bitsize(term)?;
    let mut parts = Vec::new();
    for n in 0..count {
        parts.push(if api.term_is_bvsum(term)? {
            let (factor, part) = api.bvsum_component(term, width, n)?;
            let factor = api.bvconst_from_array(&bits_of(&factor))?;
            match part {
                Some(part) => api.bvmul(factor, now(part))?,
                None => factor,
            }
        } else {
            let (part, exponent) = api.product_component(term, n)?;
            match width {
                0 => api.power(now(part), exponent)?,
                _ => api.bvpower(now(part), exponent)?,
            }
        });
    }
    match (api.term_is_bvsum(term)?, width) {
        (true, _) => api.bvsum(&parts),
        (false, 0) => api.product(&parts),
        (false, _) => api.bvproduct(&parts),
    }
}

/// Replaces uninterpreted terms by new ones, and these by the old ones. The result must be the same
/// term.
pub(super) fn substitute(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, term) = (call.api, call.term()?.term);
    let atoms = subterms(api, term)?.into_iter();
    let atoms: Vec<Term> = atoms
        .filter(|part| api.term_constructor(*part) == Ok(UNINTERPRETED))
        .collect();
    let fresh = atoms
        .iter()
        .map(|atom| api.new_uninterpreted_term(api.type_of_term(*atom)?));
    let fresh = fresh.collect::<Result<Vec<Term>>>()?;
    let mut both = [term, api.r#true()?];
    if call.yices.rng.coin() {
        api.subst_term_array(&atoms, &fresh, &mut both)?;
    } else {
        both[0] = api.subst_term(&atoms, &fresh, term)?;
    }
    let mut back = both;
    api.subst_term_array(&fresh, &atoms, &mut back)?;
    if back[1] != api.r#true()? {
        return call.wrong(&SUBSTITUTED_TRUTH, back[1]);
    }
    call.add_result(back[0])
}
