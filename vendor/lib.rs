//! The files of this folder, as constants. `README.md` explains them.

#![forbid(unsafe_code)]

/// The pinned releases of solvers, by name: packages, checksums, sources.
pub const SOLVERS: &str = include_str!("solvers.json");

/// The collections of public SMT-LIB scripts that the program knows by name.
pub const COLLECTIONS: &str = include_str!("collections.json");

/// The shell scripts that build solvers from source, by the name of the solver.
pub const BUILD_SCRIPTS: [(&str, &str); 5] = [
    ("bitwuzla", include_str!("build/bitwuzla.sh")),
    ("boolector", include_str!("build/boolector.sh")),
    ("cvc5", include_str!("build/cvc5.sh")),
    ("yices", include_str!("build/yices.sh")),
    ("z3", include_str!("build/z3.sh")),
];
