//! User propagators that only listen, or take part without changing answers; and collections of
//! terms.

use super::super::checks::{
    CLAUSE_LISTENER, MAP_ERASE, MAP_FIND, MAP_KEYS, MAP_RESET, MAP_SIZE, NOTHING_PRINTED,
    TRANSLATED_BACK, UNDERFLOW, VECTOR_ITEM,
};
use super::super::ffi::{Ast, Context, Part};
use super::{ExtensionCall, check_model, decide, walk};
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Answer, Result};
use std::rc::Rc;

/// Solves the formulas with a propagator. It only listens, or it takes part: it defines a function
/// through which the formulas are asserted, changes decisions, and blocks instances of quantifiers.
pub(super) fn watch(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    // Other solvers do not support propagators.
    let solver = cx.simple_solver()?;
    let clauses = rng.chance(25) && cx.api().Z3_solver_register_on_clause.exists();
    let (watched, asserted, by) = if clauses {
        let watched = cx.watch_clauses(&solver)?;
        (watched, formulas.clone(), "a listener to clauses")
    } else {
        // Since this release Z3 returns whether a consequence was new, and continues if it was.
        let takes_part = rng.coin() && cx.api().Z3_solver_propagate_on_binding.exists();
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
        cx.assert(watched.solver(), formula)?;
    }
    let answer = decide(cx, watched.solver())?;
    let told = watched.told();
    UNDERFLOW.must(!told.underflow)?;
    CLAUSE_LISTENER.must(!clauses || (told.fixed, told.pairs, told.finals) == (0, 0, 0))?;
    if answer == Answer::Sat {
        check_model(cx, &cx.model(watched.solver())?, &formulas)?;
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
    let truth = cx.bool_sort()?;
    let domain = [truth.clone(), truth.clone()];
    let function = cx.propagated_decl(cx.symbol(c"propagated")?, &domain, &truth)?;
    let no = cx.fresh(c"no", &truth)?;
    let mut asserted = vec![cx.not(&no)?];
    for formula in formulas {
        // A constant stands for it, because quantifiers cannot be arguments.
        let name = cx.fresh(c"name", &truth)?;
        asserted.push(cx.eq(&name, formula)?);
        asserted.push(cx.apply(&function, &[name, no.clone()])?);
    }
    Ok(asserted)
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
    MAP_SIZE.must(cx.ast_map_size(&map)? as usize == parts.len())?;
    MAP_KEYS.must(cx.items(&cx.ast_map_keys(&map)?)?.len() == parts.len())?;
    MAP_FIND.must(cx.ast_map_contains(&map, &term)? && cx.ast_map_find(&map, &term)? == term)?;
    cx.ast_map_erase(&map, &term)?;
    MAP_ERASE.must(!cx.ast_map_contains(&map, &term)?)?;
    cx.ast_map_reset(&map)?;
    MAP_RESET.must(cx.ast_map_size(&map)? == 0)?;
    NOTHING_PRINTED.must_for("a map", !cx.ast_map_to_string(&map)?.is_empty())?;
    let vector = cx.vector(&parts)?;
    cx.ast_vector_set(&vector, 0, &parts[parts.len() - 1])?;
    VECTOR_ITEM.must(cx.items(&vector)?.first() == parts.last())?;
    cx.ast_vector_resize(&vector, 1)?;
    let other = cx.new_context(&[])?;
    let there = cx.translate_vector(&vector, &other)?;
    let back = other.translate_vector(&there, cx)?;
    TRANSLATED_BACK.must_for(
        "a vector",
        walk::is_same_after_copy(cx, &cx.items(&vector)?, &cx.items(&back)?)?,
    )?;
    if walk::printable(cx, &parts[parts.len() - 1])? {
        NOTHING_PRINTED.must_for("a vector", !cx.ast_vector_to_string(&vector)?.is_empty())?;
    }
    Ok(Effect::Done)
}
