//! SMT-LIB text: a "solver" without a library. It writes its calls as a script of SMT-LIB 2.7, and answers `unknown`. A trace is translated
//! by replaying it into a `Script`. With a command line, the script is piped to a program, which answers (`online.rs`).

mod assigned;
mod datatypes;
mod ffi;
mod import;
mod online;
mod options;
mod print;
mod process;
mod script;
mod sets;
mod sexp;
mod solver;
mod state;
mod symbol;
#[cfg(test)]
mod tests;
mod translation;
mod tuples;
mod values;

pub use import::{ImportConfig, import};
pub use script::Script;
pub use translation::Translation;

use crate::{bitwuzla, cvc5, z3};
use murxla_fsm::files::FileOption;
use murxla_fsm::loaded::{LoadError, Loaded};
use murxla_fsm::op::{BASE, BV_TO_NAT, INT_IS_DIV, Op};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::wrapper::Wrapper;
use online::Program;
use std::path::Path;
use symbol::is_simple;

/// The version of the language.
const VERSION: &str = "2.7";

/// The solver for which a script is written. All flavours have the same meaning. They differ where solvers deviate from the standard, and in
/// the options that they support.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Flavour {
    /// Only the standard.
    #[default]
    Standard,
    /// Z3.
    Z3,
    /// cvc5.
    Cvc5,
}

impl Flavour {
    /// The flavour for the solver of this name.
    #[must_use]
    pub fn of_solver(name: &str) -> Self {
        match name {
            "z3" => Flavour::Z3,
            "cvc5" => Flavour::Cvc5,
            _ => Flavour::Standard,
        }
    }

    /// The text before and after the arguments of an application of `op`, if it is not `(symbol` and `)`.
    fn spelling(self, op: Op, indices: &[u32]) -> Option<(String, String)> {
        match (self, op, indices) {
            // Z3 5.4.0 only has the operator in its API. Its parser says "unknown constant divisible (Int)" in all logics.
            // Every solver can read this text.
            (Flavour::Standard | Flavour::Z3, INT_IS_DIV, [k]) => {
                Some(("(= (mod".to_owned(), format!(" {k}) 0)")))
            }
            // SMT-LIB 2.7 only has the new name. Z3 5.4.0 only has the old one in the logic ALL. cvc5 1.4.2 has both names
            // in all logics.
            (Flavour::Standard | Flavour::Z3, BV_TO_NAT, _) => {
                Some(("(ubv_to_int".to_owned(), ")".to_owned()))
            }
            _ => None,
        }
    }

    /// The keyword of an option. `is_standard`: whether SMT-LIB has the option.
    fn option(self, name: &str, is_standard: bool) -> Option<String> {
        match self {
            _ if is_standard => Some(name.to_owned()),
            _ if !is_simple(name) => None,
            Flavour::Standard => None,
            Flavour::Z3 => options::keyword(name),
            // The names of cvc5 are words with hyphens.
            Flavour::Cvc5 => (!name.contains(['.', '_'])).then(|| name.to_owned()),
        }
    }

    /// Whether the operator with this symbol only exists in the logic ALL.
    fn needs_all(self, symbol: &str) -> bool {
        // Z3 5.4.0 also has them if there is no logic.
        self == Flavour::Z3 && matches!(symbol, "ext_rotate_left" | "ext_rotate_right")
    }

    /// The name of `logic`.
    fn logic(self, logic: &str) -> &str {
        match (self, logic) {
            // Only cvc5 has this logic. In Z3 5.4.0 it has no sort `Int`.
            (Flavour::Standard | Flavour::Z3, "QF_ALL") => "ALL",
            // Z3 has no other logics with datatypes.
            (Flavour::Z3, _) if logic.contains("DT") && !matches!(logic, "QF_DT" | "QF_UFDT") => {
                "ALL"
            }
            // Z3 has no other logics with strings.
            (Flavour::Z3, _) if logic.contains('S') && !matches!(logic, "QF_S" | "QF_SLIA") => {
                "ALL"
            }
            _ => logic,
        }
    }

    /// Options that the solver needs for some theories, or the standard for some commands.
    fn requirements(self) -> &'static [&'static str] {
        match self {
            Flavour::Standard | Flavour::Z3 => &["produce-assertions"],
            Flavour::Cvc5 => &["produce-assertions", "arrays-exp", "fp-exp", "sets-exp"],
        }
    }

    /// The logic of scripts that set none, which the standard does not allow. Z3 allows it, and has another strategy for such scripts.
    fn default_logic(self) -> Option<&'static str> {
        (self != Flavour::Z3).then_some("ALL")
    }
}

/// The wrapper `smt2`.
#[derive(Clone, Copy, Debug)]
pub struct Smt2;

impl Wrapper for Smt2 {
    fn name(&self) -> &'static str {
        "smt2"
    }

    fn profile(&self) -> &'static str {
        include_str!("profile.json")
    }

    fn profile_with(&self, library: Option<&Path>) -> &'static str {
        match library {
            None => self.profile(),
            Some(_) => include_str!("online.json"),
        }
    }

    fn takes_command(&self) -> bool {
        true
    }

    /// Those of all solvers, because the program may be any of them.
    fn file_options(&self) -> Vec<FileOption> {
        [
            z3::options::FILES,
            cvc5::options::FILES,
            bitwuzla::options::FILES,
        ]
        .concat()
    }

    fn load(&self, command: Option<&Path>) -> std::result::Result<Box<dyn Loaded>, LoadError> {
        match command {
            None => Ok(Box::new(Library)),
            Some(command) => Ok(Box::new(Program::greet(&command.to_string_lossy())?)),
        }
    }
}

/// Stands for a loaded library.
struct Library;

impl Loaded for Library {
    fn version(&self) -> String {
        VERSION.to_owned()
    }

    fn has_recursion(&self) -> bool {
        true
    }

    fn supports(&self, op: Op) -> bool {
        op.index() < BASE.len()
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        Ok(Box::new(Script::new(Flavour::Standard)))
    }
}
