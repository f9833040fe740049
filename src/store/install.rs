//! Installs released libraries into the store.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use nix::fcntl::Flock;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use super::Store;
use super::build::{Build, BuildRecipe};
use super::catalogue::{self, Package, ReleaseSource, Wheel, version_of};
use super::error::{InstallError, StoreError};
use super::library::{Library, Origin};
use super::lock::{Holder, LOOK, is_locked, lock};
use super::machine::{Runtime, tags_of};
use super::pip::DownloadRequest;
use super::progress::Progress;
use super::version::Version;
use murxla_fsm::glob::matches;
use murxla_system::digest::hash_file;

/// The description of an installed library, a file in the same folder.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The name of the downloaded file.
    wheel: String,
    /// Its sha256.
    sha256: String,
    /// Whether the sha256 was pinned. If not, any file was accepted.
    pinned: bool,
    /// The file name of the library.
    library: String,
    /// The file name of the program, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    /// The compiler of a build, with its flags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    compiler: Option<String>,
    /// Size of all unpacked files in bytes.
    pub(super) size: u64,
}

/// The file name of the manifest.
const MANIFEST: &str = "installed.json";

/// Names of the folders in which installations work begin with this, the release, and a character
/// that versions do not have.
const SCRATCH: &str = ".install-";
const SCRATCH_END: &str = "+";

/// The folder of builds in the store.
const BUILDS: &str = ".build";

/// The Python tag to request if the wheel works with any, or is not known yet.
const PYTHON: &str = "cp312";

impl Store {
    /// Installs a release, unless it is installed. Waits while another process installs it.
    /// A failed installation leaves no files.
    ///
    /// A version newer than the table of pinned packages is installed without a checksum.
    /// `progress` and the manifest say so.
    ///
    /// # Errors
    /// If there is no such release, or if it cannot be downloaded or stored.
    pub fn install(
        &self,
        name: &str,
        version: &Version,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Library, StoreError> {
        // Report first if there is no such release.
        self.package(name)?.choose(name, version, &self.platform)?;
        if let Some((library, _)) = self.installed(name, version) {
            return Ok(library);
        }
        if !version.is_release() {
            return Err(self.not_built(name, version));
        }
        self.install_release(name, version, false, progress)
    }

    /// Builds a solver with assertions or sanitizers, from the packaged sources of its release or
    /// from the user's checkout. A build of packaged sources is made once. That of a checkout is
    /// made again each time, from what has changed.
    ///
    /// # Errors
    /// If no package has the sources, or they cannot be fetched or built.
    pub fn build(
        &self,
        name: &str,
        version: &Version,
        checkout: Option<&Path>,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Library, StoreError> {
        let package = self.package(name)?;
        let recipe = match checkout {
            // Its tools and the libraries that it needs are those of the newest release.
            Some(_) => package.newest_recipe(&self.platform),
            None => match package.choose(name, version, &self.platform)? {
                ReleaseSource::Build(recipe) => Some(recipe),
                ReleaseSource::Wheel(_) | ReleaseSource::New => None,
            },
        };
        if checkout.is_none()
            && let Some((library, _)) = self.installed(name, version)
        {
            return Ok(library);
        }
        let installation = self.installation(name, version, package)?;
        let built = installation.run_build(recipe, checkout, progress);
        built.map_err(|problem| installation.error(problem))
    }

    /// The version that is built if the user names none.
    ///
    /// # Errors
    /// If no package has sources of the solver.
    pub fn newest_sources(&self, name: &str) -> Result<Version, StoreError> {
        let package = self.package(name)?;
        let newest = package.newest_recipe(&self.platform);
        let newest = newest.map(|recipe| recipe.version.clone());
        newest.ok_or_else(|| StoreError::NoSources {
            name: name.to_owned(),
            version: package.default.clone(),
            known: Vec::new(),
        })
    }

    /// The error for a build that is not in the store.
    pub(super) fn not_built(&self, name: &str, version: &Version) -> StoreError {
        let package = self.catalogue.get(name);
        let chosen = package.map(|package| package.choose(name, version, &self.platform));
        let minutes = match chosen {
            Some(Err(error)) => return error,
            Some(Ok(ReleaseSource::Build(recipe))) => Some(recipe.minutes),
            _ => None,
        };
        StoreError::NotBuilt {
            name: name.to_owned(),
            version: version.clone(),
            minutes,
        }
    }

    /// The program of a release. Installs the release if necessary, also if it was installed by an
    /// older version of murxla-rs, which did not keep programs.
    ///
    /// # Errors
    /// If there is no such release, if it has no program, or if it cannot be downloaded or stored.
    pub fn program(
        &self,
        name: &str,
        version: &Version,
        offline: bool,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<PathBuf, StoreError> {
        let package = self.package(name)?;
        let none = || StoreError::NoProgram {
            name: name.to_owned(),
            version: version.clone(),
        };
        if package.layout.program.is_none() {
            return Err(none());
        }
        if let Some(path) = self.installed_program(name, version) {
            return Ok(path);
        }
        if offline {
            return Err(StoreError::ProgramOffline {
                name: name.to_owned(),
                version: version.clone(),
            });
        }
        self.install_release(name, version, true, progress)?;
        self.installed_program(name, version).ok_or_else(none)
    }

    /// The program of a solver that the user has built, if it is where builds and installations
    /// have it: beside the library, in a folder `bin` beside the one of the library, or in `main`.
    #[must_use]
    pub fn program_of_build(&self, name: &str, library: &Path) -> Option<PathBuf> {
        let package = self.package(name).ok()?;
        let program = Path::new(package.layout.program.as_deref()?).file_name()?;
        let folder = self.resolve(library).parent()?.to_owned();
        let folders = [folder.clone(), folder.join("main"), folder.join("../bin")];
        let mut paths = folders.iter().map(|folder| folder.join(program));
        paths.find(|path| path.is_file())
    }

    /// Installs a release into the store. `with_program`: also if it is installed without its
    /// program.
    fn install_release(
        &self,
        name: &str,
        version: &Version,
        with_program: bool,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Library, StoreError> {
        let package = self.package(name)?;
        let choice = package.choose(name, version, &self.platform)?;
        let installation = Installation {
            wheel: match choice {
                ReleaseSource::Wheel(wheel) => Some(wheel),
                ReleaseSource::Build(_) | ReleaseSource::New => None,
            },
            with_program,
            ..self.installation(name, version, package)?
        };
        let done = match choice {
            ReleaseSource::Build(recipe) => installation.run_build(Some(recipe), None, progress),
            ReleaseSource::Wheel(_) | ReleaseSource::New => installation.run(progress),
        };
        done.map_err(|problem| installation.error(problem))
    }

    /// An installation without a wheel.
    fn installation<'a>(
        &'a self,
        name: &'a str,
        version: &'a Version,
        package: &'a Package,
    ) -> Result<Installation<'a>, StoreError> {
        Ok(Installation {
            store: self,
            root: self.root()?,
            name,
            version,
            package,
            wheel: None,
            with_program: false,
        })
    }

    /// An installed library and its manifest.
    pub(super) fn installed(&self, name: &str, version: &Version) -> Option<(Library, Manifest)> {
        let folder = self.root().ok()?.join(name).join(version.to_string());
        let manifest = fs::read(folder.join(MANIFEST)).ok()?;
        let manifest: Manifest = serde_json::from_slice(&manifest).ok()?;
        let path = folder.join(&manifest.library);
        if !path.is_file() {
            return None;
        }
        let library = Library {
            name: name.to_owned(),
            version: Some(version.to_string()),
            path: Some(path),
            origin: Origin::Store,
        };
        Some((library, manifest))
    }

    /// The compiler of a build and its flags. `None` for what was not built by this program.
    #[must_use]
    pub fn compiler_of(&self, name: &str, version: &Version) -> Option<String> {
        self.installed(name, version)?.1.compiler
    }

    /// The program of an installed release.
    fn installed_program(&self, name: &str, version: &Version) -> Option<PathBuf> {
        let (library, manifest) = self.installed(name, version)?;
        let path = library.path?.with_file_name(manifest.program?);
        path.is_file().then_some(path)
    }
}

/// One installation.
struct Installation<'a> {
    store: &'a Store,
    root: &'a Path,
    name: &'a str,
    version: &'a Version,
    package: &'a Package,
    wheel: Option<&'a Wheel>,
    /// Whether an installed library without its program is replaced.
    with_program: bool,
}

impl Installation<'_> {
    /// Downloads the wheel into a temporary folder, and moves the result into the store.
    fn run(&self, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Library, InstallError> {
        let Installation { name, version, .. } = *self;
        let _lock = self.lock("installing", progress)?;
        // The process that held the lock may have installed the same release.
        let program = self.store.installed_program(name, version);
        if let Some((library, _)) = self.store.installed(name, version)
            && (program.is_some() || !self.with_program)
        {
            return Ok(library);
        }
        let release = self.release();
        remove_leftovers(self.root, &release);
        let scratch = Scratch::new(self.root, &release)?;
        let (folder, manifest) = self.download(scratch.path(), progress)?;
        self.move_into_store(&folder, &manifest, scratch.path(), progress)
    }

    /// Locks the release. Says so if it has to wait.
    fn lock(
        &self,
        does: &str,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Flock<File>, InstallError> {
        let Installation { name, version, .. } = *self;
        let waiting = |holder: Option<&Holder>| {
            progress(Progress::Waiting {
                name,
                version,
                holder,
            });
        };
        let release = self.release();
        lock(self.root, &release, does, &self.store.tools, waiting)
    }

    /// The name of the release in names of files.
    fn release(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }

    fn error(&self, problem: InstallError) -> StoreError {
        let (name, version) = (self.name.to_owned(), self.version.clone());
        match problem {
            InstallError::Interrupted => StoreError::Interrupted { name, version },
            problem => StoreError::Install {
                name,
                version,
                problem: Box::new(problem),
            },
        }
    }

    /// Downloads the wheel into `scratch` and unpacks it there.
    fn download(
        &self,
        scratch: &Path,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<PreparedFolder, InstallError> {
        let request = self.request(self.store.fetch.runtime()?)?;
        progress(Progress::Installing {
            name: self.name,
            version: self.version,
            size: self.wheel.and_then(|wheel| wheel.size),
            pinned: self.wheel.is_some(),
        });
        let wheel = self.store.fetch.download(&request, scratch)?;
        let folder = scratch.join("unpacked");
        let manifest = self.unpack(&wheel, &folder)?;
        Ok((folder, manifest))
    }

    /// Builds the library in a folder of its own, which is kept if the build ends early, or if it
    /// is of a checkout. Moves the result into the store. The log of a failed build is kept.
    fn run_build(
        &self,
        recipe: Option<&BuildRecipe>,
        checkout: Option<&Path>,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Library, InstallError> {
        let Installation { name, version, .. } = *self;
        let work = self.root.join(BUILDS).join(self.release());
        let _lock = self.lock("building", progress)?;
        if checkout.is_none()
            && let Some((library, _)) = self.store.installed(name, version)
        {
            return Ok(library);
        }
        progress(Progress::Building {
            name,
            version,
            recipe: recipe.map(|recipe| (recipe.size(), recipe.minutes, recipe.disk)),
            is_continued: work.exists(),
        });
        let missing = || InstallError::NoLibrary {
            file: format!("the build of {name}"),
            pattern: name.to_owned(),
        };
        let build = Build {
            solver: name,
            recipe,
            script: catalogue::script(name).ok_or_else(missing)?,
            with: version.instrumentation(),
            checkout,
        };
        let log = self.root.join(self.release() + ".log");
        let mut tenths = 0;
        let built = build.run(&work, &log, &self.store.tools, &mut |done, all| {
            let now = done * 10 / all.max(1);
            if now > tenths {
                tenths = now;
                progress(Progress::Steps {
                    name,
                    version,
                    done,
                    all,
                });
            }
        });
        // Only the error of a failed build names its log.
        if !matches!(built, Err(InstallError::Build { .. })) {
            // A log that cannot be removed does no harm.
            let _ = fs::remove_file(&log);
        }
        let built = built?;
        let (library, size) = find_library(&built.folder, &format!("lib{name}.so"))?;
        let number = recipe.map_or(0, |recipe| recipe.sources.len());
        let made_of = checkout.map_or_else(
            || format!("built of {number} packages"),
            |checkout| format!("built of {}", checkout.display()),
        );
        let manifest = Manifest {
            library: library.ok_or_else(missing)?,
            program: None,
            wheel: made_of,
            sha256: recipe
                .filter(|_| checkout.is_none())
                .map_or_else(String::new, BuildRecipe::checksums),
            pinned: checkout.is_none(),
            compiler: Some(built.compiler),
            size,
        };
        let scratch = work.join("replaced");
        // It may be left over.
        let _ = fs::remove_dir_all(&scratch);
        fs::create_dir(&scratch).map_err(InstallError::io(&scratch))?;
        let library = self.move_into_store(&built.folder, &manifest, &scratch, progress)?;
        if checkout.is_none() {
            remove(&work);
        }
        Ok(library)
    }

    /// The download request for a machine with this runtime.
    fn request(&self, runtime: Option<Runtime>) -> Result<DownloadRequest, InstallError> {
        let package = &self.package.package;
        let platform = &self.store.platform;
        let needs = self.wheel.map_or((2, 5), |wheel| wheel.runtime);
        let Some(has) = runtime.filter(|has| *has >= needs) else {
            return Err(InstallError::OldRuntime {
                file: self.wheel.map_or(package, |wheel| &wheel.file).clone(),
                needs,
                has: runtime,
                instead: runtime.and_then(|has| self.package.newest(platform, Some(has))),
            });
        };
        let python = self.wheel.and_then(|wheel| wheel.python.clone());
        Ok(DownloadRequest {
            requirement: match self.wheel {
                Some(wheel) => format!("{package}=={}", wheel.package_version),
                // The star matches the fourth number of some packages, and `.post1`.
                None => format!("{package}=={}.*", self.version),
            },
            sha256: self.wheel.map(|wheel| wheel.sha256.clone()),
            python: python.unwrap_or_else(|| PYTHON.to_owned()),
            platforms: self
                .wheel
                .map_or_else(|| tags_of(platform, has), |wheel| wheel.tags.clone()),
        })
    }

    /// Checks the download and unpacks the library into the new folder `into`.
    fn unpack(&self, download: &Path, into: &Path) -> Result<Manifest, InstallError> {
        let file = download
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let sha256 = hash_file(download).map_err(InstallError::io(download))?;
        // pip has checked this too. The second check does not depend on pip.
        if let Some(pinned) = self.wheel.filter(|wheel| wheel.sha256 != sha256) {
            return Err(InstallError::Damaged {
                file,
                expected: pinned.sha256.clone(),
                actual: sha256,
            });
        }
        if !version_of(&file).is_some_and(|version| self.version.covers(&version)) {
            return Err(InstallError::Pip(format!("it downloaded {file}")));
        }
        let no_library = |pattern: &str| InstallError::NoLibrary {
            file: file.clone(),
            pattern: pattern.to_owned(),
        };
        let layout = &self.package.layout;
        fs::create_dir(into).map_err(InstallError::io(into))?;
        self.store.fetch.unpack(download, layout, into)?;
        let (library, size) = find_library(into, &layout.library)?;
        let program = layout.program.as_deref();
        let program = program.and_then(|path| path.rsplit('/').next());
        let program = program.filter(|name| into.join(name).is_file());
        Ok(Manifest {
            library: library.ok_or_else(|| no_library(&layout.library))?,
            program: program.map(str::to_owned),
            wheel: file,
            sha256,
            pinned: self.wheel.is_some(),
            compiler: None,
            size,
        })
    }

    /// Moves the unpacked folder into the store in one step, so that the store never has an
    /// incomplete library. A folder that it replaces is moved to `scratch`.
    fn move_into_store(
        &self,
        unpacked: &Path,
        manifest: &Manifest,
        scratch: &Path,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Library, InstallError> {
        let path = unpacked.join(MANIFEST);
        let text = serde_json::to_string_pretty(manifest).map_err(io::Error::from);
        let written = text.and_then(|text| fs::write(&path, text + "\n"));
        written.map_err(InstallError::io(&path))?;
        let parent = self.root.join(self.name);
        fs::create_dir_all(&parent).map_err(InstallError::io(&parent))?;
        let target = parent.join(self.version.to_string());
        if target.exists() {
            // An installed library without a valid manifest or without its file is damaged.
            let replaced = scratch.join("replaced");
            fs::rename(&target, replaced).map_err(InstallError::io(&target))?;
        }
        fs::rename(unpacked, &target).map_err(InstallError::io(&target))?;
        let found = self.store.installed(self.name, self.version);
        let (library, _) = found.ok_or_else(|| InstallError::NoLibrary {
            file: manifest.wheel.clone(),
            pattern: manifest.library.clone(),
        })?;
        progress(Progress::Installed {
            name: self.name,
            version: self.version,
            sha256: &manifest.sha256,
            pinned: manifest.pinned,
        });
        Ok(library)
    }
}

/// A folder that is ready to be moved into the store, and its manifest.
type PreparedFolder = (PathBuf, Manifest);

/// The name of the file in a folder that matches the pattern, and the size of all files in bytes.
fn find_library(folder: &Path, pattern: &str) -> Result<(Option<String>, u64), InstallError> {
    let (mut library, mut size) = (None, 0);
    for entry in fs::read_dir(folder).map_err(InstallError::io(folder))? {
        let entry = entry.map_err(InstallError::io(folder))?;
        size += entry.metadata().map_err(InstallError::io(folder))?.len();
        let name = entry.file_name().to_string_lossy().into_owned();
        if matches(pattern, &name) {
            library = Some(name);
        }
    }
    Ok((library, size))
}

/// Removes the folders of installations that were killed: of this release, whose lock must be held,
/// and of others that nobody installs.
fn remove_leftovers(root: &Path, this: &str) {
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let release = name.to_str().and_then(|name| name.strip_prefix(SCRATCH));
        let release = release.map(|release| release.split(SCRATCH_END).next().unwrap_or_default());
        if release.is_some_and(|release| release == this || !is_locked(root, release)) {
            remove(&entry.path());
        }
    }
}

/// The folder in which an installation works. It is removed when this object is dropped.
struct Scratch(TempDir);

impl Scratch {
    fn new(root: &Path, release: &str) -> Result<Self, InstallError> {
        let prefix = format!("{SCRATCH}{release}{SCRATCH_END}");
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir_in(root);
        folder.map(Self).map_err(InstallError::io(root))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        remove(self.path());
    }
}

/// Removes a folder. A tool that was killed a moment ago may still create a file in it, so this is
/// tried several times.
fn remove(folder: &Path) {
    for _ in 0..10 {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => thread::sleep(LOOK),
            // A folder that cannot be removed does no harm.
            _ => return,
        }
    }
}
