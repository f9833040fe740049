//! The description of a solver: what a folder of `wrappers/` brings.

use crate::action::Action;
pub use crate::c_api::{CApi, Omission};
use crate::op::{Op, OpRow};
pub use crate::option::{Category, OptionDomain, OptionInfo};
use crate::solver::Solver;
use std::fmt;
use std::path::Path;

/// A solver that can be loaded; one static per folder of `wrappers/`.
pub trait Wrapper: Sync {
    /// The name on the command line, `z3`.
    fn name(&self) -> &'static str;

    /// The name that the C++ original has for it: its flag in traces, and what the names of the solver's
    /// operators and actions begin with.
    fn murxla_name(&self) -> &'static str {
        self.name()
    }

    /// The profile, JSON as `profile.rs` describes it.
    fn profile(&self) -> &'static str;

    /// The profile with this library, where it depends on it.
    fn profile_with(&self, library: Option<&Path>) -> &'static str {
        let _ = library;
        self.profile()
    }

    /// Whether what `load` takes is no path, but the command line of a program.
    fn takes_command(&self) -> bool {
        false
    }

    /// Operators of this solver alone, numbered from `Op::own(0)`.
    fn ops(&self) -> &'static [OpRow] {
        &[]
    }

    /// Actions of this solver alone; their names begin with `murxla_name`, `z3-tactic`.
    fn actions(&self) -> &'static [ExtensionAction] {
        &[]
    }

    /// Names of options of this solver with effects inside the wrapper (`bug` of the toy) that
    /// `options` does not list; for error messages.
    fn own_options(&self) -> &'static [&'static str] {
        &[]
    }

    /// The solver's C API as this wrapper uses it; `None` where there is none.
    fn api(&self) -> Option<CApi> {
        None
    }

    /// What a release prints before it ends the process over a call that it rejects; `None` where all return an
    /// error.
    fn rejection(&self) -> Option<&'static str> {
        None
    }

    /// Loads the library, or nothing where the wrapper needs none. Called in a child process: a
    /// library that breaks on loading is survived.
    ///
    /// # Errors
    /// What is wrong with the file, in a sentence that names the file.
    fn load(&self, library: Option<&Path>) -> Result<Box<dyn Loaded>, LoadError>;
}

/// An action of one solver, and where the machine takes it.
#[derive(Clone, Copy)]
pub struct ExtensionAction {
    /// The action.
    pub action: &'static dyn Action,
    /// The states of the machine that it is taken in, each with its weight there.
    pub states: &'static [(&'static str, u32)],
    /// Options, with their values, without which it is not taken: some runs set them.
    pub needs: &'static [(&'static str, &'static str)],
}

impl fmt::Debug for ExtensionAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {:?}", self.action.name(), self.states)
    }
}

/// Why a library could not be used.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LoadError(pub String);

/// A loaded library.
pub trait Loaded {
    /// The version that the library reports, `5.4.0`.
    fn version(&self) -> String;

    /// Whether the library has what `op` needs.
    fn supports(&self, op: Op) -> bool;

    /// Whether the library has what the wrapper's own action of this name needs.
    fn offers(&self, _action: &str) -> bool {
        true
    }

    /// Whether functions can be defined by recursion.
    fn has_recursion(&self) -> bool {
        false
    }

    /// Whether datatypes may have infinite elements.
    fn has_codatatypes(&self) -> bool {
        false
    }

    /// The options that may be fuzzed, of all categories, as the library or a table of the wrapper lists them.
    fn options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }

    /// A new instance.
    ///
    /// # Errors
    /// If the solver cannot be made.
    fn open(&self) -> crate::solver::Result<Box<dyn Solver>>;

    /// The functions of the C API that this process has called so far.
    fn called(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Called between runs of one process, for what the library keeps from one to the next.
    fn recycle(&self) {}
}

/// Stands for a library that has everything, where calls are looked at and not made.
pub struct Unloaded;

impl Loaded for Unloaded {
    fn version(&self) -> String {
        String::new()
    }

    fn supports(&self, _: Op) -> bool {
        true
    }

    fn has_recursion(&self) -> bool {
        true
    }

    fn open(&self) -> crate::solver::Result<Box<dyn Solver>> {
        let what = "an instance without a library".to_owned();
        Err(crate::solver::Error::Unsupported(what))
    }
}
