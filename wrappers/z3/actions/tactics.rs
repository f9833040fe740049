//! Goals, tactics, probes and simplifiers. Their results must be satisfiable if and only if the
//! formulas are.

use super::super::checks::{
    GOAL_FORMULAS, GOAL_MODEL, GOAL_RESET, GOAL_SAT, GOAL_UNSAT, TRANSLATED_BACK,
};
use super::super::ffi::{self, Applied, Ast, Context, Goal, Model};
use super::combination::{Combination, Drawer, Kind, check_probe};
use super::{ExtensionCall, add_origin, check_model, decide, refused, satisfiable, walk};
use crate::shared::actions::{FORMULAS, LibraryName, Takes, first_text};
use murxla_fsm::action::{Arg, Args, Call, Effect, Invalid, Pick, Validity};
use murxla_fsm::arguments;
use murxla_fsm::solver::{Answer, Error, Result};
use murxla_fsm::state::InstanceState;
use std::rc::Rc;

/// The largest depth of combinations of tactics.
const DEPTH: u32 = 3;

/// The depth of combinations of probes.
const PROBE_DEPTH: u32 = 3;

/// The number of subgoals that are solved.
const SUBGOALS: u32 = 3;

arguments! {
    /// A combination and formulas.
    struct CombinationArgs<'c> {
        text: Text,
        formulas: Terms,
    }
}

/// A tactic for preprocessing and formulas.
pub(super) const TACTIC_AND_FORMULAS: Takes = Takes {
    params: CombinationArgs::PARAMS,
    pick: |cx| text_and_formulas(cx, |drawer| Some(drawer.tactic(DEPTH).to_string())),
    valid: |state, call| valid(Kind::Tactic, state, call),
    names: |call| names(Kind::Tactic, call),
};

/// A probe and formulas.
pub(super) const PROBE_AND_FORMULAS: Takes = Takes {
    params: CombinationArgs::PARAMS,
    pick: |cx| text_and_formulas(cx, |drawer| Some(drawer.probe(PROBE_DEPTH).to_string())),
    valid: |state, call| valid(Kind::Probe, state, call),
    names: |call| names(Kind::Probe, call),
};

/// Draws a text of names that the library has, and formulas.
pub(super) fn text_and_formulas(
    cx: &mut Pick<'_>,
    draw: impl FnOnce(&mut Drawer<'_>) -> Option<String>,
) -> Option<Args> {
    let mut args = (FORMULAS.pick)(cx)?;
    let text = draw(&mut Drawer::new(
        cx.context.available.names.as_ref()?,
        cx.rng,
    ))?;
    args.insert(0, Arg::Text(text.into()));
    Some(args)
}

fn valid(kind: Kind, state: &InstanceState, call: &Call) -> Validity {
    Combination::read(kind, first_text(call)?).map_err(Invalid::Wrong)?;
    (FORMULAS.valid)(state, call)
}

fn names(kind: Kind, call: &Call) -> Vec<LibraryName> {
    let mut names = Vec::new();
    if let Ok(combination) = combination(kind, call) {
        combination.add_names(kind, &mut names);
    }
    names
}

/// The combination that is an argument.
pub(super) fn combination(kind: Kind, call: &Call) -> Result<Combination> {
    Combination::read(kind, first_text(call)?).map_err(Error::Rejected)
}

/// Makes a goal of formulas.
fn goal(cx: &Rc<Context>, formulas: &[Ast]) -> Result<Goal> {
    let goal = cx.mk_goal(true, false, false)?;
    for formula in formulas {
        cx.goal_assert(&goal, formula)?;
    }
    Ok(goal)
}

/// The formulas of a goal. The other getters must agree.
fn formulas_of(cx: &Rc<Context>, goal: &Goal) -> Result<Vec<Ast>> {
    let formulas = (0..cx.goal_size(goal)?).map(|n| cx.goal_formula(goal, n));
    let formulas = formulas.collect::<Result<Vec<Ast>>>()?;
    cx.goal_num_exprs(goal)?;
    if formulas.iter().all(|f| walk::printable(cx, f) == Ok(true)) {
        cx.goal_to_string(goal)?;
        // This is only for clauses.
        match cx.goal_to_dimacs_string(goal, true) {
            Ok(_) | Err(Error::Rejected(_)) => {}
            Err(error) => return Err(error),
        }
    }
    cx.goal_depth(goal)?;
    let inconsistent = cx.goal_inconsistent(goal)?;
    GOAL_SAT.must(!(cx.goal_is_decided_sat(goal)? && inconsistent))?;
    GOAL_UNSAT.must(!cx.goal_is_decided_unsat(goal)? || inconsistent)?;
    Ok(formulas)
}

/// Applies a combination of tactics to a goal, and solves the subgoals.
pub(super) fn tactic(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let goal = goal(&call.cx, &formulas)?;
    let with_params = call.z3.rng.chance(20);
    let by = call.text()?.to_owned();
    let tactic = combination(Kind::Tactic, call.call)?.tactic(&call.cx)?;
    let cx = &call.cx;
    cx.tactic_get_help(&tactic)?;
    let applied = if with_params {
        cx.tactic_apply_ex(&tactic, &goal, &cx.mk_params()?)
    } else {
        cx.tactic_apply(&tactic, &goal)
    };
    let applied = match applied {
        Ok(applied) => applied,
        Err(Error::Resources(_)) => return Ok(Effect::Done),
        // Tactics may fail: for formulas that they do not support, or always, as `fail` does.
        Err(error) => return Err(refused(error)),
    };
    let answer = solve_subgoals(cx, &applied, &formulas).map_err(|e| add_origin(e, &by))?;
    call.claim(answer, by)
}

/// The answer of the subgoals for the goal. The converted model of a subgoal must satisfy the goal.
fn solve_subgoals(cx: &Rc<Context>, applied: &Applied, formulas: &[Ast]) -> Result<Answer> {
    let count = cx.apply_result_get_num_subgoals(applied)?;
    let mut printable = true;
    let mut all_unsatisfiable = count <= SUBGOALS;
    for n in 0..count.min(SUBGOALS) {
        let subgoal = cx.apply_result_get_subgoal(applied, n)?;
        let left = formulas_of(cx, &subgoal)?;
        printable &= left.iter().all(|f| walk::printable(cx, f) == Ok(true));
        if printable && n + 1 == count {
            cx.apply_result_to_string(applied)?;
        }
        let precision = cx.goal_precision(&subgoal)? as u32;
        let solver = cx.mk_solver()?;
        for formula in &left {
            cx.solver_assert(&solver, formula)?;
        }
        let keeps_models = matches!(precision, ffi::Z3_GOAL_PRECISE | ffi::Z3_GOAL_UNDER);
        let answer = decide(cx, &solver)?;
        if answer == Answer::Sat && keeps_models {
            let found = cx.solver_get_model(&solver)?;
            // Models leave out the constants that tactics make. Such a model is incomplete and is
            // not converted.
            if is_complete(cx, &found, &left)? {
                let model = cx.goal_convert_model(&subgoal, &found)?;
                check_model(cx, &model, formulas)?;
            }
            return Ok(Answer::Sat);
        }
        GOAL_MODEL.must(answer != Answer::Sat || !cx.goal_is_decided_unsat(&subgoal)?)?;
        let keeps_refutations = matches!(precision, ffi::Z3_GOAL_PRECISE | ffi::Z3_GOAL_OVER);
        all_unsatisfiable &= answer == Answer::Unsat && keeps_refutations;
    }
    Ok(if all_unsatisfiable && count > 0 {
        Answer::Unsat
    } else {
        Answer::Unknown
    })
}

/// Whether a model makes formulas true without model completion.
fn is_complete(cx: &Rc<Context>, model: &Model, formulas: &[Ast]) -> Result<bool> {
    for formula in formulas {
        let value = cx.model_eval(model, formula, true)?;
        if value.is_none_or(|value| cx.get_bool_value(&value) != Ok(ffi::Z3_L_TRUE)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Applies a probe to a goal. Its value must follow from the values of its parts.
pub(super) fn probe(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let goal = goal(&call.cx, &call.formulas()?)?;
    check_probe(&call.cx, &goal, &combination(Kind::Probe, call.call)?)?;
    Ok(Effect::Done)
}

/// Fills a goal, reads it, copies it to another context and back, and empties it.
pub(super) fn goals(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let cx = &call.cx;
    let goal = goal(cx, &formulas)?;
    let left = formulas_of(cx, &goal)?;
    let differ = cx.mk_xor(&cx.mk_and(&formulas)?, &cx.mk_and(&left)?)?;
    GOAL_FORMULAS.must(satisfiable(cx, &[differ])? != Answer::Sat)?;
    let other = cx.new_context(&[])?;
    let there = cx.translate_goal(&goal, &other)?;
    let back = other.translate_goal(&there, cx)?;
    TRANSLATED_BACK.must_for(
        "a goal",
        walk::is_same_after_copy(cx, &left, &formulas_of(cx, &back)?)?,
    )?;
    cx.goal_reset(&goal)?;
    GOAL_RESET.must(cx.goal_size(&goal)? == 0 && !cx.goal_inconsistent(&goal)?)?;
    Ok(Effect::Done)
}
