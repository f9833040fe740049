//! Why a solver's library cannot be had, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use super::machine::{Platform, Runtime};
use super::version::Version;

/// A solver's library that cannot be had.
///
/// All of these are errors of configuration: the program exits with code 3. Each message names
/// the way out.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The table of pinned packages, part of this program, does not parse: a defect.
    #[error(
        "the table of pinned solvers does not parse ({0}): this is a defect of murxla-rs, please report it"
    )]
    Catalogue(#[from] serde_json::Error),
    /// Nothing says where the store of solvers is.
    #[error("no folder for installed solvers: set MURXLA_STORE to one, or HOME")]
    NoHome,
    /// A version or a path for a solver that is part of this program.
    #[error("`{0}` is built in and has no library: write just `{0}`")]
    BuiltIn(String),
    /// A file named by the user, that cannot be a library.
    #[error("{named_by} names `{}`, {problem}: give the path of the solver's shared library, as in `{}`", path.display(), example(name))]
    BadFile {
        /// The solver.
        name: String,
        /// What the user wrote: an argument or an environment variable.
        named_by: String,
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A release older than the wrapper can drive.
    #[error("{name} {version} is too old: {reason}; the oldest to ask for is `{name}@{oldest}`")]
    TooOld {
        /// The solver.
        name: String,
        /// The version asked for.
        version: Version,
        /// The oldest version that there is for us.
        oldest: Version,
        /// Why older ones are refused.
        reason: String,
    },
    /// A version that was never released.
    #[error(
        "there is no release {version} of {name}: the nearest are {}",
        join(near)
    )]
    NoSuchVersion {
        /// The solver.
        name: String,
        /// The version asked for.
        version: Version,
        /// Released versions that may be meant.
        near: Vec<Version>,
    },
    /// A release that exists, only not for this platform.
    #[error("{name} {version} was not released for {platform}: {}{}", newest(name, instead.as_ref()), own_build(name))]
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
    /// The library would have to be installed, which the user has forbidden.
    #[error(
        "{name} {version} is not installed, and `--offline` forbids to install it: run `murxla-rs solvers install {name}@{version}`, or {}",
        own_build(name)
    )]
    Offline {
        /// The solver.
        name: String,
        /// The version that would be installed.
        version: Version,
    },
    /// The same of a program.
    #[error(
        "the program of {name} {version} is not installed, and `--offline` forbids to install it: run `murxla-rs solvers path --program {name}@{version}`"
    )]
    ProgramOffline {
        /// The solver.
        name: String,
        /// The version that would be installed.
        version: Version,
    },
    /// A program was asked for where there is none.
    #[error("the package of {name} {version} has no program")]
    NoProgram {
        /// The solver.
        name: String,
        /// The version.
        version: Version,
    },
    /// An installation that failed. Nothing of it is left.
    #[error("cannot install {name} {version}: {problem}; or {}", own_build(name))]
    Install {
        /// The solver.
        name: String,
        /// The version.
        version: Version,
        /// What went wrong.
        problem: Box<InstallError>,
    },
}

/// What went wrong while a solver was installed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// No `python3` to run pip with.
    #[error("packages are fetched by pip, and there is no `python3`: install Python 3 with pip")]
    NoPython,
    /// A `python3` without pip.
    #[error(
        "`python3` has no pip: run `python3 -m ensurepip --user`, or install the system's package python3-pip"
    )]
    NoPip,
    /// The package runs only on newer systems.
    #[error("{file} needs {} {}.{}, this machine has {}{}", platform.runtime_name(), needs.0, needs.1, shown(*has), older(instead.as_ref()))]
    OldRuntime {
        /// The package.
        file: String,
        /// This machine.
        platform: Platform,
        /// The oldest runtime that the package supports.
        needs: Runtime,
        /// The runtime of this machine, if it has one of that kind.
        has: Option<Runtime>,
        /// The newest version that runs here.
        instead: Option<Version>,
    },
    /// The package index does not answer.
    #[error(
        "the package index cannot be reached ({0}): check the network and `python3 -m pip config list`"
    )]
    NoNetwork(String),
    /// The package index has no such package.
    #[error(
        "the package index installable no {0} for this machine: see `python3 -m pip index versions`"
    )]
    NotOffered(String),
    /// The bytes are not those that were pinned.
    #[error(
        "the download of {file} is damaged or was tampered with: its sha256 is {actual}, pinned is {expected}; try again with `PIP_NO_CACHE_DIR=1`"
    )]
    Damaged {
        /// The package.
        file: String,
        /// The sha256 in the table of pinned solvers.
        expected: String,
        /// The sha256 of what came.
        actual: String,
    },
    /// The package does not hold what it should.
    #[error("{file} holds no library `{pattern}`")]
    NoLibrary {
        /// The package.
        file: String,
        /// The library looked for.
        pattern: String,
    },
    /// The disk is full.
    #[error("no space is left for `{}`: free some, or set MURXLA_STORE to a folder on another disk", .0.display())]
    DiskFull(PathBuf),
    /// The store cannot be written.
    #[error("`{}` cannot be written: set MURXLA_STORE to a folder of your own", .0.display())]
    Unwritable(PathBuf),
    /// Another error of the file system.
    #[error("`{}`: {source}; set MURXLA_STORE to choose another folder", path.display())]
    Io {
        /// The file or folder in question.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A tool that building needs is missing.
    #[error("it is built from source, and there is no `{tool}` to {purpose}")]
    NoTool {
        /// The tool.
        tool: &'static str,
        /// What it is needed for.
        purpose: &'static str,
    },
    /// A source could not be fetched or unpacked.
    #[error("{tool} cannot fetch {package} ({said})")]
    Fetch {
        /// The tool.
        tool: String,
        /// The package.
        package: String,
        /// What it said.
        said: String,
    },
    /// The build failed.
    #[error("the build failed ({said}): what it said is in `{}`", log.display())]
    Build {
        /// The line that says most.
        said: String,
        /// The whole of it.
        log: PathBuf,
    },
    /// Python or pip failed in some other way.
    #[error("pip failed ({0})")]
    Pip(String),
}

impl InstallError {
    /// Sorts an error of the file system about `path`.
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

/// The environment variable that names a library of the solver.
pub fn library_variable(name: &str) -> String {
    format!("MURXLA_{}_LIB", name.to_uppercase().replace('-', "_"))
}

fn example(name: &str) -> String {
    format!("{name}=build/lib{name}.so")
}

fn own_build(name: &str) -> String {
    let variable = library_variable(name);
    format!("name a library that you have by `--solver {name}=PATH` or `{variable}=PATH`")
}

fn newest(name: &str, instead: Option<&Version>) -> String {
    instead.map_or_else(String::new, |version| {
        format!("the newest that was is `{name}@{version}`; or ")
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

fn join(versions: &[Version]) -> String {
    let versions: Vec<_> = versions.iter().map(ToString::to_string).collect();
    versions.join(", ")
}
