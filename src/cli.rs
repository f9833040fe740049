//! The command line as the user typed it. Parsing does nothing; `plan.rs` makes sense of it.

use crate::store::SolverSpec;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use murxla_fsm::option::Category;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  murxla-rs --solver cvc5 --continuous                 fuzz cvc5 until Ctrl-C, findings in results/cvc5
  murxla-rs --solver z3 --max-runs 1000 --seed 1       the same 1000 runs each time
  murxla-rs --solver z3=build/libz3.so -t 0.5 -m 5000  a library of your own
  murxla-rs --solver z3 --cross-check cvc5 --continuous --jobs 8
  murxla-rs --solver z3 --seed 0x2a                    one run, its trace on stdout
  murxla-rs replay bug.trace                           again, in a fresh process
  murxla-rs replay bug.trace --explain                 with the value that each term should have
  murxla-rs translate bug.trace --to smt2              for the bug report
  murxla-rs report results/cvc5                        a page over a campaign, an issue for each finding
  murxla-rs merge results/all results/shard-*          the results of several machines as one campaign's
  murxla-rs import bug.smt2 --solver z3 -o bug.trace   and the other way round

Exit codes:
  0 nothing found   1 a finding   2 usage   3 configuration   4 bad trace
  5 did not reproduce   70 a defect of murxla-rs   130 interrupted, after the summary";

/// A model-based API fuzzer for SMT solvers.
#[derive(Parser, Debug)]
#[command(version, about, long_about = None, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
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
    #[arg(long, value_name = "SOLVER", required = true)]
    pub solver: Option<SolverSpec>,

    /// Run until interrupted
    #[arg(long, conflicts_with_all = ["max_runs", "max_time"])]
    pub continuous: bool,

    /// Stop after so many runs
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_runs: Option<u64>,

    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub max_time: Option<f64>,

    /// The seed of the first run, decimal or 0x…; alone: one run, its trace on stdout
    #[arg(short, long, value_name = "SEED", value_parser = seed)]
    pub seed: Option<u64>,

    /// Only a part of the campaign's seeds: those of the Ith of N machines, from 0 on. Seed and number of runs are those
    /// of the whole campaign; the same command again runs what is left of the part
    #[arg(long, value_name = "I/N", value_parser = shard, requires = "seed")]
    pub shard: Option<(u64, u64)>,

    /// Runs that go on at the same time, each in a process of its own [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,

    /// Runs per process; 1 for a fork per run
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub batch: u32,

    /// Limit on the time of a run, in seconds of CPU time; four times as many by the clock on the wall. Searches are
    /// interrupted earlier, as the profile says (`search` of `runs` in `show profile`)
    #[arg(short, long, value_name = "SECONDS", default_value_t = 1.0, value_parser = positive)]
    pub time_limit: f64,

    /// Limit on the memory of a run, in MB; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 2048)]
    pub memory: u64,

    /// Only these theories: bool, int, real, bv, array, set, bag, uf, quant, fp, string, seq, dt
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub theories: Vec<String>,

    /// Apply also what this release, or that of a judge, is known to get wrong (`defects` in `show profile`)
    #[arg(long)]
    pub known_defects: bool,

    /// Linear arithmetic in every run, not in every other only
    #[arg(long)]
    pub linear: bool,

    /// A profile to merge with the solver's own (see `show profile`)
    #[arg(long, value_name = "FILE")]
    pub profile: Vec<PathBuf>,

    /// Set an option of the solver in every run
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE", value_parser = assignment)]
    pub options: Vec<(String, String)>,

    /// Draw values only for those of the solver's own options that match GLOB
    #[arg(long, value_name = "GLOB", num_args = 0..=1, require_equals = true, default_value = "*", default_missing_value = "*")]
    pub fuzz_opts: String,

    /// Do not draw values for the solver's own options
    #[arg(long, conflicts_with = "fuzz_opts")]
    pub no_fuzz_opts: bool,

    /// Draw values for options of this category and of those before it: common, regular, expert
    #[arg(long, value_name = "CATEGORY", value_parser = category, default_value = "regular")]
    pub option_category: Category,

    /// Replay each run on another solver, version or library, and compare the answers
    #[arg(long, value_name = "SOLVER")]
    pub cross_check: Option<SolverSpec>,

    /// Solve unsat cores and assumptions again, and assert model values back, in a fresh instance
    /// of the same or of another solver
    #[arg(long, value_name = "SOLVER", num_args = 0..=1, require_equals = true, default_missing_value = "same")]
    pub check: Option<String>,

    /// Minimize each new finding that reproduces, in one process more beside the runs; the campaign ends when the last is
    /// as short as it gets, or at once when it is interrupted
    #[arg(long)]
    pub minimize: bool,

    /// Count timeouts and memory limits hit while solving as findings, and do not interrupt searches before
    #[arg(long)]
    pub report_limits: bool,

    /// Say at the end what the runs were made of, and write it to stats.json in the results directory
    #[arg(long)]
    pub stats: bool,

    /// The results directory; an existing one is continued [default: results/<solver>]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// How to report on stdout
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,

    /// Write the counters to a file every few seconds, and at the end, in Prometheus' text format
    #[arg(long, value_name = "FILE")]
    pub metrics: Option<PathBuf>,

    /// Say what each job does: on a terminal below the status line, elsewhere on stderr every half minute with the
    /// status, with --format json in the events of progress
    #[arg(short, long)]
    pub verbose: bool,

    /// No status line
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Never download a solver
    #[arg(long, global = true)]
    pub offline: bool,
}

/// How to report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people.
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
    /// Make a trace short that shows a bug
    Minimize(Minimize),
    /// Translate a trace
    Translate(Translate),
    /// Make a trace of an SMT-LIB script
    Import(Import),
    /// Write a page over a results directory, and an issue for each finding
    Report(Report),
    /// Merge results directories of several machines into a new one
    Merge(Merge),
    /// List solver libraries, or install one
    Solvers {
        /// Instead of listing.
        #[command(subcommand)]
        command: Option<Solvers>,
    },
    /// Show the tables that runs are made from
    Show(Show),
    /// Print a completion script for a shell
    Completions {
        /// The shell.
        shell: Shell,
    },
}

/// Make the calls of a trace again.
#[derive(Args, Debug)]
pub struct Replay {
    /// The trace; - for stdin
    pub trace: PathBuf,

    /// The solver to replay on [default: the one that the trace names]
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<SolverSpec>,

    /// Note the value that the trace's hidden assignment gives each term, and whether it makes the
    /// formulas of each check true
    #[arg(long)]
    pub explain: bool,

    /// In this process, for a debugger: a crash is a crash
    #[arg(long)]
    pub in_process: bool,

    /// Leave out calls that are not supported, and those that need their results: each is named on
    /// stderr, and if there is any, and no finding, the exit code is 4
    #[arg(long)]
    pub lenient: bool,

    /// Limit on the CPU time, in seconds; 0 for none
    #[arg(short, long, value_name = "SECONDS", default_value_t = 60.0)]
    pub time_limit: f64,

    /// Limit on the memory, in MB; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 2048)]
    pub memory: u64,
}

/// Make a trace short that shows a bug.
#[derive(Args, Debug)]
pub struct Minimize {
    /// The trace; - for stdin
    pub trace: PathBuf,

    /// The solver to run on [default: the one that the trace names]
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<SolverSpec>,

    /// A profile to merge with the solver's own (see `show profile`)
    #[arg(long, value_name = "FILE")]
    pub profile: Vec<PathBuf>,

    /// Where to write, from the first shorter trace on [default: stdout, at the end]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Candidates that run at the same time; the result does not depend on it [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,

    /// Limit on the CPU time of a run, in seconds; where the bug is no timeout, three times what the trace needs is
    /// enough
    #[arg(short, long, value_name = "SECONDS", default_value_t = 10.0, value_parser = positive)]
    pub time_limit: f64,

    /// Limit on the memory, in MB; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 2048)]
    pub memory: u64,

    /// The bug is that kind, message or output have this text [default: that of the finding that the trace shows]
    #[arg(long = "match", value_name = "TEXT", conflicts_with = "match_verdict")]
    pub matches: Option<String>,

    /// Any finding of the same kind is the bug
    #[arg(long)]
    pub match_verdict: bool,

    /// Run each candidate so often: for a bug that shows now and then only
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub repeat: u16,

    /// The bug is that the answers contradict this solver's
    #[arg(long, value_name = "SOLVER")]
    pub cross_check: Option<SolverSpec>,

    /// The bug is that a core, assumptions or a model do not hold when they are solved again, by the same solver or
    /// by this one
    #[arg(long, value_name = "SOLVER", num_args = 0..=1, require_equals = true, default_missing_value = "same")]
    pub check: Option<String>,
}

/// Translate a trace.
#[derive(Args, Debug)]
pub struct Translate {
    /// The trace; - for stdin
    pub trace: PathBuf,

    /// The language
    #[arg(long, value_enum)]
    pub to: Language,

    /// The solver whose calls a C program makes: they are recorded in a replay [default: the one that the trace names]
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<SolverSpec>,

    /// Whose dialect: a solver's, with its own operators and options, or that of the standard, which
    /// has neither [default: that of the solver that the trace names]
    #[arg(long, value_name = "SOLVER|standard")]
    pub dialect: Option<String>,

    /// Define constants and functions as in the trace's hidden assignment instead of declaring them:
    /// formulas that are true in it then are for any solver
    #[arg(long)]
    pub assigned: bool,

    /// Leave out calls that are not supported, and those that need their results: each is named on
    /// stderr and in a comment, and if there is any, the exit code is 4
    #[arg(long)]
    pub lenient: bool,

    /// Where to write [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Make a trace of an SMT-LIB script.
#[derive(Args, Debug)]
pub struct Import {
    /// The script; - for stdin. Its comments COMMAND-LINE: and EXPECT: are options and expected answers
    pub script: PathBuf,

    /// The solver that the trace is to name; the script may use its own operators and commands [default: none]
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<SolverSpec>,

    /// Set an option of the solver, before those of the script
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = assignment)]
    pub options: Vec<(String, String)>,

    /// Read the model of each check: constants, formulas, and some of the terms below them
    #[arg(long)]
    pub values: bool,

    /// What decides the choices of the wrapper in each call, and the hidden assignment [default: the same choices in
    /// all calls]
    #[arg(short, long, value_name = "SEED", value_parser = seed)]
    pub seed: Option<u64>,

    /// Where to write [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Write a page over a results directory, and an issue for each finding.
#[derive(Args, Debug)]
pub struct Report {
    /// The results directory; a campaign may be writing there. It gets a report.html, and each finding's folder a report.md
    pub results: PathBuf,
}

/// Merge results directories of several machines into a new one.
#[derive(Args, Debug)]
pub struct Merge {
    /// The new directory: `report` reads it, a campaign goes on with it
    pub out: PathBuf,

    /// Results directories of the same solver and version, shards or merged ones, too; campaigns may be writing there
    #[arg(value_name = "DIR", required = true)]
    pub results: Vec<PathBuf>,
}

/// The languages of `translate`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Language {
    /// SMT-LIB 2.7.
    Smt2,
    /// A program in C that makes the calls of the solver's C API that a replay makes; it needs no header.
    C,
}

/// What can be done with solver libraries.
#[derive(Subcommand, Debug)]
pub enum Solvers {
    /// Install a released library
    Install {
        /// NAME or NAME@VERSION
        solver: SolverSpec,
    },
    /// Print the path of a solver's library, or of its program
    Path {
        /// Of the program that comes with the library
        #[arg(long)]
        program: bool,

        /// NAME, NAME@VERSION or NAME=PATH
        solver: SolverSpec,
    },
}

/// Show a table.
#[derive(Args, Debug)]
pub struct Show {
    /// Which one
    #[arg(value_enum)]
    pub what: Table,

    /// Of this solver, as far as tables differ
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<SolverSpec>,
}

/// The tables that can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Table {
    /// Operators with signatures.
    Ops,
    /// States and weighted edges of the machine.
    Fsm,
    /// Theories.
    Theories,
    /// Options that can be fuzzed.
    Options,
    /// Functions of the solver's C API, and which of them are called.
    Api,
    /// The solver's profile.
    Profile,
}

fn seed(text: &str) -> Result<u64, String> {
    let parsed = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "a seed is a number below 2^64, decimal or 0x and hexadecimal".to_owned())
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let parsed = text
        .split_once('/')
        .and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
    match parsed {
        Some((index, count)) if index < count => Ok((index, count)),
        Some((_, count @ 1..)) => {
            let last = count - 1;
            Err(format!("the shards are 0/{count} to {last}/{count}"))
        }
        _ => Err("a shard is I/N, such as 0/4 for the first of four".to_owned()),
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number <= 1e9 => Ok(number),
        _ => Err("a number of seconds above 0 is needed, such as 0.5".to_owned()),
    }
}

fn category(text: &str) -> Result<Category, String> {
    Category::from_name(text).ok_or_else(|| {
        let names = Category::ALL.map(Category::name).join(", ");
        format!("a category is one of {names}")
    })
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        // A trace has one line for it.
        _ if text.contains(char::is_control) => Err("an option has no line breaks".to_owned()),
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err("an option is NAME=VALUE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn seeds() {
        assert_eq!(seed("42"), Ok(42));
        assert_eq!(seed("0x2a"), Ok(42));
        assert!(seed("2a").is_err());
        assert!(seed("-1").is_err());
    }

    #[test]
    fn shards() {
        assert_eq!(shard("0/1"), Ok((0, 1)));
        assert_eq!(shard("3/4"), Ok((3, 4)));
        for bad in ["4/4", "0/0", "1", "/", "-1/4", "1/4/4"] {
            assert!(shard(bad).is_err(), "{bad}");
        }
    }
}
