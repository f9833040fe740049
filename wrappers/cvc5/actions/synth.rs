//! Synthesis. It uses a new instance, because an instance cannot have a synthesis problem and
//! assertions. The seed decides the problem. A third instance checks the solution.

pub(super) mod options;
mod text;

use super::super::ffi::{Grammar, Session, Sort as SortHandle, Synthesis, Term};
use super::super::options::is_conflict;
use super::{Extension, ExtensionCall, PLAIN, SYNTHESIS_LIMIT};
use crate::cvc5::checks::{COPY, SYNTH_KEPT, SYNTH_RESULT, SYNTH_SOLUTION, SYNTH_SORT, SYNTH_WAYS};
use crate::cvc5::instance::Instance;
use crate::shared::actions::SortArg;
use murxla_fsm::action::{Arg, Effect, Invalid};
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, Error, Result};
use murxla_fsm::sort::Sort;
use smallvec::smallvec;

/// Synthesizes a function on integers or bit-vectors of a sort.
pub(super) const SYNTH: Extension = Extension {
    name: "cvc5-synth",
    params: SortArg::PARAMS,
    pick: |cx| {
        let sorts = cx.state.sorts.iter();
        let sorts = sorts.filter(|(_, sort)| matches!(sort, Sort::Int | Sort::Bv(..=16)));
        let sorts: Vec<_> = sorts.map(|(id, _)| id).collect();
        Some(smallvec![Arg::Sort(*cx.rng.pick(&sorts)?)])
    },
    valid: |state, call| {
        let SortArg { sort } = SortArg::args(call)?;
        match state.sorts.get(sort) {
            Some(Sort::Int | Sort::Bv(..=16)) => Ok(()),
            _ => Invalid::wrong(format!("{sort} is not a sort to synthesize for")),
        }
    },
    does: synth,
    ..PLAIN
};

/// The operators of a sort, by their kinds.
struct SynthOperators {
    sort: SortHandle,
    add: i32,
    less: i32,
    equal: i32,
    ite: i32,
    apply: i32,
    zero: Term,
    one: Term,
}

impl SynthOperators {
    fn new(instance: &Instance, sort: SortHandle) -> Result<Self> {
        let session = &instance.session;
        let kind = |op| {
            let kind = instance.kinds.of(op);
            kind.ok_or_else(|| Error::Unsupported("an operator of synthesis".to_owned()))
        };
        let integers = session.sort_is_int(sort)?;
        let number = |value| {
            if integers {
                session.mk_integer_int64(value)
            } else {
                session.mk_bv_uint64(session.sort_width(sort)?, value.unsigned_abs())
            }
        };
        Ok(Self {
            sort,
            add: kind(if integers { op::INT_ADD } else { op::BV_ADD })?,
            less: kind(if integers { op::INT_LTE } else { op::BV_ULE })?,
            equal: kind(op::EQUAL)?,
            ite: kind(op::ITE)?,
            apply: kind(op::UF_APPLY)?,
            zero: number(0)?,
            one: number(1)?,
        })
    }

    /// `a <= b` or `a = b`, or the same with the sides exchanged.
    fn relation(&self, instance: &mut Instance, a: Term, b: Term) -> Result<Term> {
        let (kind, swap) = (instance.rng.chance(60), instance.rng.coin());
        let (a, b) = if swap { (b, a) } else { (a, b) };
        instance
            .session
            .mk_term(if kind { self.less } else { self.equal }, &[a, b])
    }

    /// The grammar: additions of parameters and constants, and choices between them. Its first
    /// symbol is for numbers or, if they are asked for, for conditions.
    fn grammar(
        &self,
        instance: &mut Instance,
        session: &Session,
        params: &[Term],
        conditions: bool,
    ) -> Result<Grammar> {
        let start = session.mk_var(self.sort, "_start")?;
        let condition = session.mk_var(session.bool_sort()?, "_condition")?;
        let mut symbols = [start, condition];
        if conditions {
            symbols.reverse();
        }
        let grammar = session.mk_grammar(params, &symbols)?;
        let sum = session.mk_term(self.add, &[start, start])?;
        let choice = session.mk_term(self.ite, &[condition, start, start])?;
        session.grammar_rules(grammar, start, &[self.zero, self.one, sum, choice])?;
        if instance.rng.coin() {
            session.grammar_variable(grammar, start)?;
        } else {
            for param in params {
                session.grammar_rule(grammar, start, *param)?;
            }
        }
        if instance.rng.coin() {
            session.grammar_constant(grammar, start)?;
        }
        let test = session.mk_term(self.less, &[start, start])?;
        session.grammar_rule(grammar, condition, test)?;
        let copy = session.grammar_copy(grammar)?;
        let same = session.grammar_is_equal(grammar, copy)?
            && !session.grammar_is_disequal(grammar, copy)?
            && session.grammar_hash(grammar)? == session.grammar_hash(copy)?
            && !session.grammar_to_string(grammar)?.is_empty();
        session.grammar_release(copy)?;
        if same {
            return Ok(grammar);
        }
        COPY.fails_for("grammar", "")
    }
}

/// A problem of synthesis: a function, with constraints for all values of the inputs for which the
/// assumptions hold.
struct Problem {
    function: Term,
    params: Vec<Term>,
    grammar: Option<Grammar>,
    inputs: Vec<Term>,
    constraints: Vec<Term>,
    assumptions: Vec<Term>,
}

fn synth((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let sort = *instance
        .content
        .sorts
        .get(SortArg::args(context.call)?.sort)?;
    let operators = SynthOperators::new(instance, sort)?;
    let mut options = vec![SYNTHESIS_LIMIT, ("sygus", "true"), ("incremental", "true")];
    options::draw(&mut instance.rng, &mut options);
    let session = match instance.scratch_solver(&options) {
        // Old releases do not have all of the options.
        Err(Error::Unsupported(_) | Error::Rejected(_)) => return Ok(Effect::Done),
        session => session?,
    };
    session.set_logic("ALL")?;
    let done = match instance.rng.below(8) {
        0 | 1 => enumerate(instance, &session, &operators),
        2 => invariant(instance, &session, &operators),
        3 => {
            let problem = examples(instance, &session, &operators)?;
            solve(instance, &session, &problem)
        }
        4 => {
            let problem = texts(instance, &session)?;
            solve(instance, &session, &problem)
        }
        5 => {
            let problem = relations(instance, &session, &operators)?;
            text::solve(instance, &session, &problem, &options)
        }
        _ => {
            let problem = relations(instance, &session, &operators)?;
            solve(instance, &session, &problem)
        }
    };
    match done {
        // Some options exclude each other, or kinds of problems.
        Err(Error::Rejected(why)) if is_conflict(&why) => Ok(Effect::Done),
        done => done.map(|()| Effect::Done),
    }
}

/// A function of two parameters that is compared with inputs and constants.
fn relations(
    instance: &mut Instance,
    session: &Session,
    operators: &SynthOperators,
) -> Result<Problem> {
    let sort = operators.sort;
    let params = vec![session.mk_var(sort, "_p0")?, session.mk_var(sort, "_p1")?];
    let grammar = match instance.rng.coin() {
        true => Some(operators.grammar(instance, session, &params, false)?),
        false => None,
    };
    let function = match grammar {
        Some(grammar) => session.synth_fun_in("_f", &params, sort, grammar)?,
        None => session.synth_fun("_f", &params, sort)?,
    };
    let inputs = vec![
        session.sygus_var("_x", sort)?,
        session.sygus_var("_y", sort)?,
    ];
    let value = session.mk_term(operators.apply, &[function, inputs[0], inputs[1]])?;
    let mut constraints = Vec::new();
    for _ in 0..=instance.rng.index(3) {
        let others = [inputs[0], inputs[1], operators.one];
        let other = instance.rng.pick(&others).copied().unwrap_or(value);
        constraints.push(operators.relation(instance, value, other)?);
    }
    let mut assumptions = Vec::new();
    if instance.rng.chance(30) {
        assumptions.push(operators.relation(instance, inputs[0], inputs[1])?);
    }
    Ok(Problem {
        function,
        params,
        grammar,
        inputs,
        constraints,
        assumptions,
    })
}

/// A function of which some values are given.
fn examples(
    instance: &mut Instance,
    session: &Session,
    operators: &SynthOperators,
) -> Result<Problem> {
    let params = vec![session.mk_var(operators.sort, "_p0")?];
    let grammar = operators.grammar(instance, session, &params, false)?;
    let function = session.synth_fun_in("_f", &params, operators.sort, grammar)?;
    let mut constraints = Vec::new();
    let mut point = operators.zero;
    for _ in 0..2 + instance.rng.index(3) {
        let applied = session.mk_term(operators.apply, &[function, point])?;
        let values = [operators.zero, operators.one, point];
        let value = instance.rng.pick(&values).copied().unwrap_or(point);
        constraints.push(session.mk_term(operators.equal, &[applied, value])?);
        let next = session.mk_term(operators.add, &[point, operators.one])?;
        point = session.simplify(next, false)?;
    }
    Ok(Problem {
        function,
        params,
        grammar: Some(grammar),
        inputs: Vec::new(),
        constraints,
        assumptions: Vec::new(),
    })
}

/// A function of strings of which some values are given. There is a solution: a letter before or
/// behind the parameter.
fn texts(instance: &mut Instance, session: &Session) -> Result<Problem> {
    let kind = |op| {
        let kind = instance.kinds.of(op);
        kind.ok_or_else(|| Error::Unsupported("strings".to_owned()))
    };
    let [concat, equal, apply] = [kind(op::STR_CONCAT)?, kind(op::EQUAL)?, kind(op::UF_APPLY)?];
    let sort = session.string_sort()?;
    let params = vec![session.mk_var(sort, "_p0")?];
    let start = session.mk_var(sort, "_start")?;
    let letters = [
        session.mk_string("a", false)?,
        session.mk_string("b", false)?,
    ];
    let grammar = match instance.rng.chance(70) {
        true => {
            let grammar = session.mk_grammar(&params, &[start])?;
            let both = session.mk_term(concat, &[start, start])?;
            session.grammar_rules(grammar, start, &[params[0], letters[0], letters[1], both])?;
            Some(grammar)
        }
        false => None,
    };
    let function = match grammar {
        Some(grammar) => session.synth_fun_in("_f", &params, sort, grammar)?,
        None => session.synth_fun("_f", &params, sort)?,
    };
    let before = instance.rng.coin();
    let mut constraints = Vec::new();
    for point in ["", "b", "ab", "bab"] {
        let point = session.mk_string(point, false)?;
        let parts = if before {
            [letters[0], point]
        } else {
            [point, letters[0]]
        };
        let value = session.simplify(session.mk_term(concat, &parts)?, false)?;
        let applied = session.mk_term(apply, &[function, point])?;
        constraints.push(session.mk_term(equal, &[applied, value])?);
    }
    Ok(Problem {
        function,
        params,
        grammar,
        inputs: Vec::new(),
        constraints,
        assumptions: Vec::new(),
    })
}

/// Searches for solutions and checks them.
fn solve(instance: &mut Instance, session: &Session, problem: &Problem) -> Result {
    for constraint in &problem.constraints {
        session.sygus_constraint(*constraint)?;
    }
    for assumption in &problem.assumptions {
        session.sygus_assume(*assumption)?;
    }
    let kept = (
        session.sygus_constraints()?.len(),
        session.sygus_assumptions()?.len(),
    );
    if kept != (problem.constraints.len(), problem.assumptions.len()) {
        return SYNTH_KEPT.fails(format!("{kept:?}"));
    }
    let mut result = session.check_synth()?;
    for _ in 0..3 {
        if !has_solution(session, result)? {
            break;
        }
        let solution = session.synth_solution(problem.function)?;
        let all = session.synth_solutions(&[problem.function])?;
        SYNTH_WAYS.must(all.len() == 1 && session.term_is_equal(all[0], solution)?)?;
        check_solution(instance, problem, solution)?;
        if instance.rng.coin() {
            break;
        }
        result = session.check_synth_next()?;
    }
    Ok(())
}

/// The answer of a result. The getters and the text must agree.
fn has_solution(session: &Session, result: Synthesis) -> Result<bool> {
    let said = [
        session.synth_has_solution(result)?,
        session.synth_has_no_solution(result)?,
        session.synth_is_unknown(result)?,
    ];
    let copy = session.synth_copy(result)?;
    let same = session.synth_is_equal(result, copy)?
        && !session.synth_is_disequal(result, copy)?
        && session.synth_hash(result)? == session.synth_hash(copy)?;
    session.synth_release(copy)?;
    let text = session.synth_to_string(result)?;
    let once = said.iter().filter(|said| **said).count() == 1;
    if session.synth_is_null(result)? || !once || !same || text.is_empty() {
        return SYNTH_RESULT.fails(format!("{said:?}, '{text}'"));
    }
    Ok(said[0])
}

/// Checks a solution. No constraint may be false with the solution for the function, and constants
/// for the inputs.
fn check_solution(instance: &Instance, problem: &Problem, solution: Term) -> Result {
    let session = &instance.session;
    let sorts = [
        session.term_sort(problem.function)?,
        session.term_sort(solution)?,
    ];
    SYNTH_SORT.must(session.sort_is_equal(sorts[0], sorts[1])?)?;
    let (mut of, mut by) = (vec![problem.function], vec![solution]);
    for (n, input) in problem.inputs.iter().enumerate() {
        of.push(*input);
        by.push(session.mk_const(session.term_sort(*input)?, &format!("_i{n}"))?);
    }
    let check = instance.scratch_with_definitions(&[])?;
    for assumption in &problem.assumptions {
        check.assert_formula(session.substitute_all(*assumption, &of, &by)?)?;
    }
    let constraints = problem.constraints.iter();
    let filled = constraints.map(|c| session.substitute_all(*c, &of, &by));
    let broken = filled
        .map(|c| instance.negation(c?))
        .collect::<Result<Vec<_>>>()?;
    let broken = match &broken[..] {
        [one] => *one,
        all => session.mk_term(instance.kinds.or, all)?,
    };
    check.assert_formula(broken)?;
    if check.answer(check.check_sat()?)? == Answer::Sat {
        return SYNTH_SOLUTION.fails(instance.text(solution));
    }
    Ok(())
}

/// Enumerates the terms of a grammar, or equations and queries of them.
fn enumerate(instance: &mut Instance, session: &Session, operators: &SynthOperators) -> Result {
    const TARGETS: usize = 5;
    const QUERIES: i32 = 4;
    let target = instance.rng.index(TARGETS) as i32;
    session.name_of_target(target)?;
    // Queries are formulas.
    let queries = target == QUERIES;
    let grammar = operators.grammar(instance, session, &[], queries)?;
    let sort = match queries {
        true => session.bool_sort()?,
        false => operators.sort,
    };
    let mut found = if instance.rng.coin() {
        session.find_synth_in(target, grammar)?
    } else {
        session.synth_fun_in("_f", &[], sort, grammar)?;
        session.find_synth(target)?
    };
    for _ in 0..3 {
        let Some(term) = found else { break };
        session.term_sort(term)?;
        found = session.find_synth_next()?;
    }
    Ok(())
}

/// Asks for an invariant of a loop that counts up from 0.
fn invariant(instance: &mut Instance, session: &Session, operators: &SynthOperators) -> Result {
    let sort = operators.sort;
    let define = |name: &str, params: &[Term], body: Term| {
        session.define_fun(name, params, session.bool_sort()?, body)
    };
    let [x, next] = [session.mk_var(sort, "_x")?, session.mk_var(sort, "_next")?];
    let candidate = session.synth_fun("_inv", &[x], session.bool_sort()?)?;
    let start = session.mk_term(operators.equal, &[x, operators.zero])?;
    let sum = session.mk_term(operators.add, &[x, operators.one])?;
    let step = session.mk_term(operators.equal, &[next, sum])?;
    let goal = operators.relation(instance, operators.zero, x)?;
    session.sygus_invariant(
        candidate,
        define("_pre", &[x], start)?,
        define("_trans", &[x, next], step)?,
        define("_post", &[x], goal)?,
    )?;
    let result = session.check_synth()?;
    if has_solution(session, result)? {
        session.synth_solution(candidate)?;
    }
    Ok(())
}
