//! Synthesis by text: a problem is printed in the language SyGuS, parsed and solved. The solution,
//! which is text as well, is checked by a script in SMT-LIB.

use super::super::super::ffi::{InputLanguage, Session, Term};
use super::super::parse::{declaration, execute, is_cut};
use super::Problem;
use crate::cvc5::checks::{SYNTH_PRINTED, SYNTH_TEXT};
use crate::cvc5::instance::Instance;
use murxla_fsm::solver::{Error, Result};

/// Solves a problem by its text. The grammar and the constraints are printed by `session`.
pub(super) fn solve(
    instance: &mut Instance,
    session: &Session,
    problem: &Problem,
    options: &[(&str, &str)],
) -> Result {
    let solver = instance.scratch_solver(options)?;
    let parser = match solver.parser() {
        Err(Error::Unsupported(_)) => return Ok(()),
        parser => parser?,
    };
    let typed = |term: &Term| -> Result<String> {
        let sort = session.sort_to_string(session.term_sort(*term)?)?;
        Ok(format!("({} {sort})", session.term_to_string(*term)?))
    };
    let params = problem.params.iter().map(typed);
    let params = params.collect::<Result<Vec<_>>>()?.join(" ");
    let result =
        session.sort_to_string(session.sort_codomain(session.term_sort(problem.function)?)?)?;
    let grammar = match problem.grammar {
        Some(grammar) => session.grammar_to_string(grammar)?,
        None => String::new(),
    };
    let function = session.term_to_string(problem.function)?;
    let mut text =
        format!("(set-logic ALL)\n(synth-fun {function} ({params}) {result} {grammar})\n");
    for input in &problem.inputs {
        let typed = typed(input)?;
        let typed = typed.trim_start_matches('(');
        text.push_str(&format!("(declare-var {typed}\n"));
    }
    for (command, formulas) in [
        ("constraint", &problem.constraints),
        ("assume", &problem.assumptions),
    ] {
        for formula in formulas {
            let formula = session.term_to_string(*formula)?;
            text.push_str(&format!("({command} {formula})\n"));
        }
    }
    text.push_str("(check-synth)\n");
    if instance.rng.coin() {
        text.push_str("(check-synth-next)\n");
    }
    if is_cut(&text) {
        return Ok(());
    }
    parser.read(InputLanguage::Sygus, &text, instance.rng.coin())?;
    let mut solutions = Vec::new();
    execute(&parser, &text, |name, output| {
        if name.starts_with("check-synth") && output.contains("define-fun") {
            solutions.push(output.to_owned());
        }
        Ok(())
    })?;
    for solution in solutions {
        check(instance, session, problem, &solution, &text)?;
    }
    Ok(())
}

/// Checks a solution: no constraint may be false with the definition of the function, and symbols
/// for the inputs.
fn check(
    instance: &Instance,
    session: &Session,
    problem: &Problem,
    solution: &str,
    text: &str,
) -> Result {
    let solver = instance.scratch_solver(&[])?;
    let parser = solver.parser()?;
    let inside = |text: &str| -> Option<String> {
        Some(text.trim().strip_prefix('(')?.strip_suffix(')')?.to_owned())
    };
    let Some(definition) = inside(solution) else {
        return SYNTH_TEXT.fails(format!("{solution}\n{text}"));
    };
    let mut script = format!("(set-logic ALL)\n{definition}\n");
    for input in &problem.inputs {
        script.push_str(&declaration(session, *input)?);
    }
    for assumption in &problem.assumptions {
        let assumption = session.term_to_string(*assumption)?;
        script.push_str(&format!("(assert {assumption})\n"));
    }
    let constraints = problem.constraints.iter();
    let constraints = constraints.map(|c| session.term_to_string(*c));
    let constraints = constraints.collect::<Result<Vec<_>>>()?.join(" ");
    script.push_str(&format!(
        "(assert (not (and true {constraints})))\n(check-sat)\n"
    ));
    parser.read(InputLanguage::Smt2, &script, false)?;
    execute(&parser, &script, |name, output| match (name, output) {
        ("check-sat", "sat") => SYNTH_PRINTED.fails(format!("{solution}\n{text}")),
        _ => Ok(()),
    })
}
