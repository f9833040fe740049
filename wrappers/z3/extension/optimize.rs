//! Optimization. A model must reach the optimum, no model may have a better value, and the hidden assignment may not have a better value.

use super::super::ffi::{Ast, Context, Optimize, c_text};
use super::{ExtensionCall, LIMIT, because, must, satisfiable, satisfies};
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::SortKind;
use murxla_fsm::state::Leaf;
use murxla_fsm::value::Value;
use num_rational::BigRational;
use std::rc::Rc;
use std::str::FromStr;

/// Asks for the best value of a term in models of the formulas.
pub(super) fn optimize(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let numeric = |id: &TermId| {
        let term = call.state.term(*id);
        let kind = term.and_then(|t| Some(call.state.sorts.get(t.sort)?.kind()));
        let fits = matches!(kind, Some(SortKind::Int | SortKind::Real | SortKind::Bv));
        fits && term.is_some_and(|t| t.free.is_empty() && t.leaf == Leaf::Const)
    };
    let cone = call.state.cone(call.formula_ids()?);
    let candidates: Vec<TermId> = cone.into_iter().filter(numeric).collect();
    let Some(id) = call.z3.rng.pick(&candidates).copied() else {
        return Ok(Effect::Done);
    };
    let objective = call.z3.content.terms.get(id)?.ast()?.clone();
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let optimize = cx.mk_optimize()?;
    let params = cx.params()?;
    cx.set_uint(&params, cx.symbol(c"rlimit")?, LIMIT)?;
    cx.params_validate(&params, &cx.optimize_get_param_descrs(&optimize)?)?;
    cx.optimize_set_params(&optimize, &params)?;
    let tracked = rng.chance(30);
    for formula in &formulas {
        if tracked {
            let tracker = cx.fresh(c"hard", &cx.bool_sort()?)?;
            cx.optimize_assert_and_track(&optimize, formula, &tracker)?;
        } else {
            cx.optimize_assert(&optimize, formula)?;
        }
    }
    if rng.chance(30) {
        // An assertion on a level is dropped with the level.
        cx.optimize_push(&optimize)?;
        cx.optimize_assert(&optimize, &cx.mk_false()?)?;
        cx.optimize_pop(&optimize)?;
    }
    let maximize = rng.coin();
    let (handle, mut by) = if maximize {
        (cx.optimize_maximize(&optimize, &objective)?, "maximize")
    } else {
        (cx.optimize_minimize(&optimize, &objective)?, "minimize")
    };
    if rng.chance(20) && formulas.len() > 1 {
        let weight = c_text(&rng.range(1, 9).to_string())?;
        cx.optimize_assert_soft(&optimize, &formulas[0], &weight, cx.symbol(c"soft")?)?;
    }
    let optimize = match rng.below(6) {
        0 => {
            // This is known to be wrong, so that findings must name it.
            by = if tracked {
                "a copy that tracks"
            } else {
                "a copy"
            };
            copied(cx, &optimize)?
        }
        1 if !tracked => reread(cx, &optimize, &formulas)?,
        _ => optimize,
    };
    cx.optimize_set_params(&optimize, &params)?;
    if cx.api().Z3_optimize_set_initial_value.exists() && rng.chance(30) {
        // A hint, which may be wrong. Z3 is known to use it as a fact, so that findings must name it.
        by = "an initial value";
        let value = cx.int(rng.range(0, 9) as i32, &cx.sort_of(&objective)?)?;
        cx.optimize_set_initial_value(&optimize, &objective, &value)?;
    }
    let on_the_way = cx.mk_model()?;
    let found = match rng.coin() && cx.api().Z3_optimize_register_model_eh.exists() {
        true => Some(cx.watch_models(&optimize, &on_the_way)?),
        false => None,
    };
    let answer = match cx.optimize(&optimize, &[]) {
        Err(Error::Resources(_)) => Answer::Unknown,
        answer => answer?,
    };
    if found.is_some_and(|found| found.count() > 0) {
        // With strict bounds, the model need not satisfy the formulas.
        cx.model_get_num_consts(&on_the_way)?;
    }
    read(cx, &optimize, formulas.len())?;
    match answer {
        Answer::Sat => {
            let model = cx.optimize_get_model(&optimize)?;
            satisfies(cx, &model, &formulas).map_err(|e| because(e, by))?;
            let found = cx.eval(&model, &objective, true)?;
            let bounds = [
                cx.optimize_get_lower(&optimize, handle)?,
                cx.optimize_get_upper(&optimize, handle)?,
            ];
            cx.items(&cx.optimize_get_lower_as_vector(&optimize, handle)?)?;
            cx.items(&cx.optimize_get_upper_as_vector(&optimize, handle)?)?;
            if let (Some(found), Some(best)) = (found, exact(cx, &bounds)?)
                && number(cx, &found)? == Some(best.clone())
            {
                let term = call.state.term(id);
                let mut ids = call.formula_ids()?.iter();
                let planted = ids.all(|f| call.state.truth(*f) == Some(true));
                if let Some(hidden) = term.and_then(|t| rational(t.value()?)).filter(|_| planted) {
                    must(
                        if maximize {
                            hidden <= best
                        } else {
                            hidden >= best
                        },
                        "an optimum is worse than what the hidden assignment reaches",
                    )
                    .map_err(|e| because(e, by))?;
                }
                surpassed(cx, &formulas, &objective, &found, maximize)
                    .map_err(|e| because(e, by))?;
            }
        }
        Answer::Unsat if tracked => {
            cx.items(&cx.optimize_get_unsat_core(&optimize)?)?;
        }
        Answer::Unsat => {}
        Answer::Unknown => {
            cx.optimize_get_reason_unknown(&optimize)?;
        }
    }
    call.claim(answer, by)
}

/// Copies an optimizer to another context and back.
fn copied(cx: &Rc<Context>, optimize: &Optimize) -> Result<Optimize> {
    if !cx.api().Z3_optimize_translate.exists() {
        return Ok(optimize.clone());
    }
    let other = cx.another(&[])?;
    let there = cx.translate_optimize(optimize, &other)?;
    other.translate_optimize(&there, cx)
}

/// Prints and parses an optimizer, if that is possible.
fn reread(cx: &Rc<Context>, optimize: &Optimize, formulas: &[Ast]) -> Result<Optimize> {
    if !super::print::is_readable(cx, formulas)? {
        return Ok(optimize.clone());
    }
    let read = cx.mk_optimize()?;
    let text = c_text(&cx.optimize_to_string(optimize)?)?;
    cx.optimize_from_string(&read, &text)?;
    Ok(read)
}

/// Reads the state of an optimizer.
fn read(cx: &Rc<Context>, optimize: &Optimize, hard: usize) -> Result {
    must(
        !cx.items(&cx.optimize_get_objectives(optimize)?)?.is_empty(),
        "an optimizer has no objectives",
    )?;
    must(
        cx.items(&cx.optimize_get_assertions(optimize)?)?.len() <= hard + 1,
        "an optimizer has more assertions than were made",
    )?;
    must(
        !cx.optimize_to_string(optimize)?.is_empty() && !cx.optimize_get_help(optimize)?.is_empty(),
        "an optimizer is printed as nothing",
    )?;
    cx.stats_size(&cx.optimize_get_statistics(optimize)?)?;
    Ok(())
}

/// The optimum, if both bounds are the same number.
fn exact(cx: &Rc<Context>, bounds: &[Ast; 2]) -> Result<Option<BigRational>> {
    let [lower, upper] = bounds;
    let lower = number(cx, lower)?;
    Ok(lower.filter(|lower| number(cx, upper) == Ok(Some(lower.clone()))))
}

fn number(cx: &Rc<Context>, term: &Ast) -> Result<Option<BigRational>> {
    if !cx.is_numeral(term)? || cx.is_algebraic(term)? {
        return Ok(None);
    }
    Ok(BigRational::from_str(&cx.numeral_text(term)?).ok())
}

fn rational(value: &Value) -> Option<BigRational> {
    match value {
        Value::Int(value) => Some(BigRational::from_integer(value.clone())),
        Value::Real(value) => Some(value.clone()),
        _ => None,
    }
}

/// Asks for a model with a better value, with a small limit. There must be none.
fn surpassed(
    cx: &Rc<Context>,
    formulas: &[Ast],
    objective: &Ast,
    best: &Ast,
    maximize: bool,
) -> Result {
    let bit_vectors = cx.sort_kind(&cx.sort_of(best)?)? as u32 == super::super::ffi::Z3_BV_SORT;
    let (less, more) = if maximize {
        (best, objective)
    } else {
        (objective, best)
    };
    let better = if bit_vectors {
        cx.bvult(less, more)?
    } else {
        cx.lt(less, more)?
    };
    let mut formulas = formulas.to_vec();
    formulas.push(better);
    must(
        satisfiable(cx, &formulas)? != Answer::Sat,
        "there is a better model than the optimum",
    )
}
