//! Finds solvers: those that the user names, and those that the headers of traces name.

use crate::actions;
use crate::cli::{Allowed, command_line_with};
use crate::exit::Failure;
use crate::payload::{
    AvoidedDefects, CollectedData, Drive, OptionSelection, RunSources, Scope, Subset,
};
use crate::trace_file;
use murxla_fsm::action::{Context, UserConfig};
use murxla_fsm::op::BASE;
use murxla_fsm::profile::Profile;
use murxla_fsm::profile::nearest::suggestion;
use murxla_fsm::run::Strictness;
use murxla_fsm::solver::loaded::Unloaded;
use murxla_fsm::trace::Script;
use murxla_fsm::wrapper::{LibrarySource, Wrapper};
use murxla_store::{GivenSolver, Progress, SolverSource, SolverSpec, Store};
use murxla_system::console::complain;
use murxla_system::sanitizer::require_runtimes;
use std::path::PathBuf;

/// A solver that has been found.
#[derive(Clone)]
pub struct FoundSolver {
    /// As the user named it.
    pub spec: SolverSpec,
    /// Its wrapper.
    pub wrapper: &'static dyn Wrapper,
    /// Its library, if it needs one, or the command line of a program.
    pub library: Option<PathBuf>,
}

impl FoundSolver {
    /// Finds the solver that the user names on the command line, and installs it if necessary.
    /// Shows the progress on stderr. Later, traces may name the same library or program.
    ///
    /// # Errors
    /// An unknown name, or a library that is not there and cannot be installed.
    pub fn find(spec: &SolverSpec, offline: bool) -> Result<Self, Failure> {
        let subject = Self::locate(spec, offline)?;
        if let Some(given) = find_given(spec, &Store::from_env()?)?
            && let Err(e) = Store::from_env()?.remember(given)
        {
            complain!(
                "traces that name {spec} will need --solver: the store cannot be written: {e}"
            );
        }
        Ok(subject)
    }

    pub(super) fn locate(spec: &SolverSpec, offline: bool) -> Result<Self, Failure> {
        let wrapper = wrapper(spec)?;
        let library = wrapper.constants().library;
        if let (LibrarySource::Command, SolverSource::Path(command)) = (library, &spec.source) {
            return Ok(Self {
                spec: spec.clone(),
                wrapper,
                library: Some(command.clone()),
            });
        }
        let store = Store::from_env()?;
        let show = &mut |progress: Progress<'_>| complain!("{progress}");
        let library = match &spec.source {
            SolverSource::Path(path) if library == LibrarySource::Path => {
                store.library_of_user(spec, path)?
            }
            SolverSource::Version(_) if library == LibrarySource::Path => {
                let name = &spec.name;
                let message =
                    format!("{name} has no releases: give the path of a library, {name}=PATH");
                return Err(Failure::configuration(message));
            }
            _ => store.ensure(spec, offline, show)?,
        };
        if let Some(path) = &library.path {
            require_runtimes(path).map_err(Failure::configuration)?;
        }
        Ok(Self {
            spec: spec.clone(),
            wrapper,
            library: library.path,
        })
    }

    /// Finds the solver that the user gives for a trace, or the one in the header of the trace. The
    /// trace may be from somebody else: see [`named_by`].
    ///
    /// # Errors
    /// Neither names a solver, the trace must not name this one, or the errors of
    /// [`find`](Self::find).
    pub fn of_trace(
        given: Option<&SolverSpec>,
        script: &Script,
        allowed: Allowed,
    ) -> Result<Self, Failure> {
        match given {
            Some(spec) => Self::find(spec, allowed.offline),
            None => Self::locate(&named_by(script, allowed)?, allowed.offline),
        }
    }

    /// The context for reading its traces without its library.
    #[must_use]
    pub fn unloaded_context(&self, profile: &Profile) -> Context {
        Context::new(self.wrapper, &Unloaded, profile)
    }

    /// How the solver is driven with its built-in profile only.
    ///
    /// # Errors
    /// A defect of the built-in profile.
    pub fn drive(&self) -> Result<Drive, Failure> {
        self.drive_with(&[])
    }

    /// How the solver is driven with its built-in profile, merged with other profiles, which are
    /// given by names and texts.
    ///
    /// # Errors
    /// A profile is not valid.
    pub fn drive_with(&self, profiles: &[(String, String)]) -> Result<Drive, Failure> {
        let built_in = self.wrapper.profile_with(self.library.as_deref());
        let texts = profiles
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()));
        let all = [(self.wrapper.name(), built_in)].into_iter().chain(texts);
        let profile = Profile::load(all).map_err(Failure::configuration)?;
        if let Some(name) = profile
            .named_ops()
            .find(|name| !ops().any(|op| op == *name))
        {
            let near = suggestion(name, ops());
            return Err(Failure::configuration(format!(
                "the profile names the operator '{name}', which does not exist{near}; \
                 'murxla-rs show ops --solver {}' lists all",
                self.wrapper.name()
            )));
        }
        let mut out_of_scope = profile.out_of_scope.iter().flat_map(|row| &row.actions);
        if let Some(name) = out_of_scope.find(|name| actions::find(name).is_none()) {
            let near = suggestion(name, actions::names());
            return Err(Failure::configuration(format!(
                "the profile names the action '{name}', which does not exist{near}; \
                 'murxla-rs show fsm --solver {}' lists all",
                self.wrapper.name()
            )));
        }
        Ok(Drive {
            wrapper: self.wrapper,
            library: self.library.clone(),
            user: UserConfig::default(),
            subset: Subset {
                theories: profile.theories(),
                scope: Scope::All,
            },
            profile,
            sources: RunSources::walks(),
            defects: AvoidedDefects::default(),
            options: OptionSelection::default(),
            interrupts: false,
            strictness: Strictness::Strict,
            is_trusted: false,
            collected: CollectedData::default(),
        })
    }
}

/// The solver that the header of a trace names.
///
/// # Errors
/// It names none, or one that it must not name.
pub fn named_by(script: &Script, allowed: Allowed) -> Result<SolverSpec, Failure> {
    let spec = trace_file::solver(script)
        .ok_or_else(|| Failure::usage("the trace does not name a solver: add --solver NAME"))?;
    let name = spec.to_string();
    permitted(spec, &["--solver", &name], allowed)
}

/// A solver that the header of a trace names. `option` has the arguments by which the user gives
/// the same solver.
///
/// # Errors
/// The trace must not name it, because the user has not given it before.
pub(super) fn permitted(
    spec: SolverSpec,
    option: &[&str],
    allowed: Allowed,
) -> Result<SolverSpec, Failure> {
    wrapper(&spec)?;
    if allowed.trust || may_name(&spec, &Store::from_env()?)? {
        return Ok(spec);
    }
    let retry = command_line_with(option);
    Err(Failure::configuration(format!(
        "the trace names '{spec}', and you have not given it before: to use it runs its code; if you trust it, use: {retry}",
    )))
}

/// Whether a trace may name this solver: a pinned or installed release, or a library or program
/// that the user has given before.
///
/// # Errors
/// There is no current folder.
fn may_name(spec: &SolverSpec, store: &Store) -> Result<bool, Failure> {
    Ok(match (&spec.source, find_given(spec, store)?) {
        (_, Some(solver)) => store.was_given(&solver),
        // The user has made the builds that are there. A trace cannot make others.
        (SolverSource::Version(version), None) => {
            !version.is_release() || store.is_known_release(&spec.name, version)
        }
        (SolverSource::Any | SolverSource::Path(_), None) => true,
    })
}

/// The library or the program that is given by `NAME=PATH` or `NAME=COMMAND`.
///
/// # Errors
/// An unknown name, or there is no current folder.
fn find_given(spec: &SolverSpec, store: &Store) -> Result<Option<GivenSolver>, Failure> {
    let SolverSource::Path(path) = &spec.source else {
        return Ok(None);
    };
    if wrapper(spec)?.constants().library != LibrarySource::Command {
        return Ok(Some(store.given_library(spec, path)));
    }
    let program = GivenSolver::program(spec, path);
    Ok(Some(program.map_err(|e| {
        Failure::configuration(format!("there is no current folder: {e}"))
    })?))
}

/// The wrapper of a solver, whatever its library.
///
/// # Errors
/// An unknown name; the message lists the known ones.
pub fn wrapper(spec: &SolverSpec) -> Result<&'static dyn Wrapper, Failure> {
    let known: Vec<&str> = murxla_wrappers::WRAPPERS.iter().map(|w| w.name()).collect();
    let unknown = |e: &dyn std::fmt::Display| Failure::configuration(e.to_string());
    spec.check_name(&known).map_err(|e| unknown(&e))?;
    murxla_wrappers::find(&spec.name).ok_or_else(|| unknown(&spec))
}

/// The trace names of all operators of all solvers.
fn ops() -> impl Iterator<Item = &'static str> {
    let extensions = murxla_wrappers::WRAPPERS
        .iter()
        .flat_map(|w| w.constants().ops);
    BASE.iter().chain(extensions).map(|row| row.name)
}
