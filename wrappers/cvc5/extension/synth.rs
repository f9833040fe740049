//! Synthesis. It uses a new instance, because an instance cannot have a synthesis problem and assertions. The seed decides the problem. A
//! third instance checks the solution.

use super::super::ffi::{Grammar, Session, Sort as SortHandle, Synthesis, Term};
use super::{Extension, ExtensionCall, PLAIN, SYNTHESIS_LIMIT};
use crate::cvc5::instance::Instance;
use crate::extension::SortArg;
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
            _ => Invalid::wrong(format!("{sort} is no sort to synthesize for")),
        }
    },
    does: synth,
    ..PLAIN
};

/// The operators of a sort, by their kinds.
struct Language {
    sort: SortHandle,
    add: i32,
    less: i32,
    equal: i32,
    ite: i32,
    apply: i32,
    zero: Term,
    one: Term,
}

impl Language {
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

    /// The grammar: additions of parameters and constants, and choices between them.
    fn grammar(
        &self,
        instance: &mut Instance,
        session: &Session,
        params: &[Term],
    ) -> Result<Grammar> {
        let start = session.mk_var(self.sort, "_start")?;
        let condition = session.mk_var(session.bool_sort()?, "_condition")?;
        let grammar = session.mk_grammar(params, &[start, condition])?;
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
        Err(Error::Contradiction(
            "the copy of a grammar is another one".to_owned(),
        ))
    }
}

fn synth((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let sort = *instance
        .content
        .sorts
        .get(SortArg::args(context.call)?.sort)?;
    let language = Language::new(instance, sort)?;
    let session = instance.apart(&[SYNTHESIS_LIMIT, ("sygus", "true"), ("incremental", "true")])?;
    session.set_logic("ALL")?;
    if instance.rng.chance(25) {
        return enumerate(instance, &session, &language);
    }
    if instance.rng.chance(25) {
        return invariant(instance, &session, &language);
    }
    let params = [session.mk_var(sort, "_p0")?, session.mk_var(sort, "_p1")?];
    let function = if instance.rng.coin() {
        let grammar = language.grammar(instance, &session, &params)?;
        session.synth_fun_in("_f", &params, sort, grammar)?
    } else {
        session.synth_fun("_f", &params, sort)?
    };
    let inputs = [
        session.sygus_var("_x", sort)?,
        session.sygus_var("_y", sort)?,
    ];
    let value = session.mk_term(language.apply, &[function, inputs[0], inputs[1]])?;
    let mut constraints = Vec::new();
    for _ in 0..=instance.rng.index(3) {
        let others = [inputs[0], inputs[1], language.one];
        let other = instance.rng.pick(&others).copied().unwrap_or(value);
        let constraint = language.relation(instance, value, other)?;
        session.sygus_constraint(constraint)?;
        constraints.push(constraint);
    }
    let mut assumptions = Vec::new();
    if instance.rng.chance(30) {
        let assumption = language.relation(instance, inputs[0], inputs[1])?;
        session.sygus_assume(assumption)?;
        assumptions.push(assumption);
    }
    let kept = (
        session.sygus_constraints()?.len(),
        session.sygus_assumptions()?.len(),
    );
    if kept != (constraints.len(), assumptions.len()) {
        return Err(Error::Contradiction(format!(
            "{kept:?} constraints and assumptions are kept"
        )));
    }
    let mut result = session.check_synth()?;
    for _ in 0..3 {
        if !has_solution(&session, result)? {
            break;
        }
        let solution = session.synth_solution(function)?;
        let all = session.synth_solutions(&[function])?;
        if all.len() != 1 || !session.term_is_equal(all[0], solution)? {
            return Err(Error::Contradiction(
                "two ways to a solution differ".to_owned(),
            ));
        }
        let solved = [
            solution,
            session.mk_const(sort, "_x")?,
            session.mk_const(sort, "_y")?,
        ];
        let of = [function, inputs[0], inputs[1]];
        is_solution(instance, &of, &solved, &constraints, &assumptions)?;
        if instance.rng.coin() {
            break;
        }
        result = session.check_synth_next()?;
    }
    Ok(Effect::Done)
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
        return Err(Error::Contradiction(format!(
            "a result of synthesis is {said:?}, '{text}'"
        )));
    }
    Ok(said[0])
}

/// Checks a solution. No constraint may be false with the solution for the function, and constants for the inputs.
fn is_solution(
    instance: &Instance,
    of: &[Term; 3],
    solved: &[Term; 3],
    constraints: &[Term],
    assumptions: &[Term],
) -> Result {
    let session = &instance.session;
    if !session.sort_is_equal(session.term_sort(of[0])?, session.term_sort(solved[0])?)? {
        return Err(Error::Contradiction(
            "a solution of another sort".to_owned(),
        ));
    }
    let check = instance.informed(&[])?;
    for assumption in assumptions {
        check.assert_formula(session.substitute_all(*assumption, of, solved)?)?;
    }
    let filled = constraints
        .iter()
        .map(|c| session.substitute_all(*c, of, solved));
    let broken = filled
        .map(|c| instance.negation(c?))
        .collect::<Result<Vec<_>>>()?;
    let broken = match &broken[..] {
        [one] => *one,
        all => session.mk_term(instance.kinds.or, all)?,
    };
    check.assert_formula(broken)?;
    if check.answer(check.check_sat()?)? == Answer::Sat {
        let solution = instance.text(solved[0]);
        return Err(Error::Contradiction(format!(
            "what is no solution: {solution}"
        )));
    }
    Ok(())
}

/// Enumerates the terms of a grammar.
fn enumerate(instance: &mut Instance, session: &Session, language: &Language) -> Result<Effect> {
    const TARGETS: usize = 2;
    let target = instance.rng.index(TARGETS) as i32;
    session.name_of_target(target)?;
    let grammar = language.grammar(instance, session, &[])?;
    let mut found = if instance.rng.coin() {
        session.find_synth_in(target, grammar)?
    } else {
        session.synth_fun_in("_f", &[], language.sort, grammar)?;
        session.find_synth(target)?
    };
    for _ in 0..3 {
        let Some(term) = found else { break };
        session.term_sort(term)?;
        found = session.find_synth_next()?;
    }
    Ok(Effect::Done)
}

/// Asks for an invariant of a loop that counts up from 0.
fn invariant(instance: &mut Instance, session: &Session, language: &Language) -> Result<Effect> {
    let sort = language.sort;
    let define = |name: &str, params: &[Term], body: Term| {
        session.define_fun(name, params, session.bool_sort()?, body)
    };
    let [x, next] = [session.mk_var(sort, "_x")?, session.mk_var(sort, "_next")?];
    let candidate = session.synth_fun("_inv", &[x], session.bool_sort()?)?;
    let start = session.mk_term(language.equal, &[x, language.zero])?;
    let sum = session.mk_term(language.add, &[x, language.one])?;
    let step = session.mk_term(language.equal, &[next, sum])?;
    let goal = language.relation(instance, language.zero, x)?;
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
    Ok(Effect::Done)
}
