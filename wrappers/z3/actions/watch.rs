//! User propagators that only listen, or take part without changing answers; and collections of
//! terms.

use super::super::checks::{
    CLAUSE_LISTENER, MAP_ERASE, MAP_FIND, MAP_KEYS, MAP_RESET, MAP_SIZE, NOTHING_PRINTED,
    TRANSLATED_BACK, UNDERFLOW, VECTOR_ITEM,
};
use super::super::ffi::{Ast, Context, Part};
use super::{ExtensionCall, check_model, decide, shown, walk};
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Answer, Error, Result};
use std::rc::Rc;

/// Solves the formulas with a propagator. It only listens, or it takes part: it defines a function
/// through which the formulas are asserted, changes decisions, and blocks instances of quantifiers.
pub(super) fn watch(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    // Other solvers do not support propagators.
    let solver = cx.mk_simple_solver()?;
    let clauses = rng.chance(25);
    let (watched, asserted, by) = if clauses {
        let watched = cx.watch_clauses(&solver)?;
        (watched, formulas.clone(), "a listener to clauses")
    } else {
        // Since this release Z3 returns whether a consequence was new, and continues if it was.
        let takes_part = rng.coin();
        if takes_part && !cx.table().Z3_solver_propagate_on_binding.exists() {
            let what = "a propagator that takes part".to_owned();
            return Err(Error::Unsupported(what));
        }
        let mut draw = |percent| takes_part && rng.chance(percent);
        let asserted = if draw(75) {
            through_propagator(cx, &formulas)?
        } else {
            formulas.clone()
        };
        let part = Part {
            flips: draw(50),
            blocks: draw(30),
        };
        let watched = cx.watch(&solver, part)?;
        for atom in super::answers::atoms(cx, &formulas)? {
            cx.solver_propagate_register(watched.solver(), &atom)?;
        }
        let by = match part.flips {
            true => "a propagator that decides",
            false => "a propagator",
        };
        (watched, asserted, by)
    };
    for formula in &asserted {
        cx.solver_assert(watched.solver(), formula)?;
    }
    let answer = decide(cx, watched.solver())?;
    let told = watched.told();
    if let Some([entered, left]) = told.underflow {
        let details = format!("it had entered {entered} levels, and left {left}");
        return UNDERFLOW.fails(details);
    }
    let (fixed, pairs, finals) = (told.fixed, told.pairs, told.finals);
    CLAUSE_LISTENER.must_or(!clauses || (fixed, pairs, finals) == (0, 0, 0), || {
        format!("{fixed} values, {pairs} equalities, {finals} final checks")
    })?;
    if answer == Answer::Sat {
        check_model(cx, &cx.solver_get_model(watched.solver())?, &formulas)?;
        // A blocked instance might have refuted the model.
        if told.blocked > 0 {
            return Ok(Effect::Done);
        }
    }
    call.claim(answer, by)
}

/// Equivalent formulas through a function that only the propagator defines: exclusive disjunction
/// with a constant that is false.
fn through_propagator(cx: &Rc<Context>, formulas: &[Ast]) -> Result<Vec<Ast>> {
    let truth = cx.mk_bool_sort()?;
    let domain = [truth.clone(), truth.clone()];
    let function =
        cx.solver_propagate_declare(cx.mk_string_symbol("propagated")?, &domain, &truth)?;
    let no = cx.mk_fresh_const("no", &truth)?;
    let mut asserted = vec![cx.mk_not(&no)?];
    for formula in formulas {
        // A constant stands for it, because quantifiers cannot be arguments.
        let name = cx.mk_fresh_const("name", &truth)?;
        asserted.push(cx.mk_eq(&name, formula)?);
        asserted.push(cx.apply(&function, &[name, no.clone()])?);
    }
    Ok(asserted)
}

/// What was put in, and what came back.
fn show_change(cx: &Rc<Context>, put: Option<&Ast>, got: Option<&Ast>) -> String {
    let [put, got] = [put, got].map(|term| match term {
        Some(term) => shown(cx, term),
        None => "nothing".to_owned(),
    });
    format!("{put} became {got}")
}

/// Puts the parts of a term into vectors and maps of Z3.
pub(super) fn collections(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let term = call.term()?;
    let cx = &call.cx;
    let (parts, _) = walk::parts(cx, std::slice::from_ref(&term))?;
    let map = cx.mk_ast_map()?;
    for part in &parts {
        cx.ast_map_insert(&map, part, &term)?;
    }
    let not_inserted = |count: usize| format!("{count}, but {} were inserted", parts.len());
    let size = cx.ast_map_size(&map)? as usize;
    MAP_SIZE.must_or(size == parts.len(), || not_inserted(size))?;
    let keys = cx.items(&cx.ast_map_keys(&map)?)?.len();
    MAP_KEYS.must_or(keys == parts.len(), || not_inserted(keys))?;
    let is_found = cx.ast_map_contains(&map, &term)? && cx.ast_map_find(&map, &term)? == term;
    MAP_FIND.must_or(is_found, || shown(cx, &term))?;
    cx.ast_map_erase(&map, &term)?;
    MAP_ERASE.must_or(!cx.ast_map_contains(&map, &term)?, || shown(cx, &term))?;
    cx.ast_map_reset(&map)?;
    MAP_RESET.must(cx.ast_map_size(&map)? == 0)?;
    NOTHING_PRINTED.must_for("a map", !cx.ast_map_to_string(&map)?.is_empty())?;
    let vector = cx.vector(&parts)?;
    cx.ast_vector_set(&vector, 0, &parts[parts.len() - 1])?;
    let (items, set) = (cx.items(&vector)?, parts.last());
    VECTOR_ITEM.must_or(items.first() == set, || show_change(cx, set, items.first()))?;
    cx.ast_vector_resize(&vector, 1)?;
    let other = cx.new_context(&[])?;
    let there = cx.translate_vector(&vector, &other)?;
    let back = other.translate_vector(&there, cx)?;
    let (items, copies) = (cx.items(&vector)?, cx.items(&back)?);
    let is_same = walk::is_same_after_copy(cx, &items, &copies)?;
    TRANSLATED_BACK.must_for_or("a vector", is_same, || {
        show_change(cx, items.first(), copies.first())
    })?;
    if walk::printable(cx, &parts[parts.len() - 1])? {
        NOTHING_PRINTED.must_for("a vector", !cx.ast_vector_to_string(&vector)?.is_empty())?;
    }
    Ok(Effect::Done)
}
