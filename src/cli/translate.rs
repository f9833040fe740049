//! The arguments of `translate` and `import`, which make scripts and programs of traces, and traces
//! of scripts.

use super::help;
use super::offered;
use super::values::{assignment, seed};
use clap::{Args, ValueEnum};
use murxla_store::SolverSpec;
use std::ffi::OsString;
use std::path::PathBuf;

/// Translate a trace to SMT-LIB or to C
#[derive(Args, Debug)]
#[command(after_help = help::TRANSLATE)]
pub struct Translate {
    /// The trace, or the folder or the id of a finding; - for stdin
    pub trace: PathBuf,

    /// The language
    #[arg(long, value_enum)]
    pub to: TranslationTarget,

    /// The solver whose API a C program calls [default: the one that the trace names]
    ///
    /// The calls are recorded in a replay.
    #[arg(long, value_name = "SOLVER", value_parser = offered::solver(), hide_possible_values = true)]
    pub solver: Option<SolverSpec>,

    /// The SMT-LIB dialect: the dialect of a solver, or the standard [default: the solver that the
    /// trace names]
    ///
    /// A solver's dialect contains the solver's own operators and options; the standard contains
    /// neither. NAME@VERSION is the dialect of a release. Releases of Z3 differ.
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
    /// The part is left out in any case, together with the parts that need its results. Warnings
    /// and comments name them.
    #[arg(long)]
    pub strict: bool,

    /// In a C program, also make the calls that only look at objects or count references
    ///
    /// The program is much longer. Bugs that depend on when objects are freed may need it.
    #[arg(long)]
    pub all_calls: bool,

    /// Write to this file [default: stdout]
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Run a program, and record the calls that it makes to a solver
#[derive(Args, Debug)]
#[command(after_help = help::RECORD)]
pub struct Record {
    /// The solver whose C API the program uses
    #[arg(long, value_name = "SOLVER", value_parser = offered::with_c_api())]
    pub solver: String,

    /// Write the calls to this file
    ///
    /// A child process of the program writes its own file, whose name ends with the process id.
    #[arg(long, value_name = "FILE", default_value = "calls.log")]
    pub output: PathBuf,

    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, value_name = "PROGRAM")]
    pub program: Vec<OsString>,
}

/// Make a trace from an SMT-LIB script, or from recorded calls
#[derive(Args, Debug)]
#[command(after_help = help::IMPORT)]
pub struct Import {
    /// The script, or what `record` has written; - for stdin
    ///
    /// Its comments `; COMMAND-LINE:` and `; EXPECT:` give options and expected answers.
    pub script: PathBuf,

    /// The solver that the trace names; the script may use its operators and commands [default:
    /// none]
    #[arg(long, value_name = "SOLVER", value_parser = offered::solver(), hide_possible_values = true)]
    pub solver: Option<SolverSpec>,

    /// Set an option of the solver, before those of the script; may be repeated
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE", value_parser = assignment)]
    pub options: Vec<(String, String)>,

    /// Read the model after each check: constants, formulas, and some of their subterms
    #[arg(long)]
    pub values: bool,

    /// For recorded calls: import the calls of this instance of the solver, from 1 on [default: the
    /// instance in whose call the program ended, or the one with the most calls]
    #[arg(long, value_name = "N")]
    pub instance: Option<usize>,

    /// Seed of the wrapper's choices in each call and of the hidden assignment [default: the same
    /// choices in all calls]
    #[arg(short, long, value_name = "SEED", value_parser = seed)]
    pub seed: Option<u64>,

    /// Write to this file [default: stdout]
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What `translate` makes of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TranslationTarget {
    /// SMT-LIB 2.7.
    Smt2,
    /// A program in C that makes the same calls to the solver's C API; it needs no header.
    C,
}
