//! From the command line to a plan: finds solvers and reads profiles. Nothing else is done yet,
//! except that a solver may be installed.

mod found_solver;
mod known;
mod oracles;
mod subset;

pub use found_solver::{FoundSolver, named_by, wrapper};
pub use known::{GivenBugs, given_reason};
pub use oracles::{CheckSolver, Oracles, Reference};
pub use subset::TheoryChoice;

use crate::cli::{Fuzz, GuidanceArgs, Schedule, settings};
use crate::corpus;
use crate::exit::Failure;
use crate::learn::tables;
use crate::payload::Drive;
use crate::seeds::Shard;
use crate::triage::FailOn;
use murxla_coverage::Granularity;
use murxla_executor::{Limits, processors};
use murxla_fsm::action::UserConfig;
use murxla_fsm::option::files::FileOptions;
use murxla_fsm::strategy::{Weights, names};
use murxla_store::{SolverSource, SolverSpec};
use murxla_system::console::complain;
use murxla_system::digest::hash_bytes;
use murxla_system::input;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// When a campaign ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Until {
    /// After this number of runs.
    pub runs: Option<u64>,
    /// After so much time.
    pub time: Option<Duration>,
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
    /// Which runs are made.
    pub runs: RunPlan,
    /// The oracles in other processes.
    pub oracles: Oracles,
    /// The bugs that are not reported.
    pub excluded: ExcludedBugs,
    /// The unit of coverage, if coverage is measured.
    pub coverage: Option<Granularity>,
    /// Which runs guide others.
    pub guidance: GuidanceArgs,
    /// What is done with findings.
    pub findings: FindingPlan,
    /// Reports show what each job does.
    pub verbose: bool,
    /// The results directory.
    pub out: PathBuf,
    /// What the results directory records about the command line.
    pub origin: PlanOrigin,
}

/// Which runs a campaign makes.
pub struct RunPlan {
    /// The seed of the first run, if the user gave one.
    pub seed: Option<u64>,
    /// The seeds that the results directory has run are run again.
    pub restarts: bool,
    /// The part of the campaign's seeds that is run.
    pub shard: Option<Shard>,
    /// When the campaign ends; `None` for a single run.
    pub until: Option<Until>,
}

/// The bugs that are not reported.
pub struct ExcludedBugs {
    /// Those of this other library of the solver.
    pub baseline: Option<FoundSolver>,
    /// Those that the user knows.
    pub known: GivenBugs,
}

/// What a campaign does with findings.
pub struct FindingPlan {
    /// Limits reached while solving are findings.
    pub report_limits: bool,
    /// The options of the command `minimize`, if it is run on each finding.
    pub minimize: Option<Vec<String>>,
    /// How long findings are minimized after the end, if the user says it.
    pub minimize_time: Option<Duration>,
    /// Which findings make the exit code 1.
    pub fail_on: FailOn,
}

/// What the results directory records about the command line.
pub struct PlanOrigin {
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
        let (schedule, options) = (&fuzz.schedule, &fuzz.options);
        let (findings, output) = (&fuzz.findings, &fuzz.output);
        let runs = RunPlan::new(schedule)?;
        let theories = TheoryChoice::new(&fuzz.part.theories, &fuzz.part.no_theories)?;
        // Errors in files come before an installation.
        let profiles = read_profiles(&fuzz.runs.profile)?;
        let known = GivenBugs::read(&fuzz.unreported.known)?;
        let subject = FoundSolver::find(spec, fuzz.allowed.offline)?;
        let baseline = known::baseline(fuzz, spec)?;
        let check = fuzz.check.as_deref();
        let oracles = Oracles::find(&fuzz.references, check, fuzz.allowed.offline)?;
        let mut restrictions = oracles.restrictions(spec)?;
        restrictions.extend(profiles);
        restrictions.extend(subset::op_restrictions(&fuzz.part, subject.wrapper)?);
        let mut drive = subject.drive_with(&restrictions)?;
        drive.collected.stats = output.stats;
        if fuzz.unreported.no_filter {
            drive.profile.errors.exclude.clear();
        }
        theories.apply(&mut drive)?;
        drive.is_trusted = fuzz.allowed.trust;
        drive.subset.scope = fuzz.runs.scope;
        drive.sources.strategies = match &fuzz.runs.strategy[..] {
            [] => Weights::default(),
            named => Weights::new(named)
                .map_err(|message| Failure::usage(format!("--strategy: {message}")))?,
        };
        if drive.sources.strategies != Weights::walk() {
            let show = &mut |message| complain!("{message}");
            drive.sources.corpus = Arc::new(corpus::chosen(&fuzz.runs.corpus, show)?);
        }
        if fuzz.guidance.guided && drive.sources.strategies.enumerate_only() {
            let message = "--guided: runs that are enumerated have no guide";
            return Err(Failure::usage(message));
        }
        drive.defects.of_release = !fuzz.part.known_defects;
        let is_other = |solver: &FoundSolver| solver.spec.name != spec.name;
        let if_fuzzed = |percent| if options.no_fuzz_opts { 0 } else { percent };
        drive.user = UserConfig {
            options: options.set.clone(),
            linear: fuzz.runs.linear,
            standard: fuzz.runs.standard || oracles.solvers().any(is_other),
            searched: if_fuzzed(options.search_options),
            repeated: if_fuzzed(options.repeat_options),
            ..UserConfig::default()
        };
        let given = |name: &str| options.set.iter().any(|(given, _)| given == name);
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
        drive.options.pattern = (!options.no_fuzz_opts).then(|| options.fuzz_opts.clone());
        drive.options.category = options.option_category;
        if drive.options.pattern.is_some() {
            let learned = tables::chosen(options.correlations.as_deref(), subject.wrapper)?;
            drive.options.correlations = Arc::new(learned.table);
            learned_about = learned.version;
        }
        let implied_coverage = fuzz.guidance.guided.then_some(Granularity::Block);
        let out = output.out.clone();
        Ok(Self {
            limits: Limits {
                time: Duration::from_secs_f64(schedule.time_limit),
                memory: schedule.memory << 20,
                batch: schedule.batch as usize,
                sandbox: !fuzz.allowed.trust,
                ..Limits::default()
            },
            jobs: schedule.jobs.map_or_else(processors, usize::from),
            runs,
            oracles,
            excluded: ExcludedBugs { baseline, known },
            coverage: output.coverage.or(implied_coverage),
            guidance: fuzz.guidance.clone(),
            findings: FindingPlan {
                report_limits: findings.report_limits,
                minimize: findings.minimize.then(|| minimizing(fuzz, spec, &files)),
                minimize_time: findings.minimize_time.map(Duration::from_secs_f64),
                fail_on: findings.fail_on,
            },
            verbose: output.verbose,
            out: out.unwrap_or_else(|| Path::new("results").join(folder_of(spec))),
            origin: PlanOrigin {
                strategies: strategies(&fuzz.runs.strategy),
                learned_about,
                arguments: settings::arguments(),
            },
            subject,
            drive,
        })
    }
}

impl RunPlan {
    /// The runs of this schedule.
    ///
    /// # Errors
    /// The schedule does not say how long the campaign runs.
    fn new(schedule: &Schedule) -> Result<Self, Failure> {
        let seed = schedule.seed.map(|seed| seed.number);
        let shard = |((index, count), seed)| Shard { index, count, seed };
        Ok(Self {
            seed,
            restarts: schedule.restart,
            shard: schedule.shard.zip(seed).map(shard),
            until: until(schedule)?,
        })
    }
}

/// How long the campaign runs. `None` for a single run.
fn until(schedule: &Schedule) -> Result<Option<Until>, Failure> {
    Ok(
        match (
            schedule.continuous,
            schedule.max_runs,
            schedule.max_time,
            schedule.seed,
        ) {
            (false, None, None, None) => {
                return Err(Failure::usage(
                    "choose how long to run: --continuous, --max-runs N, --max-time DURATION, or --seed N for one run",
                ));
            }
            (false, None, None, Some(_)) if schedule.shard.is_some() => {
                return Err(Failure::usage(
                    "--shard is a part of a campaign: choose how long to run with --max-runs N, --max-time DURATION or --continuous",
                ));
            }
            (false, None, None, Some(_)) => None,
            (_, runs, time, _) => Some(Until {
                runs,
                time: time.map(Duration::from_secs_f64),
            }),
        },
    )
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
        format!("--time-limit={}", fuzz.schedule.time_limit),
        format!("--memory={}", fuzz.schedule.memory),
    ];
    let profiles = fuzz.runs.profile.iter();
    args.extend(profiles.map(|file| format!("--profile={}", file.display())));
    // The trace of a finding names the solver of --cross-check that it needs.
    let checker = fuzz.check.iter();
    args.extend(checker.map(|solver| format!("--check={solver}")));
    args.extend(fuzz.allowed.offline.then(|| "--offline".to_owned()));
    // The traces of the campaign set the options that the user has given.
    let mut given = fuzz.options.set.iter();
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
