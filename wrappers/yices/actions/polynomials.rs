//! Equations and inequalities of polynomials whose answers are known, for the model-constructing
//! solver: with a solution that is chosen first, or without one.

use super::super::checks::FALSE_IN_MODEL;
use super::super::ffi::{Api, Term};
use super::ExtensionCall;
use super::contexts::{ContextSettings, answer_if_supported};
use crate::shared::actions::known_answers;
use crate::yices::options::SOLVER_TYPE;
use crate::yices::search::MCSAT;
use murxla_fsm::action::Effect;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Result};

/// The name of such problems.
const POLYNOMIALS: &str = "polynomials";

/// Solves polynomials over one to three variables.
pub(super) fn polynomials(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, rng) = (call.api, &mut call.yices.rng);
    if !api.has_mcsat() {
        return Ok(Effect::Done);
    }
    let sort = if rng.chance(30) {
        api.int_type()?
    } else {
        api.real_type()?
    };
    let count = 1 + rng.index(3);
    let variables = (0..count).map(|_| api.uninterpreted(sort));
    let variables = variables.collect::<Result<Vec<Term>>>()?;
    let point: Vec<i64> = (0..count).map(|_| rng.below(9) as i64 - 4).collect();
    let mut formulas = vec![roots(api, rng, variables[0], point[0])?];
    for _ in 0..1 + rng.index(3) {
        formulas.push(holds(api, rng, &variables, &point)?);
    }
    let contradicts = rng.coin();
    if contradicts {
        formulas.push(contradiction(api, rng, &variables, &point)?);
        rng.shuffle(&mut formulas);
    }
    let setup = ContextSettings::new(&[(SOLVER_TYPE, MCSAT)]);
    let Some(context) = setup.open(api, &formulas)? else {
        return Ok(Effect::Done);
    };
    let Some(answer) = answer_if_supported(context.check(None))? else {
        return Ok(Effect::Done);
    };
    let texts = formulas.iter().map(|term| api.term_to_string(*term));
    known_answers::must_have(answer, !contradicts, POLYNOMIALS, texts)?;
    if answer == Answer::Sat {
        let model = context.model()?;
        if model.all_hold(&formulas)? == Some(false) {
            return FALSE_IN_MODEL.fails_for(POLYNOMIALS, "");
        }
        for variable in &variables {
            // Values need not be rational.
            model.double(*variable)?;
        }
    }
    Ok(Effect::Done)
}

/// An equation of a product with 0, which the value solves. Up to three other factors are 0 if the
/// variable or its square is a small number; so the equation may have irrational solutions.
fn roots(api: Api, rng: &mut Rng, variable: Term, value: i64) -> Result<Term> {
    let mut product = api.sub(variable, api.int64(value)?)?;
    for _ in 0..rng.index(4) {
        let other = api.int64(rng.below(9) as i64 - 4)?;
        let factor = match rng.coin() {
            true => api.sub(variable, other)?,
            false => api.sub(api.square(variable)?, other)?,
        };
        product = api.mul(product, factor)?;
    }
    api.eq0(product)
}

/// A sum of monomials, and its value at the point.
fn polynomial(api: Api, rng: &mut Rng, variables: &[Term], point: &[i64]) -> Result<(Term, i64)> {
    let (mut sum, mut value) = (api.zero()?, 0);
    for _ in 0..2 + rng.index(3) {
        let factor = [-2, -1, 1, 2, 3][rng.index(5)];
        let (mut monomial, mut here) = (api.int64(factor)?, factor);
        for _ in 0..rng.index(4) {
            let n = rng.index(variables.len());
            monomial = api.mul(monomial, variables[n])?;
            here *= point[n];
        }
        sum = api.add(sum, monomial)?;
        value += here;
    }
    Ok((sum, value))
}

/// A formula that holds at the point.
fn holds(api: Api, rng: &mut Rng, variables: &[Term], point: &[i64]) -> Result<Term> {
    let (sum, value) = polynomial(api, rng, variables, point)?;
    let more = 1 + rng.below(3) as i64;
    match rng.below(4) {
        0 => api.lt(sum, api.int64(value + more)?),
        1 => api.geq(sum, api.int64(value - more)?),
        2 => api.arith_neq(sum, api.int64(value + more)?),
        _ => api.arith_eq(sum, api.int64(value)?),
    }
}

/// A formula that holds at no point.
fn contradiction(api: Api, rng: &mut Rng, variables: &[Term], point: &[i64]) -> Result<Term> {
    let (sum, value) = polynomial(api, rng, variables, point)?;
    match rng.below(3) {
        // A square is not negative.
        0 => api.lt0(api.add(api.square(sum)?, api.square(variables[0])?)?),
        // A sum has one value.
        1 => {
            let bound = api.int64(value)?;
            api.and2(api.lt(sum, bound)?, api.gt(sum, bound)?)
        }
        // The square of a sum is at least 1 if the sum is.
        _ => {
            let one = api.int64(1)?;
            api.and2(api.geq(sum, one)?, api.lt(api.square(sum)?, one)?)
        }
    }
}
