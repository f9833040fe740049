//! The arguments of `minimize`.

use super::offered;
use super::values::{duration, memory, pattern};
use super::{OracleArgs, help};
use clap::Args;
use murxla_store::SolverSpec;
use regex::Regex;
use std::path::PathBuf;

/// Shorten a trace that shows a bug
///
/// Removes and simplifies calls as long as the trace shows the same bug. Of a wrong answer, runs of
/// similar traces then tell what it needs, and in which functions of the solver the bug may be: the
/// lines `needs` and `functions` of the header.
#[derive(Args, Clone, Debug)]
#[command(after_help = help::MINIMIZE)]
pub struct Minimize {
    /// The trace, or the folder or the id of a finding; - for stdin
    ///
    /// In a results directory, all findings that are not minimized yet are minimized.
    pub trace: PathBuf,

    /// The solver to run on [default: the one that the trace names]
    #[arg(long, value_name = "SOLVER", value_parser = offered::solver(), hide_possible_values = true)]
    pub solver: Option<SolverSpec>,

    /// Merge this profile with the solver's own; may be repeated (see `show profile`)
    #[arg(long, value_name = "FILE")]
    pub profile: Vec<PathBuf>,

    /// Write to this file, each time the trace gets shorter [default: stdout, at the end]
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Number of candidates that run in parallel; does not change the result [default: the number
    /// of processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,

    /// Limit on the CPU time of a run
    ///
    /// If the bug is not a timeout, three times the time of the original trace is enough.
    #[arg(short, long, value_name = "DURATION", default_value_t = 10.0, value_parser = duration, allow_negative_numbers = true)]
    pub time_limit: f64,

    /// Limit on the memory, in MB; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = memory, allow_negative_numbers = true)]
    pub memory: u64,

    /// Which traces are kept.
    #[command(flatten)]
    pub wanted: WantedArgs,

    /// Run each candidate K times, for a bug that shows only sometimes
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub repeat: u16,

    /// Write what the minimized trace shows to this file, for a campaign.
    #[arg(long, value_name = "FILE", hide = true)]
    pub shown: Option<PathBuf>,

    /// The oracles.
    #[command(flatten)]
    pub oracles: OracleArgs,
}

/// What a trace must show so that it is kept.
#[derive(Args, Clone, Debug)]
pub struct WantedArgs {
    /// The bug has this text in its kind, message or output [default: the finding that the trace
    /// shows]
    #[arg(long = "match", value_name = "TEXT", conflicts_with = "match_verdict")]
    pub matches: Option<String>,

    /// Any finding of the same kind is the bug
    #[arg(long)]
    pub match_verdict: bool,

    /// Keep traces for which the output of `replay --verbose` matches this regular expression;
    /// needs no finding
    ///
    /// The output contains the calls with their results, the output of the solver, how the run
    /// ended, and what oracles report. ^ and $ match at the beginning and the end of a line.
    #[arg(long, value_name = "PATTERN", value_parser = pattern, conflicts_with_all = ["matches", "match_verdict"])]
    pub match_output: Option<Regex>,

    /// Keep a trace if this command ends with exit code 0; needs no finding
    ///
    /// `sh` runs the command with the path of the trace as its last argument, and without input.
    /// Its output is not shown. After four times the time limit, the command and all processes that
    /// it has started are killed.
    #[arg(long, value_name = "CMD", conflicts_with_all = ["matches", "match_verdict", "match_output", "repeat", "cross_check", "check"])]
    pub predicate: Option<String>,
}
