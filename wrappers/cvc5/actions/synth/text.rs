//! Synthesis by text: cvc5's parser reads the commands of the problem. The solution, which is text
//! as well, is checked by a script in SMT-LIB.

use super::super::super::ffi::Session;
use super::super::super::parser::InputLanguage;
use super::super::parse::{execute, is_cut};
use super::problem::{Function, Problem};
use crate::cvc5::checks::{SYNTH_PRINTED, SYNTH_TEXT};
use crate::cvc5::instance::Instance;
use murxla_fsm::solver::{Error, Result};
use std::fmt::Write as _;

/// Solves a problem by the text of its commands.
pub(super) fn solve(
    instance: &mut Instance,
    problem: &Problem<'_>,
    commands: &[Box<str>],
    solver: &Session,
) -> Result {
    let parser = match solver.parser() {
        Err(Error::Unsupported(_)) => return Ok(()),
        parser => parser?,
    };
    let text = format!("(set-logic ALL)\n{}\n", commands.join("\n"));
    parser.read(InputLanguage::Sygus, &text, instance.rng.coin())?;
    let mut solutions = Vec::new();
    execute(&parser, &text, |name, output| {
        if name.starts_with("check-synth") && output.contains("define-fun") {
            solutions.push(output.to_owned());
        }
        Ok(())
    })?;
    for solution in solutions.iter().filter(|solution| !is_cut(solution)) {
        check(instance, problem, solution, &text)?;
    }
    Ok(())
}

/// Checks a solution: no constraint may be false with the definition of the function, and symbols
/// for the inputs.
fn check(instance: &Instance, problem: &Problem<'_>, solution: &str, text: &str) -> Result {
    let solver = instance.scratch_solver(&[])?;
    let parser = solver.parser()?;
    let inside = |text: &str| -> Option<String> {
        Some(text.trim().strip_prefix('(')?.strip_suffix(')')?.to_owned())
    };
    let Some(definition) = inside(solution) else {
        return SYNTH_TEXT.fails(format!("{solution}\n{text}"));
    };
    let mut script = format!("(set-logic ALL)\n{definition}\n");
    for (Function { name, params, sort }, body) in &problem.definitions {
        let params = params.iter();
        let params = params.map(|(name, sort)| format!("({name} {})", sort.text()));
        let params: Vec<String> = params.collect();
        let (params, sort, body) = (params.join(" "), sort.text(), body.text());
        let _ = writeln!(script, "(define-fun {name} ({params}) {sort} {body})");
    }
    for (name, sort) in &problem.inputs {
        let _ = writeln!(script, "(declare-const {name} {})", sort.text());
    }
    for assumption in &problem.assumptions {
        let _ = writeln!(script, "(assert {})", assumption.text());
    }
    let constraints = problem.constraints.iter().map(|formula| formula.text());
    let constraints = constraints.collect::<Vec<&str>>().join(" ");
    // A conjunction has at least two parts.
    let _ = writeln!(script, "(assert (not (and true true {constraints})))");
    script.push_str("(check-sat)\n");
    parser.read(InputLanguage::Smt2, &script, false)?;
    execute(&parser, &script, |name, output| match (name, output) {
        ("check-sat", "sat") => SYNTH_PRINTED.fails(format!("{solution}\n{text}")),
        _ => Ok(()),
    })
}
