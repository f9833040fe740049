//! Why a solver's library cannot be found or installed, and what the user can do.

use std::io;
use std::path::{Path, PathBuf};

use nix::sys::signal::Signal;

use super::machine::{Platform, Runtime};
use super::version::Version;

/// Why a solver's library cannot be found or installed.
///
/// All of these are configuration errors: the program exits with code 3. Each message names a
/// solution.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The built-in table of pinned packages is invalid, which is a defect of this program.
    #[error(
        "the table of pinned solvers is invalid ({0}): this is a defect of murxla-rs, please report it"
    )]
    Catalogue(#[from] serde_json::Error),
    /// The environment does not define the folder of installed solvers.
    #[error("the folder for installed solvers is unknown: set MURXLA_STORE or HOME")]
    NoHome,
    /// The user gave a version or a path for a solver that is part of this program.
    #[error("`{0}` is built in and has no library: write just `{0}`")]
    BuiltIn(String),
    /// The user named a file that cannot be a library.
    #[error("{named_by} names `{}`, {problem}: give the path of the solver's shared library, as in `{}`", path.display(), example(name))]
    BadFile {
        /// The solver.
        name: String,
        /// What the user wrote: an argument or the name of an environment variable.
        named_by: String,
        /// The file.
        path: PathBuf,
        /// What is wrong with it: the end of a sentence.
        problem: &'static str,
    },
    /// The wrapper does not support this old release.
    #[error(
        "{name} {version} is too old: {reason}; the oldest supported version is `{name}@{oldest}`"
    )]
    TooOld {
        /// The solver.
        name: String,
        /// The version asked for.
        version: Version,
        /// The oldest supported version.
        oldest: Version,
        /// Why older versions are not supported.
        reason: String,
    },
    /// There is no such release.
    #[error(
        "there is no release {version} of {name}: the nearest are {}",
        join(near)
    )]
    NoSuchVersion {
        /// The solver.
        name: String,
        /// The version asked for.
        version: Version,
        /// Existing versions that may be meant.
        near: Vec<Version>,
    },
    /// No package has the sources of this version.
    #[error(
        "no package contains the sources of {name} {}{}: build a checkout with `murxla-rs solvers build {name}@{} {} --from DIR`",
        version.release(), sources_of(known), version.release(), with(version)
    )]
    NoSources {
        /// The solver.
        name: String,
        /// The version of the build.
        version: Version,
        /// The versions whose sources are in packages.
        known: Vec<Version>,
    },
    /// The build with assertions or sanitizers is not in the store. It takes long, so only the user
    /// starts it.
    #[error(
        "{name} {version} is not built: run `murxla-rs solvers build {name}@{} {}`{}",
        version.release(), with(version),
        minutes.map_or_else(String::new, |minutes| format!("; it takes about {minutes} minutes"))
    )]
    NotBuilt {
        /// The solver.
        name: String,
        /// The version of the build.
        version: Version,
        /// The time of the build on two cores, if the sources are in a package.
        minutes: Option<u32>,
    },
    /// The release exists, but not for this platform.
    #[error("{name} {version} was not released for {platform}: {}{}", newest(name, instead.as_ref()), use_own_library(name))]
    NoWheel {
        /// The solver.
        name: String,
        /// The version asked for.
        version: Version,
        /// This machine.
        platform: Platform,
        /// The newest version that was released for it.
        instead: Option<Version>,
    },
    /// The library is not installed, and `--offline` forbids installing it.
    #[error(
        "{name} {version} is not installed, and `--offline` forbids installing it: run `murxla-rs solvers install {name}@{version}`, or {}",
        use_own_library(name)
    )]
    Offline {
        /// The solver.
        name: String,
        /// The version that would be installed.
        version: Version,
    },
    /// The program is not installed, and `--offline` forbids installing it.
    #[error(
        "the program of {name} {version} is not installed, and `--offline` forbids installing it: run `murxla-rs solvers path --program {name}@{version}`"
    )]
    ProgramOffline {
        /// The solver.
        name: String,
        /// The version that would be installed.
        version: Version,
    },
    /// The package of the release has no program.
    #[error("the package of {name} {version} has no program")]
    NoProgram {
        /// The solver.
        name: String,
        /// The version.
        version: Version,
    },
    /// The user has interrupted the installation.
    #[error(
        "the installation of {name} {version} was interrupted: the same command starts it again, or continues a build"
    )]
    Interrupted {
        /// The solver.
        name: String,
        /// The version.
        version: Version,
    },
    /// The installation failed.
    #[error(
        "cannot install {name} {version}: {problem}; or {}",
        use_own_library(name)
    )]
    Install {
        /// The solver.
        name: String,
        /// The version.
        version: Version,
        /// What went wrong.
        problem: Box<InstallError>,
    },
}

/// Why an installation failed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// There is no `python3`, which runs pip.
    #[error("`python3` was not found: install Python 3 with pip, which downloads the packages")]
    NoPython,
    /// `python3` has no pip.
    #[error(
        "`python3` has no pip: run `python3 -m ensurepip --user`, or install the system's package python3-pip"
    )]
    NoPip,
    /// The package needs a newer system.
    #[error("{file} needs glibc {}.{}, this machine has {}{}", needs.0, needs.1, shown(*has), older(instead.as_ref()))]
    OldRuntime {
        /// The package.
        file: String,
        /// The oldest runtime that the package supports.
        needs: Runtime,
        /// The runtime of this machine. `None` if it has another C library.
        has: Option<Runtime>,
        /// The newest version that supports this machine.
        instead: Option<Version>,
    },
    /// The package index cannot be reached.
    #[error(
        "the package index cannot be reached ({0}): check the network and `python3 -m pip config list`"
    )]
    NoNetwork(String),
    /// The package index has no such package.
    #[error(
        "the package index has no {0} for this machine: `python3 -m pip index versions` lists what it has"
    )]
    NotOffered(String),
    /// The sha256 of the download is not the pinned one.
    #[error(
        "the download of {file} is damaged or was tampered with: its sha256 is {actual}, not {expected}; try again with `PIP_NO_CACHE_DIR=1`"
    )]
    Damaged {
        /// The package.
        file: String,
        /// The sha256 in the table of pinned solvers.
        expected: String,
        /// The sha256 of the download.
        actual: String,
    },
    /// The package does not contain the library.
    #[error("{file} contains no library `{pattern}`")]
    NoLibrary {
        /// The package.
        file: String,
        /// The pattern for the library's file name.
        pattern: String,
    },
    /// The disk is full.
    #[error("no space left on the disk of `{}`: free some space, or set MURXLA_STORE to a folder on another disk", .0.display())]
    DiskFull(PathBuf),
    /// The store is not writable.
    #[error("`{}` cannot be written: set MURXLA_STORE to a folder that you can write to", .0.display())]
    Unwritable(PathBuf),
    /// Another error of the file system.
    #[error("`{}`: {source}; set MURXLA_STORE to choose another folder", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A tool that the build needs is missing.
    #[error("it is built from source, and `{tool}` was not found: install it to {purpose}")]
    NoTool {
        /// The tool.
        tool: String,
        /// What it is needed for.
        purpose: &'static str,
    },
    /// No compiler can compile the solver.
    #[error("no C++ compiler compiles it: {0}")]
    NoCompiler(String),
    /// A source package could not be fetched or unpacked.
    #[error(
        "{tool} cannot fetch {package} ({message}): check the network and the settings of {tool}, and try again"
    )]
    Fetch {
        /// The tool.
        tool: String,
        /// The package.
        package: String,
        /// Its error message.
        message: String,
    },
    /// The build failed.
    #[error("the build failed ({message}): see the log in `{}`", log.display())]
    Build {
        /// The most important line of the log.
        message: String,
        /// The log.
        log: PathBuf,
    },
    /// A tool was ended from outside.
    #[error("`{tool}` was ended by {}: try again{}", signal_name(*signal), memory(*signal))]
    Killed {
        /// The tool.
        tool: String,
        /// The signal.
        signal: i32,
    },
    /// The user has interrupted the installation.
    #[error("it was interrupted")]
    Interrupted,
    /// Python or pip failed in some other way.
    #[error("pip failed ({0})")]
    Pip(String),
}

impl InstallError {
    /// Turns an error of the file system about `path` into an [`InstallError`].
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> InstallError {
        move |source| match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                InstallError::DiskFull(path.to_owned())
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                InstallError::Unwritable(path.to_owned())
            }
            _ => InstallError::Io {
                path: path.to_owned(),
                source,
            },
        }
    }
}

/// The environment variable for the path of a solver's library.
pub fn library_variable(name: &str) -> String {
    format!("MURXLA_{}_LIB", name.to_uppercase().replace('-', "_"))
}

fn example(name: &str) -> String {
    format!("{name}=build/lib{name}.so")
}

fn use_own_library(name: &str) -> String {
    let variable = library_variable(name);
    format!("use your own library with `--solver {name}=PATH` or `{variable}=PATH`")
}

/// The arguments of `solvers build` for the instrumentation of a version.
fn with(version: &Version) -> String {
    match version.is_release() {
        true => "--with assertions".to_owned(),
        false => format!(
            "--with {}",
            version.instrumentation().to_string().replace('+', ",")
        ),
    }
}

fn sources_of(known: &[Version]) -> String {
    match known.is_empty() {
        true => String::new(),
        false => format!(" (packages contain {})", join(known)),
    }
}

fn newest(name: &str, instead: Option<&Version>) -> String {
    instead.map_or_else(String::new, |version| {
        format!("the newest release for it is `{name}@{version}`; or ")
    })
}

fn older(instead: Option<&Version>) -> String {
    instead.map_or_else(String::new, |version| {
        format!("; the newest version that runs here is {version}")
    })
}

fn shown(runtime: Option<Runtime>) -> String {
    runtime.map_or("none".into(), |(major, minor)| format!("{major}.{minor}"))
}

fn signal_name(signal: i32) -> String {
    Signal::try_from(signal).map_or_else(|_| format!("signal {signal}"), |known| known.to_string())
}

/// What to do about a tool that was killed.
fn memory(signal: i32) -> &'static str {
    match Signal::try_from(signal) {
        Ok(Signal::SIGKILL) => {
            "; if it is killed again, the machine may have too little memory: free some"
        }
        _ => "",
    }
}

fn join(versions: &[Version]) -> String {
    let versions: Vec<_> = versions.iter().map(ToString::to_string).collect();
    versions.join(", ")
}
