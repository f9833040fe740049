//! The command line as the user typed it. Parsing only reads it; `plan.rs` looks names up and
//! checks them.

mod corpus;
mod cross;
mod fuzz;
mod help;
mod learn;
mod minimize;
mod offered;
mod releases;
mod replay;
mod results;
pub mod settings;
mod show;
mod translate;
mod values;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum as _};
use clap_complete::Shell;
pub use corpus::{CorpusAdd, CorpusCommand, CorpusFetch, CorpusMinimize, CorpusShow};
pub use cross::{ReferenceSpec, References};
pub use fuzz::{Format, Fuzz, GuidanceArgs, Schedule, TestedPart};
pub use learn::Learn;
pub use minimize::{Minimize, WantedArgs};
use murxla_store::{Instrument, SolverSpec};
pub use releases::{Bisect, RecheckArgs, ReplayArgs};
pub use replay::{OracleArgs, Replay};
pub use results::{CoverageArgs, FindingsArgs, ListFormat, Merge, Report};
pub use show::{Show, Table};
use std::ffi::OsString;
use std::path::PathBuf;
pub use translate::{Import, Record, Translate, TranslationTarget};
pub use values::assignment;

/// Finds bugs in SMT solvers: loads a solver's library and makes random, valid sequences of API
/// calls.
///
/// Without a subcommand, murxla-rs runs a fuzzing campaign. The subcommands work on what a campaign
/// finds.
#[derive(Parser, Debug)]
#[command(version, about, long_about, after_help = help::SHORT, after_long_help = help::MAIN, args_conflicts_with_subcommands = true)]
#[command(
    subcommand_negates_reqs = true,
    arg_required_else_help = true,
    max_term_width = 100
)]
pub struct Cli {
    /// What to do instead of fuzzing.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The campaign.
    #[command(flatten)]
    pub fuzz: Fuzz,
    /// When output has colours: auto, always or never
    ///
    /// `auto` means on a terminal. The environment variables `NO_COLOR` and `CLICOLOR_FORCE` are
    /// honoured.
    #[arg(long, value_name = "WHEN", global = true, value_enum, default_value_t = ColorChoice::Auto, hide_possible_values = true, hide_short_help = true, help_heading = help::OUTPUT)]
    pub color: ColorChoice,
}

/// What the user allows, for all subcommands.
#[derive(Args, Clone, Copy, Debug)]
pub struct Allowed {
    /// Never download a solver
    #[arg(long, global = true, hide_short_help = true)]
    pub offline: bool,

    /// Trust the files: traces may name libraries and programs, options may write files
    ///
    /// The solver may also write files outside of its temporary folder, for instance the counters
    /// of a coverage build. Use this only with files that you have read. See "Files from other
    /// people" in the user guide.
    #[arg(long, global = true, hide_short_help = true)]
    pub trust: bool,
}

/// What `--color` says. Errors of the command line have colours, too, so it is not parsed yet.
#[must_use]
pub fn chosen_colours(arguments: &[OsString]) -> ColorChoice {
    let words = || arguments.iter().filter_map(|word| word.to_str());
    let next = words().skip(1).zip(words());
    let values = next.filter_map(|(word, before)| match before {
        "--color" => Some(word),
        _ => word.strip_prefix("--color="),
    });
    let chosen = values.filter_map(|value| ColorChoice::from_str(value, false).ok());
    chosen.last().unwrap_or_default()
}

/// The command line of this process with more arguments, quoted for a POSIX shell.
#[must_use]
pub fn command_line_with(more: &[&str]) -> String {
    let more = more.iter().map(|arg| (*arg).to_owned());
    let words = std::iter::once("murxla-rs".to_owned())
        .chain(settings::arguments())
        .chain(more);
    let quoted =
        words.map(|word| shlex::try_quote(&word).map_or_else(|_| word.clone(), Into::into));
    quoted.collect::<Vec<String>>().join(" ")
}

/// What can be done besides fuzzing.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the findings of a results directory
    Findings(FindingsArgs),
    /// Make the calls of a trace again
    Replay(Replay),
    /// Shorten a trace that shows a bug
    Minimize(Minimize),
    /// Find the releases of a solver in which traces show their bugs
    Bisect(Bisect),
    /// Check which bugs another library still has
    Recheck(RecheckArgs),
    /// Translate a trace to SMT-LIB or to C
    Translate(Translate),
    /// Make a trace from an SMT-LIB script, or from recorded calls
    Import(Import),
    /// Run a program, and record the calls that it makes to a solver
    Record(Record),
    /// Make a corpus of scripts and traces, or show what it contains
    #[command(after_help = help::CORPUS)]
    Corpus {
        /// What to do.
        #[command(subcommand)]
        command: CorpusCommand,
    },
    /// Write a web page about a campaign, and an issue text for each finding
    Report(Report),
    /// Learn which options have an effect on which operators
    #[command(after_help = help::LEARN)]
    Learn(Learn),
    /// Merge results directories, or tables of `learn`, into a new one
    Merge(Merge),
    /// Show which parts of a solver the runs of a campaign have reached
    Coverage(CoverageArgs),
    /// List solver libraries, or install one
    #[command(after_help = help::SOLVERS)]
    Solvers {
        /// Instead of listing.
        #[command(subcommand)]
        command: Option<Solvers>,
    },
    /// Show a table: operators, options, checks, a profile and others
    Show(Show),
    /// Print a completion script for a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page, or write the man pages of all subcommands
    #[command(after_help = help::MAN)]
    Man {
        /// Write murxla-rs.1 and a page for each subcommand into this directory
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Execute a script with the parser of a solver's library. `report` runs this command in a
    /// process of its own
    #[command(hide = true, after_help = help::EXECUTE)]
    Execute {
        /// The name of the solver
        solver: String,
        /// Its library
        library: PathBuf,
        /// The script
        script: PathBuf,
    },
}

/// What can be done with solver libraries.
#[derive(Subcommand, Debug)]
pub enum Solvers {
    /// Install a released library
    #[command(after_help = help::INSTALL)]
    Install {
        /// NAME or NAME@VERSION
        #[arg(value_parser = offered::solver(), hide_possible_values = true)]
        solver: SolverSpec,
    },
    /// Build a solver with assertions or sanitizers
    ///
    /// The sources are those of a release, or the user's checkout. The result is used like any
    /// other solver, for instance z3@5.4.1+assertions. A build that was interrupted is continued.
    #[command(after_help = help::BUILD)]
    Build {
        /// NAME or NAME@VERSION
        #[arg(value_parser = offered::solver(), hide_possible_values = true)]
        solver: SolverSpec,

        /// What to add to the build; may be repeated
        #[arg(long, value_name = "PART", required = true, value_delimiter = ',')]
        with: Vec<Instrument>,

        /// Build this checkout of the solver instead of the sources of a release
        #[arg(long, value_name = "DIR")]
        from: Option<PathBuf>,
    },
    /// Print the path of a solver's library, or of its program
    #[command(after_help = help::PATH)]
    Path {
        /// The program that comes with the library
        #[arg(long)]
        program: bool,

        /// NAME, NAME@VERSION or NAME=PATH
        #[arg(value_parser = offered::solver(), hide_possible_values = true)]
        solver: SolverSpec,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
