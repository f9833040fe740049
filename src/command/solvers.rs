//! `solvers`: lists installed and installable solvers, installs and builds them.

use crate::cli::Solvers;
use crate::exit::{self, Failure};
use crate::plan::{self, FoundSolver};
use murxla_fsm::wrapper::LibrarySource;
use murxla_store::{Instrumentation, Progress, SolverSource, SolverSpec, Store};
use murxla_system::console::{complain, say};
use std::path::Path;

/// Lists, installs or builds solver libraries.
///
/// # Errors
/// A library cannot be found, installed or built.
pub fn run(command: Option<&Solvers>, offline: bool) -> Result<u8, Failure> {
    match command {
        None => list(),
        Some(Solvers::Install { solver }) => {
            let store = Store::from_env()?;
            plan::wrapper(solver)?;
            let version = match &solver.source {
                SolverSource::Version(version) => version.clone(),
                SolverSource::Path(_) => {
                    return Err(Failure::usage(
                        "NAME=PATH is a library on this machine and needs no installation",
                    ));
                }
                SolverSource::Any => match store.default_version(&solver.name) {
                    Some(version) => version.clone(),
                    None => {
                        say!("{} is built in and needs no installation", solver.name);
                        return Ok(exit::CLEAN);
                    }
                },
            };
            if offline {
                return Err(Failure::configuration("cannot install with --offline"));
            }
            let show = &mut |progress: Progress<'_>| complain!("{progress}");
            let library = store.install(&solver.name, &version, show)?;
            if let Some(path) = library.path {
                say!("{}", path.display());
            }
            Ok(exit::CLEAN)
        }
        Some(Solvers::Build { solver, with, from }) => {
            if offline {
                return Err(Failure::configuration("cannot build with --offline"));
            }
            build(solver, with.iter().copied().collect(), from.as_deref())
        }
        Some(Solvers::Path {
            solver,
            program: true,
        }) => {
            let store = Store::from_env()?;
            let default = store.default_version(&solver.name);
            let version = match &solver.source {
                SolverSource::Version(version) => Some(version),
                SolverSource::Any => default,
                SolverSource::Path(_) => None,
            };
            let Some(version) = version else {
                let what = format!("{solver} has no program in the store");
                return Err(Failure::usage(what));
            };
            let show = &mut |progress: Progress<'_>| complain!("{progress}");
            let path = store.program(&solver.name, version, offline, show)?;
            say!("{}", path.display());
            Ok(exit::CLEAN)
        }
        Some(Solvers::Path { solver, .. }) => {
            match FoundSolver::find(solver, offline)?.library {
                Some(path) => say!("{}", path.display()),
                None => say!("{} is built in", solver.name),
            }
            Ok(exit::CLEAN)
        }
    }
}

/// Builds a solver with an instrumentation.
fn build(
    solver: &SolverSpec,
    with: Instrumentation,
    checkout: Option<&Path>,
) -> Result<u8, Failure> {
    let store = Store::from_env()?;
    plan::wrapper(solver)?;
    let version = match (&solver.source, checkout) {
        (SolverSource::Version(version), _) => version.with(with),
        (SolverSource::Path(_), _) => {
            return Err(Failure::usage(
                "NAME=PATH is a library that is built already",
            ));
        }
        (SolverSource::Any, Some(_)) => {
            let name = &solver.name;
            let how = format!("the build needs a version as its name: write {name}@VERSION");
            return Err(Failure::usage(how));
        }
        (SolverSource::Any, None) => store.newest_sources(&solver.name)?.with(with),
    };
    let checkout = checkout.map(|folder| {
        let found = std::fs::canonicalize(folder);
        found.map_err(|e| Failure::configuration(format!("{}: {e}", folder.display())))
    });
    let checkout = checkout.transpose()?;
    let show = &mut |progress: Progress<'_>| complain!("{progress}");
    let library = store.build(&solver.name, &version, checkout.as_deref(), show)?;
    if let Some(path) = library.path {
        say!("{}", path.display());
    }
    Ok(exit::CLEAN)
}

fn list() -> Result<u8, Failure> {
    let store = Store::from_env()?;
    for wrapper in murxla_wrappers::WRAPPERS {
        let is_built_in = store.default_version(wrapper.name()).is_none();
        if is_built_in && wrapper.constants().library != LibrarySource::Path {
            say!("{:8} built in", wrapper.name());
        }
    }
    for found in store.list() {
        let version = found.version.map_or("?".to_owned(), |v| v.to_string());
        let default = if found.is_default { " (default)" } else { "" };
        let size = match found.size {
            Some(bytes) => format!("{} MB", bytes.div_ceil(1 << 20)),
            None => "missing".to_owned(),
        };
        say!(
            "{:8} {version}{default}, {}, {size}: {}",
            found.name,
            found.origin,
            found.path.display()
        );
    }
    for solver in store.installable() {
        let versions: Vec<String> = solver.versions.iter().map(ToString::to_string).collect();
        say!(
            "{:8} can be installed: {} (default {})",
            solver.name,
            versions.join(" "),
            solver.default
        );
    }
    Ok(exit::CLEAN)
}
