//! The arguments of `learn`.

use super::help;
use super::offered;
use super::values::{category, count, duration, seed};
use clap::Args;
use murxla_fsm::option::Category;
use murxla_store::SolverSpec;
use std::path::PathBuf;

/// Learn which options have an effect on which operators
///
/// Makes formulas with few operators, or takes them from a corpus, changes options, and compares
/// answers, values and counters of the solver. The result is a table for the option --correlations
/// of campaigns. The same command continues an existing table. A table of another release is
/// continued with a quarter of its weight.
#[derive(Args, Debug)]
#[command(after_help = help::LEARN)]
pub struct Learn {
    /// The solver
    #[arg(long, value_name = "SOLVER", value_parser = offered::solver(), hide_possible_values = true)]
    pub solver: SolverSpec,

    /// Stop after this time, but first finish the formulas that were begun
    #[arg(long, value_name = "DURATION", value_parser = duration, allow_negative_numbers = true)]
    pub max_time: Option<f64>,

    /// Stop after N formulas
    #[arg(long, value_name = "N", required_unless_present = "max_time", value_parser = count)]
    pub max_formulas: Option<u64>,

    /// A folder with traces from which half of the formulas are taken; may be repeated; `none` for
    /// no traces [default: the regression traces of this program]
    #[arg(long, value_name = "DIR")]
    pub corpus: Vec<PathBuf>,

    /// The theories of the formulas; all of the profile if empty
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub theories: Vec<String>,

    /// Leave out these theories
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub no_theories: Vec<String>,

    /// Learn about options up to this category: common, regular, expert
    #[arg(long, value_name = "CATEGORY", value_parser = category, default_value = "regular")]
    pub option_category: Category,

    /// The first seed of a new table, decimal or 0x…; tables to merge need different ones
    #[arg(short, long, value_name = "SEED", value_parser = seed, default_value = "0")]
    pub seed: u64,

    /// Number of parallel processes [default: the number of processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,

    /// Write the table to this file; an existing one is continued [default:
    /// correlations-SOLVER.json]
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
