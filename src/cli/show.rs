//! The arguments of `show`.

use super::help;
use crate::store::SolverSpec;
use clap::{Args, ValueEnum};

/// Show a table: operators, theories, options, the machine, a profile
#[derive(Args, Debug)]
#[command(after_help = help::SHOW)]
pub struct Show {
    /// The table
    #[arg(value_enum)]
    pub what: Table,

    /// The solver whose table is shown, where solvers differ
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<SolverSpec>,

    /// With `options`: those that are never drawn, with the reasons
    #[arg(long)]
    pub denied: bool,
}

/// The tables that can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Table {
    /// Operators with their signatures.
    Ops,
    /// States and weighted edges of the machine.
    Fsm,
    /// Theories.
    Theories,
    /// Options of the solver that can be fuzzed.
    Options,
    /// Functions of the solver's C API, and which of them are called.
    Api,
    /// The solver's profile.
    Profile,
}
