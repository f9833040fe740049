//! A loaded library of a solver.

use crate::op::Op;
use crate::option::OptionInfo;
use crate::profile::Kinds;
use crate::solver::{Error, Solver};
use crate::theory::Theory;
use std::collections::BTreeMap;

/// Why a library could not be used.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LoadError(pub String);

impl From<LoadError> for Error {
    fn from(LoadError(message): LoadError) -> Self {
        Self::Rejected(message)
    }
}

/// The names that a library has and that arguments of calls may contain, such as those of tactics.
/// The wrapper chooses the kinds of names. A kind is a phrase for messages: `tactic`.
#[derive(Clone, Debug, Default)]
pub struct LibraryNames(BTreeMap<String, Vec<String>>);

impl LibraryNames {
    /// Adds names of a kind.
    pub fn add(&mut self, kind: impl Into<String>, names: impl IntoIterator<Item = String>) {
        self.0.entry(kind.into()).or_default().extend(names);
    }

    /// The names of a kind, in the order of the library.
    #[must_use]
    pub fn of(&self, kind: &str) -> &[String] {
        self.0.get(kind).map_or(&[], |names| names)
    }

    /// Whether the library has the name.
    #[must_use]
    pub fn has(&self, kind: &str, name: &str) -> bool {
        self.of(kind).iter().any(|known| known == name)
    }
}

/// A loaded library.
pub trait Loaded {
    /// The version that the library reports, `5.4.0`.
    fn version(&self) -> String;

    /// Whether the library supports `op`.
    fn supports(&self, op: Op) -> bool;

    /// A component that the library was built without, and the theory that needs it.
    fn missing_component(&self) -> Option<(Theory, &'static str)> {
        None
    }

    /// Whether the library supports the extension action with this name.
    fn offers(&self, _action: &str) -> bool {
        true
    }

    /// The names that arguments of its extension actions may contain. `None` if any name may be
    /// there.
    fn names(&self) -> Option<LibraryNames> {
        None
    }

    /// The kinds of sorts that the library does not have, besides those that the profile excludes.
    fn missing_sorts(&self) -> Kinds {
        Kinds::default()
    }

    /// Whether the library may lack single sorts, values or terms of theories that it supports,
    /// such as wide bit-vectors. Walks then go on without them, after `Unsupported`.
    fn has_gaps(&self) -> bool {
        false
    }

    /// Whether the library supports recursive functions.
    fn has_recursion(&self) -> bool {
        false
    }

    /// Whether the library supports codatatypes.
    fn has_codatatypes(&self) -> bool {
        false
    }

    /// Whether runs have datatypes with arrays and sequences of themselves as fields.
    fn has_nested_datatypes(&self) -> bool {
        false
    }

    /// The options that may be fuzzed, in all categories. They come from the library or from a
    /// table of the wrapper.
    fn options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }

    /// The options that the library has and runs do not draw, each with the reason.
    fn denied_options(&self) -> Vec<(String, &'static str)> {
        Vec::new()
    }

    /// The rows of the wrapper's table of denied options that are about no option of this library.
    /// The conformance suite checks that each row is about an option of some release.
    fn unused_denials(&self) -> Vec<String> {
        Vec::new()
    }

    /// The options that the library lists and whose values are any text, such as the names of
    /// files. Each must be one of [`Wrapper::file_options`](crate::wrapper::Wrapper::file_options),
    /// or be known to be harmless. The conformance suite checks this.
    fn text_options(&self) -> Vec<String> {
        Vec::new()
    }

    /// Opens an instance.
    ///
    /// # Errors
    /// If the solver cannot create an instance.
    fn open(&self) -> crate::solver::Result<Box<dyn Solver>>;

    /// The functions of the C API that this process has called so far.
    fn called(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Called between the runs of one process, so that the wrapper can clean up what the library
    /// keeps between runs.
    fn recycle(&self) {}
}

/// Takes the place of a library where calls are examined but not made. It supports everything.
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
