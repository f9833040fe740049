//! The arguments of a campaign.

use super::offered::{self, Offered};
use super::values::{
    assignment, category, count, duration, fail_on, given_seed, memory, shard, strategy,
};
use super::{Allowed, References, help};
use crate::payload::Scope;
use crate::seeds::GivenSeed;
use crate::triage::FailOn;
use clap::{Args, ValueEnum};
use murxla_coverage::Granularity;
use murxla_fsm::option::Category;
use murxla_store::SolverSpec;
use std::path::PathBuf;

/// A campaign of runs, or one run.
#[derive(Args, Debug)]
pub struct Fuzz {
    /// The solver under test: NAME, NAME@VERSION or NAME=PATH
    ///
    /// `murxla-rs solvers` lists the names. A released library that is missing is downloaded and
    /// installed. `smt2=COMMAND` drives a program through pipes. `plugin=PATH` loads an adapter of
    /// another solver.
    #[arg(long, value_name = "SOLVER", value_parser = offered::solver(), hide_possible_values = true, required = true, help_heading = help::WHAT)]
    pub solver: Option<SolverSpec>,

    /// The time, and the limits.
    #[command(flatten)]
    pub schedule: Schedule,

    /// What is tested.
    #[command(flatten)]
    pub part: TestedPart,

    /// What is not reported.
    #[command(flatten)]
    pub unreported: UnreportedBugs,

    /// How runs are made.
    #[command(flatten)]
    pub runs: RunChoices,

    /// Which runs guide others.
    #[command(flatten)]
    pub guidance: GuidanceArgs,

    /// The solver's options.
    #[command(flatten)]
    pub options: OptionArgs,

    /// The solvers to compare answers with.
    #[command(flatten)]
    pub references: References,

    /// Check cores, assumptions and values again in a fresh instance
    ///
    /// The instance is of the solver under test, or of the given one.
    #[arg(long, value_name = "SOLVER", value_parser = Offered::new(offered::text, offered::solvers), hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "same", help_heading = help::ORACLES)]
    pub check: Option<String>,

    /// What is done with findings.
    #[command(flatten)]
    pub findings: FindingArgs,

    /// What is written.
    #[command(flatten)]
    pub output: OutputArgs,

    /// What the user allows.
    #[command(flatten)]
    pub allowed: Allowed,
}

/// How long a campaign runs, and what its runs may take.
#[derive(Args, Debug)]
pub struct Schedule {
    /// Run until interrupted
    #[arg(long, conflicts_with_all = ["max_runs", "max_time"], help_heading = help::HOW_LONG)]
    pub continuous: bool,

    /// Stop after N runs
    #[arg(short, long, alias = "runs", value_name = "N", value_parser = count, help_heading = help::HOW_LONG)]
    pub max_runs: Option<u64>,

    /// Stop after this time: 90s, 10m, 8h, or a number of seconds
    ///
    /// The time includes everything but writing the results. Near its end, no more runs are started
    /// if suspected bugs or findings to minimize are left. Run the same command again to continue
    /// with what is left.
    #[arg(long, aliases = ["duration", "seconds"], value_name = "DURATION", value_parser = duration, allow_negative_numbers = true, help_heading = help::HOW_LONG)]
    pub max_time: Option<f64>,

    /// The seed of the first run; without a limit: one run, with its trace
    ///
    /// It is decimal, or hexadecimal with 0x. Seeds are printed in the same base. The trace of the
    /// one run goes to stdout. In an existing results directory, the campaign continues with the
    /// first seed that it has not run, from this one on.
    #[arg(short, long, value_name = "SEED", value_parser = given_seed, help_heading = help::HOW_LONG)]
    pub seed: Option<GivenSeed>,

    /// Run the seeds of the results directory again
    ///
    /// The campaign begins with --seed, or with the first seed of the directory. The counters begin
    /// at zero. The findings stay known.
    #[arg(long, help_heading = help::HOW_LONG, hide_short_help = true)]
    pub restart: bool,

    /// Run only part I of N of the campaign's seeds, counted from 0; for campaigns on several
    /// machines
    ///
    /// The seed and the number of runs are those of the whole campaign. The same command continues
    /// an interrupted shard.
    #[arg(long, value_name = "I/N", value_parser = shard, requires = "seed", help_heading = help::HOW_LONG, hide_short_help = true)]
    pub shard: Option<(u64, u64)>,

    /// Number of parallel processes [default: the number of processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = help::HOW_LONG)]
    pub jobs: Option<u16>,

    /// Runs per process; 1 forks for each run
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000), help_heading = help::HOW_LONG, hide_short_help = true)]
    pub batch: u32,

    /// Limit on the CPU time of a run
    ///
    /// The limit on its wall-clock time is four times as long.
    /// Searches are interrupted earlier. The profile says when (`search` under `runs` in
    /// `show profile`).
    #[arg(short, long, alias = "timeout", value_name = "DURATION", default_value_t = 1.0, value_parser = duration, allow_negative_numbers = true, help_heading = help::HOW_LONG)]
    pub time_limit: f64,

    /// Limit on the memory of a run, in MB; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = memory, allow_negative_numbers = true, help_heading = help::HOW_LONG, hide_short_help = true)]
    pub memory: u64,
}

/// The part of the solver that is tested: theories and operators.
#[derive(Args, Debug)]
pub struct TestedPart {
    /// The theories that runs may use; all of the profile if empty. The help text lists the table
    /// of theories.
    #[arg(long, value_name = "LIST", value_delimiter = ',', help = help::SHORT_THEORIES, long_help = help::theories(), value_parser = Offered::new(offered::text, offered::theories), hide_possible_values = true, help_heading = help::WHAT)]
    pub theories: Vec<String>,

    /// Do not use these theories
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = Offered::new(offered::text, offered::theories), hide_possible_values = true, help_heading = help::WHAT, hide_short_help = true)]
    pub no_theories: Vec<String>,

    /// Do not use the operators whose names match one of these patterns; may be repeated (see `show
    /// ops`)
    #[arg(long, value_name = "GLOB,…", value_delimiter = ',', value_parser = Offered::new(offered::text, offered::operators), hide_possible_values = true, help_heading = help::WHAT, hide_short_help = true)]
    pub exclude_op: Vec<String>,

    /// Use only operators whose names match one of these patterns; may be repeated
    #[arg(long, value_name = "GLOB,…", value_delimiter = ',', value_parser = Offered::new(offered::text, offered::operators), hide_possible_values = true, help_heading = help::WHAT, hide_short_help = true)]
    pub only_op: Vec<String>,

    /// Also use operators and theories with known defects in this release
    ///
    /// They are listed under `defects` in the profile (`show profile`). Without this option, runs
    /// also avoid the known defects of the solvers of --cross-check and --check. Bugs that the
    /// regression traces of this program show on the library are then not reported. Strategies
    /// leave out all entries of the corpus that show a bug.
    #[arg(long, help_heading = help::WHAT, hide_short_help = true)]
    pub known_defects: bool,
}

/// The bugs that are not reported.
#[derive(Args, Debug)]
pub struct UnreportedBugs {
    /// Known bugs: a results directory, traces, or a list; may be repeated
    ///
    /// A list is a file with keys or names of findings. Known bugs are counted and not reported. A
    /// trace without the name of a finding is replayed first.
    #[arg(long, value_name = "PATH", help_heading = help::FINDINGS_GROUP)]
    pub known: Vec<PathBuf>,

    /// Do not report bugs that this other library or release of the solver shows, too
    ///
    /// LIBRARY is a path or NAME@VERSION; for instance, the build of the branch that a change is
    /// for. Each new finding is replayed on this library, and counted as filtered if it shows
    /// there, too.
    #[arg(long, value_name = "LIBRARY", help_heading = help::FINDINGS_GROUP, hide_short_help = true)]
    pub baseline: Option<String>,

    /// Report what the profile excludes, too (`exclude` under `errors` in `show profile`)
    #[arg(long, help_heading = help::FINDINGS_GROUP, hide_short_help = true)]
    pub no_filter: bool,
}

/// How runs are made.
#[derive(Args, Debug)]
pub struct RunChoices {
    /// In nine of ten runs, use only what the solver's maintainers support; or use everything
    ///
    /// The profile says what they do not support, and why (`unsupported` in `show profile`).
    #[arg(long, value_enum, default_value_t = Scope::Supported, help_heading = help::WHAT, hide_short_help = true)]
    pub scope: Scope,

    /// Use linear arithmetic in all runs, instead of in half of the walks
    #[arg(long, help_heading = help::WHAT, hide_short_help = true)]
    pub linear: bool,

    /// Do not use operators and actions that only this solver supports
    ///
    /// Other solvers that support the theories can replay such runs, and SMT-LIB can express them.
    /// Options of the solver are still fuzzed, because replays on other solvers skip them: see
    /// --no-fuzz-opts. --cross-check and --check with another solver imply this.
    #[arg(long, help_heading = help::WHAT, hide_short_help = true)]
    pub standard: bool,

    /// How runs are made: names of strategies, with optional weights
    ///
    /// `walk` is the random walk. `enumerate` makes all formulas of a grammar, the smallest first:
    /// the seed is the number of the formula, from 0 on. All others change traces of a corpus: see
    /// --corpus. Without this option, seven in ten runs are walks, and the others use the
    /// strategies that change traces.
    #[arg(long, alias = "strategies", value_name = "NAME[=WEIGHT],…", value_delimiter = ',', value_parser = Offered::new(strategy, offered::strategies), hide_possible_values = true, help_heading = help::WHAT)]
    pub strategy: Vec<(String, u32)>,

    /// A folder with traces for strategies (see `corpus`); may be repeated; `none` for no traces
    /// [default: the regression traces of this program]
    #[arg(long, value_name = "DIR", help_heading = help::WHAT, hide_short_help = true)]
    pub corpus: Vec<PathBuf>,

    /// Merge this profile with the solver's own; may be repeated (see `show profile`)
    #[arg(long, value_name = "FILE", help_heading = help::WHAT, hide_short_help = true)]
    pub profile: Vec<PathBuf>,
}

/// Whether runs guide others, and which.
#[derive(Args, Clone, Debug)]
pub struct GuidanceArgs {
    /// Let runs that reach new code of the solver guide later runs
    ///
    /// The traces of these runs become entries. Some later runs then change the formulas of an
    /// entry, continue its calls, or make its calls with other options. --guided implies
    /// --coverage=block, unless --coverage=function is given. With --jobs 1 and --max-runs, a
    /// campaign in a new directory makes the same runs each time.
    #[arg(long, help_heading = help::WHAT, hide_short_help = true)]
    pub guided: bool,

    /// With --guided, prefer runs that reach new code in functions whose names match
    ///
    /// `*` in the pattern stands for any characters, `?` for one. The name of a function, its
    /// namespace or its source file must match, as in 'murxla-rs coverage --match'.
    #[arg(long, value_name = "PATTERN", requires = "guided", help_heading = help::WHAT, hide_short_help = true)]
    pub focus: Option<String>,

    /// With --guided, prefer runs that reach new code in functions that differ from those of the
    /// library of --baseline
    ///
    /// Functions are compared by their names and instructions, so both libraries must be built in
    /// the same way. If --focus is given, too, functions count if they match or differ.
    #[arg(long, requires = "guided", requires = "baseline", help_heading = help::WHAT, hide_short_help = true)]
    pub focus_changes: bool,
}

/// The options of the solver, and how they are fuzzed.
#[derive(Args, Debug)]
pub struct OptionArgs {
    /// Set an option of the solver in every run; may be repeated
    #[arg(short = 'o', id = "options", long = "option", value_name = "NAME=VALUE", value_parser = assignment, help_heading = help::OPTIONS)]
    pub set: Vec<(String, String)>,

    /// Fuzz only those of the solver's options that match GLOB
    #[arg(long, value_name = "GLOB", num_args = 0..=1, require_equals = true, default_value = "*", default_missing_value = "*", help_heading = help::OPTIONS, hide_short_help = true)]
    pub fuzz_opts: String,

    /// Do not fuzz the solver's options
    #[arg(long, conflicts_with = "fuzz_opts", help_heading = help::OPTIONS, hide_short_help = true)]
    pub no_fuzz_opts: bool,

    /// Fuzz options up to this category: common, regular, expert
    #[arg(long, value_name = "CATEGORY", value_parser = Offered::new(category, offered::categories), hide_possible_values = true, default_value = "regular", help_heading = help::OPTIONS, hide_short_help = true)]
    pub option_category: Category,

    /// Prefer options that are relevant for a run, according to this table of `learn`; `none` for
    /// no table [default: a table of the solver's release in this program]
    #[arg(long, value_name = "FILE", help_heading = help::OPTIONS, hide_short_help = true)]
    pub correlations: Option<PathBuf>,

    /// The percentage of runs that make the calls of an instance again with one or two other
    /// options
    ///
    /// The answers must agree.
    #[arg(long, value_name = "PERCENT", default_value_t = 15, value_parser = clap::value_parser!(u32).range(0..=100), help_heading = help::OPTIONS, hide_short_help = true)]
    pub repeat_options: u32,

    /// The percentage of runs that search for settings with which the solver does something new
    ///
    /// A search makes the same calls up to 100 times, so fewer other runs are made.
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100), help_heading = help::OPTIONS, hide_short_help = true)]
    pub search_options: u32,
}

/// What is done with findings.
#[derive(Args, Debug)]
pub struct FindingArgs {
    /// Report timeouts and memory limits in solving calls as findings, and do not interrupt
    /// searches early
    #[arg(long, help_heading = help::ORACLES, hide_short_help = true)]
    pub report_limits: bool,

    /// Minimize new findings
    ///
    /// Each new finding that reproduces is minimized, in one additional process. Findings that are
    /// left at the end of the campaign are minimized in parallel: see
    /// --minimize-time.
    #[arg(long, help_heading = help::FINDINGS_GROUP)]
    pub minimize: bool,

    /// How long findings are minimized after the last run [default: a tenth of the time of the
    /// campaign, or 10 s per finding if that is more]
    ///
    /// --max-time includes this time. With --max-time, the default is a quarter of --max-time, if
    /// findings are left. Ctrl-C ends the minimization, too. `minimize DIR` continues with what is
    /// left.
    #[arg(long, value_name = "DURATION", value_parser = duration, allow_negative_numbers = true, requires = "minimize", help_heading = help::FINDINGS_GROUP, hide_short_help = true)]
    pub minimize_time: Option<f64>,

    /// Which findings make the exit code 1: any, new, or a kind
    ///
    /// A kind, such as `crash`, means new findings of this kind or of a worse one. `any` also
    /// counts findings of earlier parts of the campaign that were seen again. `show kinds` lists
    /// the kinds, the worst first.
    #[arg(long, value_name = "WHAT", value_parser = Offered::new(fail_on, offered::fail_on), hide_possible_values = true, hide_short_help = true, default_value = "any", help_heading = help::FINDINGS_GROUP)]
    pub fail_on: FailOn,
}

/// What is written, and where.
#[derive(Args, Debug)]
pub struct OutputArgs {
    /// At the end, print statistics about the runs, and write them to stats.json in the results
    /// directory
    #[arg(long, help_heading = help::OUTPUT, hide_short_help = true)]
    pub stats: bool,

    /// Count which blocks or functions of the solver the runs reach
    ///
    /// WHAT is block or function. 'murxla-rs coverage' shows them.
    #[arg(long, value_name = "WHAT", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "block", hide_possible_values = true, help_heading = help::OUTPUT)]
    pub coverage: Option<Granularity>,

    /// The results directory; an existing one is continued
    ///
    /// Without this option it is results/SOLVER, and for NAME=PATH results/NAME-HASH.
    #[arg(long, value_name = "DIR", help_heading = help::OUTPUT)]
    pub out: Option<PathBuf>,

    /// The format of stdout: human, json, csv, junit
    #[arg(long, value_enum, default_value_t = Format::Human, hide_possible_values = true, help_heading = help::OUTPUT)]
    pub format: Format,

    /// Write counters to this file in Prometheus' text format, every few seconds and at the end
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT, hide_short_help = true)]
    pub metrics: Option<PathBuf>,

    /// Show what each job does
    ///
    /// On a terminal, one line per job is below the status line. Elsewhere, the same lines go to
    /// stderr every half minute. With --format json, they are in the `progress` events.
    #[arg(short, long, help_heading = help::OUTPUT)]
    pub verbose: bool,

    /// No status line
    #[arg(short, long, conflicts_with = "verbose", help_heading = help::OUTPUT, hide_short_help = true)]
    pub quiet: bool,

    /// Read this configuration file; `none` for no file [default: murxla-rs.toml in the current
    /// folder, or in the nearest folder above that has one]
    ///
    /// Its options are those of a campaign. Options on the command line take precedence.
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT, hide_short_help = true)]
    pub config: Option<PathBuf>,

    /// Use this profile of the configuration file [default: the environment variable
    /// MURXLA_RS_PROFILE, or `default`]
    #[arg(long, value_name = "NAME", help_heading = help::OUTPUT, hide_short_help = true)]
    pub config_profile: Option<String>,
}

/// How to report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Text for people.
    Human,
    /// One JSON object per event and line.
    Json,
    /// One line per finding.
    Csv,
    /// JUnit's XML at the end: a test case per finding.
    Junit,
}
