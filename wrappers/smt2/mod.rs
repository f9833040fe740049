//! SMT-LIB text: a "solver" without a library that writes down the calls it gets as a script of
//! SMT-LIB 2.7 and answers `unknown`. Replaying a trace into a `Script` translates the trace. Where there is a
//! command line, `online`, the script goes to a program that answers.

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

pub use import::{Wishes, import};
pub use script::Script;
pub use translation::Translation;

use murxla_fsm::loaded::{LoadError, Loaded};
use murxla_fsm::op::{BASE, BV_TO_NAT, INT_IS_DIV, Op};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::wrapper::Wrapper;
use online::Program;
use std::path::Path;
use symbol::is_simple;

/// The version of the language.
const VERSION: &str = "2.7";

/// For whom a script is written. All flavours say the same; they differ where solvers depart from
/// the standard, and in whose options can be said at all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Flavour {
    /// The standard and nothing else.
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

    /// What stands before and after the arguments of an application of `op`, where it is not
    /// `(symbol` and `)`.
    fn spelling(self, op: Op, indices: &[u32]) -> Option<(String, String)> {
        match (self, op, indices) {
            // Z3 5.4.0 has the operator in its API only; its parser says "unknown constant
            // divisible (Int)", whatever the logic. This way every solver reads the standard's text.
            (Flavour::Standard | Flavour::Z3, INT_IS_DIV, [k]) => {
                Some(("(= (mod".to_owned(), format!(" {k}) 0)")))
            }
            // SMT-LIB 2.7 has it under its new name only, and Z3 5.4.0 knows the old one in the logic
            // ALL only. cvc5 1.4.2 knows both in every logic.
            (Flavour::Standard | Flavour::Z3, BV_TO_NAT, _) => {
                Some(("(ubv_to_int".to_owned(), ")".to_owned()))
            }
            _ => None,
        }
    }

    /// The keyword of an option; `is_standard`: SMT-LIB has it.
    fn option(self, name: &str, is_standard: bool) -> Option<String> {
        match self {
            _ if is_standard => Some(name.to_owned()),
            _ if !is_simple(name) => None,
            Flavour::Standard => None,
            Flavour::Z3 => options::keyword(name),
            // cvc5's names are words with hyphens.
            Flavour::Cvc5 => (!name.contains(['.', '_'])).then(|| name.to_owned()),
        }
    }

    /// Whether the operator with this symbol is known in the logic ALL only.
    fn needs_all(self, symbol: &str) -> bool {
        // Also known to Z3 5.4.0 if there is no logic at all.
        self == Flavour::Z3 && matches!(symbol, "ext_rotate_left" | "ext_rotate_right")
    }

    /// The name of `logic`.
    fn logic(self, logic: &str) -> &str {
        match (self, logic) {
            // Known to cvc5 alone. Z3 5.4.0 takes it for a logic without the sort `Int`.
            (Flavour::Standard | Flavour::Z3, "QF_ALL") => "ALL",
            // Z3 knows no other logic with datatypes.
            (Flavour::Z3, _) if logic.contains("DT") && !matches!(logic, "QF_DT" | "QF_UFDT") => {
                "ALL"
            }
            // Nor with strings.
            (Flavour::Z3, _) if logic.contains('S') && !matches!(logic, "QF_S" | "QF_SLIA") => {
                "ALL"
            }
            _ => logic,
        }
    }

    /// What the solver wants to be told before it has anything to do with some theories, or the standard before
    /// some commands.
    fn requirements(self) -> &'static [&'static str] {
        match self {
            Flavour::Standard | Flavour::Z3 => &["produce-assertions"],
            Flavour::Cvc5 => &["produce-assertions", "arrays-exp", "fp-exp", "sets-exp"],
        }
    }

    /// The logic of scripts that set none, which the standard does not allow. Z3 allows it, and
    /// chooses its strategy by whether there is a logic.
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

    fn load(&self, command: Option<&Path>) -> std::result::Result<Box<dyn Loaded>, LoadError> {
        match command {
            None => Ok(Box::new(Library)),
            Some(command) => Ok(Box::new(Program::greet(&command.to_string_lossy())?)),
        }
    }
}

/// What is loaded where there is no library.
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
