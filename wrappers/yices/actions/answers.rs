//! Solves formulas in other ways than the checks of the run.

use super::super::checks::{
    FALSE_IN_MODEL, GENERALIZATION_FALSE, GENERALIZATION_HAS, GENERALIZATION_WEAK, IMPLICANT_FALSE,
    IMPLICANT_WEAK, SUPPORT_WEAK,
};
use super::super::ffi::{Api, Model, Term};
use super::super::search::{MCSAT, model};
use super::contexts::{ContextSettings, answer_if_supported};
use super::inspect::subterms;
use super::literals::literals;
use super::rewrite::{DIVISIONS, UNINTERPRETED};
use super::{ExtensionCall, refute_all};
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Answer, Contradiction, Error, Result};

/// How claims and findings name the functions that make their own context.
pub(super) const OWN_CONTEXT: &str = "its own context";

/// SAT solvers that the library may use for formulas of bit-vectors.
const DELEGATES: [&str; 3] = ["y2sat", "cadical", "cryptominisat"];

/// Solves formulas with the functions that make their own context. Formulas of bit-vectors may go
/// to another SAT solver.
pub(super) fn check(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, formulas) = (call.api, call.formulas()?);
    let mut by = (OWN_CONTEXT, None, None);
    let rng = &mut call.yices.rng;
    if is_propositional(api, &formulas)? && rng.chance(70) {
        let delegate = rng.pick(&DELEGATES).copied();
        if let Some(name) = delegate.filter(|name| !api.has_delegate(name).unwrap_or(false)) {
            return Err(Error::Unsupported(format!("the SAT solver {name}")));
        }
        by = (delegate.unwrap_or("QF_BV"), Some("QF_BV"), delegate);
    }
    let Some((answer, model)) = answer_if_supported(api.solve(&formulas, by.1, by.2))? else {
        return Ok(Effect::Done);
    };
    if let Some(model) = model {
        let failed = FALSE_IN_MODEL.failed_for(OWN_CONTEXT, "");
        must_hold(call, &model, &formulas, failed)?;
    }
    call.claim(answer, by.0)
}

/// The largest number of models.
const MODELS: usize = 4;

/// Enumerates models. Each check excludes the truth values of the model before.
pub(super) fn enumerate(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let mode = if call.yices.rng.coin() {
        "multi-checks"
    } else {
        "push-pop"
    };
    let Some(context) = ContextSettings::new(&[("mode", mode)]).open(call.api, &formulas)? else {
        return Ok(Effect::Done);
    };
    let mut first = None;
    for _ in 0..MODELS {
        let answer = call.api.check_context(&context, None)?;
        first = first.or(Some(answer));
        if answer != Answer::Sat {
            break;
        }
        let failed = FALSE_IN_MODEL.failed_for("enumeration", "");
        must_hold(call, &model(&context)?, &formulas, failed)?;
        call.api.assert_blocking_clause(&context)?;
    }
    call.claim(first.unwrap_or(Answer::Unknown), "enumeration")
}

/// Reads what a model says about formulas: literals that imply them, constants that decide them,
/// and formulas that are left when constants are eliminated.
pub(super) fn implicant(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, formulas) = (call.api, call.formulas()?);
    let Some(found) = answer_if_supported(api.solve(&formulas, None, None))? else {
        return Ok(Effect::Done);
    };
    let (answer, Some(model)) = found else {
        return call.claim(found.0, OWN_CONTEXT);
    };
    let failed = FALSE_IN_MODEL.failed_for(OWN_CONTEXT, "");
    must_hold(call, &model, &formulas, failed)?;
    let negation = api.not(api.and(&mut formulas.clone())?)?;
    match call.yices.rng.below(3) {
        0 => {
            let Some(literals) = model.implicant(&formulas)? else {
                return Ok(Effect::Done);
            };
            must_hold(call, &model, &literals, IMPLICANT_FALSE.failed(""))?;
            let counter = [&literals[..], &[negation]].concat();
            refute_all(api, &counter, &IMPLICANT_WEAK)?;
        }
        1 => {
            let Some(support) = model.support(&formulas)? else {
                return Ok(Effect::Done);
            };
            // The values of functions are not constants.
            if let Some(values) = literals(api, &model, &support)? {
                let mut counter = equalities(api, &support, &values)?;
                counter.push(negation);
                refute_all(api, &counter, &SUPPORT_WEAK)?;
            }
        }
        _ => generalize(call, &model, &formulas)?,
    }
    call.claim(answer, OWN_CONTEXT)
}

/// Eliminates constants. The result is true in the model and does not have these constants. It
/// implies that there are values of them for which the formulas hold.
fn generalize(call: &mut ExtensionCall<'_>, model: &Model, formulas: &[Term]) -> Result {
    let (api, rng) = (call.api, &mut call.yices.rng);
    let atoms = atoms(api, formulas)?;
    let mut gone = Vec::new();
    for atom in &atoms {
        let of = api.type_of_term(*atom)?;
        let may_go = api.type_is_bool(of)? || api.type_is_bitvector(of)? || api.type_is_real(of)?;
        if may_go && rng.coin() {
            gone.push(*atom);
        }
    }
    if gone.is_empty() {
        return Ok(());
    }
    let mode = rng.index(3) as i32;
    let left = match model.generalize(formulas, &gone, mode) {
        Ok(left) => left,
        // Types and terms that the function does not support.
        Err(failure) if failure.is_of_generalization() => return Ok(()),
        Err(failure) => return Err(failure.into()),
    };
    must_hold(call, model, &left, GENERALIZATION_FALSE.failed(""))?;
    let kept = self::atoms(api, &left)?;
    if let Some(atom) = gone.iter().find(|atom| kept.contains(atom)) {
        return call.wrong(&GENERALIZATION_HAS, *atom);
    }
    let Ok((Answer::Sat, Some(other))) = api.solve(&left, None, None) else {
        return Ok(());
    };
    let fixed: Vec<Term> = atoms
        .into_iter()
        .filter(|atom| !gone.contains(atom))
        .collect();
    let Some(values) = literals(api, &other, &fixed)? else {
        return Ok(());
    };
    let mut again = equalities(api, &fixed, &values)?;
    again.extend(formulas);
    let found = api.solve(&again, None, None);
    GENERALIZATION_WEAK.must(!matches!(found, Ok((Answer::Unsat, _))))
}

/// Solves the formulas in a context for some theories, which may refuse them.
pub(super) fn configure(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let setup = ContextSettings::draw(&mut call.yices.rng);
    let Some(context) = setup.open(call.api, &formulas)? else {
        return Ok(Effect::Done);
    };
    if setup.is_mcsat() {
        call.yices.engine = MCSAT;
    }
    let words = setup.describe();
    let Some(answer) = answer_if_supported(call.api.check_context(&context, None))? else {
        return Ok(Effect::Done);
    };
    if answer == Answer::Sat {
        let failed = FALSE_IN_MODEL.failed_for("a configured context", words.as_str());
        must_hold(call, &model(&context)?, &formulas, failed)?;
    }
    call.claim(answer, words)
}

/// The uninterpreted terms in some formulas.
pub(super) fn atoms(api: Api, formulas: &[Term]) -> Result<Vec<Term>> {
    let mut found = Vec::new();
    for formula in formulas {
        for term in subterms(api, *formula)? {
            if api.term_constructor(term)? == UNINTERPRETED && !found.contains(&term) {
                found.push(term);
            }
        }
    }
    Ok(found)
}

/// The formula that terms have these values.
pub(super) fn equalities(api: Api, terms: &[Term], values: &[Term]) -> Result<Vec<Term>> {
    let pairs = terms.iter().zip(values);
    pairs.map(|(term, value)| api.eq(*term, *value)).collect()
}

/// Whether formulas have only Booleans and bit-vectors, and no functions.
pub(super) fn is_propositional(api: Api, formulas: &[Term]) -> Result<bool> {
    for formula in formulas {
        for term in subterms(api, *formula)? {
            let of = api.type_of_term(term)?;
            if !api.type_is_bool(of)? && !api.type_is_bitvector(of)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Formulas must be true in a model, one by one and all together. Otherwise, a check has `failed`.
/// Formulas with divisions are left out: the solver may choose the results of division by zero, and
/// a model does not have them.
pub(super) fn must_hold(
    call: &ExtensionCall<'_>,
    model: &Model,
    formulas: &[Term],
    mut failed: Contradiction,
) -> Result {
    let mut all = formulas.to_vec();
    let mut divides = Vec::new();
    for formula in formulas {
        let terms = subterms(call.api, *formula)?;
        let numbers = terms.iter().map(|term| call.api.term_constructor(*term));
        let numbers = numbers.collect::<Result<Vec<_>>>()?;
        divides.push(numbers.iter().any(|number| DIVISIONS.contains(number)));
    }
    let mut place = divides.iter();
    all.retain(|_| place.next() == Some(&false));
    for formula in &all {
        if model.holds(*formula)? == Some(false) {
            let text = call.api.describe(*formula);
            failed.details = [failed.details, text].join("\n").trim_start().to_owned();
            return Err(Error::Contradiction(failed));
        }
    }
    if all.is_empty() || model.all_hold(&all)? != Some(false) {
        return Ok(());
    }
    Err(Error::Contradiction(failed))
}

impl ExtensionCall<'_> {
    /// The formulas that the action is applied to.
    pub(super) fn formulas(&self) -> Result<Vec<Term>> {
        self.yices.content.terms(self.formula_ids()?)
    }

    /// The claim that the formulas have an answer, and how it was found.
    pub(super) fn claim(&self, answer: Answer, by: impl Into<String>) -> Result<Effect> {
        Ok(Effect::Claim {
            formulas: self.formula_ids()?.to_vec(),
            answer,
            by: by.into(),
        })
    }
}
