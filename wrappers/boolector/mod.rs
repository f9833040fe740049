//! Boolector 3.2, through its C API.
//!
//! Booleans are bit-vectors of width one, and arrays and functions are over bit-vectors. A wrong
//! call ends the process. The solver is no longer developed. Bitwuzla is its successor.

bindings!("boolector");
methods!("boolector");
mod actions;
mod c_program;
mod call_forms;
mod checks;
mod counters;
mod dialect;
#[expect(unsafe_code, reason = "the one place of this wrapper for it")]
mod ffi;
mod instance;
mod models;
mod omitted;
mod ops;
mod options;
mod own_log;
mod search;
mod solver;
mod sorts;
mod terms;
mod values;

pub(crate) use dialect::LANGUAGE;

use crate::shared::instance::ask_fresh_instance;
use crate::shared::library::LibraryWrapper;
use ffi::{Api, Session};
use murxla_fsm::op::Op;
use murxla_fsm::solver::loaded::Loaded;
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::wrapper::{Constants, OptionInfo};

/// What is the same for all libraries.
static CONSTANTS: Constants = Constants {
    murxla_name: "btor",
    ..library_constants!("boolector", "boolector_")
};

/// The wrapper of Boolector.
pub(crate) static BOOLECTOR: LibraryWrapper = LibraryWrapper {
    constants: &CONSTANTS,
    load: |path| Ok(Box::new(Library(Api::load(path)?))),
};

/// A loaded libboolector.
struct Library(Api);

impl Loaded for Library {
    fn version(&self) -> String {
        ask_fresh_instance(Session::new(self.0), Session::version)
    }

    fn called(&self) -> Vec<&'static str> {
        self.0.called()
    }

    fn supports(&self, op: Op) -> bool {
        ops::supports(op)
    }

    fn options(&self) -> Vec<OptionInfo> {
        ask_fresh_instance(Session::new(self.0), options::list)
    }

    fn denied_options(&self) -> Vec<(String, &'static str)> {
        ask_fresh_instance(Session::new(self.0), options::option_policy).denied()
    }

    fn unused_denials(&self) -> Vec<String> {
        ask_fresh_instance(Session::new(self.0), options::unused_denials)
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        Ok(Box::new(instance::Instance::new(self.0)?))
    }
}
