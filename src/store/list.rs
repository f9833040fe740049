//! Lists the libraries on this machine.

use std::fs;
use std::path::PathBuf;

use super::catalogue::{Package, ReleaseSource};
use super::instrumentation::Instrument;
use super::library::Origin;
use super::version::Version;
use super::{SolverSource, SolverSpec, Store};

/// A library on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLibrary {
    /// The solver.
    pub name: String,
    /// Its version. Known only for libraries in the store.
    pub version: Option<Version>,
    /// The library.
    pub path: PathBuf,
    /// Where it was found.
    pub origin: Origin,
    /// Whether it is the version that is used if the user asks for none.
    pub is_default: bool,
    /// Size in bytes, including the libraries that it needs. `None` if an environment variable
    /// names a file that does not exist.
    pub size: Option<u64>,
}

/// A solver that can be installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallableSolver {
    /// The solver.
    pub name: String,
    /// The version that is installed if the user asks for none.
    pub default: Version,
    /// The pinned versions for this platform, oldest first. Newer versions can also be installed.
    pub versions: Vec<Version>,
}

impl Store {
    /// All solvers that can be installed, by name.
    pub fn installable(&self) -> Vec<InstallableSolver> {
        let offer = |(name, package): (&String, &Package)| InstallableSolver {
            name: name.clone(),
            default: package.default.clone(),
            versions: package.versions(&self.platform),
        };
        self.catalogue.iter().map(offer).collect()
    }

    /// The size in bytes of the files that an installation of a release downloads, if it is known.
    /// `None` if the release is installed.
    pub fn missing(&self, name: &str, version: &Version) -> Option<Option<u64>> {
        if self.installed(name, version).is_some() {
            return None;
        }
        let package = self.catalogue.get(name);
        let source = package.and_then(|p| p.choose(name, version, &self.platform).ok());
        Some(match source {
            Some(ReleaseSource::Wheel(wheel)) => wheel.size,
            Some(ReleaseSource::Build(build)) => Some(build.size()),
            Some(ReleaseSource::New) | None => None,
        })
    }

    /// All libraries on this machine, sorted by solver. For each solver: the library of the
    /// environment variable, those of the store from newest to oldest, and the one of the system.
    pub fn list(&self) -> Vec<FoundLibrary> {
        self.catalogue
            .keys()
            .flat_map(|name| self.list_of(name))
            .collect()
    }

    /// The releases of a solver that are installed, sorted. Builds are not releases.
    #[must_use]
    pub fn installed_releases(&self, name: &str) -> Vec<Version> {
        let installed = self.list_store(name).into_iter();
        let versions = installed.filter_map(|library| library.version);
        let mut releases: Vec<Version> = versions.filter(Version::is_release).collect();
        releases.sort();
        releases
    }

    /// The builds of a solver with this part that are in the store, sorted.
    #[must_use]
    pub fn installed_builds(&self, name: &str, part: Instrument) -> Vec<Version> {
        let installed = self.list_store(name).into_iter();
        let versions = installed.filter_map(|library| library.version);
        let has_part = |version: &Version| version.instrumentation().has(part);
        let mut builds: Vec<Version> = versions.filter(has_part).collect();
        builds.sort();
        builds
    }

    /// The newest release of a solver that is installed. `None` if there is none.
    pub fn newest_installed(&self, name: &str) -> Option<Version> {
        self.installed_releases(name).pop()
    }

    /// The release of a solver in which something was found, if that is known. `told` is the
    /// version that its library reports: several releases may report the same, and it may have a
    /// suffix that no release has.
    pub fn release_of(&self, solver: &SolverSpec, told: &str) -> Option<Version> {
        if let SolverSource::Version(version) = &solver.source {
            return Some(version.release());
        }
        let told = told.split(['-', '+', ' ']).next()?;
        let told: Version = told.parse().ok()?;
        let default = self.default_version(&solver.name).cloned();
        let mut installed = self.installed_releases(&solver.name).into_iter();
        let is_it = |release: &Version| told.covers(release);
        let default = default.filter(is_it);
        default.or_else(|| installed.rfind(is_it)).or(Some(told))
    }

    fn list_of(&self, name: &str) -> Vec<FoundLibrary> {
        let file = |path: PathBuf, origin| FoundLibrary {
            name: name.to_owned(),
            version: None,
            size: fs::metadata(&path).ok().map(|data| data.len()),
            path,
            origin,
            is_default: false,
        };
        let variable = self.variables.get(name);
        let variable = variable.map(|path| file(path.clone(), Origin::Variable));
        let system = self.system_library(name).and_then(|library| library.path);
        let system = system.map(|path| file(path, Origin::System));
        let mut found: Vec<FoundLibrary> = variable.into_iter().collect();
        found.extend(self.list_store(name));
        found.extend(system);
        found
    }

    fn list_store(&self, name: &str) -> Vec<FoundLibrary> {
        let folder = self.root().map(|root| root.join(name));
        let entries = folder.ok().and_then(|folder| fs::read_dir(folder).ok());
        let names = entries
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.file_name());
        let mut versions: Vec<Version> = names
            .filter_map(|name| name.to_str()?.parse().ok())
            .collect();
        versions.sort_by(|a, b| b.cmp(a));
        let found = versions.into_iter().filter_map(|version| {
            let (library, manifest) = self.installed(name, &version)?;
            Some(FoundLibrary {
                name: name.to_owned(),
                path: library.path?,
                origin: Origin::Store,
                is_default: self.default_version(name) == Some(&version),
                size: Some(manifest.size),
                version: Some(version),
            })
        });
        found.collect()
    }
}
