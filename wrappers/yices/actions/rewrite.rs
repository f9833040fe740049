//! Makes terms again in other ways. A result is equal to the original.

use super::super::checks::{REBUILT_TYPE, SUBSTITUTED_TRUTH};
use super::super::ffi::{Api, Term, WAYS};
use super::super::ops::Encoding::{self, Bin, Nary, Ter, Un};
use super::super::terms;
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
        Nary(|api, a, b| api.bv_array(&mut [a, b]), Api::bv_array),
    ),
    (18, Bin(Api::bv_div)),
    (19, Bin(Api::bv_rem)),
    (20, Bin(Api::bv_sdiv)),
    (21, Bin(Api::bv_srem)),
    (22, Bin(Api::bv_smod)),
    (23, Bin(Api::bv_shl)),
    (24, Bin(Api::bv_lshr)),
    (25, Bin(Api::bv_ashr)),
    (26, Bin(Api::bv_uge)),
    (27, Bin(Api::bv_sge)),
    (28, Bin(Api::geq)),
    (30, Un(Api::abs)),
    (31, Un(Api::ceil)),
    (32, Un(Api::floor)),
    (33, Bin(Api::division)),
    (34, Bin(Api::idiv)),
    (35, Bin(Api::imod)),
    (36, Un(Api::is_int)),
    (37, Bin(Api::divides)),
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
    if !api.are_compatible(api.type_of(result)?, api.type_of(term)?) {
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
    if api.is_atomic(term) {
        return Ok(term);
    }
    let (number, count) = (api.constructor(term)?, api.num_children(term)?);
    if api.is_composite(term) {
        let mut children: Vec<Term> = api.children(term)?.into_iter().map(now).collect();
        let maker = MAKERS.iter().find(|(of, _)| *of == number);
        return match (maker.map(|(_, maker)| maker), &mut children[..]) {
            (_, [function, point @ ..]) if number == APPLICATION => {
                terms::applied(api, rng, *function, point)
            }
            (_, [function, point @ .., value]) if number == UPDATE => {
                terms::updated(api, rng, *function, point, *value)
            }
            (Some(Un(make)), [a]) => make(api, *a),
            (Some(Bin(make) | Nary(make, _)), [a, b]) => make(api, *a, *b),
            (Some(Ter(make)), [a, b, c]) => make(api, *a, *b, *c),
            (Some(Nary(_, make)), children) => make(api, children),
            _ => Ok(term),
        };
    }
    if api.is_projection(term) {
        let (part, index) = (now(api.projected(term)?), api.projection(term)? as u32);
        return match number {
            SELECT => api.select(index, part),
            BIT => api.bit(part, index),
            _ => Ok(term),
        };
    }
    if api.is_sum(term) {
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
    let width = api.width(term);
    let mut parts = Vec::new();
    for n in 0..count {
        parts.push(if api.is_bv_sum(term) {
            let (factor, part) = api.bv_sum_part(term, width, n)?;
            let factor = api.bv_from_bits(&factor)?;
            match part {
                Some(part) => api.bv_mul(factor, now(part))?,
                None => factor,
            }
        } else {
            let (part, exponent) = api.product_part(term, n)?;
            match width {
                0 => api.power(now(part), exponent)?,
                _ => api.bv_power(now(part), exponent)?,
            }
        });
    }
    match (api.is_bv_sum(term), width) {
        (true, _) => api.bv_sum(&mut parts),
        (false, 0) => api.product(&mut parts),
        (false, _) => api.bv_product(&mut parts),
    }
}

/// Replaces uninterpreted terms by new ones, and these by the old ones. The result must be the same
/// term.
pub(super) fn substitute(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, term) = (call.api, call.term()?.term);
    let atoms = subterms(api, term)?.into_iter();
    let atoms: Vec<Term> = atoms
        .filter(|part| api.constructor(*part) == Ok(UNINTERPRETED))
        .collect();
    let fresh = atoms
        .iter()
        .map(|atom| api.uninterpreted(api.type_of(*atom)?));
    let fresh = fresh.collect::<Result<Vec<Term>>>()?;
    let mut both = [term, api.truth()?];
    if call.yices.rng.coin() {
        api.substitute_all(&atoms, &fresh, &mut both)?;
    } else {
        both[0] = api.substitute(&atoms, &fresh, term)?;
    }
    let mut back = both;
    api.substitute_all(&fresh, &atoms, &mut back)?;
    if back[1] != api.truth()? {
        return call.wrong(&SUBSTITUTED_TRUTH, back[1]);
    }
    call.add_result(back[0])
}
