//! The arguments of subcommands that read results directories.

use super::help;
use super::offered;
use clap::{Args, ValueEnum};
use murxla_coverage::Grouping;
use murxla_store::SolverSpec;
use std::path::PathBuf;

/// Show which parts of a solver the runs of a campaign have reached
///
/// The campaign must have run with --coverage. Names of functions come from the symbols of the
/// library. Functions without symbols are named by their addresses. Source files with folders come
/// from debug information. The released libraries of solvers have none: there, symbols tell the
/// file of some functions only, without its folder, and the others are in the group `(not known)`.
#[derive(Args, Debug)]
#[command(after_help = help::COVERAGE)]
pub struct CoverageArgs {
    /// The results directory
    pub results: PathBuf,

    /// How blocks are grouped
    #[arg(long, value_enum, default_value_t = Grouping::Namespace)]
    pub by: Grouping,

    /// Show only functions whose own name or group name matches GLOB
    #[arg(long = "match", value_name = "GLOB")]
    pub matching: Option<String>,

    /// The number of rows of each table; 0 for all
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub rows: u32,

    /// The file of a library that was not examined on this machine; may be repeated
    #[arg(long, value_name = "FILE")]
    pub library: Vec<PathBuf>,
}

/// List the findings of a results directory
///
/// The worst come first, each with its message and the command that replays it.
#[derive(Args, Debug)]
#[command(after_help = help::FINDINGS)]
pub struct FindingsArgs {
    /// The results directory; the campaign may still be running
    pub results: PathBuf,

    /// The format of stdout
    #[arg(long, value_enum, default_value_t = ListFormat::Human)]
    pub format: ListFormat,
}

/// How a command lists its results.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum ListFormat {
    /// Text for people.
    #[default]
    Human,
    /// One JSON document.
    Json,
}

/// Write a web page about a campaign, and an issue text for each finding
#[derive(Args, Debug)]
#[command(after_help = help::REPORT)]
pub struct Report {
    /// The results directory, a trace, or the folder or the id of a finding; the campaign may still
    /// be running
    ///
    /// For a results directory, report.html is written there, and report.md into the folder of each
    /// finding. The report of a trace or of a single finding is printed.
    pub results: PathBuf,

    /// Also write the scripts that show bugs into this folder, as tests of the solver's own suite
    ///
    /// Expected answers are known to be right, or are the answers of the newest installed release
    /// that does not show the bug. Scripts without expected answers are left out.
    #[arg(long, value_name = "DIR")]
    pub regression: Option<PathBuf>,

    /// The solver whose API the C programs call [default: the one that each trace names]
    #[arg(long, value_name = "SOLVER", value_parser = offered::solver(), hide_possible_values = true)]
    pub solver: Option<SolverSpec>,
}

/// Merge results directories of several machines, or tables of `learn`, into a new one
#[derive(Args, Debug)]
#[command(after_help = help::MERGE)]
pub struct Merge {
    /// Results directories of the same solver and version; their campaigns may still be running
    ///
    /// Shards and merged directories are allowed, too. Instead of directories, tables that `learn`
    /// has made for the same solver can be merged.
    #[arg(value_name = "DIR", required = true)]
    pub results: Vec<PathBuf>,

    /// The new directory for results; `report` reads it, and a campaign can continue in it
    #[arg(long, value_name = "DIR", required_unless_present = "output")]
    pub out: Option<PathBuf>,

    /// The new file for tables
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub output: Option<PathBuf>,
}
