//! Optimization. A model must reach the optimum, no model may have a better value, and no
//! assignment that this program knows may have a better value.

use super::super::checks::{
    MORE_ASSERTIONS, NO_OBJECTIVES, NOT_REACHED, NOTHING_PRINTED, SURPASSED, WORSE_THAN_KNOWN,
};
use super::super::ffi::{Ast, Context, Optimize};
use super::objective::{Extras, Goal};
use super::{ExtensionCall, LIMIT, add_origin, check_model, decide, shown, walk};
use murxla_fsm::action::Effect;
use murxla_fsm::oracle::exhaustive::combinations;
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::value::Value;
use num_rational::BigRational;
use std::rc::Rc;
use std::str::FromStr;

/// The formulas and objectives of an optimization.
struct OptimizeTask<'a> {
    cx: &'a Rc<Context>,
    formulas: &'a [Ast],
    objective: &'a Ast,
    maximize: bool,
    /// The best value of the objective in the known assignments that make the formulas true.
    known: Option<BigRational>,
}

/// Asks for the best value of a term in models of the formulas.
pub(super) fn optimize(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let goal = Goal::of(call.call)?;
    let formulas = call.formulas()?;
    let objective = call.z3.content.terms.get(goal.objective)?.ast()?.clone();
    let task = OptimizeTask {
        cx: &call.cx,
        formulas: &formulas,
        objective: &objective,
        maximize: goal.maximize,
        known: best_known(call, &goal),
    };
    let result = task.attempt(&goal.extras);
    let by = task.cause(&goal.extras, &result);
    call.claim(result.map_err(|e| add_origin(e, by))?, by)
}

impl OptimizeTask<'_> {
    /// The objective, the optimum, and a better value, for messages.
    fn compare(&self, best: &str, better: &str, of: &str) -> String {
        let (goal, term) = (Goal::command(self.maximize), shown(self.cx, self.objective));
        format!("{goal} {term}: the solver says {best}, but {term} = {better} {of}")
    }

    /// The extra without which the result is another one, if the result may be wrong.
    fn cause(&self, extras: &Extras, result: &Result<Answer>) -> &'static str {
        let plain = Goal::command(self.maximize);
        let may_be_wrong = match result {
            Ok(Answer::Unsat) | Err(Error::Contradiction(_)) => true,
            // A copy may lose assertions that are tracked.
            Ok(Answer::Sat) => extras.copied && extras.tracked,
            _ => false,
        };
        if !may_be_wrong {
            return plain;
        }
        let suspects = extras.list_known_causes();
        // Two errors may differ only in their numbers. So an extra is the cause only if the result
        // without it is not an error.
        let is_cause = |others: &Extras| {
            let answer = self.attempt(others);
            answer.is_ok() && answer != *result
        };
        if let Some((name, _)) = suspects.iter().find(|(_, others)| is_cause(others)) {
            return name;
        }
        // Each of two extras may give the wrong result by itself.
        let none = Extras {
            initial: None,
            copied: false,
            ..extras.clone()
        };
        match &suspects[..] {
            [(first, _), _] if is_cause(&none) => first,
            _ => plain,
        }
    }

    fn attempt(&self, extras: &Extras) -> Result<Answer> {
        let Self {
            cx,
            formulas,
            objective,
            maximize,
            ..
        } = self;
        let optimize = cx.mk_optimize()?;
        let params = cx.mk_params()?;
        cx.params_set_uint(&params, cx.mk_string_symbol("rlimit")?, LIMIT)?;
        cx.params_validate(&params, &cx.optimize_get_param_descrs(&optimize)?)?;
        cx.optimize_set_params(&optimize, &params)?;
        for formula in *formulas {
            if extras.tracked {
                let tracker = cx.mk_fresh_const("hard", &cx.mk_bool_sort()?)?;
                cx.optimize_assert_and_track(&optimize, formula, &tracker)?;
            } else {
                cx.optimize_assert(&optimize, formula)?;
            }
        }
        if extras.level {
            cx.optimize_push(&optimize)?;
            cx.optimize_assert(&optimize, &cx.mk_false()?)?;
            cx.optimize_pop(&optimize)?;
        }
        let handle = if *maximize {
            cx.optimize_maximize(&optimize, objective)?
        } else {
            cx.optimize_minimize(&optimize, objective)?
        };
        if let (Some(weight), Some(formula)) = (extras.soft, formulas.first()) {
            let weight = weight.to_string();
            cx.optimize_assert_soft(&optimize, formula, &weight, cx.mk_string_symbol("soft")?)?;
        }
        let optimize = if extras.copied {
            copied(cx, &optimize)?
        } else if extras.printed {
            reread(cx, &optimize, formulas)?
        } else {
            optimize
        };
        cx.optimize_set_params(&optimize, &params)?;
        if let Some(value) = extras.initial {
            let value = cx.mk_unsigned_int(value, &cx.get_sort(objective)?)?;
            cx.optimize_set_initial_value(&optimize, objective, &value)?;
        }
        let on_the_way = cx.mk_model()?;
        let found = match extras.watched {
            true => Some(cx.watch_models(&optimize, &on_the_way)?),
            false => None,
        };
        let answer = match cx.optimize_check(&optimize, &[]) {
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
                self.check_optimum(&optimize, handle)?;
                if !self.is_ground() {
                    return Ok(Answer::Unknown);
                }
            }
            Answer::Unsat if extras.tracked => {
                cx.items(&cx.optimize_get_unsat_core(&optimize)?)?;
            }
            Answer::Unsat => {}
            Answer::Unknown => {
                cx.optimize_get_reason_unknown(&optimize)?;
            }
        }
        Ok(answer)
    }

    /// Whether neither a formula nor the objective has quantifiers. Z3 warns that it does not
    /// support optimization with quantifiers: neither `sat` nor an optimum counts then.
    fn is_ground(&self) -> bool {
        let mut terms = self.formulas.iter().chain([self.objective]);
        terms.all(|term| walk::is_ground(self.cx, term) == Ok(true))
    }

    /// The model must satisfy the formulas, and reach the optimum if both bounds name it. Neither
    /// another model nor the hidden assignment may be better.
    fn check_optimum(&self, optimize: &Optimize, handle: u32) -> Result {
        let cx = self.cx;
        let model = cx.optimize_get_model(optimize)?;
        check_model(cx, &model, self.formulas)?;
        let found = cx.model_eval(&model, self.objective, true)?;
        let bounds = [
            cx.optimize_get_lower(optimize, handle)?,
            cx.optimize_get_upper(optimize, handle)?,
        ];
        cx.items(&cx.optimize_get_lower_as_vector(optimize, handle)?)?;
        cx.items(&cx.optimize_get_upper_as_vector(optimize, handle)?)?;
        if let (Some(found), Some(best)) = (found, exact(cx, &bounds)?)
            && let Some(reached) = number(cx, &found)?
            && self.is_ground()
        {
            NOT_REACHED.must_or(reached == best, || {
                self.compare(&best.to_string(), &reached.to_string(), "in its model")
            })?;
            if let Some(known) = &self.known {
                WORSE_THAN_KNOWN.must_or(better(self.maximize, known, &best) == &best, || {
                    let of = "in an assignment that satisfies the assertions";
                    self.compare(&best.to_string(), &known.to_string(), of)
                })?;
            }
            self.check_no_better_model(&found)?;
        }
        Ok(())
    }

    /// Asks for a model with a better value, with a small limit. There must be none.
    fn check_no_better_model(&self, best: &Ast) -> Result {
        let (cx, objective) = (self.cx, self.objective);
        let bit_vectors =
            cx.get_sort_kind(&cx.get_sort(best)?)? as u32 == super::super::ffi::Z3_BV_SORT;
        let (less, more) = match self.maximize {
            true => (best, objective),
            false => (objective, best),
        };
        let better = match bit_vectors {
            true => cx.mk_bvult(less, more)?,
            false => cx.mk_lt(less, more)?,
        };
        let solver = cx.mk_solver()?;
        for formula in self.formulas.iter().chain([&better]) {
            cx.solver_assert(&solver, formula)?;
        }
        if decide(cx, &solver)? != Answer::Sat {
            return Ok(());
        }
        let model = cx.solver_get_model(&solver);
        let value = model.and_then(|model| cx.model_eval(&model, objective, true));
        let value = value.ok().flatten();
        let value = value.map_or_else(|| "another value".to_owned(), |value| shown(cx, &value));
        let best = shown(cx, best);
        SURPASSED.fails(self.compare(&best, &value, "satisfies the assertions"))
    }
}

/// Copies an optimizer to another context and back.
fn copied(cx: &Rc<Context>, optimize: &Optimize) -> Result<Optimize> {
    let other = cx.new_context(&[])?;
    let there = cx.translate_optimize(optimize, &other)?;
    other.translate_optimize(&there, cx)
}

/// Prints and parses an optimizer, if that is possible.
fn reread(cx: &Rc<Context>, optimize: &Optimize, formulas: &[Ast]) -> Result<Optimize> {
    if !super::print::is_readable(cx, formulas)? {
        return Ok(optimize.clone());
    }
    let read = cx.mk_optimize()?;
    let text = cx.optimize_to_string(optimize)?;
    cx.optimize_from_string(&read, &text)?;
    Ok(read)
}

/// Reads the state of an optimizer.
fn read(cx: &Rc<Context>, optimize: &Optimize, hard: usize) -> Result {
    NO_OBJECTIVES.must(!cx.items(&cx.optimize_get_objectives(optimize)?)?.is_empty())?;
    MORE_ASSERTIONS.must(cx.items(&cx.optimize_get_assertions(optimize)?)?.len() <= hard + 1)?;
    let is_printed = !cx.optimize_to_string(optimize)?.is_empty();
    NOTHING_PRINTED.must_for("an optimizer", is_printed)?;
    let is_described = !cx.optimize_get_help(optimize)?.is_empty();
    NOTHING_PRINTED.must_for("parameters of an optimizer", is_described)?;
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
    if !cx.is_numeral_ast(term)? || cx.is_algebraic_number(term)? {
        return Ok(None);
    }
    Ok(BigRational::from_str(&cx.get_numeral_string(term)?).ok())
}

/// The best value of an objective in the assignments that satisfy its formulas: in all of them, if
/// their symbols have small sorts, otherwise in the hidden assignment.
fn best_known(call: &ExtensionCall<'_>, goal: &Goal<'_>) -> Option<BigRational> {
    let (state, context) = (call.state, call.context);
    let (formulas, effort) = (goal.formulas, context.runs.exhaustive);
    match combinations(state, &context.ops, formulas, &[goal.objective], effort) {
        Some(rows) => {
            let values = rows.iter().flatten().map(rational);
            let values: Option<Vec<BigRational>> = values.collect();
            let best = |a, b| better(goal.maximize, &a, &b).clone();
            values?.into_iter().reduce(best)
        }
        None => {
            let is_true = |id: &TermId| state.truth(*id) == Some(true);
            let objective = state.term(goal.objective)?.value()?;
            rational(objective).filter(|_| formulas.iter().all(is_true))
        }
    }
}

/// The better one of two values. If they are equal, the second one.
fn better<'a>(maximize: bool, a: &'a BigRational, b: &'a BigRational) -> &'a BigRational {
    match maximize {
        true => a.max(b),
        false => b.min(a),
    }
}

fn rational(value: &Value) -> Option<BigRational> {
    match value {
        Value::Int(value) => Some(BigRational::from_integer(value.clone())),
        Value::Real(value) => Some(value.clone()),
        // Z3 compares them as numbers without a sign.
        Value::Bv(value) => Some(BigRational::from_integer(value.unsigned().clone().into())),
        _ => None,
    }
}
