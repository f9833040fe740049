//! Problems of difference logic whose answers are known: with a solution that is chosen first, or
//! with a cycle of negative weight. Two solvers of the library are only for such problems.

use super::super::checks::FALSE_IN_MODEL;
use super::super::ffi::{Api, Params, Term};
use super::ExtensionCall;
use super::contexts::{ContextSettings, answer_if_supported};
use crate::shared::actions::known_answers;
use murxla_fsm::action::Effect;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Result};
use std::iter::once;

/// Logics and configurations for these problems, for integers and for reals.
const LOGICS: [[&str; 3]; 2] = [
    ["QF_IDL", "QF_LIA", "QF_UFIDL"],
    ["QF_RDL", "QF_LRA", "QF_UFRDL"],
];
const FRAGMENTS: [&str; 2] = ["IDL", "RDL"];
const SOLVERS: [[&str; 4]; 2] = [
    ["ifw", "auto", "simplex", "default"],
    ["rfw", "auto", "simplex", "default"],
];

/// Parameters of checks.
const PARAMETERS: [(&str, &str); 5] = [
    ("cache-tclauses", "true"),
    ("tclause-size", "20"),
    ("fast-restarts", "true"),
    ("branching", "theory"),
    ("randomness", "0.3"),
];

/// The name of such problems.
const DIFFERENCES: &str = "differences";

/// Solves a problem in a context for difference logic.
pub(super) fn difference(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, rng) = (call.api, &mut call.yices.rng);
    let reals = rng.index(2);
    let sort = if reals == 1 {
        api.real_type()?
    } else {
        api.int_type()?
    };
    let count = 3 + rng.index(4);
    let variables = (0..count).map(|_| api.uninterpreted(sort));
    let variables = variables.collect::<Result<Vec<Term>>>()?;
    let values: Vec<i64> = (0..count).map(|_| rng.below(21) as i64 - 10).collect();
    let mut formulas = Vec::new();
    for _ in 0..count + rng.index(2 * count) {
        formulas.push(clause(api, rng, &variables, &values)?);
    }
    let contradicts = rng.coin();
    if contradicts {
        formulas.extend(cycle(api, rng, &variables)?);
        rng.shuffle(&mut formulas);
    }
    let setup = setup(rng, reals);
    let Some(context) = setup.open(api, &formulas)? else {
        return Ok(Effect::Done);
    };
    let params = Params::new(api)?;
    params.fit(&context);
    for (name, value) in PARAMETERS {
        if rng.chance(20) {
            params.set(name, value)??;
        }
    }
    let Some(answer) = answer_if_supported(context.check(Some(&params)))? else {
        return Ok(Effect::Done);
    };
    let texts = formulas.iter().map(|term| api.term_to_string(*term));
    let texts = once(setup.describe()).chain(texts);
    known_answers::must_have(answer, !contradicts, DIFFERENCES, texts)?;
    if answer == Answer::Sat && context.model()?.all_hold(&formulas)? == Some(false) {
        return FALSE_IN_MODEL.fails_for(DIFFERENCES, "");
    }
    Ok(Effect::Done)
}

/// A configuration for differences.
fn setup(rng: &mut Rng, reals: usize) -> ContextSettings<'static> {
    let mut setup = ContextSettings::default();
    if rng.coin() {
        setup.logic = Some(LOGICS[reals][rng.index(3)]);
    } else {
        setup.settings.extend([
            ("arith-fragment", FRAGMENTS[reals]),
            ("arith-solver", SOLVERS[reals][rng.index(4)]),
            ("uf-solver", if rng.coin() { "none" } else { "default" }),
            ("array-solver", "none"),
            ("bv-solver", "none"),
        ]);
    }
    // The solvers for difference logic have no levels.
    let levels = !rng.chance(70);
    let mode = if levels { "push-pop" } else { "one-shot" };
    setup.settings.push(("mode", mode));
    setup
}

/// The difference of two variables compared with a bound.
fn atom(api: Api, rng: &mut Rng, [a, b]: [Term; 2], bound: i64) -> Result<Term> {
    let (difference, bound) = (api.sub(a, b)?, api.int64(bound)?);
    match rng.below(3) {
        0 => api.leq(difference, bound),
        1 => api.geq(bound, difference),
        _ => api.leq(a, api.add(b, bound)?),
    }
}

/// One to three comparisons, of which one at least holds for the values.
fn clause(api: Api, rng: &mut Rng, variables: &[Term], values: &[i64]) -> Result<Term> {
    let many = 1 + rng.index(3);
    let mut parts = Vec::new();
    for n in 0..many {
        let (a, b) = (rng.index(variables.len()), rng.index(variables.len()));
        let difference = values[a] - values[b];
        let pair = [variables[a], variables[b]];
        // The first comparison holds.
        parts.push(match (n, rng.below(4)) {
            (0, 0) => api.eq(api.sub(pair[0], pair[1])?, api.int64(difference)?)?,
            (0, 1) => api.not(atom(api, rng, pair, difference - 1)?)?,
            (0, _) => {
                let more = rng.below(4) as i64;
                atom(api, rng, pair, difference + more)?
            }
            (_, 0) => api.not(atom(api, rng, pair, difference)?)?,
            _ => {
                let other = rng.below(21) as i64 - 10;
                atom(api, rng, pair, other)?
            }
        });
    }
    api.or(&mut parts)
}

/// A cycle through some variables, whose weights have a sum of -1.
fn cycle(api: Api, rng: &mut Rng, variables: &[Term]) -> Result<Vec<Term>> {
    let length = 2 + rng.index(variables.len() - 1);
    let mut order = variables.to_vec();
    rng.shuffle(&mut order);
    let (mut atoms, mut left) = (Vec::new(), -1);
    for n in 0..length {
        let weight = if n + 1 == length {
            left
        } else {
            rng.below(9) as i64 - 4
        };
        left -= weight;
        atoms.push(atom(api, rng, [order[n], order[(n + 1) % length]], weight)?);
    }
    Ok(atoms)
}
