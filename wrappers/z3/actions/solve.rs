//! Solves formulas with other kinds of solvers: from a tactic, with simplifiers, in another
//! context, or from text.

use super::super::checks::{NO_SCRIPT_ANSWER, SOLUTION};
use super::super::ffi::{self, Context, c_text};
use super::tactics::{Combiner, SOLVERS, parameter};
use super::{ExtensionCall, LIMIT, PUSH, add_origin, check_consequence, check_model, decide, walk};
use murxla_fsm::action::Effect;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result};
use std::ffi::CStr;
use std::rc::Rc;

/// Flags of the tactic `sat` that turn on engines and simplifications which are off by default.
/// With `euf`, it solves formulas of theories.
const ENGINES: &[&CStr] = &[
    c"euf",
    c"smt",
    c"anf",
    c"anf.exlin",
    c"lookahead_simplify",
    c"abce",
    c"acce",
    c"bca",
    c"bce",
    c"cce",
    c"core.minimize",
    c"force_cleanup",
];

/// Numbers for the same tactic that make simplifications begin at once.
const AT_ONCE: &[&CStr] = &[c"anf.delay", c"bce_delay", c"bce_at", c"burst_search"];

/// Whether solvers of engines set this parameter.
pub(super) fn is_engine_parameter(name: &str) -> bool {
    let mut drawn = ENGINES.iter().chain(AT_ONCE);
    drawn.any(|drawn| drawn.to_bytes() == name.as_bytes())
}

/// Simplifiers that are not used, with the reason.
const NO_SIMPLIFIERS: &[(&str, &str)] = &[
    (
        "euf-completion",
        "push crashes 5.4.0, whatever was asserted, known",
    ),
    (
        "bv1-blast",
        "takes equations, extract and concat only, as its description says",
    ),
    (
        "bvarray2uf",
        "throws where there are quantifiers, as it says it handles none",
    ),
];

/// Parameters of a context that apply to its solvers, and do not change answers.
const PARAMS: &[(&CStr, &CStr)] = &[
    (c"auto_config", c"false"),
    (c"type_check", c"true"),
    (c"unsat_core", c"true"),
];

/// Solves the formulas with another kind of solver: from a tactic, with simplifiers, in another
/// context, or from text.
pub(super) fn solve(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let (cx, rng) = (&Rc::clone(&call.cx), &mut call.z3.rng);
    let usual = |solver: Result<ffi::Solver>| Ok((solver?, vec!["(check-sat)".to_owned()]));
    let solver = match rng.below(8) {
        0..3 => of_tactic(cx, rng),
        3 | 4 => with_simplifiers(cx, rng),
        5 | 6 => of_engines(cx, rng),
        7 if rng.coin() => Ok((cx.simple_solver()?, vec![uses("smt")])),
        _ => usual(cx.solver()),
    };
    let (mut solver, mut commands) = match solver {
        // The library has no such solver.
        Err(Error::Unsupported(_)) => usual(cx.solver())?,
        solver => solver?,
    };
    let by = commands.join(" ");
    let split = rng.index(formulas.len() + 1);
    for (n, formula) in formulas.iter().enumerate() {
        if n == split && rng.coin() {
            cx.push(&solver)?;
            commands.insert(commands.len() - 1, PUSH.to_owned());
        }
        cx.assert(&solver, formula)?;
    }
    let mut place = Rc::clone(cx);
    if rng.chance(25) {
        place = cx.new_context(&[])?;
        commands.insert(0, "; a copy of the solver in another context".to_owned());
        if let Some((name, value)) = rng.pick(PARAMS).filter(|_| rng.coin()) {
            place.update_param(name, value)?;
        }
        solver = match cx.translate_solver(&solver, &place) {
            Ok(solver) => solver,
            // Some kinds cannot be translated, or not inside of levels.
            Err(Error::Rejected(_)) => return Ok(Effect::Done),
            Err(error) => return Err(error),
        };
    }
    for command in &commands {
        call.note_command(command);
    }
    let answer = match decide(&place, &solver) {
        Ok(answer) => answer,
        // The tactic does not support these formulas.
        Err(Error::Rejected(_)) => Answer::Unknown,
        Err(error) => return Err(error),
    };
    if answer == Answer::Sat {
        let mut model = place.model(&solver)?;
        if !Rc::ptr_eq(&place, cx) {
            model = place.translate_model(&model, cx)?;
        }
        check_model(cx, &model, &formulas).map_err(|e| add_origin(e, &by))?;
    }
    call.claim(answer, by)
}

/// The check with a tactic.
fn uses(tactic: &str) -> String {
    format!("(check-sat-using {tactic})")
}

/// Asks for solutions of variables, by the equalities that a solver knows after a check.
pub(super) fn solve_for(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let cx = &call.cx;
    // Other solvers do not solve for variables.
    let solver = cx.simple_solver()?;
    for formula in &formulas {
        cx.assert(&solver, formula)?;
    }
    let answer = decide(cx, &solver)?;
    if answer == Answer::Sat {
        let (parts, _) = walk::parts(cx, &formulas)?;
        let mut variables = Vec::new();
        for decl in walk::signature(cx, &parts)?.functions {
            let kind = cx.sort_kind(&cx.codomain(&decl)?)? as u32;
            if cx.arity(&decl)? == 0 && matches!(kind, ffi::Z3_INT_SORT | ffi::Z3_REAL_SORT) {
                variables.push(cx.apply(&decl, &[])?);
            }
        }
        for [variable, term, guard] in cx.solve_for(&solver, &variables)? {
            let solved = cx.implies(&guard, &cx.eq(&variable, &term)?)?;
            check_consequence(cx, &formulas, &solved, &SOLUTION)?;
        }
    }
    call.claim(answer, "solve-for")
}

/// Continues with a solver that imports the model converter of another one.
pub(super) fn resume(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let [first, second] = [cx.solver()?, cx.solver()?];
    for formula in &formulas {
        cx.assert(&first, formula)?;
    }
    let before = decide(cx, &first)?;
    for formula in cx.items(&cx.assertions(&first)?)? {
        cx.assert(&second, &formula)?;
    }
    let split = match super::answers::atoms(cx, &formulas)?.first() {
        Some(atom) if rng.coin() => Some(atom.clone()),
        _ => None,
    };
    if let Some(atom) = &split {
        cx.assert(&second, atom)?;
    }
    cx.import_model_converter(&first, &second)?;
    let answer = decide(cx, &second)?;
    if answer == Answer::Sat {
        // The second solver may not have the terms by which the first one replaced constants. So
        // its converted models need not satisfy the formulas.
        cx.model_get_num_consts(&cx.model(&second)?)?;
    }
    // With the additional atom, `unsat` says nothing about the formulas alone.
    let answer = match (before, answer) {
        (Answer::Unknown, Answer::Unsat) if split.is_some() => Answer::Unknown,
        (Answer::Unknown, answer) => answer,
        (before, _) => before,
    };
    call.claim(answer, "resume")
}

/// A solver, and the commands of a script that make one and check. The last one is the check.
type MadeSolver = (ffi::Solver, Vec<String>);

/// A solver of a tactic.
fn of_tactic(cx: &Rc<Context>, rng: &mut Rng) -> Result<MadeSolver> {
    let names = (0..cx.get_num_tactics()?).map(|n| cx.get_tactic_name(n));
    let names = names.collect::<Result<Vec<String>>>()?;
    let is_there = |name: &&&CStr| names.iter().any(|n| n.as_bytes() == name.to_bytes());
    let last: Vec<&CStr> = SOLVERS.iter().filter(is_there).copied().collect();
    let name = rng.pick(&last).copied().unwrap_or(c"smt");
    let last = cx.tactic(name)?;
    let name = name.to_string_lossy();
    if !rng.coin() {
        return Ok((cx.solver_from_tactic(&last)?, vec![uses(&name)]));
    }
    let (first, text) = Combiner::new(cx, rng)?.tactic(1)?;
    let tactic = cx.tactic_and_then(&cx.tactic_or_else(&first, &cx.tactic_skip()?)?, &last)?;
    let text = uses(&format!("(then (or-else {text} skip) {name})"));
    Ok((cx.solver_from_tactic(&tactic)?, vec![text]))
}

/// A solver of the tactic `sat` with engines that are off by default.
fn of_engines(cx: &Rc<Context>, rng: &mut Rng) -> Result<MadeSolver> {
    let tactic = cx.tactic(c"sat")?;
    let listed = cx.param_names(&cx.tactic_get_param_descrs(&tactic)?)?;
    let is_there = |name: &CStr| {
        let mut listed = listed.iter();
        listed.any(|(_, there)| there.as_bytes() == name.to_bytes())
    };
    let params = cx.params()?;
    let mut text = String::new();
    for flag in ENGINES.iter().filter(|flag| is_there(flag)) {
        if rng.chance(40) {
            text.push_str(&format!(" :{} true", flag.to_string_lossy()));
            cx.set_bool(&params, cx.symbol(flag)?, true)?;
        }
    }
    for number in AT_ONCE.iter().filter(|number| is_there(number)) {
        if rng.coin() {
            text.push_str(&format!(" :{} 0", number.to_string_lossy()));
            cx.set_uint(&params, cx.symbol(number)?, 0)?;
        }
    }
    let solver = cx.solver_from_tactic(&cx.tactic_using_params(&tactic, &params)?)?;
    let text = match &text[..] {
        "" => uses("sat"),
        text => uses(&format!("(using-params sat{text})")),
    };
    Ok((solver, vec![text]))
}

/// A solver that simplifies its assertions first.
fn with_simplifiers(cx: &Rc<Context>, rng: &mut Rng) -> Result<MadeSolver> {
    let names = (0..cx.get_num_simplifiers()?).map(|n| cx.get_simplifier_name(n));
    let mut names = names.collect::<Result<Vec<String>>>()?;
    names.retain(|name| !NO_SIMPLIFIERS.iter().any(|(excluded, _)| excluded == name));
    let mut draw = || -> Result<Option<(ffi::Simplifier, String)>> {
        let Some(text) = rng.pick(&names) else {
            return Ok(None);
        };
        let name = c_text(text)?;
        cx.simplifier_get_descr(&name)?;
        let simplifier = cx.mk_simplifier(&name)?;
        cx.simplifier_get_help(&simplifier)?;
        let descrs = cx.simplifier_get_param_descrs(&simplifier)?;
        Ok(Some(match parameter(cx, rng, &descrs)? {
            Some((params, set)) => {
                let text = format!("(using-params {text} {set})");
                (cx.simplifier_using_params(&simplifier, &params)?, text)
            }
            None => (simplifier, text.clone()),
        }))
    };
    let solver = cx.simple_solver()?;
    let (Some((a, a_text)), Some((b, b_text))) = (draw()?, draw()?) else {
        return Ok((solver, vec![uses("smt")]));
    };
    let solver = cx.solver_add_simplifier(&solver, &cx.simplifier_and_then(&a, &b)?)?;
    let set = format!("(set-simplifier (then {a_text} {b_text}))");
    Ok((solver, vec![set, "(check-sat)".to_owned()]))
}

/// Runs the formulas as a script, as the program `z3` does.
pub(super) fn script(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let cx = &call.cx;
    let Some(text) = super::print::script(cx, &formulas)? else {
        return Ok(Effect::Done);
    };
    // A context keeps the state of scripts.
    let other = cx.new_context(&[])?;
    let text = format!("(set-option :rlimit {LIMIT})\n{text}");
    let said = other.eval_smtlib2_string(&c_text(&text)?)?;
    let answer = said
        .lines()
        .rev()
        .find_map(|line| Answer::from_name(line.trim()));
    match answer {
        Some(answer) => call.claim(answer, "a script"),
        None => NO_SCRIPT_ANSWER.fails(said.lines().next().unwrap_or("")),
    }
}
