//! The conformance suite on each wrapper, on the library that a user would get. `MURXLA_CASES=tuples,levels`
//! runs the cases with one of these in their names.

use murxla_wrappers::{conformance, find};
use std::path::PathBuf;
use std::process::Command;

/// The library of a solver, installed if need be, as the program does it.
fn library(solver: &str) -> Option<PathBuf> {
    let output = Command::new(env!("CARGO_BIN_EXE_murxla-rs"))
        .args(["solvers", "path", solver])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{solver} cannot be had: {said}");
    let path = String::from_utf8(output.stdout).unwrap();
    Some(PathBuf::from(path.trim())).filter(|path| path.is_absolute())
}

fn conforms(solver: &str) {
    let name = solver.split('@').next().unwrap();
    let wrapper = find(name).unwrap();
    let only = std::env::var("MURXLA_CASES").unwrap_or_default();
    if let Err(failures) = conformance::run(wrapper, library(solver).as_deref(), &only) {
        panic!("{failures}");
    }
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
