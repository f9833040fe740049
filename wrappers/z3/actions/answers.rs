//! Queries around checks: models, the state of the solver, consequences, cubes, proofs.

use super::super::checks::{
    ARITY_OF_TABLE, CLASS_MEMBER, CLASS_ROOT, CONSEQUENCE, CUBES, ELEMENT, ELIMINATION,
    EQUAL_IN_CLASS, NO_ELEMENTS, NO_INTERPRETATION, NO_VALUE, NO_VERSION, NOT_BOOLEAN, PROOF_END,
    PROOF_STEP, PUT_ENTRIES, PUT_VALUE, SORT_OF_VALUE, STATISTIC_NAME, STATISTIC_NUMBER,
    STATISTIC_TYPE, TRAIL_LEVELS, TRANSLATED_MODEL, VALUE_AT_POINT, VALUE_OF_CONSTANT,
};
use super::super::ffi::{self, Ast, Context, Model, Solver, Sort};
use super::{
    ExtensionCall, check_consequence, check_model, decide, refused, set_limit, shown, walk,
};
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Answer, Error, Result};
use std::rc::Rc;

/// The largest number of cubes, constants and entries that are read.
const MANY: usize = 8;

/// Reads the constants, functions and universes of the model. Evaluation must agree with them.
pub(super) fn model(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (cx, solver) = call.z3.solver()?;
    let model = cx.solver_get_model(&solver)?;
    for n in 0..cx.model_get_num_consts(&model)? {
        let decl = cx.model_get_const_decl(&model, n)?;
        let Some(value) = cx.model_get_const_interp(&model, &decl)? else {
            return NO_VALUE.fails("");
        };
        NO_INTERPRETATION.must(cx.model_has_interp(&model, &decl)?)?;
        let constant = cx.apply(&decl, &[])?;
        let evaluated = cx.model_eval(&model, &constant, false)?;
        if cx.is_numeral_ast(&value)? {
            VALUE_OF_CONSTANT.must_or(evaluated.as_ref() == Some(&value), || {
                let [name, value] = [&constant, &value].map(|term| shown(&cx, term));
                let other = evaluated.as_ref().map(|term| shown(&cx, term));
                let other = other.unwrap_or_else(|| "nothing".to_owned());
                format!("{name} is {value}, but is evaluated to {other}")
            })?;
        }
        SORT_OF_VALUE.must(cx.get_sort(&value)? == cx.get_range(&decl)?)?;
    }
    for n in 0..cx.model_get_num_funcs(&model)? {
        let decl = cx.model_get_func_decl(&model, n)?;
        let interp = cx.model_get_func_interp(&model, &decl)?;
        let arity = cx.get_arity(&decl)?;
        ARITY_OF_TABLE.must(cx.func_interp_get_arity(&interp)? == arity)?;
        for n in 0..cx.func_interp_get_num_entries(&interp)?.min(MANY as u32) {
            let entry = cx.func_interp_get_entry(&interp, n)?;
            let args =
                (0..cx.func_entry_get_num_args(&entry)?).map(|n| cx.func_entry_get_arg(&entry, n));
            let args = args.collect::<Result<Vec<Ast>>>()?;
            let value = cx.func_entry_get_value(&entry)?;
            let applied = cx.model_eval(&model, &cx.apply(&decl, &args)?, true)?;
            if let Some(applied) = applied.filter(|v| cx.is_numeral_ast(v) == Ok(true)) {
                let is_equal = !cx.is_numeral_ast(&value)? || applied == value;
                VALUE_AT_POINT.must_or(is_equal, || {
                    let at = args.iter().map(|arg| shown(&cx, arg)).collect::<Vec<_>>();
                    let [entry, applied] = [&value, &applied].map(|term| shown(&cx, term));
                    format!("at {}: {entry}, but evaluated to {applied}", at.join(", "))
                })?;
            }
        }
    }
    for n in 0..cx.model_get_num_sorts(&model)? {
        universe(&cx, &model, &cx.model_get_sort(&model, n)?)?;
    }
    let copy = rebuilt(&cx, &model)?;
    let formulas: Vec<_> = call.z3.content.asserted.iter().map(|(id, _)| *id).collect();
    let formulas = call.z3.asts(&formulas)?;
    if let Some(formula) = formulas
        .iter()
        .find(|f| walk::is_ground(&cx, f) == Ok(true))
        && cx.table().Z3_model_extrapolate.exists()
    {
        cx.model_extrapolate(&model, formula)?;
    }
    let other = cx.new_context(&[])?;
    let there = cx.translate_model(&model, &other)?;
    TRANSLATED_MODEL
        .must(other.model_get_num_consts(&there)? == cx.model_get_num_consts(&model)?)?;
    drop(copy);
    Ok(Effect::Done)
}

/// The elements of a sort must differ, and must have this sort.
fn universe(cx: &Rc<Context>, model: &Model, sort: &Sort) -> Result {
    let elements = cx.items(&cx.model_get_sort_universe(model, sort)?)?;
    NO_ELEMENTS.must(!elements.is_empty())?;
    for (n, element) in elements.iter().enumerate() {
        ELEMENT.must(cx.get_sort(element)? == *sort && !elements[..n].contains(element))?;
    }
    Ok(())
}

/// Makes a model from the constants and functions of another one. Both must evaluate a term to the
/// same value.
fn rebuilt(cx: &Rc<Context>, model: &Model) -> Result<Model> {
    let copy = cx.mk_model()?;
    for n in 0..cx.model_get_num_consts(model)? {
        let decl = cx.model_get_const_decl(model, n)?;
        if let Some(value) = cx.model_get_const_interp(model, &decl)? {
            cx.add_const_interp(&copy, &decl, &value)?;
            PUT_VALUE.must(cx.model_get_const_interp(&copy, &decl)?.as_ref() == Some(&value))?;
        }
    }
    for n in 0..cx.model_get_num_funcs(model)? {
        let decl = cx.model_get_func_decl(model, n)?;
        let interp = cx.model_get_func_interp(model, &decl)?;
        let Some(value) = cx.func_interp_get_else(&interp)? else {
            continue;
        };
        let made = cx.add_func_interp(&copy, &decl, &value)?;
        for n in 0..cx.func_interp_get_num_entries(&interp)?.min(MANY as u32) {
            let entry = cx.func_interp_get_entry(&interp, n)?;
            let args =
                (0..cx.func_entry_get_num_args(&entry)?).map(|n| cx.func_entry_get_arg(&entry, n));
            let args = cx.vector(&args.collect::<Result<Vec<Ast>>>()?)?;
            cx.func_interp_add_entry(&made, &args, &cx.func_entry_get_value(&entry)?)?;
        }
        cx.func_interp_set_else(&made, &value)?;
        PUT_ENTRIES.must(
            cx.func_interp_get_num_entries(&made)?
                == cx.func_interp_get_num_entries(&interp)?.min(MANY as u32),
        )?;
    }
    Ok(copy)
}

/// Reads the state of the solver.
pub(super) fn state(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (cx, solver) = call.z3.solver()?;
    cx.solver_get_help(&solver)?;
    // Nothing is known about the size: with several threads, its estimate can be 0.
    let (version, _size) = cx.of_library()?;
    NO_VERSION.must(!version.is_empty())?;
    // In 4.13.0 this call frees the list of parameters for the whole process, and the next context
    // crashes.
    if cx.table().Z3_solver_solve_for.exists() {
        cx.param_descrs_size(&cx.get_global_param_descrs()?)?;
    }
    let stats = cx.solver_get_statistics(&solver)?;
    for n in 0..cx.stats_size(&stats)? {
        let (whole, broken) = (cx.stats_is_uint(&stats, n)?, cx.stats_is_double(&stats, n)?);
        STATISTIC_TYPE.must(whole != broken)?;
        STATISTIC_NAME.must(!cx.stats_get_key(&stats, n)?.is_empty())?;
        if whole {
            cx.stats_get_uint_value(&stats, n)?;
        } else {
            STATISTIC_NUMBER.must(!cx.stats_get_double_value(&stats, n)?.is_nan())?;
        }
    }
    cx.stats_to_string(&stats)?;
    cx.solver_get_reason_unknown(&solver)?;
    let booleans = |terms: Vec<Ast>, case: &str| -> Result {
        let bool_sort = cx.mk_bool_sort()?;
        for term in terms {
            NOT_BOOLEAN.must_for(case, cx.get_sort(&term)? == bool_sort)?;
        }
        Ok(())
    };
    booleans(cx.items(&cx.solver_get_units(&solver)?)?, "units")?;
    booleans(cx.items(&cx.solver_get_non_units(&solver)?)?, "non-units")?;
    // Only some kinds of solvers have a trail.
    if let Ok(trail) = cx.solver_get_trail(&solver) {
        booleans(cx.items(&trail)?, "literals of the trail")?;
        if let Ok(levels) = cx.levels(&solver, &trail) {
            TRAIL_LEVELS.must(levels.len() == cx.items(&trail)?.len())?;
        }
    }
    Ok(Effect::Done)
}

/// Projects Boolean constants out along a model: the result must be true in the model. Also
/// eliminates them: the result must follow from the formulas.
pub(super) fn project(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let atoms = atoms(cx, &formulas)?;
    let body = cx.mk_and(&formulas)?;
    if atoms.is_empty() || !walk::is_ground(cx, &body)? {
        return Ok(Effect::Done);
    }
    let has_initial = cx.table().Z3_solver_set_initial_value.exists();
    let attempt = |initial: bool| {
        // Other solvers take no initial values.
        let solver = cx.mk_simple_solver()?;
        for formula in &formulas {
            cx.solver_assert(&solver, formula)?;
        }
        if initial {
            cx.solver_set_initial_value(&solver, &atoms[0], &cx.mk_true()?)?;
        }
        let answer = decide(cx, &solver)?;
        Ok::<_, Error>((solver, answer))
    };
    let (solver, answer) = attempt(has_initial)?;
    // Only what changes the answer is named as its cause.
    let is_cause = answer == Answer::Unsat && has_initial && attempt(false)?.1 == Answer::Sat;
    let by = if is_cause {
        "initial values"
    } else {
        "a simple solver"
    };
    let bound = &atoms[..1 + rng.index(atoms.len())];
    if answer == Answer::Sat {
        let model = cx.solver_get_model(&solver)?;
        let map = cx.mk_ast_map()?;
        let witnesses = rng.chance(67).then_some(&map);
        match cx.project(&model, bound, &body, witnesses, rng.coin()) {
            Ok(left) => check_model(cx, &model, &[left])?,
            // Some theories and releases do not have it.
            Err(Error::Rejected(_) | Error::Unsupported(_)) => {}
            Err(error) => return Err(error),
        }
    }
    congruent(cx, &solver, &atoms)?;
    let left = cx.qe_lite(&cx.vector(bound)?, &body)?;
    check_consequence(cx, &formulas, &left, &ELIMINATION)?;
    call.claim(answer, by)
}

/// Reads the classes of equal terms after a check.
fn congruent(cx: &Rc<Context>, solver: &Solver, terms: &[Ast]) -> Result {
    for term in terms {
        // Only some kinds of solvers keep classes.
        let Ok(root) = cx.solver_congruence_root(solver, term) else {
            return Ok(());
        };
        CLASS_ROOT.must(cx.solver_congruence_root(solver, &root)? == root)?;
        let next = cx.solver_congruence_next(solver, term)?;
        CLASS_MEMBER.must(cx.solver_congruence_root(solver, &next)? == root)?;
        cx.solver_congruence_explain(solver, term, &root)?;
    }
    Ok(())
}

/// A new solver with these assertions and a small limit.
fn new_limited_solver(cx: &Rc<Context>, formulas: &[Ast]) -> Result<Solver> {
    let solver = cx.mk_solver()?;
    set_limit(cx, &solver)?;
    for formula in formulas {
        cx.solver_assert(&solver, formula)?;
    }
    Ok(solver)
}

/// Boolean constants in formulas.
pub(super) fn atoms(cx: &Rc<Context>, formulas: &[Ast]) -> Result<Vec<Ast>> {
    let (parts, _) = walk::parts(cx, formulas)?;
    let bool_sort = cx.mk_bool_sort()?;
    let functions = walk::signature(cx, &parts)?.functions;
    let constants = functions.iter().filter(|decl| {
        cx.get_arity(decl) == Ok(0) && cx.get_range(decl).is_ok_and(|sort| sort == bool_sort)
    });
    let constants = constants.take(MANY).map(|decl| cx.apply(decl, &[]));
    constants.collect()
}

/// Asks for literals that follow from the formulas, with an assumption or without.
pub(super) fn consequences(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let atoms = atoms(cx, &formulas)?;
    let assumed = rng.index(atoms.len() + 1).min(2);
    let (assumptions, variables) = atoms.split_at(assumed);
    if variables.is_empty() {
        call.note_command("; z3-consequences, which asks for no variable");
        return Ok(Effect::Done);
    }
    let solver = new_limited_solver(cx, &formulas)?;
    let texts = |terms: &[Ast]| {
        let texts = terms.iter().map(|term| cx.ast_to_string(term));
        Ok::<_, Error>(texts.collect::<Result<Vec<String>>>()?.join(" "))
    };
    let (assumed, asked) = (texts(assumptions)?, texts(variables)?);
    call.note_command(&format!("(get-consequences ({assumed}) ({asked}))"));
    let cx = &call.cx;
    let found = cx.consequences(&solver, assumptions, variables);
    let (answer, consequences) = match found {
        Err(Error::Resources(_)) => return Ok(Effect::Done),
        found => found?,
    };
    for consequence in consequences.iter().take(MANY) {
        check_consequence(cx, &formulas, consequence, &CONSEQUENCE)?;
    }
    if assumptions.is_empty() || answer == Answer::Sat {
        return call.claim(answer, "consequences");
    }
    Ok(Effect::Done)
}

/// Asks for cubes. Every model of the formulas must satisfy one of them, unless Z3 is told to
/// backtrack further than the last decision: it then skips branches. Level 0 would never end.
pub(super) fn cubes(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let solver = new_limited_solver(cx, &formulas)?;
    let variables = cx.vector(&if rng.coin() {
        atoms(cx, &formulas)?
    } else {
        Vec::new()
    })?;
    let covers_all = rng.chance(75);
    let level = if covers_all {
        u32::MAX
    } else {
        rng.range(1, 3)
    };
    let mut cubes = Vec::new();
    for _ in 0..MANY {
        let cube = match cx.solver_cube(&solver, &variables, level) {
            Ok(cube) => cx.items(&cube)?,
            Err(Error::Resources(_)) => return Ok(Effect::Done),
            // Some kinds of solvers have no cubes.
            Err(error) => return Err(refused(error)),
        };
        let is_false = |literal: &Ast| cx.get_bool_value(literal) == Ok(ffi::Z3_L_FALSE);
        match &cube[..] {
            // The last cube is empty, or false if there are no more.
            [] => return Ok(Effect::Done),
            [literal] if is_false(literal) => {
                if covers_all {
                    check_consequence(cx, &formulas, &cx.mk_or(&cubes)?, &CUBES)?;
                }
                return Ok(Effect::Done);
            }
            literals => cubes.push(cx.mk_and(literals)?),
        }
    }
    Ok(Effect::Done)
}

/// Asks for classes of Boolean constants that are equal in all models.
pub(super) fn equalities(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let cx = &call.cx;
    let atoms = atoms(cx, &formulas)?;
    if atoms.len() < 2 {
        return Ok(Effect::Done);
    }
    let solver = new_limited_solver(cx, &formulas)?;
    let (answer, classes) = match cx.implied_equalities(&solver, &atoms) {
        Err(Error::Resources(_)) => return Ok(Effect::Done),
        found => found?,
    };
    if answer == Answer::Sat {
        for (a, class) in atoms.iter().zip(&classes) {
            let same = atoms
                .iter()
                .zip(&classes)
                .find(|(_, other)| *other == class);
            if let Some((b, _)) = same.filter(|(b, _)| *b != a) {
                let equal = cx.mk_eq(a, b)?;
                check_consequence(cx, &formulas, &equal, &EQUAL_IN_CLASS)?;
            }
        }
    }
    call.claim(answer, "equalities")
}

/// Asks for a proof, in a context with proofs. The proof must end in `false`, and all steps must be
/// well-sorted.
pub(super) fn proof(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let with_proofs = call.cx.new_context(&[(c"proof", c"true")])?;
    let there = formulas.iter().map(|f| call.cx.translate(f, &with_proofs));
    let there = there.collect::<Result<Vec<Ast>>>()?;
    let cx = &with_proofs;
    let solver = if call.z3.rng.coin() {
        cx.mk_simple_solver()?
    } else {
        cx.mk_solver()?
    };
    for formula in &there {
        cx.solver_assert(&solver, formula)?;
    }
    let answer = decide(cx, &solver)?;
    match answer {
        Answer::Unsat => {
            let proof = cx.solver_get_proof(&solver);
            // The new core makes no proofs.
            let proof = if cx.has_new_core() {
                proof.map_err(refused)?
            } else {
                proof?
            };
            let (steps, _) = walk::parts(cx, std::slice::from_ref(&proof))?;
            for step in &steps {
                PROOF_STEP.must(cx.is_well_sorted(step)?)?;
            }
            let conclusion = cx.parts(&proof)?.and_then(|(_, args)| args.last().cloned());
            PROOF_END
                .must(conclusion.is_some_and(|c| cx.get_bool_value(&c) == Ok(ffi::Z3_L_FALSE)))?;
        }
        Answer::Sat => check_model(cx, &cx.solver_get_model(&solver)?, &there)?,
        Answer::Unknown => {}
    }
    call.claim(answer, "proof")
}
