//! The description of a solver: what a folder of `wrappers/` brings.

use crate::action::ExtensionAction;
pub use crate::c_api::{CApi, Omission};
use crate::loaded::{LoadError, Loaded};
use crate::op::OpRow;
pub use crate::option::{Category, OptionDomain, OptionInfo};
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

    /// Operators that only this solver has, numbered from `Op::extension(0)`.
    fn ops(&self) -> &'static [OpRow] {
        &[]
    }

    /// Actions that only this solver has. Their names begin with `murxla_name`, `z3-tactic`.
    fn actions(&self) -> &'static [ExtensionAction] {
        &[]
    }

    /// Names of options of this solver with effects inside the wrapper (`bug` of the toy) that
    /// `options` does not list; for error messages.
    fn wrapper_options(&self) -> &'static [&'static str] {
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
