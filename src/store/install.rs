//! Installs released libraries into the store.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::{Flock, FlockArg};
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use super::Store;
use super::build::BuildRecipe;
use super::catalogue::{Package, ReleaseSource, Wheel, version_of};
use super::error::{InstallError, StoreError};
use super::library::{Library, Origin};
use super::machine::{Runtime, tags_of};
use super::pip::DownloadRequest;
use super::progress::Progress;
use super::tools::Tools;
use super::version::Version;
use crate::system::digest::hash_file;
use murxla_fsm::wrapper::c_api::matches;

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
    /// Size of all unpacked files in bytes.
    pub(super) size: u64,
}

/// The file name of the manifest.
const MANIFEST: &str = "installed.json";

/// The time between two looks at what another process does.
const LOOK: Duration = Duration::from_millis(100);

/// Prefix of the folders in which installations work.
const SCRATCH: &str = ".install-";

/// The Python tag to request if the wheel works with any, or is not known yet.
const PYTHON: &str = "cp312";

impl Store {
    /// Installs a release, unless it is installed. Waits while another process installs something.
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
        self.install_release(name, version, false, progress)
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
            store: self,
            root: self.root()?,
            name,
            version,
            package,
            wheel: match choice {
                ReleaseSource::Wheel(wheel) => Some(wheel),
                ReleaseSource::Build(_) | ReleaseSource::New => None,
            },
            with_program,
        };
        let done = match choice {
            ReleaseSource::Build(build) => installation
                .run(progress, |installation, folder, progress| {
                    installation.build(build, folder, progress)
                }),
            ReleaseSource::Wheel(_) | ReleaseSource::New => {
                installation.run(progress, Installation::download)
            }
        };
        done.map_err(|problem| {
            let (name, version) = (name.to_owned(), version.clone());
            match problem {
                InstallError::Interrupted => StoreError::Interrupted { name, version },
                problem => StoreError::Install {
                    name,
                    version,
                    problem: Box::new(problem),
                },
            }
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
    /// Creates a temporary folder, calls `fill`, and moves the result into the store.
    fn run(
        &self,
        progress: &mut dyn FnMut(Progress<'_>),
        fill: impl FnOnce(
            &Self,
            &Path,
            &mut dyn FnMut(Progress<'_>),
        ) -> Result<PreparedFolder, InstallError>,
    ) -> Result<Library, InstallError> {
        let Installation { name, version, .. } = *self;
        fs::create_dir_all(self.root).map_err(InstallError::io(self.root))?;
        let waiting = || progress(Progress::Waiting { name, version });
        let _lock = lock(self.root, &self.store.tools, waiting)?;
        // The process that held the lock may have installed the same release.
        let program = self.store.installed_program(name, version);
        if let Some((library, _)) = self.store.installed(name, version)
            && (program.is_some() || !self.with_program)
        {
            return Ok(library);
        }
        remove_leftovers(self.root);
        let scratch = Scratch::new(self.root)?;
        let (folder, manifest) = fill(self, scratch.path(), progress)?;
        let library = self.move_into_store(&folder, &manifest, scratch.path())?;
        progress(Progress::Installed {
            name,
            version,
            sha256: &manifest.sha256,
            pinned: manifest.pinned,
        });
        Ok(library)
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

    /// Builds the library in `scratch`. The log of a failed build is kept.
    fn build(
        &self,
        build: &BuildRecipe,
        scratch: &Path,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<PreparedFolder, InstallError> {
        let (name, version) = (self.name, self.version);
        progress(Progress::Building {
            name,
            version,
            size: build.size(),
            minutes: build.minutes,
        });
        let missing = || InstallError::NoLibrary {
            file: format!("the build of {name}"),
            pattern: name.to_owned(),
        };
        let layout = &self.package.layout;
        let script = self.package.script(name).ok_or_else(missing)?;
        let log = self.root.join(format!("{name}-{version}.log"));
        let built = build.run(script, scratch, &log, &self.store.tools);
        // Only the error of a failed build names its log.
        if !matches!(built, Err(InstallError::Build { .. })) {
            // A log that cannot be removed does no harm.
            let _ = fs::remove_file(&log);
        }
        let folder = built?;
        let (library, size) = find_library(&folder, &layout.library)?;
        let manifest = Manifest {
            library: library.ok_or_else(missing)?,
            program: None,
            wheel: format!("built of {} packages", build.sources.len()),
            sha256: build.checksums(),
            pinned: true,
            size,
        };
        Ok((folder, manifest))
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
        found
            .map(|(library, _)| library)
            .ok_or(InstallError::NoLibrary {
                file: manifest.wheel.clone(),
                pattern: manifest.library.clone(),
            })
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

/// Locks the store until the result is dropped. Calls `waiting` first if another process holds the
/// lock.
fn lock(root: &Path, tools: &Tools, waiting: impl FnOnce()) -> Result<Flock<File>, InstallError> {
    let path: PathBuf = root.join(".lock");
    let mut waiting = Some(waiting);
    let file = File::options().append(true).create(true).open(&path);
    let mut file = file.map_err(InstallError::io(&path))?;
    loop {
        file = match Flock::lock(file, FlockArg::LockExclusiveNonblock) {
            Ok(lock) => return Ok(lock),
            Err((file, Errno::EWOULDBLOCK | Errno::EINTR)) => file,
            Err((_, errno)) => return Err(InstallError::io(&path)(errno.into())),
        };
        if let Some(waiting) = waiting.take() {
            waiting();
        }
        // A lock that blocks would hide Ctrl-C.
        tools.check()?;
        thread::sleep(LOOK);
    }
}

/// Removes the folders of installations that were killed. The lock must be held.
fn remove_leftovers(root: &Path) {
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    for entry in entries {
        if entry.file_name().to_string_lossy().starts_with(SCRATCH) {
            remove(&entry.path());
        }
    }
}

/// The folder in which an installation works. It is removed when this object is dropped.
struct Scratch(TempDir);

impl Scratch {
    fn new(root: &Path) -> Result<Self, InstallError> {
        let folder = tempfile::Builder::new().prefix(SCRATCH).tempdir_in(root);
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
