//! Executes the script of a finding with the solver's own program or parser, and tells whether it
//! shows the bug.

use super::found_formula::refutations;
use super::shows::{ClaimedBug, answers, asking_for_asserted};
use crate::exit::{self, Failure};
use crate::reports::issue::ScriptResult;
use murxla_executor::{Limits, ProgramRun, reset_signals, run_program};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::wrapper::OptionArgument;
use murxla_store::{SolverSource, SolverSpec, Store, Version};
use murxla_system::console;
use murxla_wrappers::smt2::NEEDS_ARGUMENT;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Asks why the answer is unknown.
const WHY: &str = "(get-info :reason-unknown)\n";

/// What executes the scripts of a solver.
pub(super) struct ScriptRunner {
    /// `the program of z3 4.8.5`, or `the parser of cvc5 1.4.2`.
    name: String,
    program: PathBuf,
    /// The arguments in front of those of the solver.
    arguments: Vec<PathBuf>,
    /// The arguments of the solver for all scripts.
    solver_arguments: &'static [&'static str],
    /// Those that only some scripts need.
    option_arguments: &'static [OptionArgument],
}

impl ScriptRunner {
    /// The program of the installed release or of the user's build, or else the parser of the
    /// library, if there is one of them. Nothing is installed. `found` is the release in which the
    /// bug was found.
    pub(super) fn find(solver: &SolverSpec, found: Option<&Version>) -> Option<Self> {
        let store = Store::from_env().ok()?;
        let release = match &solver.source {
            SolverSource::Version(version) => Some(version),
            SolverSource::Any => found,
            SolverSource::Path(_) => None,
        };
        let version = release
            .or(found)
            .map(|version| format!(" {}", version.of_solver()));
        let version = version.unwrap_or_default();
        let of_release = release.and_then(|release| {
            let program = store.program(&solver.name, release, true, &mut |_| ());
            program.ok()
        });
        let of_build = match &solver.source {
            SolverSource::Path(library) => store.program_of_build(&solver.name, library),
            _ => None,
        };
        let where_from = match &of_build {
            Some(_) => " of the same build",
            None => "",
        };
        let wrapper = murxla_wrappers::find(&solver.name)?;
        if let Some(program) = of_release.or(of_build) {
            return Some(Self {
                name: format!("the program of {}{version}{where_from}", solver.name),
                program,
                arguments: Vec::new(),
                solver_arguments: wrapper.constants().scripts.program_arguments,
                option_arguments: wrapper.constants().scripts.option_arguments,
            });
        }
        wrapper.constants().scripts.executor?;
        let library = store.find(solver).ok()??.path?;
        Some(Self {
            name: format!("the parser of {}{version}", solver.name),
            program: std::env::current_exe().ok()?,
            arguments: vec!["execute".into(), solver.name.clone().into(), library],
            solver_arguments: &[],
            option_arguments: &[],
        })
    }
}

impl ScriptRunner {
    /// The arguments of the solver for a script, which names those that it needs in comments.
    pub(super) fn arguments_for(&self, script: &str) -> Vec<&'static str> {
        let needed = |row: &&OptionArgument| {
            let mut lines = script.lines();
            lines.any(|line| line.strip_prefix(NEEDS_ARGUMENT) == Some(row.argument))
        };
        let needed = self.option_arguments.iter().filter(needed);
        let arguments = self.solver_arguments.iter().copied();
        arguments.chain(needed.map(|row| row.argument)).collect()
    }
}

/// Executes a script with the parser of a solver's library.
///
/// # Errors
/// The library or the script cannot be read, or the parser refuses the script.
pub fn execute(solver: &str, library: &Path, script: &Path) -> Result<u8, Failure> {
    let text = std::fs::read_to_string(script)
        .map_err(|e| Failure::usage(format!("cannot read {}: {e}", script.display())))?;
    let executor =
        murxla_wrappers::find(solver).and_then(|wrapper| wrapper.constants().scripts.executor);
    let executor = executor
        .ok_or_else(|| Failure::usage(format!("{solver} has no parser that executes scripts")))?;
    // A crash is to end this process like the program of the solver.
    reset_signals();
    match executor(library, &text) {
        Ok(()) => Ok(exit::CLEAN),
        Err(error) => {
            console::out(format_args!("(error \"{error}\")\n"));
            Ok(exit::FINDING)
        }
    }
}

/// Runs the script of a trace. If the script shows the bug only after a question, it gets this
/// question: why the answer of a rejected check is unknown, or which value a wrong model gives to
/// the asserted formulas.
///
/// # Errors
/// It cannot be run, or the user has interrupted the command.
pub(super) fn try_out(
    runner: &ScriptRunner,
    script: &mut String,
    claim: &ClaimedBug<'_>,
    limits: &Limits,
    stop: &AtomicBool,
) -> io::Result<ScriptResult> {
    let mut result = run(runner, script, claim, limits, stop)?;
    if *claim.kind == BugKind::WrongResult && result.shows.is_none() {
        for refutation in refutations(script, &result.output) {
            let refuted = run_script(runner, &refutation, limits, stop)?;
            if answers(&refuted.output).last() == Some(&"sat") {
                result.shows = Some(true);
            }
        }
    }
    let is_rejected = *claim.kind == BugKind::Rejected;
    let asking = match claim.kind {
        _ if result.shows.is_some() && !is_rejected => Vec::new(),
        BugKind::Rejected if result.shows != Some(true) => vec![format!("{script}{WHY}")],
        BugKind::WrongModel if claim.is_about_formula() => asking_for_asserted(script),
        _ => Vec::new(),
    };
    for asking in asking {
        let asked = run(runner, &asking, claim, limits, stop)?;
        let is_better = match asked.shows {
            Some(true) => true,
            Some(false) => result.shows.is_none() && !is_rejected,
            None => false,
        };
        if is_better {
            *script = asking;
            result = asked;
        }
        if result.shows == Some(true) {
            break;
        }
    }
    Ok(result)
}

/// Runs a script.
///
/// # Errors
/// It cannot be run, or the user has interrupted the command.
pub(super) fn run_script(
    runner: &ScriptRunner,
    script: &str,
    limits: &Limits,
    stop: &AtomicBool,
) -> io::Result<ProgramRun> {
    let mut file = tempfile::Builder::new().suffix(".smt2").tempfile()?;
    file.write_all(script.as_bytes())?;
    let of_solver = runner.arguments_for(script);
    let arguments = runner.arguments.iter().map(PathBuf::as_path);
    let of_solver = of_solver.iter().map(Path::new);
    let arguments: Vec<&Path> = arguments.chain(of_solver).chain([file.path()]).collect();
    run_program(&runner.program, &arguments, limits, stop)
}

fn run(
    runner: &ScriptRunner,
    script: &str,
    claim: &ClaimedBug<'_>,
    limits: &Limits,
    stop: &AtomicBool,
) -> io::Result<ScriptResult> {
    let run = run_script(runner, script, limits, stop)?;
    let arguments = runner.arguments_for(script).join(" ");
    Ok(ScriptResult {
        program: match &arguments[..] {
            "" => runner.name.clone(),
            _ => format!("{} with {arguments}", runner.name),
        },
        shows: claim.is_shown(script, &run),
        end: run.end.to_string(),
        output: run.output,
    })
}
