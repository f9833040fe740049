//! The conformance suite: what every correct solver and wrapper passes, on the library that a user would get.
//! `MURXLA_CASES=tuples,levels` runs the cases with one of these in their names.
//!
//! Some things are skipped: operators, values and features that a solver lacks (`Error::Unsupported`, or `Error::Option`
//! when the suite configures an instance), and sorts that the wrapper's profile keeps from an operator. What a solver does
//! otherwise is in its profile, with a reason. An operator under `defects` must be wrong where it is applied by itself, and
//! is not compared elsewhere; a theory under `defects` is left out; `conformance` has operators whose values are missing
//! or wrong for some arguments. A wrapper without a solver behind it, which answers `unknown` to everything, runs the
//! structural cases only.

mod answers;
mod collections;
mod datatypes;
mod evaluation;
mod higher_order;
mod languages;
mod models;
mod nullables;
mod patterns;
mod recursion;
mod relations;
mod semantics;
mod structure;
mod suite;
mod tuples;

use murxla_fsm::wrapper::Wrapper;
use murxla_wrappers::find;
use std::path::PathBuf;
use std::process::Command;
use suite::{Failures, TestedSolver};

/// Failures of one case beyond this number are only counted.
const SHOWN: usize = 40;

/// A name, and what is tried.
type TestCase = (&'static str, fn(&TestedSolver<'_>, &mut Failures));

/// Cases that need no answers.
const STRUCTURAL: &[TestCase] = &[
    ("operators", structure::operators),
    ("functions", structure::functions),
    ("quantifiers", structure::quantifiers),
    ("datatypes", datatypes::operators),
    ("read values", structure::read_values),
    ("errors", structure::errors),
];

/// Cases that need a solver that answers.
const SOLVING: &[TestCase] = &[
    // Without a solver nobody knows which options there are.
    ("unknown options", structure::unknown_options),
    ("semantics", semantics::table),
    ("evaluation", evaluation::evaluation),
    ("values of datatypes", datatypes::evaluation),
    ("truths of datatypes", datatypes::answers),
    ("values of tuples", tuples::evaluation),
    ("truths of tuples", tuples::answers),
    ("values of nullables", nullables::evaluation),
    ("relations of tuples", relations::evaluation),
    ("model values", answers::model_values),
    ("arrays in models", models::arrays),
    ("functions in models", models::functions),
    ("elements in models", models::elements),
    ("simplification", models::simplify),
    ("levels", answers::levels),
    ("resets", answers::resets),
    ("assumptions", answers::assumptions),
    ("unsat cores", answers::unsat_cores),
    ("unsat assumptions", answers::unsat_assumptions),
    ("defined functions", answers::defined_functions),
    ("closed quantifiers", answers::quantifiers),
    ("sets by comprehension", collections::comprehensions),
    ("patterns", patterns::patterns),
    ("recursion", recursion::recursion),
    ("laws of functions", higher_order::laws),
    ("values of functions", higher_order::values),
    ("arrays by functions", higher_order::arrays),
    ("functions of sets and bags", higher_order::collections),
    ("same calls, same answers", answers::determinism),
];

/// Runs the cases that `MURXLA_CASES` selects; all if it is not set.
fn run_cases(cases: &[TestCase], tested: &TestedSolver<'_>, report: &mut Vec<String>) {
    let only = std::env::var("MURXLA_CASES").unwrap_or_default();
    let is_wanted = |(name, _): &&TestCase| only.split(',').any(|part| name.contains(part));
    for (name, case) in cases.iter().filter(is_wanted) {
        let mut failures = Failures::default();
        case(tested, &mut failures);
        let shown = failures.0.iter().take(SHOWN);
        report.extend(shown.map(|failure| format!("{name}: {failure}")));
        let hidden = failures.0.len().saturating_sub(SHOWN);
        if hidden > 0 {
            report.push(format!("{name}: … and {hidden} more"));
        }
    }
}

/// The library of a solver, installed if need be, as the program does it.
fn library(solver: &str) -> Option<PathBuf> {
    let output = Command::new(env!("CARGO_BIN_EXE_murxla-rs"))
        .args(["solvers", "path", solver])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{solver} is not available: {errors}"
    );
    let path = String::from_utf8(output.stdout).unwrap();
    Some(PathBuf::from(path.trim())).filter(|path| path.is_absolute())
}

/// Runs the suite on a solver, `NAME` or `NAME@VERSION`. The default release has the full number of random applications.
fn conforms(solver: &str) {
    let (name, is_default) = match solver.split_once('@') {
        Some((name, _)) => (name, false),
        None => (solver, true),
    };
    let wrapper: &dyn Wrapper = find(name).unwrap();
    let library = library(solver);
    let loaded = wrapper.load(library.as_deref()).unwrap();
    let tested = TestedSolver::new(wrapper, library.as_deref(), &*loaded, is_default);
    let mut report = Vec::new();
    run_cases(STRUCTURAL, &tested, &mut report);
    if tested.solves() {
        run_cases(SOLVING, &tested, &mut report);
    }
    let failures = report.join("\n");
    assert!(
        report.is_empty(),
        "{} {}\n{failures}",
        tested.name,
        tested.version
    );
}

#[test]
fn toy() {
    conforms("toy");
}

#[test]
fn smt2() {
    conforms("smt2");
}

#[test]
fn z3() {
    conforms("z3");
}

#[test]
fn z3_4_8_5() {
    conforms("z3@4.8.5");
}

#[test]
fn z3_4_8_12() {
    conforms("z3@4.8.12");
}

#[test]
fn z3_4_13_0() {
    conforms("z3@4.13.0");
}

#[test]
fn cvc5() {
    conforms("cvc5");
}

/// Errors of cvc5 end the process before 1.4.0.
#[test]
fn cvc5_1_2_0() {
    conforms("cvc5@1.2.0");
}

#[test]
fn cvc5_1_3_0() {
    conforms("cvc5@1.3.0");
}

#[test]
fn yices() {
    conforms("yices");
}

#[test]
fn boolector() {
    conforms("boolector");
}

/// Installing it takes minutes: it is built.
#[test]
fn bitwuzla() {
    conforms("bitwuzla");
}
