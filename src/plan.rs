//! From the command line to a plan: finds solvers and reads profiles. Nothing else is done yet,
//! except that a solver may be installed.

mod known;
mod oracles;
mod subset;

pub use known::{GivenBugs, given_reason};
pub use oracles::{CheckSolver, Oracles, Reference};
pub use subset::TheoryChoice;

use crate::actions;
use crate::cli::{Allowed, Fuzz, command_line_with, settings};
use crate::corpus;
use crate::coverage::Granularity;
use crate::executor::{Limits, processors};
use crate::exit::Failure;
use crate::learn::tables;
use crate::payload::{Drive, Scope};
use crate::seeds::Shard;
use crate::store::{GivenSolver, Progress, SolverSource, SolverSpec, Store};
use crate::system::console::complain;
use crate::system::digest::hash_bytes;
use crate::system::input;
use crate::system::sanitizer::require_runtimes;
use crate::trace_file;
use crate::triage::FailOn;
use murxla_fsm::action::{Context, UserConfig};
use murxla_fsm::op::BASE;
use murxla_fsm::option::Category;
use murxla_fsm::option::files::FileOptions;
use murxla_fsm::profile::Profile;
use murxla_fsm::profile::nearest::suggestion;
use murxla_fsm::run::Strictness;
use murxla_fsm::solver::loaded::Unloaded;
use murxla_fsm::strategy::{AllUsable, Weights, names};
use murxla_fsm::trace::Script;
use murxla_fsm::wrapper::Wrapper;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

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

    fn locate(spec: &SolverSpec, offline: bool) -> Result<Self, Failure> {
        let wrapper = wrapper(spec)?;
        if let (true, SolverSource::Path(command)) = (wrapper.takes_command(), &spec.source) {
            return Ok(Self {
                spec: spec.clone(),
                wrapper,
                library: Some(command.clone()),
            });
        }
        let store = Store::from_env()?;
        let show = &mut |progress: Progress<'_>| complain!("{progress}");
        let library = match &spec.source {
            SolverSource::Path(path) if wrapper.takes_any_library() => {
                store.library_of_user(spec, path)?
            }
            SolverSource::Version(_) if wrapper.takes_any_library() => {
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
            theories: profile.theories(),
            profile,
            scope: Scope::All,
            strategies: Weights::walk(),
            corpus: Arc::default(),
            entry_states: Rc::new(AllUsable),
            excludes_known_defects: false,
            oracle_defects: Vec::new(),
            fuzz_options: None,
            option_category: Category::Regular,
            correlations: Arc::default(),
            conflicts: None,
            strictness: Strictness::Strict,
            is_trusted: false,
            interrupts: false,
            stats: false,
            record: None,
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
fn permitted(spec: SolverSpec, option: &[&str], allowed: Allowed) -> Result<SolverSpec, Failure> {
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
    if !wrapper(spec)?.takes_command() {
        return Ok(Some(store.given_library(spec, path)));
    }
    let program = GivenSolver::program(spec, path);
    Ok(Some(program.map_err(|e| {
        Failure::configuration(format!("there is no current folder: {e}"))
    })?))
}

/// The trace names of all operators of all solvers.
fn ops() -> impl Iterator<Item = &'static str> {
    let extensions = murxla_wrappers::WRAPPERS.iter().flat_map(|w| w.ops());
    BASE.iter().chain(extensions).map(|row| row.name)
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

/// When a campaign ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Until {
    /// After this number of runs.
    pub runs: Option<u64>,
    /// After so much time.
    pub time: Option<Duration>,
}

/// The functions whose new blocks count more for guided runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Focus {
    /// Those that match this pattern.
    pub pattern: Option<String>,
    /// Those that differ from the functions of the library of `--baseline`.
    pub changes: bool,
}

/// A campaign, ready to start.
pub struct Plan {
    /// The solver under test.
    pub subject: FoundSolver,
    /// How to drive it.
    pub drive: Drive,
    /// Limits of children.
    pub limits: Limits,
    /// The number of processes that run at the same time.
    pub jobs: usize,
    /// The seed of the first run, if the user gave one.
    pub seed: Option<u64>,
    /// The seeds that the results directory has run are run again.
    pub restarts: bool,
    /// The part of the campaign's seeds that is run.
    pub shard: Option<Shard>,
    /// When the campaign ends; `None` for a single run.
    pub until: Option<Until>,
    /// The oracles in other processes.
    pub oracles: Oracles,
    /// Another library of the solver, whose bugs are not reported.
    pub baseline: Option<FoundSolver>,
    /// The bugs that the user knows.
    pub known: GivenBugs,
    /// Reports show what each job does.
    pub verbose: bool,
    /// Limits reached while solving are findings.
    pub report_limits: bool,
    /// The unit of coverage, if coverage is measured.
    pub coverage: Option<Granularity>,
    /// Runs that reach new code guide others.
    pub guided: bool,
    /// The functions whose blocks count more.
    pub focus: Focus,
    /// The results directory.
    pub out: PathBuf,
    /// The options of the command `minimize`, if it is run on each finding.
    pub minimize: Option<Vec<String>>,
    /// How long findings are minimized after the end, if the user says it.
    pub minimize_time: Option<Duration>,
    /// Which findings make the exit code 1.
    pub fail_on: FailOn,
    /// The names of the strategies that make runs, with the weights that the user gives.
    pub strategies: Vec<String>,
    /// The version of the library that the table of correlations is about. Empty without a table.
    pub learned_about: String,
    /// The arguments of the command line.
    pub arguments: Vec<String>,
}

impl Plan {
    /// Makes a plan of the command line.
    ///
    /// # Errors
    /// The command line is not valid. The message says what the user can do.
    pub fn new(fuzz: &Fuzz) -> Result<Self, Failure> {
        let Some(spec) = &fuzz.solver else {
            return Err(Failure::usage("--solver is missing"));
        };
        let until = match (fuzz.continuous, fuzz.max_runs, fuzz.max_time, fuzz.seed) {
            (false, None, None, None) => {
                return Err(Failure::usage(
                    "say how long: --continuous, --max-runs N, --max-time DURATION, or --seed N for one run",
                ));
            }
            (false, None, None, Some(_)) if fuzz.shard.is_some() => {
                return Err(Failure::usage(
                    "--shard is a part of a campaign: say how long with --max-runs N, --max-time DURATION or --continuous",
                ));
            }
            (false, None, None, Some(_)) => None,
            (_, runs, time, _) => Some(Until {
                runs,
                time: time.map(Duration::from_secs_f64),
            }),
        };
        let theories = TheoryChoice::new(&fuzz.theories, &fuzz.no_theories)?;
        // Errors in files come before an installation.
        let profiles = read_profiles(&fuzz.profile)?;
        let known = GivenBugs::read(&fuzz.known)?;
        let subject = FoundSolver::find(spec, fuzz.allowed.offline)?;
        let baseline = known::baseline(fuzz, spec)?;
        let check = fuzz.check.as_deref();
        let oracles = Oracles::find(&fuzz.references, check, fuzz.allowed.offline)?;
        let mut restrictions = oracles.restrictions(spec)?;
        restrictions.extend(profiles);
        restrictions.extend(subset::op_restrictions(fuzz, subject.wrapper)?);
        let mut drive = subject.drive_with(&restrictions)?;
        drive.stats = fuzz.stats;
        if fuzz.no_filter {
            drive.profile.errors.exclude.clear();
        }
        theories.apply(&mut drive)?;
        drive.is_trusted = fuzz.allowed.trust;
        drive.scope = fuzz.scope;
        drive.strategies = match &fuzz.strategy[..] {
            [] => Weights::default(),
            named => Weights::new(named)
                .map_err(|message| Failure::usage(format!("--strategy: {message}")))?,
        };
        if drive.strategies != Weights::walk() {
            let show = &mut |message| complain!("{message}");
            drive.corpus = Arc::new(corpus::chosen(&fuzz.corpus, show)?);
        }
        if fuzz.guided && drive.strategies.enumerate_only() {
            let message = "--guided: runs that are enumerated have no guide";
            return Err(Failure::usage(message));
        }
        drive.excludes_known_defects = !fuzz.known_defects;
        let is_other = |solver: &FoundSolver| solver.spec.name != spec.name;
        drive.user = UserConfig {
            options: fuzz.options.clone(),
            linear: fuzz.linear,
            standard: fuzz.standard || oracles.solvers().any(is_other),
            searched: if fuzz.no_fuzz_opts {
                0
            } else {
                fuzz.search_options
            },
            repeated: if fuzz.no_fuzz_opts {
                0
            } else {
                fuzz.repeat_options
            },
            ..UserConfig::default()
        };
        let given = |name: &str| fuzz.options.iter().any(|(given, _)| given == name);
        let files = FileOptions::refused(subject.wrapper.file_options());
        for (name, value) in drive.profile.set_options() {
            if !given(name) {
                if let (Some(does), false) = (files.does(name), fuzz.allowed.trust) {
                    let what = format!("a profile sets the option '{name}', which {does}");
                    return Err(Failure::untrusted(what));
                }
                drive.user.options.push((name.clone(), value.clone()));
            }
        }
        let mut learned_about = String::new();
        drive.fuzz_options = (!fuzz.no_fuzz_opts).then(|| fuzz.fuzz_opts.clone());
        drive.option_category = fuzz.option_category;
        if drive.fuzz_options.is_some() {
            let learned = tables::chosen(fuzz.correlations.as_deref(), subject.wrapper)?;
            drive.correlations = Arc::new(learned.table);
            learned_about = learned.version;
        }
        let out = fuzz.out.clone();
        let seed = fuzz.seed.map(|seed| seed.number);
        let shard = |(index, count), seed| Shard { index, count, seed };
        Ok(Self {
            learned_about,
            limits: Limits {
                time: Duration::from_secs_f64(fuzz.time_limit),
                memory: fuzz.memory << 20,
                batch: fuzz.batch as usize,
                sandbox: !fuzz.allowed.trust,
                ..Limits::default()
            },
            jobs: fuzz.jobs.map_or_else(processors, usize::from),
            seed,
            restarts: fuzz.restart,
            shard: fuzz.shard.zip(seed).map(|(of, seed)| shard(of, seed)),
            until,
            oracles,
            baseline,
            known,
            verbose: fuzz.verbose,
            report_limits: fuzz.report_limits,
            coverage: fuzz.coverage.or(fuzz.guided.then_some(Granularity::Block)),
            guided: fuzz.guided,
            focus: Focus {
                pattern: fuzz.focus.clone(),
                changes: fuzz.focus_changes,
            },
            minimize: fuzz.minimize.then(|| minimizing(fuzz, spec, &files)),
            minimize_time: fuzz.minimize_time.map(Duration::from_secs_f64),
            fail_on: fuzz.fail_on,
            strategies: strategies(&fuzz.strategy),
            arguments: settings::arguments(),
            out: out.unwrap_or_else(|| Path::new("results").join(folder_of(spec))),
            subject,
            drive,
        })
    }
}

/// The strategies that make runs. The user has given some, or none.
fn strategies(given: &[(String, u32)]) -> Vec<String> {
    let named = given.iter().filter(|(_, weight)| *weight > 0);
    match given {
        [] => names().map(str::to_owned).collect(),
        _ => named
            .map(|(name, weight)| format!("{name}={weight}"))
            .collect(),
    }
}

/// The options of `minimize` that have the same meaning as those of a campaign.
fn minimizing(fuzz: &Fuzz, spec: &SolverSpec, files: &FileOptions) -> Vec<String> {
    let mut args = vec![
        format!("--solver={spec}"),
        format!("--time-limit={}", fuzz.time_limit),
        format!("--memory={}", fuzz.memory),
    ];
    let profiles = fuzz.profile.iter();
    args.extend(profiles.map(|file| format!("--profile={}", file.display())));
    // The trace of a finding names the solver of --cross-check that it needs.
    let checker = fuzz.check.iter();
    args.extend(checker.map(|solver| format!("--check={solver}")));
    args.extend(fuzz.allowed.offline.then(|| "--offline".to_owned()));
    // The traces of the campaign set the options that the user has given.
    let mut given = fuzz.options.iter();
    let is_trusted = fuzz.allowed.trust || given.any(|(name, _)| files.does(name).is_some());
    args.extend(is_trusted.then(|| "--trust".to_owned()));
    args
}

/// The name of the default results directory. For a library or command, a hash tells different ones
/// apart.
fn folder_of(spec: &SolverSpec) -> String {
    let SolverSource::Path(path) = &spec.source else {
        return spec.to_string();
    };
    // The path of a command is its command line.
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let hash = hash_bytes(absolute.as_os_str().as_bytes());
    format!("{}-{}", spec.name, &hash[..8])
}

/// Reads profiles: the names of their files, and their texts.
///
/// # Errors
/// A file that cannot be read.
pub fn read_profiles(files: &[PathBuf]) -> Result<Vec<(String, String)>, Failure> {
    files
        .iter()
        .map(|file| {
            let name = file.display().to_string();
            let read = input::read(file).and_then(|bytes| {
                String::from_utf8(bytes).map_err(|_| io::Error::other("it is not text in UTF-8"))
            });
            match read {
                Ok(text) => Ok((name, text)),
                Err(e) => Err(Failure::configuration(format!(
                    "cannot read the profile {name}: {e}"
                ))),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_folders_are_short_and_differ() {
        let name = |spec: &str| folder_of(&spec.parse().unwrap());
        assert_eq!(name("z3"), "z3");
        assert_eq!(name("z3@4.8.5"), "z3@4.8.5");
        let here = std::env::current_dir().unwrap();
        let absolute = format!("z3={}/build/libz3.so", here.display());
        assert_eq!(name("z3=build/libz3.so"), name(&absolute));
        assert_eq!(name("z3=build/libz3.so").len(), "z3-01234567".len());
        let paths = ["a/b", "a_b", "/a/b", "b"];
        let names: std::collections::BTreeSet<String> = paths
            .iter()
            .map(|path| name(&format!("z3={path}")))
            .collect();
        assert_eq!(names.len(), paths.len());
    }
}
