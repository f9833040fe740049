//! The conformance suite against each real solver, whose library an environment variable names.

use std::path::PathBuf;

fn library(variable: &str) -> PathBuf {
    let path = std::env::var_os(variable);
    path.unwrap_or_else(|| panic!("{variable} must name the library to test"))
        .into()
}

#[test]
fn cvc5() {
    let library = library("MURXLA_CVC5_LIB");
    murxla_wrappers::conformance::run(&murxla_wrappers::cvc5::Cvc5, Some(&library))
        .unwrap_or_else(|failures| panic!("{failures}"));
}
