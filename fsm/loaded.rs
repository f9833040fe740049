//! A loaded library of a solver.

use crate::op::Op;
use crate::option::OptionInfo;
use crate::solver::Solver;

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
