//! SMT-LIB text: a "solver" without a library. It writes its calls as a script of SMT-LIB 2.7, and
//! answers `unknown`. A trace is translated by replaying it into a `Script`. With a command line,
//! the script is piped to a program, which answers (`online.rs`).

mod answered;
mod applied;
mod assigned;
mod assumed;
mod attributes;
mod checks;
mod datatypes;
mod definitions;
mod dialect;
mod ffi;
mod import;
mod literals;
mod notation;
mod online;
mod print;
mod printed;
mod process;
mod scratch_solver;
mod script;
mod sets;
mod sexp;
mod solver;
mod state;
mod symbol;
#[cfg(test)]
mod tests;
mod translation;
pub(crate) mod tree;
mod tuples;
mod values;

pub(crate) use applied::{Applied, param};
pub(crate) use definitions::{bit, overflow};
pub(crate) use dialect::{
    Around, AssumptionRules, CommandRules, EmptySets, ImportRules, LAMBDA, LogicRules, OptionRules,
    RelationLanguage, Releases, SMT_LIB, SortRules, TermRules, other_standard_logic, same_keyword,
    spelling_without_divisible, standard_definition, standard_spelling,
};
pub use dialect::{Dialect, Language, NEEDS_ARGUMENT, UNSUPPORTED_BY};
pub use import::{ImportConfig, Imported, LeftOut, Place, import};
pub(crate) use notation::Notation;
pub(crate) use scratch_solver::{NO_COMMAND, ScratchCommands};
pub use script::{GLOBAL_DECLARATIONS, Script};
pub(crate) use sets::constant_set;
pub(crate) use sexp::only_list;
pub use symbol::{SymbolTable, quote as symbol_text};
pub use translation::Translation;

use murxla_fsm::op::{BASE, Op};
use murxla_fsm::option::files::FileOption;
use murxla_fsm::solver::loaded::{LoadError, Loaded};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::wrapper::{Constants, LibrarySource, Wrapper};
use online::Program;
use std::path::Path;

/// The version of the language.
const VERSION: &str = "2.7";

/// What is the same with and without a program.
static CONSTANTS: Constants = Constants {
    library: LibrarySource::Command,
    checks: checks::CHECKS,
    ..Constants::new("smt2", include_str!("profile.json"))
};

/// The wrapper `smt2`.
#[derive(Clone, Copy, Debug)]
pub struct Smt2 {
    /// The languages that programs may have, besides that of the standard.
    pub(crate) languages: &'static [&'static Language],
}

impl Wrapper for Smt2 {
    fn constants(&self) -> &'static Constants {
        &CONSTANTS
    }

    fn profile_with(&self, library: Option<&Path>) -> &'static str {
        match library {
            None => self.profile(),
            Some(_) => include_str!("online.json"),
        }
    }

    /// Those of all solvers, because the program may be any of them.
    fn file_options(&self) -> Vec<FileOption> {
        let of_language = |language: &&'static Language| language.options.files;
        self.languages
            .iter()
            .flat_map(of_language)
            .copied()
            .collect()
    }

    fn load(&self, command: Option<&Path>) -> std::result::Result<Box<dyn Loaded>, LoadError> {
        match command {
            None => Ok(Box::new(Library)),
            Some(command) => Ok(Box::new(Program::start_and_identify(
                &command.to_string_lossy(),
                self.languages,
            )?)),
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
        Ok(Box::new(Script::new(Dialect::default())))
    }
}
