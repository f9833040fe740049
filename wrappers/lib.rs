//! The solvers that murxla-rs drives, one folder each, all with the same skeleton:
//! `mod.rs` (the wrapper), `solver.rs` (the instance), `ops.rs` (operators), `profile.json`, and
//! for solvers with a C API `api.h`, `bindings.rs` (generated from it) and `ffi.rs` (all of the
//! `unsafe`).

#[macro_use]
mod library;

mod arena;
mod assertions;
mod bitwuzla;
mod boolector;
pub mod conformance;
mod cvc5;
mod elements;
mod lambda;
mod models;
mod native;
pub mod smt2;
mod toy;
mod yices;
mod z3;

use murxla_fsm::wrapper::Wrapper;

/// All wrappers, in the order in which they are listed to users.
pub const WRAPPERS: &[&dyn Wrapper] = &[
    &z3::Z3,
    &cvc5::Cvc5,
    &bitwuzla::Bitwuzla,
    &yices::Yices,
    &boolector::Boolector,
    &smt2::Smt2,
    &toy::Toy,
];

/// The wrapper of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Wrapper> {
    WRAPPERS.iter().copied().find(|w| w.name() == name)
}
