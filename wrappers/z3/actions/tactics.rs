//! Goals, tactics, probes and simplifiers. Their results must be satisfiable if and only if the
//! formulas are.

use super::super::checks::{
    GOAL_FORMULAS, GOAL_MODEL, GOAL_RESET, GOAL_SAT, GOAL_UNSAT, NOTHING_PRINTED, PROBE,
    TRANSLATED_BACK,
};
use super::super::ffi::{self, Applied, Ast, Context, Goal, Model, Params, Probe, Tactic, c_text};
use super::{ExtensionCall, add_origin, check_model, decide, satisfiable, walk};
use murxla_fsm::action::Effect;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result};
use std::ffi::CStr;
use std::rc::Rc;

/// Tactics that solve, from which solvers are made.
pub(super) const SOLVERS: &[&CStr] = &[
    c"smt",
    c"sat",
    c"qfbv",
    c"qfaufbv",
    c"qfauflia",
    c"qflia",
    c"qflra",
    c"qfnia",
    c"qfnra",
    c"qfnra-nlsat",
    c"nlsat",
    c"qfidl",
    c"qfuf",
    c"qfufbv",
    c"qfufbv_ackr",
    c"qffp",
    c"qffpbv",
    c"lia",
    c"lra",
    c"nra",
    c"lira",
    c"ufbv",
    c"bv",
    c"ufnia",
    c"uflra",
    c"auflia",
    c"auflira",
    c"aufnira",
    c"horn",
    c"qsat",
    c"qe",
    c"qe-sat",
    c"qe2",
    c"nlqsat",
    c"default",
    c"smtfd",
    c"qffplra",
    c"qffd",
    c"qe_rec",
    c"ff-unique",
    c"ff-solve",
    c"ff-sat",
    c"qfbv-sls",
    c"sls-smt",
];

/// Tactics that are not combined, with the reason, apart from those that solve.
const UNUSED: &[(&str, &str)] = &[
    (
        "bv1-blast",
        "takes equations, extract and concat only, as its description says",
    ),
    ("collect-statistics", "prints"),
    (
        "euf-completion",
        "crashes 5.4.0 for equations of sequences and others",
    ),
    ("psat", "answers would depend on scheduling"),
    ("psmt", "answers would depend on scheduling"),
    ("pqffd", "answers would depend on scheduling"),
    ("skip", "made by a function of its own"),
    ("fail", "made by a function of its own"),
    ("fail-if-undecided", "made by a function of its own"),
];

/// Parameters of tactics and simplifiers that keep the meaning. Each tactic only knows some of
/// them.
const FLAGS: &[&CStr] = &[
    c"som",
    c"flat",
    c"elim_and",
    c"pull_cheap_ite",
    c"arith_lhs",
    c"split_concat_eq",
    c"solve_eqs_context_solve",
    c"gaussian",
    c"distributivity",
    c"local_ctx",
    c"hoist_ite",
    c"elim_inverses",
];

/// The same for words: the kinds of numbers of `subpaving`.
const WORDS: &[(&CStr, &[&CStr])] = &[(c"numeral", &[c"mpq", c"mpf", c"hwf", c"mpff", c"mpfx"])];

/// Whether actions set this parameter of tactics and simplifiers.
pub(super) fn is_parameter(name: &str) -> bool {
    let words = WORDS.iter().map(|(name, _)| name);
    let mut drawn = FLAGS.iter().chain(words);
    drawn.any(|drawn| drawn.to_bytes() == name.as_bytes())
}

/// The largest depth of combinations.
const DEPTH: u32 = 3;

/// The number of subgoals that are solved.
const SUBGOALS: u32 = 3;

/// Combines tactics.
pub(super) struct Combiner<'a> {
    cx: &'a Rc<Context>,
    rng: &'a mut Rng,
    /// The tactics for preprocessing, which are fast for all formulas.
    tactics: Vec<String>,
    probes: Vec<String>,
}

impl<'a> Combiner<'a> {
    pub(super) fn new(cx: &'a Rc<Context>, rng: &'a mut Rng) -> Result<Self> {
        let names = (0..cx.get_num_tactics()?).map(|n| cx.get_tactic_name(n));
        let names = names.collect::<Result<Vec<String>>>()?;
        let is_combined = |name: &String| {
            let solves = SOLVERS.iter().any(|s| s.to_bytes() == name.as_bytes());
            !solves && UNUSED.iter().all(|(unused, _)| unused != name)
        };
        let probes = (0..cx.get_num_probes()?).map(|n| cx.get_probe_name(n));
        Ok(Self {
            cx,
            rng,
            tactics: names.into_iter().filter(is_combined).collect(),
            probes: probes.collect::<Result<_>>()?,
        })
    }

    /// Draws a tactic. Also returns its text in the language of Z3's scripts.
    pub(super) fn tactic(&mut self, depth: u32) -> Result<(Tactic, String)> {
        let cx = self.cx;
        let combined = if depth == 0 { 0 } else { self.rng.below(16) };
        let Some(depth) = depth.checked_sub(1).filter(|_| combined >= 5) else {
            return self.simple();
        };
        Ok(match combined {
            5..10 => {
                let ((a, a_text), (b, b_text)) = (self.tactic(depth)?, self.tactic(depth)?);
                (
                    cx.tactic_and_then(&a, &b)?,
                    format!("(then {a_text} {b_text})"),
                )
            }
            10 => {
                let ((a, a_text), (b, b_text)) = (self.tactic(depth)?, self.tactic(depth)?);
                (
                    cx.tactic_or_else(&a, &b)?,
                    format!("(or-else {a_text} {b_text})"),
                )
            }
            11 => {
                let ((tactic, text), times) = (self.tactic(depth)?, self.rng.range(1, 3));
                (
                    cx.tactic_repeat(&tactic, times)?,
                    format!("(repeat {text} {times})"),
                )
            }
            12 => {
                let ((a, a_text), (b, b_text)) = (self.tactic(depth)?, self.tactic(depth)?);
                let probe = self.probe(1)?;
                let text = format!("(if {} {a_text} {b_text})", probe.text);
                (cx.tactic_cond(&probe.probe, &a, &b)?, text)
            }
            13 => {
                let (probe, (tactic, text)) = (self.probe(1)?, self.tactic(depth)?);
                let text = format!("(when {} {text})", probe.text);
                (cx.tactic_when(&probe.probe, &tactic)?, text)
            }
            14 => {
                // A minute is never over.
                let (tactic, text) = self.tactic(depth)?;
                (
                    cx.tactic_try_for(&tactic, 60_000)?,
                    format!("(try-for {text} 60000)"),
                )
            }
            _ => {
                // If the left tactic fails, the right one is used.
                let (fails, fails_text) = self.failing()?;
                let (tactic, text) = self.tactic(depth)?;
                (
                    cx.tactic_or_else(&fails, &tactic)?,
                    format!("(or-else {fails_text} {text})"),
                )
            }
        })
    }

    /// Draws a tactic that fails, always or for some goals.
    fn failing(&mut self) -> Result<(Tactic, String)> {
        let cx = self.cx;
        Ok(match self.rng.below(3) {
            0 => (cx.tactic_fail()?, "fail".to_owned()),
            1 => {
                let probe = self.probe(1)?;
                let text = format!("(fail-if {})", probe.text);
                (cx.tactic_fail_if(&probe.probe)?, text)
            }
            _ => (
                cx.tactic_fail_if_not_decided()?,
                "fail-if-undecided".to_owned(),
            ),
        })
    }

    fn simple(&mut self) -> Result<(Tactic, String)> {
        let cx = self.cx;
        let Some(name) = self.rng.pick(&self.tactics) else {
            return Ok((cx.tactic_skip()?, "skip".to_owned()));
        };
        let text = name.clone();
        let name = c_text(name)?;
        let tactic = cx.tactic(&name)?;
        cx.tactic_get_descr(&name)?;
        if !self.rng.chance(30) {
            return Ok((tactic, text));
        }
        let descrs = cx.tactic_get_param_descrs(&tactic)?;
        let Some((params, set)) = parameter(cx, self.rng, &descrs)? else {
            return Ok((tactic, text));
        };
        match cx.tactic_using_params(&tactic, &params) {
            Ok(tactic) => Ok((tactic, format!("(using-params {text} {set})"))),
            // Some list parameters that they then refuse.
            Err(Error::Rejected(why)) if why.contains("unknown parameter") => Ok((tactic, text)),
            Err(error) => Err(error),
        }
    }

    /// Draws a probe.
    fn probe(&mut self, depth: u32) -> Result<DrawnProbe> {
        let cx = self.cx;
        if depth == 0 {
            return match self.rng.pick(&self.probes) {
                Some(name) if self.rng.chance(80) => Ok(DrawnProbe {
                    probe: cx.mk_probe(&c_text(name)?)?,
                    text: name.clone(),
                    expected: Expected::Anything,
                }),
                _ => {
                    let number = self.rng.below(4) as f64;
                    Ok(DrawnProbe {
                        probe: cx.probe_const(number)?,
                        text: number.to_string(),
                        expected: Expected::Number(number),
                    })
                }
            };
        }
        let (a, b) = (self.probe(depth - 1)?, self.probe(depth - 1)?);
        let texts = [&a.text[..], &b.text];
        let (a, b) = (a.probe, b.probe);
        let how = self.rng.index(CONNECTIVES.len());
        let probe = match how {
            0 => cx.probe_and(&a, &b),
            1 => cx.probe_or(&a, &b),
            2 => cx.probe_lt(&a, &b),
            3 => cx.probe_le(&a, &b),
            4 => cx.probe_gt(&a, &b),
            5 => cx.probe_ge(&a, &b),
            6 => cx.probe_eq(&a, &b),
            _ => cx.probe_not(&a),
        }?;
        let used = if how == 7 { &texts[..1] } else { &texts };
        Ok(DrawnProbe {
            probe,
            text: format!("({} {})", CONNECTIVES[how], used.join(" ")),
            expected: Expected::Of(how, a, b),
        })
    }
}

/// The connectives of probes in scripts. Only the last one has one argument.
const CONNECTIVES: [&str; 8] = ["and", "or", "<", "<=", ">", ">=", "=", "not"];

/// A probe, its text in scripts, and the value that it must have for a goal, if this follows from
/// the values of its parts.
struct DrawnProbe {
    probe: Probe,
    text: String,
    expected: Expected,
}

/// The value that a probe must have.
enum Expected {
    Anything,
    Number(f64),
    /// The connective's number and the two parts.
    Of(usize, Probe, Probe),
}

/// Draws a parameter of these descriptions and its value, if there are any. Also returns its text
/// in scripts.
pub(super) fn parameter(
    cx: &Rc<Context>,
    rng: &mut Rng,
    descrs: &ffi::ParamDescrs,
) -> Result<Option<(Params, String)>> {
    let mut listed = Vec::new();
    for (name, text) in cx.param_names(descrs)? {
        let is_named = |of: &CStr| of.to_bytes() == text.as_bytes();
        let words = WORDS.iter().find(|(of, _)| is_named(of));
        if words.is_some() || FLAGS.iter().any(|flag| is_named(flag)) {
            listed.push((name, text, words.map(|(_, words)| *words)));
        }
    }
    let Some((name, text, words)) = rng.pick(&listed) else {
        return Ok(None);
    };
    // Some have no description, so that reading it is an error.
    let name = *name;
    match cx.param_descrs_get_documentation(descrs, name) {
        Ok(_) | Err(Error::Rejected(_)) => {}
        Err(error) => return Err(error),
    }
    cx.param_descrs_to_string(descrs)?;
    let params = cx.params()?;
    let value = match words.and_then(|words| rng.pick(words)) {
        Some(word) => {
            cx.set_symbol(&params, name, cx.symbol(word)?)?;
            word.to_string_lossy().into_owned()
        }
        None => {
            let flag = rng.coin();
            cx.set_bool(&params, name, flag)?;
            flag.to_string()
        }
    };
    Ok(Some((params, format!(":{text} {value}"))))
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
        match cx.goal_to_dimacs(goal, true) {
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
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let goal = goal(cx, &formulas)?;
    let with_params = rng.chance(20);
    let (tactic, by) = Combiner::new(cx, rng)?.tactic(DEPTH)?;
    call.note_command(&format!("(check-sat-using (then {by} smt))"));
    let cx = &call.cx;
    cx.tactic_get_help(&tactic)?;
    let applied = if with_params {
        cx.tactic_apply_ex(&tactic, &goal, &cx.params()?)
    } else {
        cx.tactic_apply(&tactic, &goal)
    };
    let applied = match applied {
        Ok(applied) => applied,
        // Tactics may fail: for formulas that they do not support, or always, as `fail` does.
        Err(Error::Rejected(_) | Error::Resources(_)) => return Ok(Effect::Done),
        Err(error) => return Err(error),
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
        let solver = cx.solver()?;
        for formula in &left {
            cx.assert(&solver, formula)?;
        }
        let keeps_models = matches!(precision, ffi::Z3_GOAL_PRECISE | ffi::Z3_GOAL_UNDER);
        let answer = decide(cx, &solver)?;
        if answer == Answer::Sat && keeps_models {
            let found = cx.model(&solver)?;
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
        let value = cx.eval(model, formula, true)?;
        if value.is_none_or(|value| cx.bool_value(&value) != Ok(ffi::Z3_L_TRUE)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Calls all probes, and combinations of them, which must agree with their parts.
pub(super) fn probe(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let goal = goal(cx, &formulas)?;
    let mut combiner = Combiner::new(cx, rng)?;
    for _ in 0..5 {
        let DrawnProbe {
            probe, expected, ..
        } = combiner.probe(2)?;
        let value = cx.probe_apply(&probe, &goal)?;
        let truth = |probe| cx.probe_apply(probe, &goal).map(|value| value != 0.0);
        let must_be = match expected {
            Expected::Anything => continue,
            Expected::Number(number) => number,
            Expected::Of(how, a, b) => {
                let numbers = (cx.probe_apply(&a, &goal)?, cx.probe_apply(&b, &goal)?);
                f64::from(match how {
                    0 => truth(&a)? && truth(&b)?,
                    1 => truth(&a)? || truth(&b)?,
                    2 => numbers.0 < numbers.1,
                    3 => numbers.0 <= numbers.1,
                    4 => numbers.0 > numbers.1,
                    5 => numbers.0 >= numbers.1,
                    6 => numbers.0 == numbers.1,
                    _ => !truth(&a)?,
                })
            }
        };
        if value != must_be {
            return PROBE.fails(format!("{value}, not {must_be}"));
        }
    }
    if let Some(name) = combiner.probes.first() {
        NOTHING_PRINTED.must_for("a probe", !cx.probe_get_descr(&c_text(name)?)?.is_empty())?;
    }
    Ok(Effect::Done)
}

/// Fills a goal, reads it, copies it to another context and back, and empties it.
pub(super) fn goals(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let cx = &call.cx;
    let goal = goal(cx, &formulas)?;
    let left = formulas_of(cx, &goal)?;
    let differ = cx.xor(&cx.conjunction(&formulas)?, &cx.conjunction(&left)?)?;
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
