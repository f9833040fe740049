//! From the name of a solver to the path of its shared library.
//!
//! A solver is named `NAME`, `NAME@VERSION` or `NAME=PATH`. Its library is looked for in this
//! order: the path given, the environment variable `MURXLA_<NAME>_LIB`, the store of installed
//! solvers. What is not found is installed: releases that `vendor/solvers.json` pins by sha256, or
//! newer ones as they come, and where no package has the library, it is built. Where that is
//! forbidden, the folders of the system come last. The
//! variable and the system serve only a name without a version: who asks for a version shall get
//! that one, and the version of such a file is unknown.
//!
//! The store is the folder `$MURXLA_STORE`, else `$XDG_DATA_HOME/murxla-rs/solvers`, else
//! `~/.local/share/murxla-rs/solvers`. The library of a release, the libraries that it needs, and
//! `installed.json`, which says what they are, lie in `<store>/<name>/<version>/`.
//!
//! Nothing here prints: [`Progress`] is for the caller to show.

mod build;
mod catalogue;
mod checksum;
mod error;
#[cfg(test)]
mod fake;
mod install;
mod library;
mod list;
mod machine;
mod pip;
mod progress;
mod spec;
mod system;
#[cfg(test)]
mod tests;
mod version;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub use catalogue::WheelLayout;
pub use error::{InstallError, StoreError, library_variable};
pub use library::{Library, Origin};
pub use list::{FoundLibrary, InstallableSolver};
pub use machine::{Platform, Runtime};
pub use pip::{DownloadRequest, Fetch, Pip};
pub use progress::Progress;
pub use spec::{SolverSource, SolverSpec, SpecError};
pub use version::Version;

use catalogue::{Catalogue, Package};

/// The libraries of solvers that are on this machine, and the means to install more.
pub struct Store {
    /// Nothing if the environment does not say where it could be.
    root: Option<PathBuf>,
    /// Libraries named by `MURXLA_<NAME>_LIB`, by solver.
    variables: BTreeMap<String, PathBuf>,
    /// The home of the user, for `~/`, which shells leave alone in `z3=~/libz3.so`.
    home: Option<PathBuf>,
    /// Folders of the system's libraries.
    folders: Vec<PathBuf>,
    platform: Platform,
    catalogue: Catalogue,
    fetch: Box<dyn Fetch + Send + Sync>,
}

impl Store {
    /// The store that the environment describes.
    ///
    /// # Errors
    /// Only if the table of pinned solvers does not parse, a defect of this program.
    pub fn from_env() -> Result<Self, StoreError> {
        Store::new(
            &|name| std::env::var_os(name),
            catalogue::embedded()?,
            Box::new(Pip),
        )
    }

    fn new(
        variable_of: &dyn Fn(&str) -> Option<OsString>,
        catalogue: Catalogue,
        fetch: Box<dyn Fetch + Send + Sync>,
    ) -> Result<Self, StoreError> {
        // An empty variable is as good as none.
        let var = |name: &str| variable_of(name).filter(|value| !value.is_empty());
        let path = |name: &str| var(name).map(PathBuf::from);
        let platform = Platform::here();
        let loader = if platform.os == "macos" {
            "DYLD_LIBRARY_PATH"
        } else {
            "LD_LIBRARY_PATH"
        };
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
            folders: system::folders(&platform, var(loader).as_deref()),
            platform,
            catalogue,
            fetch,
        })
    }

    /// The folder of installed solvers; it may not exist yet.
    ///
    /// # Errors
    /// [`StoreError::NoHome`] if the environment does not say where it is.
    pub fn root(&self) -> Result<&Path, StoreError> {
        self.root.as_deref().ok_or(StoreError::NoHome)
    }

    /// The version of a solver that is installed when none is asked for; nothing for a solver
    /// that needs no library.
    pub fn default_version(&self, name: &str) -> Option<&Version> {
        Some(&self.catalogue.get(name)?.default)
    }

    /// Finds the library of a solver, as [`Store::ensure`] does, and installs nothing.
    ///
    /// # Errors
    /// When the user names a file that cannot be the library.
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
            SolverSource::Path(path) => {
                let path = self.expand(path);
                Ok(Some(named(name, &path, format!("`{spec}`"), Origin::Path)?))
            }
            SolverSource::Version(version) => {
                Ok(self.installed(name, version).map(|found| found.0))
            }
            SolverSource::Any => {
                if let Some(path) = self.variables.get(name) {
                    let found = named(name, path, library_variable(name), Origin::Variable)?;
                    return Ok(Some(found));
                }
                Ok(self.installed(name, &package.default).map(|found| found.0))
            }
        }
    }

    /// Finds the library of a solver, or installs it: the version asked for, else the pinned
    /// default. Check the name first, with [`SolverSpec::check_name`]: a name that the table of
    /// packages does not have is taken for that of a solver without a library.
    ///
    /// # Errors
    /// When the library cannot be had; or when it would have to be installed and `offline`
    /// forbids that, with the command to run.
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
        let version = match &spec.source {
            SolverSource::Version(version) => version,
            SolverSource::Any | SolverSource::Path(_) => &package.default,
        };
        if !offline {
            return self.install(&spec.name, version, progress);
        }
        // A system's library is of any version, so it serves only where the pinned one cannot be had.
        if spec.source == SolverSource::Any
            && let Some(library) = self.of_system(&spec.name)
        {
            return Ok(library);
        }
        // A release that does not exist is to be called so.
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

    fn of_system(&self, name: &str) -> Option<Library> {
        Some(Library {
            name: name.to_owned(),
            version: None,
            path: Some(absolute(system::find(name, &self.platform, &self.folders)?)),
            origin: Origin::System,
        })
    }

    fn expand(&self, path: &Path) -> PathBuf {
        match (path.strip_prefix("~"), &self.home) {
            (Ok(rest), Some(home)) => home.join(rest),
            _ => path.to_owned(),
        }
    }
}

/// A library named by the user, in the words `named_by`.
fn named(name: &str, path: &Path, named_by: String, origin: Origin) -> Result<Library, StoreError> {
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

/// The path from the root: children of this program may run in other folders, and the loader
/// takes a name without a slash for something else.
fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}
