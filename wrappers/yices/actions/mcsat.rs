//! Models that are made from the hidden assignment, and the model-constructing solver, which
//! accepts values of constants.

use super::super::checks::{
    ASKED_VALUE, EVALUATED, FALSE_IN_MODEL, GIVEN_COUNT, GIVEN_VALUE, HOLD_FOR_VALUES,
    INTERPOLANT_SAT, INTERPOLANT_STRANGE, INTERPOLANT_WEAK, MODEL_INTERPOLANT_TRUE,
    MODEL_INTERPOLANT_WEAK,
};
use super::super::dialect::MCSAT_ARGUMENT;
use super::super::ffi::{Api, Context, Model, Term};
use super::super::models::ModelReader;
use super::super::options::SOLVER_TYPE;
use super::super::search::{self, MCSAT};
use super::super::values;
use super::answers::{atoms, equalities, must_hold};
use super::contexts::{ContextSettings, answer_if_supported};
use super::{Extension, ExtensionCall, literals, refute_all};
use crate::shared::actions::{CallContext, NOTHING, Takes};
use crate::smt2::Script;
use murxla_fsm::action::{Call, Effect, Invalid};
use murxla_fsm::arguments;
use murxla_fsm::eval;
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::Sort;
use murxla_fsm::state::{InstanceState, Leaf};
use murxla_fsm::trace::Note;
use murxla_fsm::value::Value;

/// The configuration that contexts need for interpolants.
const INTERPOLATING: &[(&str, &str)] = &[(SOLVER_TYPE, MCSAT), ("model-interpolation", "true")];

/// What answers if the formulas are solved with values that are given.
const GIVEN_MODEL: &str = "a given model";

/// The constants below some terms that have simple values in the hidden assignment, with these
/// values, and whether these are all constants.
fn assigned(call: &ExtensionCall<'_>, roots: &[TermId]) -> Result<(Vec<(Term, Value)>, bool)> {
    let (mut found, mut all): (Vec<(Term, Value)>, _) = (Vec::new(), true);
    for id in call.state.terms.subterms(roots) {
        let Some(term) = call.state.term(id).filter(|term| term.leaf == Leaf::Const) else {
            continue;
        };
        let made = call.yices.content.terms.get(id)?.term;
        match term.value() {
            _ if found.iter().any(|(term, _)| *term == made) => {}
            Some(value @ (Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::Bv(_))) => {
                found.push((made, value.clone()));
            }
            _ => all = false,
        }
    }
    Ok((found, all))
}

/// Makes a model of such values, in one of two ways.
fn model(call: &mut ExtensionCall<'_>, assigned: &[(Term, Value)]) -> Result<Model> {
    let (api, rng) = (call.api, &mut call.yices.rng);
    if rng.coin() {
        let terms: Vec<Term> = assigned.iter().map(|(term, _)| *term).collect();
        return api.model_from_map(&terms, &literals(call, assigned)?);
    }
    let model = api.new_model()?;
    for (term, value) in assigned {
        model.set(*term, value, rng.below(6))?;
    }
    Ok(model)
}

fn literals(call: &mut ExtensionCall<'_>, assigned: &[(Term, Value)]) -> Result<Vec<Term>> {
    let (api, rng) = (call.api, &mut call.yices.rng);
    let values = assigned.iter();
    values
        .map(|(_, value)| values::write(api, rng, value))
        .collect()
}

/// Whether a term divides by zero. Such a division may have any result.
fn divides_by_zero(call: &ExtensionCall<'_>, root: TermId) -> bool {
    let is_zero = |id: &TermId| match call.state.term(*id).and_then(|term| term.value()) {
        Some(Value::Int(value)) => *value == 0.into(),
        Some(Value::Real(value)) => *value.numer() == 0.into(),
        _ => true,
    };
    call.state.terms.subterms(&[root]).iter().any(|id| {
        call.state.term(*id).is_some_and(|term| {
            let divides = [op::INT_DIV, op::INT_MOD, op::REAL_DIV]
                .map(Some)
                .contains(&term.op);
            divides && term.args.iter().skip(1).any(is_zero)
        })
    })
}

/// Makes a model of the hidden assignment. A term must have the value that the evaluator computes.
pub(super) fn evaluate(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (id, traced) = (call.id()?, call.term()?);
    let (assigned, all) = assigned(call, &[id])?;
    let model = model(call, &assigned)?;
    for (term, value) in &assigned {
        let literal = literals(call, &[(*term, value.clone())])?;
        GIVEN_VALUE.must(literals::literals(call.api, &model, &[*term])? == Some(literal))?;
    }
    GIVEN_COUNT.must(model.defined()?.len() == assigned.len())?;
    let expected = call.state.term(id).and_then(|term| term.value());
    // The library treats functions without a value as constant.
    let (Some(expected), true, false) = (expected, all, divides_by_zero(call, id)) else {
        return Ok(Effect::Done);
    };
    let mut reader = ModelReader {
        api: call.api,
        model: &model,
        elements: &mut call.yices.elements,
        rng: &mut call.yices.rng,
    };
    let value = reader.value(&traced)?;
    match value.filter(|value| eval::equal(value, expected) == Some(false)) {
        Some(value) => {
            let [value, expected] = [&value, expected].map(|v| call.state.value_text_of(id, v));
            EVALUATED.fails(format!("{id} is {value}, not {expected}"))
        }
        None => Ok(Effect::Done),
    }
}

/// Whether a term has the value of the argument in a model of the hidden assignment, or neither has
/// one.
pub(super) fn is_equal_in_assignment(call: &mut ExtensionCall<'_>, other: Term) -> Result<bool> {
    let (id, term) = (call.id()?, call.term()?.term);
    let (assigned, _) = assigned(call, &[id])?;
    let model = model(call, &assigned)?;
    let value = |term| literals::literals(call.api, &model, &[term]);
    Ok(value(term)? == value(other)?)
}

/// Whether the library has the functions of 2.6.5 for the model-constructing solver.
fn has_hints(api: Api) -> bool {
    let table = api.table();
    table.yices_check_context_with_model_and_hint.exists()
        && table.yices_mcsat_set_fixed_var_order.exists()
        && table.yices_mcsat_set_initial_var_order.exists()
}

/// Solves formulas in which constants must have, or should have, the values of the hidden
/// assignment.
pub(super) fn with_model(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, formulas) = (call.api, call.formulas()?);
    let Some(context) = ContextSettings::new(INTERPOLATING).open(api, &formulas)? else {
        return Ok(Effect::Done);
    };
    call.yices.engine = MCSAT;
    let (assigned, _) = assigned(call, call.formula_ids()?)?;
    let model = model(call, &assigned)?;
    let rng = &mut call.yices.rng;
    let mut told: Vec<(Term, Value)> = assigned;
    told.retain(|_| rng.chance(70));
    let mut fixed = None;
    if has_hints(api) {
        if rng.coin() {
            let terms: Vec<Term> = told.iter().map(|(term, _)| *term).collect();
            match rng.coin() {
                true => api.mcsat_set_fixed_var_order(&context, &terms)?,
                false => api.mcsat_set_initial_var_order(&context, &terms)?,
            };
        }
        fixed = rng.coin().then(|| rng.index(told.len() + 1));
    }
    let answer = check_told(call, &context, (&model, &told), fixed, &formulas)?;
    match answer {
        Some(answer @ Answer::Sat) => call.claim(answer, GIVEN_MODEL),
        _ => Ok(Effect::Done),
    }
}

/// Checks the formulas of a context in which constants have these values, and what the answer says.
/// With `fixed`, only the first `fixed` constants must have their values. `None` if the context
/// does not support it.
fn check_told(
    call: &mut ExtensionCall<'_>,
    context: &Context,
    (model, told): (&Model, &[(Term, Value)]),
    fixed: Option<usize>,
    formulas: &[Term],
) -> Result<Option<Answer>> {
    let api = call.api;
    let terms: Vec<Term> = told.iter().map(|(term, _)| *term).collect();
    // With a number, only so many terms must have these values. The values of others are hints.
    let tried = match fixed {
        None => api.check_context_with_model(context, None, model, &terms),
        Some(fixed) => {
            api.check_context_with_model_and_hint(context, None, model, &terms, fixed as u32)
        }
    };
    let answer = answer_if_supported(tried)?;
    let count = fixed.unwrap_or(told.len());
    let values = literals(call, &told[..count])?;
    let equal = equalities(api, &terms[..count], &values)?;
    match answer {
        Some(Answer::Sat) => {
            let found = search::model(context)?;
            let failed = FALSE_IN_MODEL.failed_for(GIVEN_MODEL, "");
            must_hold(call, &found, formulas, failed)?;
            must_hold(call, &found, &equal, ASKED_VALUE.failed(""))?;
        }
        Some(Answer::Unsat) => {
            let all = [formulas, &equal].concat();
            refute_all(api, &all, &HOLD_FOR_VALUES)?;
            let formula = api.get_model_interpolant(context)?;
            if model.holds(formula)? == Some(true) {
                return call.wrong(&MODEL_INTERPOLANT_TRUE, formula);
            }
            let counter = [formulas, &[api.not(formula)?]].concat();
            refute_all(api, &counter, &MODEL_INTERPOLANT_WEAK)?;
        }
        Some(Answer::Unknown) | None => {}
    }
    Ok(answer)
}

arguments! {
    /// What `yices-check-sat-assuming-model` takes.
    struct GivenArgs<'c> {
        constants: Terms,
        /// A literal for each constant.
        values: Terms,
    }
}

/// Checks with given values of constants. Only imports of scripts make the call.
pub(super) const CHECK_SAT_ASSUMING_MODEL: Extension = Extension {
    takes: Takes {
        params: GivenArgs::PARAMS,
        valid: |state, call| given(state, call).map(|_| ()),
        ..NOTHING
    },
    stale: true,
    writes: Some(write_with_values),
    ..Extension::searches("yices-check-sat-assuming-model", NOTHING, with_values)
};

/// The constants of a call, with their values.
fn given<'s>(
    state: &'s InstanceState,
    call: &Call,
) -> std::result::Result<Vec<(TermId, &'s Value)>, Invalid> {
    let args = GivenArgs::args(call)?;
    if args.constants.len() != args.values.len() {
        return Err(Invalid::Wrong("each constant needs one value".to_owned()));
    }
    let mut given = Vec::new();
    for (constant, value) in args.constants.iter().zip(args.values) {
        let wrong = |what: String| Err(Invalid::Wrong(what));
        let Some(of) = state.term(*constant).filter(|of| of.leaf == Leaf::Const) else {
            return wrong(format!("{constant} is not a constant"));
        };
        let literal = state.term(*value).map(|term| (term.sort, &term.leaf));
        let Some((sort, Leaf::Value(literal))) = literal else {
            return wrong(format!("{value} is not a value"));
        };
        let sorts = [of.sort, sort].map(|sort| state.sorts.get(sort));
        // In Yices, integers are reals.
        if sorts[0] != sorts[1] && sorts != [Some(&Sort::Real), Some(&Sort::Int)] {
            return wrong(format!("{constant} and {value} differ in sort"));
        }
        given.push((*constant, literal));
    }
    Ok(given)
}

/// Checks the assertions, with these values of constants. As in `with_model`, a new context checks
/// them, so that the context of the run stays the same.
fn with_values(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let api = call.api;
    let unsupported = || Error::Unsupported(call.call.action.name().to_owned());
    let given = given(call.state, call.call).map_err(|_| unsupported())?;
    let terms = |ids: &[TermId]| call.yices.content.terms(ids);
    let told: Vec<TermId> = given.iter().map(|(constant, _)| *constant).collect();
    let values = given.iter().map(|(_, value)| (*value).clone());
    let told: Vec<(Term, Value)> = terms(&told)?.into_iter().zip(values).collect();
    let ids = call.state.assertions.formulas.clone();
    let formulas = terms(&ids)?;
    let Some(context) = ContextSettings::new(INTERPOLATING).open(api, &formulas)? else {
        return Err(unsupported());
    };
    call.yices.engine = MCSAT;
    let model = model(call, &told)?;
    match check_told(call, &context, (&model, &told), None, &formulas)? {
        Some(answer @ Answer::Sat) => Ok(Effect::Claim {
            formulas: ids,
            answer,
            by: GIVEN_MODEL.to_owned(),
        }),
        // This says nothing about the assertions alone.
        Some(answer) => {
            let text = format!("{} with {GIVEN_MODEL}", answer.name());
            (call.note)(Note::Other(text));
            Ok(Effect::Done)
        }
        None => Err(Error::Unsupported(call.call.action.name().to_owned())),
    }
}

/// Writes the command that checks with these values.
fn write_with_values(script: &mut Script, context: &CallContext<'_>) -> Result<Effect> {
    let args = GivenArgs::args(context.call)?;
    if !script.has_other_engine() {
        script.needs_argument(MCSAT_ARGUMENT);
    }
    let [constants, values] = [args.constants, args.values].map(|ids| {
        let texts = ids.iter().map(|id| script.term_text(*id, &[]));
        Ok::<_, Error>(texts.collect::<Result<Vec<_>>>()?.join(" "))
    });
    let (constants, values) = (constants?, values?);
    script.check(&format!(
        "(check-sat-assuming-model ({constants}) ({values}))"
    ));
    if let Some(answer) = context.noted.answer {
        script.comment(answer.name());
    }
    Ok(Effect::Done)
}

/// Asks for an interpolant between some formulas and others that contradict them.
pub(super) fn interpolate(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, formulas) = (call.api, call.formulas()?);
    let (first, second) = formulas.split_at(call.yices.rng.index(formulas.len() + 1));
    let (Some(one), Some(other)) = (
        ContextSettings::new(INTERPOLATING).open(api, first)?,
        ContextSettings::new(INTERPOLATING).open(api, second)?,
    ) else {
        return Ok(Effect::Done);
    };
    call.yices.engine = MCSAT;
    let Some((answer, between, model)) =
        answer_if_supported(api.check_context_with_interpolation(&one, &other))?
    else {
        return Ok(Effect::Done);
    };
    if let Some(model) = &model {
        let failed = FALSE_IN_MODEL.failed_for("two contexts", "");
        must_hold(call, model, &formulas, failed)?;
    }
    if let (Answer::Unsat, Some(between)) = (answer, between) {
        let counter = [first, &[api.not(between)?]].concat();
        refute_all(api, &counter, &INTERPOLANT_WEAK)?;
        let counter = [second, &[between]].concat();
        refute_all(api, &counter, &INTERPOLANT_SAT)?;
        let (left, right) = (atoms(api, first)?, atoms(api, second)?);
        let shared = |atom: &Term| left.contains(atom) && right.contains(atom);
        if let Some(atom) = atoms(api, &[between])?
            .into_iter()
            .find(|atom| !shared(atom))
        {
            return call.wrong(&INTERPOLANT_STRANGE, atom);
        }
    }
    call.claim(answer, "interpolation")
}
