//! Every wrapper against the suite that honest wrappers pass.

use murxla_wrappers::{conformance, find};
use std::path::PathBuf;

/// Runs the suite with the library that the variable names.
fn conforms(solver: &str, variable: &str) {
    let library = std::env::var_os(variable).map(PathBuf::from);
    let library = library.unwrap_or_else(|| panic!("set {variable} to the path of the library"));
    let wrapper = find(solver).unwrap_or_else(|| panic!("there is no wrapper {solver}"));
    if let Err(failures) = conformance::run(wrapper, Some(&library)) {
        panic!("{failures}");
    }
}

#[test]
fn cvc5() {
    conforms("cvc5", "MURXLA_CVC5_LIB");
}

#[test]
fn z3() {
    conforms("z3", "MURXLA_Z3_LIB");
}
