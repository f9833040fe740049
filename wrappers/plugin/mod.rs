//! Any other solver, through an adapter: a shared library that its developer writes against
//! `murxla_plugin.h`. The adapter says which operators and sorts the solver has.

bindings!("plugin");
mod checks;
#[expect(
    unsafe_code,
    reason = "the layer over the adapter: all of the wrapper's unsafe, with its reasons"
)]
mod ffi;
mod instance;
mod solver;

use ffi::Api;
use murxla_fsm::op::{BASE, Op, Ops, Shape};
use murxla_fsm::profile::Kinds;
use murxla_fsm::solver::loaded::{LoadError, Loaded};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::sort::SortKind;
use murxla_fsm::wrapper::{Constants, LibrarySource, Wrapper};
use std::path::Path;

/// What is the same for all adapters.
static CONSTANTS: Constants = Constants {
    library: LibrarySource::Path,
    checks: checks::CHECKS,
    ..Constants::new("plugin", include_str!("profile.json"))
};

/// The wrapper of adapters.
pub(crate) struct Plugin;

impl Wrapper for Plugin {
    fn constants(&self) -> &'static Constants {
        &CONSTANTS
    }

    fn load(&self, library: Option<&Path>) -> std::result::Result<Box<dyn Loaded>, LoadError> {
        let none = || {
            LoadError(format!(
                "plugin needs the path of a library, plugin=PATH; {}",
                ffi::GUIDE
            ))
        };
        Ok(Box::new(Library(Api::load(library.ok_or_else(none)?)?)))
    }
}

/// A loaded adapter.
struct Library(Api);

impl Loaded for Library {
    fn version(&self) -> String {
        self.0.version()
    }

    fn called(&self) -> Vec<&'static str> {
        self.0.called()
    }

    fn supports(&self, op: Op) -> bool {
        let Some(row) = BASE.get(op.index()) else {
            return false;
        };
        let needed: &[&str] = match Ops::base().signature(op).shape {
            // Runs with functions define some, too.
            Shape::Apply => &["murxla_plugin_mk_var", "murxla_plugin_mk_fun"],
            shape if shape.binds() => &["murxla_plugin_mk_var"],
            _ => &[],
        };
        self.0.has(needed) && self.0.supports(row.name)
    }

    fn missing_sorts(&self) -> Kinds {
        let all = SortKind::ALL.iter();
        let missing = all.filter(|(_, name)| !self.0.supports(name));
        missing.map(|(kind, _)| *kind).collect()
    }

    fn has_gaps(&self) -> bool {
        true
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        let missing = self.missing_sorts();
        Ok(Box::new(instance::Instance::new(self.0, missing)?))
    }
}
