//! The arguments of a campaign.

use super::values::{assignment, category, duration, fail_on, given_seed, memory, shard, strategy};
use super::{Allowed, References, help};
use crate::coverage::Granularity;
use crate::payload::Scope;
use crate::seeds::GivenSeed;
use crate::store::SolverSpec;
use crate::triage::FailOn;
use clap::{Args, ValueEnum};
use murxla_fsm::option::Category;
use std::path::PathBuf;

/// A campaign of runs, or one run.
#[derive(Args, Debug)]
pub struct Fuzz {
    /// The solver under test: NAME, NAME@VERSION or NAME=PATH
    ///
    /// `murxla-rs solvers` lists the names. A released library that is missing is downloaded and
    /// installed. `smt2=COMMAND` drives a program through pipes.
    #[arg(long, value_name = "SOLVER", required = true)]
    pub solver: Option<SolverSpec>,

    /// Run until interrupted
    #[arg(long, conflicts_with_all = ["max_runs", "max_time"])]
    pub continuous: bool,

    /// Stop after N runs
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_runs: Option<u64>,

    /// Stop after this time, such as 90s, 10m or 8h; a number alone is in seconds
    #[arg(long, value_name = "DURATION", value_parser = duration, allow_negative_numbers = true)]
    pub max_time: Option<f64>,

    /// The seed of the first run, decimal or 0x…; without a limit: one run, with its trace on
    /// stdout
    #[arg(short, long, value_name = "SEED", value_parser = given_seed)]
    pub seed: Option<GivenSeed>,

    /// Run only part I of N of the campaign's seeds, counted from 0; for campaigns on several
    /// machines
    ///
    /// The seed and the number of runs are those of the whole campaign. The same command continues
    /// an interrupted shard.
    #[arg(long, value_name = "I/N", value_parser = shard, requires = "seed")]
    pub shard: Option<(u64, u64)>,

    /// Number of parallel runs, each in its own process [default: the number of processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,

    /// Runs per process; 1 forks for each run
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub batch: u32,

    /// Limit on the CPU time of a run; the limit on its wall-clock time is four times
    /// as long
    ///
    /// Searches are interrupted earlier. The profile says when (`search` under `runs` in
    /// `show profile`).
    #[arg(short, long, value_name = "DURATION", default_value_t = 1.0, value_parser = duration, allow_negative_numbers = true)]
    pub time_limit: f64,

    /// Limit on the memory of a run, in MB; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = memory, allow_negative_numbers = true)]
    pub memory: u64,

    /// The theories that runs may use; all of the profile if empty. The help text lists the table
    /// of theories.
    #[arg(long, value_name = "LIST", value_delimiter = ',', help = help::theories(), long_help = None)]
    pub theories: Vec<String>,

    /// Do not use the operators whose names match GLOB; may be repeated (see `show ops`)
    #[arg(long, value_name = "GLOB")]
    pub exclude_op: Vec<String>,

    /// Use only operators whose names match GLOB; may be repeated
    #[arg(long, value_name = "GLOB")]
    pub only_op: Vec<String>,

    /// Also use operators and theories with known defects in this release
    ///
    /// They are listed under `defects` in the profile (`show profile`). Without this option, the
    /// known defects of the solvers of --cross-check and --check are avoided, too. Bugs that the
    /// regression traces of this program show on the library are not reported, and strategies leave
    /// out all entries of the corpus that show a bug.
    #[arg(long)]
    pub known_defects: bool,

    /// Bugs that are known: a results directory, traces, or a file with keys or names of findings;
    /// may be repeated
    ///
    /// They are counted and not reported. A trace without the name of a finding is replayed first.
    #[arg(long, value_name = "PATH")]
    pub known: Vec<PathBuf>,

    /// Report what the profile excludes, too (`exclude` under `errors` in `show profile`)
    #[arg(long)]
    pub no_filter: bool,

    /// Leave out what the solver's maintainers accept no reports about, in nine of ten runs; or use
    /// everything
    ///
    /// The profile says what it is, and why (`unsupported` in `show profile`).
    #[arg(long, value_enum, default_value_t = Scope::Supported)]
    pub scope: Scope,

    /// Use linear arithmetic in every run instead of half of the walks
    #[arg(long)]
    pub linear: bool,

    /// Use no operators and actions that only this solver has
    ///
    /// Other solvers that have the theories can replay such runs, and SMT-LIB can express them.
    /// Options of the solver are still fuzzed, because replays on other solvers skip them: see
    /// --no-fuzz-opts. --cross-check and --check with another solver imply this.
    #[arg(long)]
    pub standard: bool,

    /// How runs are made: names of strategies, each with an optional weight
    ///
    /// `walk` is the random walk. All others change traces of a corpus: see --corpus. Without this
    /// option, seven in ten runs are walks, and the others use all strategies.
    #[arg(long, value_name = "NAME[=WEIGHT],…", value_delimiter = ',', value_parser = strategy)]
    pub strategy: Vec<(String, u32)>,

    /// A folder with traces for strategies (see `corpus`); may be repeated; `none` for no traces
    /// [default: the regression traces of this program]
    #[arg(long, value_name = "DIR")]
    pub corpus: Vec<PathBuf>,

    /// Merge this profile with the solver's own; may be repeated (see `show profile`)
    #[arg(long, value_name = "FILE")]
    pub profile: Vec<PathBuf>,

    /// Set an option of the solver in every run; may be repeated
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE", value_parser = assignment)]
    pub options: Vec<(String, String)>,

    /// Fuzz only those of the solver's options that match GLOB
    #[arg(long, value_name = "GLOB", num_args = 0..=1, require_equals = true, default_value = "*", default_missing_value = "*")]
    pub fuzz_opts: String,

    /// Do not fuzz the solver's options
    #[arg(long, conflicts_with = "fuzz_opts")]
    pub no_fuzz_opts: bool,

    /// Fuzz options up to this category: common, regular, expert
    #[arg(long, value_name = "CATEGORY", value_parser = category, default_value = "regular")]
    pub option_category: Category,

    /// Prefer options that are relevant for a run, as this table of `learn` says; `none` for no
    /// table [default: a table of the solver's release in this program]
    #[arg(long, value_name = "FILE")]
    pub correlations: Option<PathBuf>,

    /// In percent, how many runs search for settings with which the solver does something new
    ///
    /// A search makes the same calls up to 30 times, so that there are fewer other runs.
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub search_options: u32,

    /// The solvers to compare answers with.
    #[command(flatten)]
    pub references: References,

    /// Check unsat cores, unsat assumptions and model values again in a fresh instance
    ///
    /// The instance is of the solver under test, or of the given one.
    #[arg(long, value_name = "SOLVER", num_args = 0..=1, require_equals = true, default_missing_value = "same")]
    pub check: Option<String>,

    /// Minimize each new finding that reproduces, in one additional process
    ///
    /// Findings that are left at the end of the campaign are minimized in parallel: see
    /// --minimize-time.
    #[arg(long)]
    pub minimize: bool,

    /// How long findings are minimized after the end of the campaign [default: a tenth of its time,
    /// or 10 s per finding if that is more]
    ///
    /// Ctrl-C ends it, too. `minimize DIR` continues with what is left.
    #[arg(long, value_name = "DURATION", value_parser = duration, allow_negative_numbers = true, requires = "minimize")]
    pub minimize_time: Option<f64>,

    /// Which findings make the exit code 1: any, new, or new ones of a kind and all worse kinds,
    /// such as crash
    ///
    /// `any` also counts findings of earlier parts of the campaign that were seen again. The kinds,
    /// the worst first, are those of `show kinds`.
    #[arg(long, value_name = "WHAT", value_parser = fail_on, default_value = "any")]
    pub fail_on: FailOn,

    /// Report timeouts and memory limits in solving calls as findings, and do not interrupt
    /// searches early
    #[arg(long)]
    pub report_limits: bool,

    /// At the end, print statistics about the runs, and write them to stats.json in the results
    /// directory
    #[arg(long)]
    pub stats: bool,

    /// Count which functions or blocks of the solver's libraries the runs reach, for 'murxla-rs
    /// coverage'
    #[arg(long, value_name = "WHAT", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "block")]
    pub coverage: Option<Granularity>,

    /// The results directory; an existing one is continued [default: results/SOLVER, for NAME=PATH
    /// results/NAME-HASH]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// The format of the report on stdout
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,

    /// Write counters to this file in Prometheus' text format, every few seconds and at the end
    #[arg(long, value_name = "FILE")]
    pub metrics: Option<PathBuf>,

    /// Show what each job does
    ///
    /// On a terminal, one line per job below the status line. Elsewhere, the same lines on stderr
    /// every half minute. With --format json, in the `progress` events.
    #[arg(short, long)]
    pub verbose: bool,

    /// No status line
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// What the user allows.
    #[command(flatten)]
    pub allowed: Allowed,
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
