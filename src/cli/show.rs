//! The arguments of `show`.

use super::help;
use super::offered;
use clap::{Args, ValueEnum};
use murxla_store::SolverSpec;
use std::path::PathBuf;

/// Show a table: operators, actions, theories, options, the machine, checks, a profile, its schema
#[derive(Args, Debug)]
#[command(after_help = help::SHOW)]
pub struct Show {
    /// The table
    #[arg(value_enum)]
    pub what: Table,

    /// The solver whose table is shown, where solvers differ
    #[arg(long, value_name = "SOLVER", value_parser = offered::solver(), hide_possible_values = true)]
    pub solver: Option<SolverSpec>,

    /// With `options`: those that are never drawn, with the reasons
    #[arg(long)]
    pub denied: bool,

    /// Show correlations of this table of `learn` [default: the one in this program]
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,

    /// Show correlations of options whose names match GLOB
    #[arg(long, value_name = "GLOB", default_value = "*")]
    pub option: String,

    /// Show correlations with this feature, for instance an operator
    #[arg(long, value_name = "NAME")]
    pub feature: Option<String>,
}

/// The tables that can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Table {
    /// Operators with their signatures.
    Ops,
    /// Actions, which are the calls of traces: what they do, and what they check.
    Actions,
    /// States and weighted edges of the state machine.
    Fsm,
    /// Theories.
    Theories,
    /// Options of the solver that can be fuzzed.
    Options,
    /// Functions of the solver's C API, and which of them are called.
    Api,
    /// Options that have an effect on features of runs, according to `learn`.
    Correlations,
    /// Checks of results, with their ids, which profiles may name.
    Checks,
    /// Kinds of findings, the worst first.
    Kinds,
    /// The solver's profile.
    Profile,
    /// The JSON schema of profiles, for editors.
    ProfileSchema,
}
