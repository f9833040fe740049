//! Synthesis. It uses a new instance, because an instance cannot have a synthesis problem and
//! assertions. The arguments are options and the commands of the problem. A third instance checks
//! the solutions, but not invariants.

mod draw;
pub(super) mod options;
mod problem;
mod terms;
mod text;

use super::super::ffi::{Grammar, Session, Synthesis, Term};
use super::super::options::is_conflict;
use super::{Extension, ExtensionCall, SEARCHING, SYNTHESIS_LIMIT};
use crate::cvc5::checks::{COPY, SYNTH_KEPT, SYNTH_RESULT, SYNTH_SOLUTION, SYNTH_SORT, SYNTH_WAYS};
use crate::cvc5::instance::Instance;
use crate::shared::actions::{NOTHING, Takes};
use murxla_fsm::action::{Arg, Effect, Invalid};
use murxla_fsm::arguments;
use murxla_fsm::solver::{Answer, Error, Result};
use problem::{Problem, Query, with_problem};
use smallvec::smallvec;
use std::collections::BTreeMap;
use terms::TermMaker;

arguments! {
    /// What `cvc5-synth` takes.
    struct SynthArgs<'c> {
        /// Options of synthesis, each with its value.
        options: Texts,
        /// Commands of SyGuS-IF.
        commands: Texts,
    }
}

/// Solves a problem of synthesis.
pub(super) const SYNTH: Extension = Extension {
    name: "cvc5-synth",
    takes: Takes {
        params: SynthArgs::PARAMS,
        pick: |cx| {
            let mut options = Vec::new();
            options::draw(cx.rng, &mut options);
            let options = options.into_iter();
            let options = options.map(|(name, value)| format!("{name} {value}").into());
            let commands = draw::commands(cx.rng).into_iter().map(Into::into);
            Some(smallvec![
                Arg::Texts(options.collect()),
                Arg::Texts(commands.collect())
            ])
        },
        valid: |_, call| {
            let args = SynthArgs::args(call)?;
            options::read(args.options).map_err(Invalid::Wrong)?;
            with_problem(args.commands, |_| ()).map_err(Invalid::Wrong)
        },
        ..NOTHING
    },
    does: synth,
    ..SEARCHING
};

fn synth((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let args = SynthArgs::args(context.call)?;
    let mut options = vec![SYNTHESIS_LIMIT, ("sygus", "true"), ("incremental", "true")];
    options.extend(options::read(args.options).map_err(Error::Rejected)?);
    let session = match instance.scratch_solver(&options) {
        // Old releases do not have all of the options.
        Err(Error::Unsupported(_) | Error::Rejected(_)) => return Ok(Effect::Done),
        session => session?,
    };
    let done = with_problem(args.commands, |problem| match instance.rng.chance(20) {
        true => text::solve(instance, problem, args.commands, &session),
        false => solve(instance, &session, problem),
    });
    match done.map_err(Error::Rejected)? {
        // Some options exclude each other, or kinds of problems.
        Err(Error::Rejected(why)) if is_conflict(&why) => Ok(Effect::Done),
        done => done.map(|()| Effect::Done),
    }
}

/// A problem as the library has it.
struct Posed {
    function: Term,
    /// Whether constraints may apply functions that only the session of the problem defines.
    has_definitions: bool,
    grammar: Option<Grammar>,
    inputs: Vec<Term>,
    constraints: Vec<Term>,
    assumptions: Vec<Term>,
}

/// States a problem, and asks its queries.
fn solve(instance: &mut Instance, session: &Session, problem: &Problem<'_>) -> Result {
    session.set_logic("ALL")?;
    // Terms can also be enumerated without a function to synthesize.
    let is_posed = !problem.has_find() || problem.grammar.is_none() || instance.rng.coin();
    let has_lists = instance.rng.coin();
    let posed = pose(instance, session, problem, (is_posed, has_lists))?;
    let (mut found, mut is_solved) = (None, true);
    for query in &problem.queries {
        match query {
            Query::Check | Query::CheckNext if !is_solved => break,
            Query::Check => {
                let result = session.check_synth()?;
                is_solved = solution(instance, session, &posed, result)?;
            }
            Query::CheckNext => {
                let result = session.check_synth_next()?;
                is_solved = solution(instance, session, &posed, result)?;
            }
            Query::Find(target) => {
                session.modes_find_synth_target_to_string(*target)?;
                found = match posed.grammar.filter(|_| !is_posed) {
                    Some(grammar) => session.find_synth_with_grammar(*target, grammar)?,
                    None => session.find_synth(*target)?,
                };
            }
            Query::FindNext if found.is_none() => break,
            Query::FindNext => found = session.find_synth_next()?,
        }
        if let Some(term) = found {
            session.term_get_sort(term)?;
        }
    }
    Ok(())
}

/// States a problem. `is_posed` says whether the function is declared, and `has_lists` whether
/// the rules of a grammar are added together.
fn pose(
    instance: &Instance,
    session: &Session,
    problem: &Problem<'_>,
    (is_posed, has_lists): (bool, bool),
) -> Result<Posed> {
    let mut maker = TermMaker {
        instance,
        session,
        names: BTreeMap::new(),
    };
    let of = &problem.function;
    let (params, scope) = maker.scope(of)?;
    let grammar = match &problem.grammar {
        Some(rules) => Some(grammar(&scope, &params, rules, has_lists)?),
        None => None,
    };
    let sort = maker.sort(of.sort)?;
    let function = match grammar {
        _ if !is_posed => session.mk_const(sort, of.name)?,
        Some(grammar) => session.synth_fun_with_grammar(of.name, &params, sort, grammar)?,
        None => session.synth_fun(of.name, &params, sort)?,
    };
    maker.names.insert(of.name.to_owned(), function);
    let inputs = problem.inputs.iter();
    let inputs = inputs.map(|(name, sort)| session.declare_sygus_var(name, maker.sort(*sort)?));
    let inputs = inputs.collect::<Result<Vec<Term>>>()?;
    let names = problem.inputs.iter().map(|(name, _)| *name);
    let mut maker = maker.with_names(names.zip(inputs.iter().copied()));
    for (of, body) in &problem.definitions {
        let (params, scope) = maker.scope(of)?;
        let (sort, body) = (maker.sort(of.sort)?, scope.term(*body)?);
        let defined = session.define_fun(of.name, &params, sort, body, true)?;
        maker.names.insert(of.name.to_owned(), defined);
    }
    let terms = |texts: &[_]| texts.iter().map(|text| maker.term(*text)).collect();
    let (constraints, assumptions): (Result<Vec<Term>>, Result<Vec<Term>>) =
        (terms(&problem.constraints), terms(&problem.assumptions));
    let posed = Posed {
        function,
        has_definitions: !problem.definitions.is_empty(),
        grammar,
        inputs,
        constraints: constraints?,
        assumptions: assumptions?,
    };
    for constraint in &posed.constraints {
        session.add_sygus_constraint(*constraint)?;
    }
    for assumption in &posed.assumptions {
        session.add_sygus_assume(*assumption)?;
    }
    let kept = (
        session.get_sygus_constraints()?.len(),
        session.get_sygus_assumptions()?.len(),
    );
    if kept != (posed.constraints.len(), posed.assumptions.len()) {
        return SYNTH_KEPT.fails(format!("{kept:?}"));
    }
    for names in &problem.invariants {
        let missing = || Error::Rejected("a name of an invariant is not declared".to_owned());
        let named = names.map(|name| maker.names.get(name).copied().ok_or_else(missing));
        let [invariant, start, step, goal] = named;
        session.add_sygus_inv_constraint(invariant?, start?, step?, goal?)?;
    }
    Ok(posed)
}

/// A grammar with these rules.
fn grammar(
    scope: &TermMaker<'_>,
    params: &[Term],
    rules: &problem::Grammar<'_>,
    has_lists: bool,
) -> Result<Grammar> {
    let session = scope.session;
    let typed: Vec<problem::Typed<'_>> = rules.iter().map(|(symbol, _)| *symbol).collect();
    let symbols = scope.variables(&typed)?;
    let names = typed.iter().map(|(name, _)| *name);
    let scope = scope.with_names(names.zip(symbols.iter().copied()));
    let grammar = session.mk_grammar(params, &symbols)?;
    for (symbol, (_, rules)) in symbols.iter().zip(rules) {
        let mut terms = Vec::new();
        for rule in rules {
            if rule.is_headed("Constant") {
                session.grammar_add_any_constant(grammar, *symbol)?;
            } else if rule.is_headed("Variable") {
                session.grammar_add_any_variable(grammar, *symbol)?;
            } else {
                terms.push(scope.term(*rule)?);
            }
        }
        if has_lists {
            session.grammar_add_rules(grammar, *symbol, &terms)?;
        } else {
            for term in terms {
                session.grammar_add_rule(grammar, *symbol, term)?;
            }
        }
    }
    let copy = session.grammar_copy(grammar)?;
    let same = session.grammar_is_equal(grammar, copy)?
        && !session.grammar_is_disequal(grammar, copy)?
        && session.grammar_hash(grammar)? == session.grammar_hash(copy)?
        && !session.grammar_to_string(grammar)?.is_empty();
    session.grammar_release(copy)?;
    COPY.must_for("grammar", same)?;
    Ok(grammar)
}

/// Whether a result has a solution, which is checked.
fn solution(
    instance: &Instance,
    session: &Session,
    posed: &Posed,
    result: Synthesis,
) -> Result<bool> {
    if !has_solution(session, result)? {
        return Ok(false);
    }
    let solution = session.get_synth_solution(posed.function)?;
    let all = session.get_synth_solutions(&[posed.function])?;
    SYNTH_WAYS.must(all.len() == 1 && session.term_is_equal(all[0], solution)?)?;
    check_solution(instance, posed, solution)?;
    Ok(true)
}

/// The answer of a result. The getters and the text must agree.
fn has_solution(session: &Session, result: Synthesis) -> Result<bool> {
    let said = [
        session.synth_result_has_solution(result)?,
        session.synth_result_has_no_solution(result)?,
        session.synth_result_is_unknown(result)?,
    ];
    let copy = session.synth_result_copy(result)?;
    let same = session.synth_result_is_equal(result, copy)?
        && !session.synth_result_is_disequal(result, copy)?
        && session.synth_result_hash(result)? == session.synth_result_hash(copy)?;
    session.synth_result_release(copy)?;
    let text = session.synth_result_to_string(result)?;
    let once = said.iter().filter(|said| **said).count() == 1;
    if session.synth_result_is_null(result)? || !once || !same || text.is_empty() {
        return SYNTH_RESULT.fails(format!("{said:?}, '{text}'"));
    }
    Ok(said[0])
}

/// Checks a solution. No constraint may be false with the solution for the function, and constants
/// for the inputs.
fn check_solution(instance: &Instance, posed: &Posed, solution: Term) -> Result {
    let session = &instance.session;
    let sorts = [
        session.term_get_sort(posed.function)?,
        session.term_get_sort(solution)?,
    ];
    SYNTH_SORT.must(session.sort_is_equal(sorts[0], sorts[1])?)?;
    if posed.constraints.is_empty() || posed.has_definitions {
        return Ok(());
    }
    let (mut of, mut by) = (vec![posed.function], vec![solution]);
    for (n, input) in posed.inputs.iter().enumerate() {
        of.push(*input);
        by.push(session.mk_const(session.term_get_sort(*input)?, &format!("_i{n}"))?);
    }
    let check = instance.scratch_with_definitions(&[])?;
    for assumption in &posed.assumptions {
        check.assert_formula(session.term_substitute_terms(*assumption, &of, &by)?)?;
    }
    let constraints = posed.constraints.iter();
    let filled = constraints.map(|c| session.term_substitute_terms(*c, &of, &by));
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
