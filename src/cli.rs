//! The command line as the user typed it. Parsing only reads it; `plan.rs` looks names up and
//! checks them.

mod corpus;
mod cross;
mod help;
mod learn;
mod minimize;
mod releases;
mod show;
mod values;

use crate::coverage::{Granularity, Grouping};
use crate::payload::Scope;
use crate::store::SolverSpec;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
pub use corpus::{CorpusAdd, CorpusCommand, CorpusShow};
pub use cross::{ReferenceSpec, References};
pub use learn::Learn;
pub use minimize::Minimize;
use murxla_fsm::option::Category;
pub use releases::{Bisect, Recheck, ReplayArgs};
pub use show::{Show, Table};
use std::path::PathBuf;
pub use values::assignment;
use values::{category, memory, positive, positive_or_none, seed, shard, strategy};

/// Finds bugs in SMT solvers: loads a solver's library and makes random, valid sequences of API
/// calls.
///
/// Without a subcommand, murxla-rs runs a fuzzing campaign. The subcommands work on what a campaign
/// finds.
#[derive(Parser, Debug)]
#[command(version, about, long_about, after_help = help::MAIN, args_conflicts_with_subcommands = true)]
#[command(subcommand_negates_reqs = true, max_term_width = 100)]
pub struct Cli {
    /// What to do instead of fuzzing.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The campaign.
    #[command(flatten)]
    pub fuzz: Fuzz,
}

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

    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = positive, allow_negative_numbers = true)]
    pub max_time: Option<f64>,

    /// The seed of the first run, decimal or 0x…; without a limit: one run, with its trace on
    /// stdout
    #[arg(short, long, value_name = "SEED", value_parser = seed)]
    pub seed: Option<u64>,

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

    /// Limit on the CPU time of a run, in seconds; the limit on its wall-clock time is four times
    /// as long
    ///
    /// Searches are interrupted earlier. The profile says when (`search` under `runs` in
    /// `show profile`).
    #[arg(short, long, value_name = "SECONDS", default_value_t = 1.0, value_parser = positive, allow_negative_numbers = true)]
    pub time_limit: f64,

    /// Limit on the memory of a run, in MB; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = memory, allow_negative_numbers = true)]
    pub memory: u64,

    /// The theories that runs may use; all of the profile if empty. The help text lists the table
    /// of theories.
    #[arg(long, value_name = "LIST", value_delimiter = ',', help = help::theories(), long_help = None)]
    pub theories: Vec<String>,

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

    /// Use linear arithmetic in every run instead of every other run
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
    /// The campaign ends when the last finding is minimized, or immediately when it is interrupted.
    #[arg(long)]
    pub minimize: bool,

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

/// What the user allows, for all subcommands.
#[derive(Args, Clone, Copy, Debug)]
pub struct Allowed {
    /// Never download a solver
    #[arg(long, global = true)]
    pub offline: bool,

    /// Trust the files: traces may name libraries and programs, options may write files
    ///
    /// The solver may also write files outside of its temporary folder, for instance the counters
    /// of a coverage build. Use this only with files that you have read. See "Files from other
    /// people" in the user guide.
    #[arg(long, global = true)]
    pub trust: bool,
}

/// The command line of this process with more arguments, quoted for a POSIX shell.
#[must_use]
pub fn again(more: &[&str]) -> String {
    let given = std::env::args_os().skip(1);
    let given = given.map(|arg| arg.to_string_lossy().into_owned());
    let more = more.iter().map(|arg| (*arg).to_owned());
    let words = std::iter::once("murxla-rs".to_owned())
        .chain(given)
        .chain(more);
    let quoted =
        words.map(|word| shlex::try_quote(&word).map_or_else(|_| word.clone(), Into::into));
    quoted.collect::<Vec<String>>().join(" ")
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
}

/// What can be done besides fuzzing.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Make the calls of a trace again
    Replay(Replay),
    /// Make a trace shorter that shows a bug
    Minimize(Minimize),
    /// Find the releases of a solver in which traces show their bugs
    Bisect(Bisect),
    /// Say which bugs are still there on another library
    Recheck(Recheck),
    /// Translate a trace to SMT-LIB or to C
    Translate(Translate),
    /// Make a trace from an SMT-LIB script
    Import(Import),
    /// Make a corpus of scripts and traces, or show what it has
    #[command(after_help = help::CORPUS)]
    Corpus {
        /// What to do.
        #[command(subcommand)]
        command: CorpusCommand,
    },
    /// Write a web page about a campaign, and an issue text for each finding
    Report(Report),
    /// Learn which options have an effect on which operators, for the option --correlations
    #[command(after_help = help::LEARN)]
    Learn(Learn),
    /// Merge the results directories of several machines into a new one, or tables of `learn`
    Merge(Merge),
    /// Show which parts of a solver the runs of a campaign have reached
    Coverage(Coverage),
    /// List solver libraries, or install one
    #[command(after_help = help::SOLVERS)]
    Solvers {
        /// Instead of listing.
        #[command(subcommand)]
        command: Option<Solvers>,
    },
    /// Show a table: operators, theories, options, the machine, a profile
    Show(Show),
    /// Print a completion script for a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page, or write the man pages of all subcommands
    #[command(after_help = help::MAN)]
    Man {
        /// Write murxla-rs.1 and a page for each subcommand into this directory
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Execute a script with the parser of a solver's library. `report` runs this command in a
    /// process of its own
    #[command(hide = true, after_help = help::EXECUTE)]
    Execute {
        /// The name of the solver
        solver: String,
        /// Its library
        library: PathBuf,
        /// The script
        script: PathBuf,
    },
}

/// Make the calls of a trace again
///
/// The trace is replayed in a fresh process. Exit code 1: the replay shows a finding. Exit code 5:
/// the trace is of a finding that the replay does not show.
#[derive(Args, Debug)]
#[command(after_help = help::REPLAY)]
pub struct Replay {
    /// The trace; - for stdin
    pub trace: PathBuf,

    /// The solver to replay on [default: the one that the trace names]
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<SolverSpec>,

    /// Print all calls and their results, as a trace [default: the call with which the replay ends]
    #[arg(short, long)]
    pub verbose: bool,

    /// Print the value that each term should have, and whether the formulas of each check are true
    ///
    /// The values are those of the trace's hidden assignment. All calls are printed, as with
    /// --verbose.
    #[arg(long)]
    pub explain: bool,

    /// Replay in this process, for a debugger: a crash ends the program
    ///
    /// Each call is printed before it is made. There are no limits and no other solvers: searches
    /// are not interrupted, and answers are not compared.
    #[arg(long, conflicts_with_all = ["cross_check", "check"])]
    pub in_process: bool,

    /// Leave out calls that are not supported, and calls that need their results
    ///
    /// Each such call is named on stderr. If there was one, and no finding, the exit code is 4.
    #[arg(long)]
    pub lenient: bool,

    /// At the end, print how many functions or blocks of the solver's libraries the trace reaches
    ///
    /// With --in-process, a crash ends the program before this is printed. The first visit of each
    /// block causes a SIGTRAP. When gdb stops at the first one, tell it to pass the others on:
    /// `handle SIGTRAP nostop noprint pass` and `continue`.
    #[arg(long, value_name = "WHAT", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "block")]
    pub coverage: Option<Granularity>,

    /// With --coverage, list the functions in which the trace reaches more than the campaign of
    /// this results directory
    #[arg(long, value_name = "RESULTS", requires = "coverage")]
    pub besides: Option<PathBuf>,

    /// With --coverage, add what the trace reaches to the coverage in this results directory
    #[arg(long, value_name = "RESULTS", requires = "coverage")]
    pub out: Option<PathBuf>,

    /// Limit on the CPU time, in seconds; 0 for none
    #[arg(short, long, value_name = "SECONDS", default_value_t = 60.0, value_parser = positive_or_none, allow_negative_numbers = true)]
    pub time_limit: f64,

    /// Limit on the memory, in MB; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = memory, allow_negative_numbers = true)]
    pub memory: u64,

    /// The oracles.
    #[command(flatten)]
    pub oracles: OracleArgs,
}

/// The oracles with solvers of their own, for one trace.
#[derive(Args, Debug, Default)]
pub struct OracleArgs {
    /// The solvers to compare answers with.
    #[command(flatten)]
    pub references: References,

    /// The bug is that an unsat core, unsat assumptions or a model value fail when they are checked
    /// again
    ///
    /// They are checked by the same solver, or by the given one. Without this option, the trace may
    /// name the solver.
    #[arg(long, value_name = "SOLVER", num_args = 0..=1, require_equals = true, default_missing_value = "same")]
    pub check: Option<String>,
}

/// Show which parts of a solver the runs of a campaign have reached
///
/// The campaign must have run with --coverage. Names of functions come from the symbols of the
/// library. Functions without symbols are named by their addresses.
#[derive(Args, Debug)]
#[command(after_help = help::COVERAGE)]
pub struct Coverage {
    /// The results directory
    pub results: PathBuf,

    /// How blocks are grouped
    #[arg(long, value_enum, default_value_t = Grouping::Namespace)]
    pub by: Grouping,

    /// The number of rows of each table; 0 for all
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub rows: u32,

    /// The file of a library that was not examined on this machine; may be repeated
    #[arg(long, value_name = "FILE")]
    pub library: Vec<PathBuf>,
}

/// Translate a trace to SMT-LIB or to C
#[derive(Args, Debug)]
#[command(after_help = help::TRANSLATE)]
pub struct Translate {
    /// The trace; - for stdin
    pub trace: PathBuf,

    /// The language
    #[arg(long, value_enum)]
    pub to: Language,

    /// The solver whose calls a C program makes [default: the one that the trace names]
    ///
    /// The calls are recorded in a replay.
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<SolverSpec>,

    /// The SMT-LIB dialect: a solver's, or that of the standard [default: that of the solver that
    /// the trace names]
    ///
    /// A solver's dialect has the solver's own operators and options; that of the standard has
    /// neither. NAME@VERSION is that of a release. Releases of Z3 differ.
    #[arg(long, value_name = "SOLVER|standard")]
    pub dialect: Option<String>,

    /// Define constants and functions as in the trace's hidden assignment, instead of declaring
    /// them
    ///
    /// Formulas that are true under the assignment are then true for any solver.
    #[arg(long)]
    pub assigned: bool,

    /// Exit with code 4 if the language cannot express a part of the trace
    ///
    /// The part is left out in any case, with what needs its results. A warning and a comment name
    /// it.
    #[arg(long)]
    pub strict: bool,

    /// In a C program, leave out calls that only look at objects or count references
    ///
    /// The program is easier to read. Bugs that depend on when objects are freed may not show.
    #[arg(long)]
    pub plain: bool,

    /// Write to this file [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Make a trace from an SMT-LIB script
#[derive(Args, Debug)]
#[command(after_help = help::IMPORT)]
pub struct Import {
    /// The script; - for stdin
    ///
    /// Its comments `; COMMAND-LINE:` and `; EXPECT:` give options and expected answers.
    pub script: PathBuf,

    /// The solver that the trace names; the script may use its operators and commands [default:
    /// none]
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<SolverSpec>,

    /// Set an option of the solver, before those of the script; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = assignment)]
    pub options: Vec<(String, String)>,

    /// Read the model after each check: constants, formulas, and some of their subterms
    #[arg(long)]
    pub values: bool,

    /// Seed of the wrapper's choices in each call and of the hidden assignment [default: the same
    /// choices in all calls]
    #[arg(short, long, value_name = "SEED", value_parser = seed)]
    pub seed: Option<u64>,

    /// Write to this file [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Write a web page about a campaign, and an issue text for each finding
#[derive(Args, Debug)]
#[command(after_help = help::REPORT)]
pub struct Report {
    /// The results directory, or a trace; the campaign may still be running
    ///
    /// The directory gets a report.html, and the folder of each finding a report.md. The report of
    /// a trace is printed.
    pub results: PathBuf,

    /// Also write the scripts that show bugs into this folder, as tests of the solver's own suite
    ///
    /// The expected answers are those that are known to be right, or those of the newest installed
    /// release that does not show the bug. Scripts without expected answers are left out.
    #[arg(long, value_name = "DIR")]
    pub regression: Option<PathBuf>,

    /// The solver whose calls the C programs make [default: the one that each trace names]
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<SolverSpec>,
}

/// Merge the results directories of several machines into a new one, or tables of `learn`
#[derive(Args, Debug)]
#[command(after_help = help::MERGE)]
pub struct Merge {
    /// The new directory; `report` reads it, and a campaign can continue in it. For tables: the new
    /// file
    pub out: PathBuf,

    /// Results directories of the same solver and version; their campaigns may still be running
    ///
    /// Shards and merged directories are allowed, too. Or tables that `learn` has made for the same
    /// solver.
    #[arg(value_name = "DIR", required = true)]
    pub results: Vec<PathBuf>,
}

/// The languages of `translate`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Language {
    /// SMT-LIB 2.7.
    Smt2,
    /// A program in C that makes the same calls of the solver's C API; it needs no header.
    C,
}

/// What can be done with solver libraries.
#[derive(Subcommand, Debug)]
pub enum Solvers {
    /// Install a released library
    #[command(after_help = help::INSTALL)]
    Install {
        /// NAME or NAME@VERSION
        solver: SolverSpec,
    },
    /// Print the path of a solver's library, or of its program
    #[command(after_help = help::PATH)]
    Path {
        /// The program that comes with the library
        #[arg(long)]
        program: bool,

        /// NAME, NAME@VERSION or NAME=PATH
        solver: SolverSpec,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
