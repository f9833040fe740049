//! What is on this machine.

use std::fs;
use std::path::PathBuf;

use super::Store;
use super::catalogue::Package;
use super::library::Origin;
use super::version::Version;

/// A library that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLibrary {
    /// The solver.
    pub name: String,
    /// Its version, where it is known: for those of the store.
    pub version: Option<Version>,
    /// The library.
    pub path: PathBuf,
    /// Where it was found.
    pub origin: Origin,
    /// Whether it is of the version that the solver's name alone stands for.
    pub is_default: bool,
    /// In bytes, with the libraries that it needs; nothing if there is no such file, which an
    /// environment variable can name.
    pub size: Option<u64>,
}

/// A solver that can be installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallableSolver {
    /// The solver.
    pub name: String,
    /// The version that is installed when none is asked for.
    pub default: Version,
    /// The pinned versions for this machine's platform, oldest first. Newer ones can be had, too.
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

    /// All libraries on this machine: by solver, in the order in which they are looked for, those
    /// of the store from the newest to the oldest.
    pub fn list(&self) -> Vec<FoundLibrary> {
        self.catalogue
            .keys()
            .flat_map(|name| self.list_of(name))
            .collect()
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
        let system = self.of_system(name).and_then(|library| library.path);
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
