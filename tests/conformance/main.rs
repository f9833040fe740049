//! The conformance suite. Every correct solver and wrapper passes it. It tests the same library
//! that the program installs. `MURXLA_CASES=tuples,levels` runs the cases whose names contain one
//! of these words.
//!
//! The suite skips operators, values and features that a solver lacks (`Error::Unsupported`, or
//! `Error::Option` when the suite configures an instance). It also skips sorts that the wrapper's
//! profile excludes for an operator.
//!
//! A solver's known deviations are in its profile, with reasons:
//! - An operator under `defects` must be wrong in its own test, and is not compared elsewhere.
//! - A theory under `defects` is skipped.
//! - `conformance` has operators whose values are missing or wrong for some arguments.
//!
//! A wrapper without a solver answers `unknown` to everything, and runs the structural cases only.

mod answers;
mod collections;
#[path = "../common/mod.rs"]
mod common;
mod datatypes;
mod denied;
mod evaluation;
mod files;
mod higher_order;
mod models;
mod nullables;
mod patterns;
mod recursion;
mod regular_languages;
mod relations;
mod semantics;
mod structure;
mod suite;
mod terms;
mod tuples;

use common::words;
use murxla_wrappers::find;
use std::path::PathBuf;
use suite::{Failures, TestedSolver};

/// At most this number of failures of one case is printed; the others are counted.
const SHOWN: usize = 40;

/// The name of a case, and its function.
type TestCase = (&'static str, fn(&TestedSolver<'_>, &mut Failures));

/// Cases that do not need a solver that answers.
const STRUCTURAL: &[TestCase] = &[
    ("operators", structure::operators),
    ("functions", structure::functions),
    ("quantifiers", structure::quantifiers),
    ("datatypes", datatypes::operators),
    ("read values", structure::read_values),
    ("errors", structure::errors),
    ("options for files", files::options),
    ("denied options", denied::options),
];

/// Cases that need a solver that answers.
const SOLVING: &[TestCase] = &[
    // Without a solver it is not known which options exist.
    ("unknown options", structure::unknown_options),
    ("semantics", semantics::table),
    ("evaluation", evaluation::evaluation),
    ("values of datatypes", datatypes::evaluation),
    ("laws of datatypes", datatypes::answers),
    ("values of tuples", tuples::evaluation),
    ("laws of tuples", tuples::answers),
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

/// Runs the cases that `MURXLA_CASES` selects, or all cases if it is not set.
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

/// The path of a solver's library. The program installs the library if it is missing.
fn library(solver: &str) -> Option<PathBuf> {
    let path = words(&format!("solvers path {solver}")).with_code(0).out;
    Some(PathBuf::from(path.trim())).filter(|path| path.is_absolute())
}

/// Runs the suite on a solver, `NAME` or `NAME@VERSION`. Only the default release is tested with
/// all seeds.
fn conforms(solver: &str) {
    let name = solver.split('@').next().unwrap_or(solver);
    let wrapper = find(name).unwrap();
    let library = library(solver);
    let loaded = wrapper.load(library.as_deref()).unwrap();
    let tested = TestedSolver::new(wrapper, library.as_deref(), &*loaded, name == solver);
    let mut report = Vec::new();
    run_cases(STRUCTURAL, &tested, &mut report);
    if tested.solves() {
        run_cases(SOLVING, &tested, &mut report);
    }
    let (version, failures) = (&tested.version, report.join("\n"));
    assert!(report.is_empty(), "{name} {version}\n{failures}");
}

/// One test for each release, so that they run in parallel.
macro_rules! releases {
    ($($name:ident: $solver:literal)*) => {
        $(
            #[test]
            fn $name() {
                conforms($solver);
            }
        )*
    };
}

releases! {
    toy: "toy"
    smt2: "smt2"
    z3: "z3"
    z3_4_8_5: "z3@4.8.5"
    z3_4_8_12: "z3@4.8.12"
    z3_4_13_0: "z3@4.13.0"
    cvc5: "cvc5"
    // Before 1.4.0, an error in cvc5's C API ends the process.
    cvc5_1_2_0: "cvc5@1.2.0"
    cvc5_1_3_0: "cvc5@1.3.0"
    yices: "yices"
    boolector: "boolector"
    // The installation takes minutes, because Bitwuzla is built from source.
    bitwuzla: "bitwuzla"
}
