//! The arguments of `corpus`.

use super::help;
use super::offered;
use super::values::{duration, share};
use clap::{Args, Subcommand};
use murxla_coverage::Granularity;
use murxla_store::SolverSpec;
use std::path::PathBuf;

/// What to do with a corpus.
#[derive(Subcommand, Debug)]
pub enum CorpusCommand {
    /// Add SMT-LIB scripts and traces to a corpus
    ///
    /// Scripts may be in standard SMT-LIB or in the dialect of a solver. Files that are equal up to
    /// names are stored once. Files that are in the index of the corpus are not read again, so an
    /// interrupted import can be continued.
    Add(CorpusAdd),
    /// Download collections of scripts and add them to a corpus, or list the collections
    Fetch(CorpusFetch),
    /// Reduce a corpus to traces that together reach the same code
    ///
    /// Traces are replayed from the shortest to the longest. A trace is kept if it reaches blocks
    /// of the solver that no earlier trace has reached. Traces that end early are left out.
    Minimize(CorpusMinimize),
    /// Print tables about a corpus: theories, operators, sizes, and why files were not imported
    Show(CorpusShow),
}

/// Add SMT-LIB scripts and traces to a corpus
#[derive(Args, Debug)]
#[command(after_help = help::CORPUS_ADD)]
pub struct CorpusAdd {
    /// Files, and folders with files `*.smt2` and `*.trace`, at any depth
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,

    /// The folder of the corpus, which is made if it is missing
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// The solver in whose dialect the scripts are written
    #[arg(long, value_name = "SOLVER", value_parser = offered::solver(), hide_possible_values = true)]
    pub solver: Option<SolverSpec>,
}

/// Download collections of scripts and add them to a corpus, or list the collections
///
/// They are downloaded with Git, and kept beside the installed solvers.
#[derive(Args, Debug)]
#[command(after_help = help::CORPUS_FETCH)]
pub struct CorpusFetch {
    /// Names of collections; without a name, all are listed
    #[arg(requires = "out")]
    pub names: Vec<String>,

    /// The folder of the corpus, which is made if it is missing
    #[arg(long, value_name = "DIR", requires = "names")]
    pub out: Option<PathBuf>,
}

/// Reduce a corpus to traces that together reach the same code
#[derive(Args, Debug)]
#[command(after_help = help::CORPUS_MINIMIZE)]
pub struct CorpusMinimize {
    /// A folder with traces: a corpus, or the folder `entries` of a guided campaign
    pub corpus: PathBuf,

    /// The solver whose code is counted
    #[arg(long, value_name = "SOLVER", value_parser = offered::solver(), hide_possible_values = true)]
    pub solver: SolverSpec,

    /// The new folder for the traces that are kept
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// What is counted: basic blocks or functions; functions cost less
    #[arg(long, value_name = "UNIT", value_enum, default_value_t = Granularity::Block)]
    pub coverage: Granularity,

    /// Limit on the CPU time of a replay
    #[arg(short, long, value_name = "DURATION", default_value_t = 5.0, value_parser = duration, allow_negative_numbers = true)]
    pub time_limit: f64,
}

/// Print tables about a corpus
#[derive(Args, Debug)]
#[command(after_help = help::CORPUS_SHOW)]
pub struct CorpusShow {
    /// The folder of the corpus
    pub corpus: PathBuf,

    /// Rows of each table; 0 for all
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub rows: u32,

    /// Print what the strategy 'history' mines: skeletons, signatures of atoms, and rules about
    /// which atoms occur together
    #[arg(long)]
    pub rules: bool,

    /// Print the signatures of the atoms of each entry
    #[arg(long, conflicts_with = "rules")]
    pub signatures: bool,

    /// The minimum number of entries that contain all atoms of a rule
    #[arg(long, value_name = "N", requires = "rules", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    pub support: u32,

    /// The minimum confidence of a rule, from 0 to 1: of the entries with its first atoms, the
    /// share that also contains its other atoms
    #[arg(long, value_name = "SHARE", requires = "rules", default_value_t = 0.5, value_parser = share)]
    pub confidence: f64,
}
