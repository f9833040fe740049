//! The arguments of `bisect` and `recheck`.

use super::offered;
use super::values::duration;
use super::{ListFormat, OracleArgs, help};
use clap::Args;
use murxla_store::SolverSpec;
use std::path::PathBuf;

/// Find the releases of a solver in which traces show their bugs
///
/// Some releases are tested first, and then those between two that differ. Releases that are not
/// installed are installed for it. The result for a finding is stored in its finding.json, and
/// reports have it. Exit code 1: a release shows a bug. Exit code 5: none does.
#[derive(Args, Debug)]
#[command(after_help = help::BISECT)]
pub struct Bisect {
    /// Traces, scripts, folders of findings, results directories, or folders with traces
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,

    /// The solver. Scripts, and traces that do not name a solver, need it
    #[arg(long, value_name = "SOLVER", value_parser = offered::solver(), hide_possible_values = true)]
    pub solver: Option<SolverSpec>,

    /// Test only releases that are installed
    #[arg(long)]
    pub installed: bool,

    /// Test all releases
    #[arg(long)]
    pub table: bool,

    /// Also find the options with which the bug does not show
    ///
    /// Each option of the solver gets a value other than its default, one at a time. If the bug
    /// shows with each of them, a smallest set of several values is searched for. The solver must
    /// decide all checks. This takes about a minute, and five at most.
    #[arg(long)]
    pub options: bool,

    /// Write the result into the headers of the traces
    #[arg(long)]
    pub write: bool,

    /// The format of stdout
    #[arg(long, value_enum, default_value_t = ListFormat::Human)]
    pub format: ListFormat,

    /// How traces are replayed.
    #[command(flatten)]
    pub replays: ReplayArgs,
}

/// Check which bugs another library still has
///
/// Replays traces, and prints a line for each: still, gone, different, or cannot test.
/// Exit code 0: no trace shows a bug. Exit code 1: a trace shows its bug, or another one. Exit code
/// 4: no trace can be tested.
#[derive(Args, Debug)]
#[command(after_help = help::RECHECK)]
pub struct RecheckArgs {
    /// Traces, scripts, folders of findings, results directories, or folders with traces
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,

    /// The solver to test. Traces of other solvers are left out
    #[arg(long, value_name = "SOLVER", value_parser = offered::solver(), hide_possible_values = true)]
    pub solver: SolverSpec,

    /// Use the exit codes of `git bisect run`: 1 still, 0 gone, 125 otherwise
    #[arg(long)]
    pub git_bisect: bool,

    /// The format of stdout
    #[arg(long, value_enum, default_value_t = ListFormat::Human)]
    pub format: ListFormat,

    /// How traces are replayed.
    #[command(flatten)]
    pub replays: ReplayArgs,
}

/// How the traces of bugs are replayed.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// Number of replays at the same time [default: the number of processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,

    /// Limit on the CPU time of a run
    #[arg(short, long, value_name = "DURATION", default_value_t = 10.0, value_parser = duration, allow_negative_numbers = true)]
    pub time_limit: f64,

    /// The oracles.
    #[command(flatten)]
    pub oracles: OracleArgs,
}

impl ReplayArgs {
    /// Replays with this limit on their CPU time, in seconds, and with the oracles that the traces
    /// name.
    #[must_use]
    pub fn with_limit(time_limit: f64) -> Self {
        Self {
            jobs: None,
            time_limit,
            oracles: OracleArgs::default(),
        }
    }
}
