//! Solves formulas in other ways than the checks of the run.

use super::super::ffi::{Api, Config, Context, Model, Term};
use super::super::options::SOLVER_TYPE;
use super::super::search::MCSAT;
use super::inspect::below;
use super::rewrite::{DIVISIONS, UNINTERPRETED};
use super::{ExtensionCall, must, refute_all, wrong};
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Answer, Result};

/// SAT solvers that the library may use for formulas of bit-vectors.
const DELEGATES: [&str; 3] = ["y2sat", "cadical", "cryptominisat"];

/// Solves formulas with the functions that make their own context. Formulas of bit-vectors may go to another SAT solver.
pub(super) fn check(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, formulas) = (call.api, call.formulas()?);
    let mut by = ("its own context", None, None);
    let rng = &mut call.yices.rng;
    if is_propositional(api, &formulas)? && rng.chance(70) {
        let delegate = rng.pick(&DELEGATES).copied();
        by.1 = Some("QF_BV");
        by.2 = delegate.filter(|name| api.has_delegate(name));
        by.0 = by.2.unwrap_or("QF_BV");
    }
    let (answer, model) = match api.check_formulas(&formulas, by.1, by.2)? {
        Ok(found) => found,
        // Formulas that the library does not support, such as quantified ones.
        Err(failure) if failure.is_beyond_context() => return Ok(Effect::Done),
        Err(failure) => return Err(failure.into()),
    };
    if let Some(model) = model {
        must_hold(call, &model, &formulas, "a formula is false in its model")?;
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
    let Some(context) = open(call.api, &[("mode", mode)], &formulas)? else {
        return Ok(Effect::Done);
    };
    let mut first = None;
    for _ in 0..MODELS {
        let answer = context.check(None)?;
        first = first.or(Some(answer));
        if answer != Answer::Sat {
            break;
        }
        must_hold(
            call,
            &context.model()?,
            &formulas,
            "a formula is false in a further model",
        )?;
        context.block()?;
    }
    call.claim(first.unwrap_or(Answer::Unknown), "enumeration")
}

/// Reads what a model says about formulas: literals that imply them, constants that decide them, and formulas that are left when
/// constants are eliminated.
pub(super) fn implicant(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, formulas) = (call.api, call.formulas()?);
    let found = match api.check_formulas(&formulas, None, None)? {
        Ok(found) => found,
        Err(failure) if failure.is_beyond_context() => return Ok(Effect::Done),
        Err(failure) => return Err(failure.into()),
    };
    let (answer, Some(model)) = found else {
        return call.claim(found.0, "its own context");
    };
    must_hold(call, &model, &formulas, "a formula is false in its model")?;
    let negation = api.not(api.and(&mut formulas.clone())?)?;
    match call.yices.rng.below(3) {
        0 => {
            let Some(literals) = model.implicant(&formulas)? else {
                return Ok(Effect::Done);
            };
            must_hold(
                call,
                &model,
                &literals,
                "a literal of an implicant is false",
            )?;
            let counter = [&literals[..], &[negation]].concat();
            refute_all(api, &counter, "an implicant does not imply its formulas")?;
        }
        1 => {
            let Some(support) = model.support(&formulas)? else {
                return Ok(Effect::Done);
            };
            // The values of functions are no constants.
            if let Some(values) = model.literals(&support)? {
                let mut counter = equalities(api, &support, &values)?;
                counter.push(negation);
                refute_all(
                    api,
                    &counter,
                    "the support of formulas does not decide them",
                )?;
            }
        }
        _ => generalize(call, &model, &formulas)?,
    }
    call.claim(answer, "its own context")
}

/// Eliminates constants. The result is true in the model and does not have these constants. It implies that there are values of them
/// for which the formulas hold.
fn generalize(call: &mut ExtensionCall<'_>, model: &Model, formulas: &[Term]) -> Result {
    let (api, rng) = (call.api, &mut call.yices.rng);
    let atoms = atoms(api, formulas)?;
    let mut gone = Vec::new();
    for atom in &atoms {
        let of = api.type_of(*atom)?;
        let may_go = api.is_bool(of) || api.is_bv(of) || api.is_real(of);
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
    must_hold(
        call,
        model,
        &left,
        "a generalization of a model is false in it",
    )?;
    let kept = self::atoms(api, &left)?;
    if let Some(atom) = gone.iter().find(|atom| kept.contains(atom)) {
        return call.wrong("a generalization has what was eliminated", *atom);
    }
    let Ok((Answer::Sat, Some(other))) = api.check_formulas(&left, None, None)? else {
        return Ok(());
    };
    let fixed: Vec<Term> = atoms
        .into_iter()
        .filter(|atom| !gone.contains(atom))
        .collect();
    let Some(values) = other.literals(&fixed)? else {
        return Ok(());
    };
    let mut again = equalities(api, &fixed, &values)?;
    again.extend(formulas);
    match api.check_formulas(&again, None, None)? {
        Ok((Answer::Unsat, _)) => wrong("a generalization is true where its formulas cannot be"),
        _ => Ok(()),
    }
}

/// Options of configurations, with their values. Some of these contexts do not support all theories.
const CONFIGURATIONS: &[(&str, &[&str])] = &[
    (
        "mode",
        &["one-shot", "multi-checks", "push-pop", "interactive"],
    ),
    ("uf-solver", &["default", "none"]),
    ("bv-solver", &["default", "none"]),
    ("array-solver", &["default", "none"]),
    (
        "arith-solver",
        &["ifw", "rfw", "simplex", "default", "auto", "none"],
    ),
    ("arith-fragment", &["IDL", "RDL", "LIA", "LRA", "LIRA"]),
    (SOLVER_TYPE, &["dpllt", MCSAT]),
];

/// A setting that is the default configuration of a logic. It comes before others.
const LOGIC: &str = "logic";

/// A preprocessing step that is only for logics with uninterpreted functions alone.
const SYMMETRIES: &str = "break-symmetries";

/// The logics that the library knows.
const LOGICS: &[&str] = &[
    "NONE",
    "QF_ABV",
    "QF_ALIA",
    "QF_ALIRA",
    "QF_ALRA",
    "QF_AUFBV",
    "QF_AUFLIA",
    "QF_AUFLIRA",
    "QF_AUFLRA",
    "QF_AX",
    "QF_BV",
    "QF_IDL",
    "QF_LIA",
    "QF_LIRA",
    "QF_LRA",
    "QF_NIA",
    "QF_NIRA",
    "QF_NRA",
    "QF_RDL",
    "QF_UF",
    "QF_UFBV",
    "QF_UFIDL",
    "QF_UFLIA",
    "QF_UFLIRA",
    "QF_UFLRA",
    "QF_UFNIA",
    "QF_UFNIRA",
    "QF_UFNRA",
    "QF_UFRDL",
];

/// Solves the formulas in a context for some theories, which may refuse them.
pub(super) fn configure(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (formulas, rng) = (call.formulas()?, &mut call.yices.rng);
    let mut settings = Vec::new();
    if let (true, Some(logic)) = (rng.chance(40), rng.pick(LOGICS)) {
        settings.push((LOGIC, *logic));
        if *logic == "QF_UF" && rng.chance(80) {
            settings.push((SYMMETRIES, "true"));
        }
    } else {
        for (name, values) in CONFIGURATIONS {
            if let (true, Some(value)) = (rng.chance(30), rng.pick(values)) {
                settings.push((*name, *value));
            }
        }
    }
    let Some(context) = open(call.api, &settings, &formulas)? else {
        return Ok(Effect::Done);
    };
    let nonlinear = |logic: &str| ["NIA", "NRA", "NIRA"].iter().any(|of| logic.ends_with(of));
    let by_mcsat = |(name, value): &(&str, &str)| {
        (*name, *value) == (SOLVER_TYPE, MCSAT) || *name == LOGIC && nonlinear(value)
    };
    if settings.iter().any(by_mcsat) {
        call.yices.engine = MCSAT;
    }
    let words = settings
        .iter()
        .map(|(name, value)| format!("{name}={value}"));
    let words = words.collect::<Vec<_>>().join(" ");
    let answer = match context.check(None) {
        Ok(answer) => answer,
        Err(failure) if failure.is_beyond_context() => return Ok(Effect::Done),
        Err(failure) => return Err(failure.into()),
    };
    if answer == Answer::Sat {
        let what = format!("a formula is false in a model of a context of {words}");
        must_hold(call, &context.model()?, &formulas, &what)?;
    }
    call.claim(answer, words)
}

/// A context with a configuration and formulas. `None` if there is no such context, or it refuses the formulas.
pub(super) fn open(
    api: Api,
    settings: &[(&str, &str)],
    formulas: &[Term],
) -> Result<Option<Context>> {
    let config = Config::new(api)?;
    for (name, value) in settings {
        match *name {
            LOGIC => match config.logic(value)? {
                Ok(()) => {}
                // The build does not have all logics.
                Err(_) => return Ok(None),
            },
            SYMMETRIES => {}
            name => config.set(name, value)??,
        }
    }
    let Ok(context) = Context::new(&config) else {
        return Ok(None);
    };
    if settings.iter().any(|(name, _)| *name == SYMMETRIES) {
        context.option(SYMMETRIES, true)??;
    }
    match context.assert_all(formulas) {
        Ok(()) => Ok(Some(context)),
        Err(failure) if failure.is_beyond_context() => Ok(None),
        Err(failure) => Err(failure.into()),
    }
}

/// The uninterpreted terms in some formulas.
pub(super) fn atoms(api: Api, formulas: &[Term]) -> Result<Vec<Term>> {
    let mut found = Vec::new();
    for formula in formulas {
        for term in below(api, *formula)? {
            if api.constructor(term)? == UNINTERPRETED && !found.contains(&term) {
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
        for term in below(api, *formula)? {
            let of = api.type_of(term)?;
            if !api.is_bool(of) && !api.is_bv(of) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Formulas must be true in a model, one by one and all together. Formulas with divisions are left out: the solver may choose the
/// results of division by zero, and a model does not have them.
pub(super) fn must_hold(
    call: &ExtensionCall<'_>,
    model: &Model,
    formulas: &[Term],
    what: &str,
) -> Result {
    let mut all = formulas.to_vec();
    let mut divides = Vec::new();
    for formula in formulas {
        let below = below(call.api, *formula)?;
        let numbers = below.iter().map(|term| call.api.constructor(*term));
        let numbers = numbers.collect::<Result<Vec<_>>>()?;
        divides.push(numbers.iter().any(|number| DIVISIONS.contains(number)));
    }
    let mut place = divides.iter();
    all.retain(|_| place.next() == Some(&false));
    for formula in &all {
        if model.holds(*formula)? == Some(false) {
            return call.wrong(what, *formula);
        }
    }
    must(all.is_empty() || model.all_hold(&all)? != Some(false), what)
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
