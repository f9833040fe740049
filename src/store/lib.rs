//! Finds and installs the shared libraries of solvers.
//!
//! The user names a solver as `NAME`, `NAME@VERSION` or `NAME=PATH`. The library is searched in
//! this order:
//!
//! 1. the path given by the user;
//! 2. the environment variable `MURXLA_<NAME>_LIB`;
//! 3. the store of installed solvers.
//!
//! If none of them has it, the release is installed. `vendor/solvers.json` pins releases by their
//! sha256. Newer releases are installed without that check. Solvers without a package of the
//! library are built from source. Builds with assertions or sanitizers (`z3@5.4.1+assertions`) are
//! made by `solvers build` only, because they take long. With `--offline` nothing is installed, and
//! the library folders of the system are searched instead.
//!
//! The environment variable and the system are used only if the user asks for no version, because
//! the version of these libraries is unknown.
//!
//! The store is the folder `$MURXLA_STORE`, else `$XDG_DATA_HOME/murxla-rs/solvers`, else
//! `~/.local/share/murxla-rs/solvers`. The folder `<store>/<name>/<version>/` has the library of a
//! release, the libraries that it needs, and the manifest `installed.json`.
//!
//! This crate prints nothing. It reports [`Progress`] to the caller.

mod build;
mod catalogue;
mod collections;
mod compiler;
mod error;
#[cfg(test)]
mod fake;
mod given;
mod install;
mod instrumentation;
mod library;
mod list;
mod lock;
mod machine;
mod pip;
mod progress;
mod spec;
mod system;
#[cfg(test)]
mod tests;
mod tools;
mod version;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub use catalogue::WheelLayout;
pub use collections::{Collection, collections};
pub use error::{InstallError, StoreError, library_variable};
pub use given::GivenSolver;
pub use instrumentation::{Instrument, Instrumentation};
pub use library::{Library, Origin};
pub use list::{FoundLibrary, InstallableSolver};
pub use lock::Holder;
pub use machine::{Platform, Runtime};
pub use pip::{DownloadRequest, Fetch, Pip};
pub use progress::Progress;
pub use spec::{SolverSource, SolverSpec, SpecError};
pub use version::Version;

use catalogue::{Catalogue, Package};
use tools::Tools;

use murxla_system::signals;

/// Finds the libraries of solvers on this machine and installs more.
pub struct Store {
    /// The folder of installed solvers. `None` if the environment does not define it.
    root: Option<PathBuf>,
    /// The values of `MURXLA_<NAME>_LIB`, by solver.
    variables: BTreeMap<String, PathBuf>,
    /// The user's home folder, for `~/` in `z3=~/libz3.so`, which shells do not expand.
    home: Option<PathBuf>,
    /// The library folders of the system.
    folders: Vec<PathBuf>,
    platform: Platform,
    catalogue: Catalogue,
    fetch: Box<dyn Fetch + Send + Sync>,
    tools: Tools,
}

impl Store {
    /// The store defined by the environment variables.
    ///
    /// # Errors
    /// If the built-in table of pinned solvers is invalid, which is a defect of this program.
    pub fn from_env() -> Result<Self, StoreError> {
        let tools = Tools::new(signals::stop());
        Store::new(
            &|name| std::env::var_os(name),
            catalogue::embedded()?,
            Box::new(Pip::new(tools.clone())),
            tools,
        )
    }

    fn new(
        variable_of: &dyn Fn(&str) -> Option<OsString>,
        catalogue: Catalogue,
        fetch: Box<dyn Fetch + Send + Sync>,
        tools: Tools,
    ) -> Result<Self, StoreError> {
        // An empty variable counts as unset.
        let var = |name: &str| variable_of(name).filter(|value| !value.is_empty());
        let path = |name: &str| var(name).map(PathBuf::from);
        let platform = Platform::of_this_machine();
        let home = path("HOME");
        let data = path("XDG_DATA_HOME").filter(|data| data.is_absolute());
        let data = data.or_else(|| Some(home.as_ref()?.join(".local/share")));
        let root = path("MURXLA_STORE").or_else(|| Some(data?.join("murxla-rs/solvers")));
        let names = catalogue.keys();
        Ok(Store {
            root: root.map(absolute),
            variables: names
                .filter_map(|name| Some((name.clone(), path(&library_variable(name))?)))
                .collect(),
            home,
            folders: system::folders(&platform, var("LD_LIBRARY_PATH").as_deref()),
            platform,
            catalogue,
            fetch,
            tools,
        })
    }

    /// The folder of installed solvers. It may not exist yet.
    ///
    /// # Errors
    /// [`StoreError::NoHome`] if the environment does not define it.
    pub fn root(&self) -> Result<&Path, StoreError> {
        self.root.as_deref().ok_or(StoreError::NoHome)
    }

    /// The folder of the facts about libraries that are needed to measure their coverage.
    ///
    /// # Errors
    /// As [`Store::root`].
    pub fn coverage_folder(&self) -> Result<PathBuf, StoreError> {
        Ok(self.root()?.join(".coverage"))
    }

    /// The folder of the results of replays on libraries.
    ///
    /// # Errors
    /// As [`Store::root`].
    pub fn replays_folder(&self) -> Result<PathBuf, StoreError> {
        Ok(self.root()?.join(".replays"))
    }

    /// The version that is installed if the user asks for none. `None` for a solver without a
    /// library.
    pub fn default_version(&self, name: &str) -> Option<&Version> {
        Some(&self.catalogue.get(name)?.default)
    }

    /// Finds the library of a solver like [`Store::ensure`], but installs nothing. `None` if it is
    /// not found.
    ///
    /// # Errors
    /// If the user names a file that cannot be a library, or a version or path for a built-in
    /// solver.
    pub fn find(&self, spec: &SolverSpec) -> Result<Option<Library>, StoreError> {
        let name = &spec.name;
        let Some(package) = self.catalogue.get(name) else {
            if spec.source != SolverSource::Any {
                return Err(StoreError::BuiltIn(name.clone()));
            }
            return Ok(Some(Library {
                name: name.clone(),
                version: None,
                path: None,
                origin: Origin::BuiltIn,
            }));
        };
        match &spec.source {
            SolverSource::Path(path) => Ok(Some(self.library_of_user(spec, path)?)),
            SolverSource::Version(version) => {
                Ok(self.installed(name, version).map(|found| found.0))
            }
            SolverSource::Any => {
                if let Some(path) = self.variables.get(name) {
                    let found = library_at(name, path, library_variable(name), Origin::Variable)?;
                    return Ok(Some(found));
                }
                Ok(self.installed(name, &package.default).map(|found| found.0))
            }
        }
    }

    /// The library at the path that the user gives. It needs no package.
    ///
    /// # Errors
    /// The file cannot be a library.
    pub fn library_of_user(&self, spec: &SolverSpec, path: &Path) -> Result<Library, StoreError> {
        let path = self.resolve(path);
        library_at(&spec.name, &path, format!("`{spec}`"), Origin::Path)
    }

    /// Finds the library of a solver. If there is none, installs the version asked for, or the
    /// pinned default.
    ///
    /// Call [`SolverSpec::check_name`] first: a name that is not in the table of packages counts as
    /// a solver without a library.
    ///
    /// # Errors
    /// If the library cannot be found or installed, or if `offline` forbids installing it. The
    /// message then names the command to run.
    pub fn ensure(
        &self,
        spec: &SolverSpec,
        offline: bool,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Library, StoreError> {
        if let Some(library) = self.find(spec)? {
            return Ok(library);
        }
        let package = self.package(&spec.name)?;
        if let SolverSource::Version(version) = &spec.source
            && !version.is_release()
        {
            return Err(self.not_built(&spec.name, version));
        }
        let version = match &spec.source {
            SolverSource::Version(version) => version,
            SolverSource::Any | SolverSource::Path(_) => &package.default,
        };
        if !offline {
            return self.install(&spec.name, version, progress);
        }
        // The version of a system library is unknown, so it is used only if the pinned one cannot
        // be installed.
        if spec.source == SolverSource::Any
            && let Some(library) = self.system_library(&spec.name)
        {
            return Ok(library);
        }
        // Report first if there is no such release.
        package.choose(&spec.name, version, &self.platform)?;
        Err(StoreError::Offline {
            name: spec.name.clone(),
            version: version.clone(),
        })
    }

    fn package(&self, name: &str) -> Result<&Package, StoreError> {
        let package = self.catalogue.get(name);
        package.ok_or_else(|| StoreError::BuiltIn(name.to_owned()))
    }

    fn system_library(&self, name: &str) -> Option<Library> {
        Some(Library {
            name: name.to_owned(),
            version: None,
            path: Some(absolute(system::find(name, &self.folders)?)),
            origin: Origin::System,
        })
    }

    /// The absolute path of a library that is given by its path.
    fn resolve(&self, path: &Path) -> PathBuf {
        absolute(match (path.strip_prefix("~"), &self.home) {
            (Ok(rest), Some(home)) => home.join(rest),
            _ => path.to_owned(),
        })
    }

    /// Whether this release is in the table of pinned releases, or installed.
    #[must_use]
    pub fn is_known_release(&self, name: &str, version: &Version) -> bool {
        let package = self.catalogue.get(name);
        let pinned = package.is_some_and(|p| p.versions(&self.platform).contains(version));
        pinned || self.installed(name, version).is_some()
    }
}

/// A library named by the user. `named_by` is what the user wrote, for error messages.
fn library_at(
    name: &str,
    path: &Path,
    named_by: String,
    origin: Origin,
) -> Result<Library, StoreError> {
    let path = absolute(path.to_owned());
    system::check(&path).map_err(|problem| StoreError::BadFile {
        name: name.to_owned(),
        named_by,
        path: path.clone(),
        problem,
    })?;
    Ok(Library {
        name: name.to_owned(),
        version: None,
        path: Some(path),
        origin,
    })
}

/// The absolute path. Children of this program may run in other folders, and the loader treats a
/// name without a slash as the name of a system library.
fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}
