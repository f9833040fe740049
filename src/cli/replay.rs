//! The arguments of `replay`, and the oracles for one trace.

use super::offered;
use super::values::{duration_or_none, memory};
use super::{References, help};
use crate::imported::ScriptConfig;
use clap::Args;
use murxla_coverage::Granularity;
use murxla_store::SolverSpec;
use std::path::PathBuf;

/// Make the calls of a trace again
///
/// The trace is replayed in a fresh process. Exit code 1: the replay shows a finding. Exit code 5:
/// the trace is of a finding that the replay does not show.
#[derive(Args, Debug)]
#[command(after_help = help::REPLAY)]
pub struct Replay {
    /// The trace, or the folder or the id of a finding; - for stdin
    ///
    /// A script in SMT-LIB is imported for --solver. An id is looked up in the results directories
    /// in the current folder and in `results`.
    pub trace: PathBuf,

    /// The solver to replay on [default: the one that the trace names]
    #[arg(long, value_name = "SOLVER", value_parser = offered::solver(), hide_possible_values = true)]
    pub solver: Option<SolverSpec>,

    /// Print all calls and their results, as a trace [default: the call with which the replay ends]
    #[arg(short, long)]
    pub verbose: bool,

    /// Print the value that each term should have, and whether the formulas of each check are true
    ///
    /// The values are those of the trace's hidden assignment. All calls are printed, as with
    /// --verbose. After a call with a wrong result, the values of its arguments follow, and the law
    /// that the result violates.
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
    /// Each such call is named on stderr. If a call was left out and there is no finding, the exit
    /// code is 4.
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

    /// Limit on the CPU time of a run; 0 for none
    #[arg(short, long, value_name = "DURATION", default_value_t = 60.0, value_parser = duration_or_none, allow_negative_numbers = true)]
    pub time_limit: f64,

    /// Limit on the memory, in MB; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = memory, allow_negative_numbers = true)]
    pub memory: u64,

    /// The oracles.
    #[command(flatten)]
    pub oracles: OracleArgs,
}

/// The oracles with solvers of their own, for one trace.
#[derive(Args, Clone, Debug, Default)]
pub struct OracleArgs {
    /// The solvers to compare answers with.
    #[command(flatten)]
    pub references: References,

    /// The bug is that an unsat core, unsat assumptions or a model value fail when they are checked
    /// again
    ///
    /// They are checked by the same solver, or by the given one. Without this option, the trace may
    /// name the solver.
    #[arg(long, value_name = "SOLVER", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "same")]
    pub check: Option<String>,

    /// For a script: ask for the values of its constants and formulas after each check, so that
    /// they are checked
    #[arg(long)]
    pub values: bool,
}

impl OracleArgs {
    /// How a script is read, for a solver.
    #[must_use]
    pub fn reading<'a>(&self, solver: Option<&'a SolverSpec>) -> ScriptConfig<'a> {
        ScriptConfig {
            values: self.values,
            ..ScriptConfig::in_place_of_trace(solver)
        }
    }
}
