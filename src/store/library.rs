//! A solver library and how it was found.

use std::fmt;
use std::path::PathBuf;

/// A solver that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// The name of the solver.
    pub name: String,
    /// Its version. `None` if it is not known before the library is loaded, that is for libraries
    /// outside the store.
    pub version: Option<String>,
    /// The absolute path of the shared library. `None` for a solver that is part of this program.
    pub path: Option<PathBuf>,
    /// How it was found.
    pub origin: Origin,
}

/// How a library was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The solver is part of this program.
    BuiltIn,
    /// The user gave its path.
    Path,
    /// An environment variable gave its path.
    Variable,
    /// It is in the store of installed solvers.
    Store,
    /// It is in a folder of the system.
    System,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::BuiltIn => "built-in",
            Origin::Path => "path",
            Origin::Variable => "environment",
            Origin::Store => "store",
            Origin::System => "system",
        })
    }
}
