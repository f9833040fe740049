//! The declarations in `api.h` are those of the solvers' own headers: the same functions, with the
//! same numbers and kinds of parameters and results, and enumerators with the same values. A wrong
//! declaration would be undefined behaviour that looks like a bug of the solver.
//!
//! The headers come with Python packages and crates, which the tests fetch. A C compiler reads
//! them. The crate for cvc5 has no header, but declarations in Rust that bindgen made of one.

#[path = "../common/mod.rs"]
mod common;
mod compiler;
mod fetch;
mod rust;

use compiler::Declared;
use fetch::Origin::{Crate, Wheel};
use murxla_fsm::wrapper::c_api::{CFunction, CHeader, CType};
use murxla_store::Version;
use std::collections::BTreeMap;

/// A header of a solver.
struct Upstream {
    solver: &'static str,
    /// The release of the solver that has it.
    release: &'static str,
    from: fetch::Origin,
    /// How the path of the file ends.
    file: &'static str,
}

macro_rules! upstream {
    ($($solver:literal $release:literal $from:expr, $file:literal;)*) => {
        &[$(Upstream { solver: $solver, release: $release, from: $from, file: $file }),*]
    };
}

const UPSTREAM: &[Upstream] = upstream! {
    "z3" "4.8.5" Wheel("z3-solver", "4.8.5.0"), "z3/include/z3.h";
    "z3" "5.4.1" Wheel("z3-solver", "5.4.1.0"), "z3/include/z3.h";
    "bitwuzla" "0.8.0" Crate("bitwuzla-sys", "0.8.0"), "bitwuzla/c/parser.h";
    "boolector" "3.2.2" Crate("boolector-sys", "0.7.2"), "src/boolector.h";
    "yices" "2.6.4" Crate("yices2-sys", "2.6.4-patch.1"), "include/yices.h";
    "cvc5" "1.3.1" Crate("cvc5-sys", "0.6.1"), "prebuilt/bindings.rs";
};

/// The includes and definitions of a program before it includes a header. They also define types of
/// GMP, because the header of GMP may be missing.
const BEFORE: &str = "#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n\
     #define __GMP_H__ 1\ntypedef struct { int a, b; void *c; } mpz_t[1];\n\
     typedef struct { mpz_t a, b; } mpq_t[1];\n";

const PARSER: &str = "is in cvc5_parser.h, which the crate leaves out";
const TO_DIMACS: &str = "ignores the last argument in 4.8.5";

/// Functions that differ from the headers, and why. A name that ends in `_` stands for all
/// functions that begin with it.
const KNOWN: &[(&str, &str)] = &[
    ("__gmpq_", "is in the header of GMP"),
    ("__gmpz_", "is in the header of GMP"),
    ("boolector_print_value_smt2", "is newer than the header"),
    ("boolector_var_mark_bool", "is newer than the header"),
    ("cvc5_cmd_", PARSER),
    ("cvc5_parser_", PARSER),
    ("cvc5_sm_", PARSER),
    ("cvc5_symbol_manager_", PARSER),
    ("Z3_goal_to_dimacs_string", TO_DIMACS),
    ("Z3_solver_to_dimacs_string", TO_DIMACS),
];

fn is_known(function: &str) -> bool {
    let mut names = KNOWN.iter().map(|(name, _)| *name);
    names.any(|name| name == function || name.ends_with('_') && function.starts_with(name))
}

/// The kinds of values that calls pass in the same way: a pointer, an integer or a real of so many
/// bytes, a structure, nothing.
fn kind(kind: CType) -> String {
    match kind {
        CType::Void => "void".to_owned(),
        CType::Number {
            size, real: true, ..
        } => format!("real {size}"),
        CType::Number { size, .. } | CType::Handle { size } => format!("integer {size}"),
        CType::Struct(_) | CType::Opaque => format!("structure {}", kind.layout().0),
        CType::Text | CType::Pointer(_) | CType::Callback => "pointer".to_owned(),
    }
}

/// What a call of a function passes and returns.
fn shape(function: &CFunction) -> Vec<String> {
    let parameters = function.parameters.iter().map(|p| kind(p.kind));
    let result = kind(function.result.kind);
    [result].into_iter().chain(parameters).collect()
}

/// The differences between our declarations and those of a header.
fn differences(header: &CHeader, upstream: &Upstream, theirs: &Declared) -> Vec<String> {
    let release: Version = upstream.release.parse().unwrap();
    let mut found = Vec::new();
    let is_own = |function: &&CFunction| !function.is_system && !is_known(function.name);
    for function in header.functions.iter().filter(is_own) {
        let name = function.name;
        let since: Option<Version> = function.since.map(|since| since.parse().unwrap());
        match theirs.functions.get(name) {
            None if since.is_some_and(|since| since > release) => {}
            None => found.push(format!("{name} is not declared")),
            Some(shape_there) if *shape_there != shape(function) => found.push(format!(
                "{name} passes {:?} in api.h, and {shape_there:?} in the header",
                shape(function)
            )),
            Some(_) => {}
        }
    }
    for enumerator in header.enumerators {
        if let Some(value) = theirs.enumerators.get(enumerator.name)
            && *value != enumerator.value
        {
            found.push(format!(
                "{} is {} in api.h, and {value} in the header",
                enumerator.name, enumerator.value
            ));
        }
    }
    found
}

/// Compares all headers of a solver.
fn compare(solver: &str) {
    let wrapper = murxla_wrappers::find(solver).unwrap();
    let header = wrapper.constants().api.unwrap().header;
    let mut all: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for upstream in UPSTREAM.iter().filter(|upstream| upstream.solver == solver) {
        let scratch = tempfile::tempdir().unwrap();
        let file = fetch::fetch(upstream, scratch.path());
        let theirs = match file.extension().is_some_and(|e| e == "rs") {
            true => rust::declared(&std::fs::read_to_string(&file).unwrap()),
            false => {
                let names: Vec<&str> = header.enumerators.iter().map(|e| e.name).collect();
                compiler::declared(upstream, &file, &names, scratch.path())
            }
        };
        let file = file.display();
        assert!(theirs.functions.len() > 100, "{file}: too few functions");
        let found = differences(header, upstream, &theirs);
        if !found.is_empty() {
            all.insert(upstream.release, found);
        }
    }
    assert!(all.is_empty(), "{solver}: {all:#?}");
}

/// One test for each solver, so that they run in parallel.
macro_rules! solvers {
    ($($solver:ident)*) => {
        $(
            #[test]
            fn $solver() {
                compare(stringify!($solver));
            }
        )*
    };
}

solvers! { bitwuzla boolector cvc5 yices z3 }
