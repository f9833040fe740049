#![doc = include_str!("README.md")]
//!
//! # Files
//!
//! A solver has a folder. A file has the same name and purpose in all
//! folders: `mod.rs` is the wrapper, `instance.rs` the open solver, `solver.rs` its calls, and
//! `ops.rs` its operators. The recipe "A solver" in CONTRIBUTING.md lists all of them. `shared/`
//! has the code that solvers share.

#[macro_use]
mod shared;

mod bitwuzla;
mod boolector;
mod cvc5;
mod plugin;
pub mod smt2;
mod toy;
mod yices;
mod z3;

use murxla_fsm::solver::Check;
use murxla_fsm::wrapper::Wrapper;
use shared::actions::checks::SHARED;
pub use shared::library::{companion_libraries, interrupt, record, timing};
use smt2::{Dialect, Language, SMT_LIB, Smt2};

/// All wrappers, in the order in which they are listed to users.
pub const WRAPPERS: &[&dyn Wrapper] = &[
    &z3::Z3,
    &cvc5::CVC5,
    &bitwuzla::BITWUZLA,
    &yices::YICES,
    &boolector::BOOLECTOR,
    &SMT2,
    &plugin::Plugin,
    &toy::Toy,
];

/// The wrapper of programs that read SMT-LIB. Without a program, it writes scripts.
pub static SMT2: Smt2 = Smt2 {
    languages: LANGUAGES,
};

/// The languages of solvers' programs.
const LANGUAGES: &[&Language] = &[
    &z3::LANGUAGE,
    &cvc5::LANGUAGE,
    &bitwuzla::LANGUAGE,
    &yices::LANGUAGE,
    &boolector::LANGUAGE,
];

/// The dialect of the solver of this name, or else the standard. Without a version, it is that of
/// the newest release that is known here.
#[must_use]
pub fn dialect(solver: &str, version: Option<&str>) -> Dialect {
    let languages = LANGUAGES.iter().copied();
    let mut own = languages.filter(|language| language.solver == solver);
    Dialect::new(own.next().unwrap_or(&SMT_LIB), version)
}

/// The wrapper of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Wrapper> {
    WRAPPERS.iter().copied().find(|w| w.name() == name)
}

/// The checks that wrappers share, and those of one wrapper, or of all of them.
pub fn checks(wrapper: Option<&str>) -> impl Iterator<Item = &'static Check> {
    let wrappers = WRAPPERS.iter();
    let wrappers = wrappers.filter(move |of| wrapper.is_none_or(|name| of.name() == name));
    let own = wrappers.flat_map(|of| of.constants().checks);
    SHARED.iter().chain(own).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::solver::faults;
    use murxla_fsm::wrapper::c_api::ErrorReport;
    use std::path::Path;

    #[test]
    fn ids_of_checks_begin_with_their_wrapper() {
        assert_eq!(faults(SHARED, &["shared"]), [""; 0]);
        for wrapper in WRAPPERS {
            assert_eq!(
                faults(wrapper.constants().checks, &[wrapper.name()]),
                [""; 0]
            );
        }
    }

    #[test]
    fn rules_of_c_programs_name_what_headers_declare() {
        for api in WRAPPERS.iter().filter_map(|of| of.constants().api) {
            let rules = api.program;
            let of_errors = rules.errors.map_or(vec![], |report| match report {
                ErrorReport::Callback(function, _) => vec![function],
                ErrorReport::Kept(has_error, message)
                | ErrorReport::OfLastCall(has_error, message) => vec![has_error, message],
            });
            let of_callbacks = rules.callbacks.iter().map(|row| row.0);
            for name in of_callbacks.chain(of_errors) {
                assert!(api.bound().any(|function| function == name), "{name}");
            }
            let types = api.header.types.iter().map(|declared| declared.name);
            let declared: Vec<&str> = api.bound().chain(types).collect();
            for prefix in rules.prefixes {
                assert!(
                    declared.iter().any(|name| name.starts_with(prefix)),
                    "{prefix}"
                );
            }
        }
    }

    #[test]
    fn what_is_no_library_of_the_solver_is_refused() {
        for wrapper in WRAPPERS
            .iter()
            .filter(|wrapper| wrapper.constants().api.is_some())
        {
            let refused = |path: &str| {
                let loaded = wrapper.load(Some(Path::new(path)));
                let error = loaded.err().map(|error| error.to_string());
                error.unwrap_or_default().to_lowercase()
            };
            let (absent, other) = (refused("/no/such/file.so"), refused("libc.so.6"));
            let wanted = "/no/such/file.so cannot be loaded";
            assert!(absent.contains(wanted), "{}: {absent}", wrapper.name());
            assert!(absent.contains("no such file or directory"), "{absent}");
            let wanted = format!("libc.so.6 is not a {}", wrapper.name());
            assert!(other.contains(&wanted), "{}: {other}", wrapper.name());
        }
    }
}
