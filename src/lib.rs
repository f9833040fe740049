//! The library of the program `murxla-rs`: everything except `main`, so that tests and other
//! programs can use its parts.
//!
//! ```
//! use murxla_rs::imported::{ScriptConfig, trace_of_script};
//!
//! // The calls of an API that mean the same as a script.
//! let script = "(declare-const p Bool)(assert (not p))(check-sat)";
//! let trace = trace_of_script(script, "p.smt2".as_ref(), ScriptConfig::default()).unwrap();
//! assert!(trace.text.contains("mk-term OP_NOT SORT_BOOL 1 t1\n"));
//! ```
//!
//! # Modules
//!
//! `cli` (the command line) → `plan` (solvers and profiles are found) → `campaign` or a `command` →
//! exit code. The crate `murxla_executor` runs children, and `payload` is what a child does.
//! `oracle` and `triage` decide about their outcomes, `results` and `events` store and print them,
//! and `reports` writes about them later.

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
compile_error!("murxla-rs needs Linux on x86-64");

pub mod actions;
pub mod bug_traces;
pub mod campaign;
pub mod cli;
pub mod command;
pub mod config;
pub mod corpus;
pub mod events;
pub mod exit;
pub mod guidance;
pub mod imported;
pub mod judgement;
pub mod learn;
pub mod minimize;
pub mod oracle;
pub mod payload;
pub mod plan;
pub mod recorder;
pub mod replayed;
pub mod reports;
pub mod results;
pub mod seeds;
pub mod stats;
pub mod trace_file;
pub mod triage;

use bug_traces::{is_one_trace, is_results};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _};
use clap_complete::Shell;
use cli::{Cli, Command};
use exit::Failure;
use murxla_system::{console, escape, signals};
use std::borrow::Cow;
use std::ffi::OsString;
use std::process::ExitCode;

/// The program.
#[must_use]
pub fn main() -> ExitCode {
    murxla_executor::restore_environment();
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let remark = match config::configured(&arguments) {
        Ok(None) => None,
        Ok(Some(configured)) => {
            cli::settings::set_arguments(&configured.arguments);
            arguments = configured.arguments;
            Some(configured.remark)
        }
        Err(failure) => {
            console::complain!("error: {failure}");
            return ExitCode::from(failure.code);
        }
    };
    let parsed = parse(&arguments);
    if let (Ok(cli), Some(remark)) = (&parsed, remark)
        && cli.fuzz.output.verbose
    {
        console::complain!("{remark}");
    }
    let ended = match parsed {
        Ok(cli) => run(cli),
        Err(wrong) if wrong.use_stderr() => {
            refuse(&wrong, &arguments);
            return ExitCode::from(exit::USAGE);
        }
        Err(help) => {
            console::keep(&help.print());
            Ok(exit::CLEAN)
        }
    };
    match ended.and_then(|code| {
        console::finish()
            .map(|()| code)
            .map_err(Failure::configuration)
    }) {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            console::complain!("error: {failure}");
            ExitCode::from(failure.code)
        }
    }
}

/// Parses the command line.
///
/// # Errors
/// It is wrong, or asks for help. Clap prints this, in colours as the user wants them.
fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let colours = cli::chosen_colours(arguments);
    match colours {
        ColorChoice::Auto => {}
        chosen => console::choose_colours(chosen == ColorChoice::Always),
    }
    let mut command = Cli::command().color(colours);
    let matches = command.try_get_matches_from_mut(arguments)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Words that users try as a subcommand, and what they mean.
const HINTS: [(&str, &str); 9] = [
    (
        "fuzz",
        "a campaign has no subcommand: murxla-rs --solver NAME --continuous",
    ),
    (
        "run",
        "a campaign has no subcommand: murxla-rs --solver NAME --continuous",
    ),
    (
        "test",
        "a campaign has no subcommand: murxla-rs --solver NAME --continuous",
    ),
    (
        "list",
        "'findings DIR' lists findings, and 'solvers' lists solvers",
    ),
    (
        "diff",
        "'recheck DIR --solver NAME' checks which findings a library still has",
    ),
    (
        "compare",
        "'--solver NAME --cross-check OTHER' compares solvers",
    ),
    (
        "explain",
        "'replay --explain TRACE' says what the values should be",
    ),
    ("reduce", "'minimize TRACE' makes a trace shorter"),
    (
        "convert",
        "'translate TRACE --to smt2' or '--to c', and 'import SCRIPT'",
    ),
];

/// What a word that is not a subcommand means.
fn hint(wrong: &clap::Error) -> Option<&'static str> {
    let word = match (wrong.kind(), wrong.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) => word,
        _ => return None,
    };
    let mut hints = HINTS.iter();
    hints.find_map(|(known, hint)| (known == word).then_some(*hint))
}

/// Prints why the command line is wrong. Clap prints it in colours. It repeats arguments, which may
/// be names of files with control characters.
fn refuse(wrong: &clap::Error, arguments: &[OsString]) {
    if let Some(hint) = hint(wrong) {
        return console::complain!("error: {hint}");
    }
    if let (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) =
        (wrong.kind(), wrong.get(ContextKind::InvalidArg))
        && !word.starts_with('-')
        && arguments
            .get(1)
            .is_some_and(|command| command == "minimize")
    {
        return console::complain!(
            "error: 'minimize' takes one trace or one results directory: '{}' is one argument too many",
            escape::one_line(word)
        );
    }
    let text = wrong.to_string();
    match escape::visible(&text) {
        // If help cannot be printed, an error message cannot be either.
        Cow::Borrowed(_) => drop(wrong.print()),
        Cow::Owned(visible) => console::err(visible),
    }
}

fn run(cli: Cli) -> Result<u8, Failure> {
    // An import has nothing to finish, so the first signal ends it at once.
    let at_once = matches!(cli.command, Some(Command::Import(_)));
    signals::handle(at_once).map_err(|e| Failure {
        code: exit::DEFECT,
        message: format!("cannot handle signals: {e}"),
    })?;
    let stop = signals::stop();
    let allowed = cli.fuzz.allowed;
    match &cli.command {
        None => command::fuzz::run(&cli.fuzz, stop),
        Some(Command::Bisect(args)) => command::bisect::run(args, allowed, &stop),
        Some(Command::Recheck(args)) => command::recheck::run(args, allowed, &stop),
        Some(Command::Findings(args)) => command::findings::run(args),
        Some(Command::Replay(args)) => command::replay::run(args, allowed, &stop),
        Some(Command::Minimize(args)) if is_results(&args.trace) => {
            command::minimize_all::run(args, allowed, &stop)
        }
        Some(Command::Minimize(args)) => command::minimize::run(args, allowed, &stop),
        Some(Command::Import(args)) => command::import::run(args),
        Some(Command::Record(args)) => command::record::run(args, &stop),
        Some(Command::Translate(args)) => command::translate::run(args, allowed, &stop),
        Some(Command::Corpus { command }) => command::corpus::run(command, allowed, &stop),
        Some(Command::Learn(args)) => command::learn::run(args, allowed.offline, &stop),
        Some(Command::Merge(args)) => command::merge::run(args),
        Some(Command::Coverage(args)) => command::coverage::run(args),
        Some(Command::Report(args)) if is_one_trace(&args.results) => {
            command::report_trace::run(args, allowed, &stop)
        }
        Some(Command::Report(args)) => command::report::run(args, allowed, &stop),
        Some(Command::Solvers { command }) => {
            command::solvers::run(command.as_ref(), allowed.offline)
        }
        Some(Command::Show(args)) => command::show::run(args, allowed.offline, &stop),
        Some(Command::Completions { shell }) => {
            console::out(completions(*shell));
            Ok(exit::CLEAN)
        }
        Some(Command::Execute {
            solver,
            library,
            script,
        }) => command::script::execute(solver, library, script),
        Some(Command::Man { out }) => command::man::run(out.as_deref()),
    }
}

/// The completion script of a shell.
fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "murxla-rs", &mut script);
    let script = String::from_utf8_lossy(&script);
    match shell {
        // clap_complete writes the labels of subcommands in bash with a wrong prefix if the name of
        // the program has a hyphen.
        Shell::Bash => {
            let script = script.replace("murxla__subcmd__rs", "murxla__rs");
            // Otherwise bash takes the version in `z3@4.13.0` for a word of its own.
            format!("{script}COMP_WORDBREAKS=${{COMP_WORDBREAKS//@}}\n")
        }
        // Its script for fish offers nothing for the value of an option before the subcommand.
        Shell::Fish => script.replace(
            "2>/dev/null\n    or return\n",
            "2>/dev/null\n    or return 0\n",
        ),
        _ => script.into_owned(),
    }
}
