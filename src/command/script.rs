//! Executes the script of a finding with the solver's own program or parser, and tells whether it
//! shows the bug.

use crate::executor::{Limits, ProgramEnd, ProgramRun, run_program};
use crate::exit::{self, Failure};
use crate::reports::issue::ScriptResult;
use crate::store::{SolverSource, SolverSpec, Store, Version};
use crate::system::console;
use crate::triage::Finding;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::solver::Answer;
use murxla_fsm::wrapper::OptionArgument;
use murxla_wrappers::smt2::NEEDS_ARGUMENT;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// How the command begins that asks for the value of the asserted formulas.
const OF_ASSERTED: &str = "(get-value ((and ";

/// How the commands begin that the program answers by `sat`, `unsat` or `unknown`.
const CHECKS: [&str; 3] = ["(check-sat", "(get-consequences ", "(query "];

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
    /// The program of the release that is installed, or else the parser of the library, if there is
    /// one of them. Nothing is installed. `version` is the one in which the bug was found.
    pub(super) fn find(solver: &SolverSpec, version: &str) -> Option<Self> {
        let store = Store::from_env().ok()?;
        let release: Option<Version> = match &solver.source {
            SolverSource::Version(version) => Some(version.clone()),
            SolverSource::Any => version.parse().ok(),
            // The program of a library that the user has built is not known.
            SolverSource::Path(_) => None,
        };
        let program = release.and_then(|release| {
            let program = store.program(&solver.name, &release, true, &mut |_| ());
            program.ok()
        });
        let wrapper = murxla_wrappers::find(&solver.name)?;
        if let Some(program) = program {
            return Some(Self {
                name: format!("the program of {} {version}", solver.name),
                program,
                arguments: Vec::new(),
                solver_arguments: wrapper.program_arguments(),
                option_arguments: wrapper.option_arguments(),
            });
        }
        wrapper.script_executor()?;
        let library = store.find(solver).ok()??.path?;
        Some(Self {
            name: format!("the parser of {} {version}", solver.name),
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
    let executor = murxla_wrappers::find(solver).and_then(|wrapper| wrapper.script_executor());
    let executor = executor
        .ok_or_else(|| Failure::usage(format!("{solver} has no parser that executes scripts")))?;
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
    finding: &Finding,
    limits: &Limits,
    stop: &AtomicBool,
) -> io::Result<ScriptResult> {
    let result = run(runner, script, finding, limits, stop)?;
    let question = match finding.kind {
        _ if result.shows == Some(true) => None,
        BugKind::Rejected => Some(WHY.to_owned()),
        BugKind::WrongModel => value_of_asserted(script),
        _ => None,
    };
    let Some(question) = question else {
        return Ok(result);
    };
    let asking = format!("{script}{question}");
    let asked = run(runner, &asking, finding, limits, stop)?;
    if asked.shows.is_none() || (asked.shows == Some(false) && finding.kind == BugKind::Rejected) {
        return Ok(result);
    }
    *script = asking;
    Ok(asked)
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
    finding: &Finding,
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
        shows: shows(finding, script, &run),
        end: run.end.to_string(),
        output: run.output,
    })
}

/// The command that asks for the value of the formulas that are asserted or assumed at the end of a
/// script. `None` if there are none.
fn value_of_asserted(script: &str) -> Option<String> {
    let mut asserted: Vec<&str> = Vec::new();
    let mut assumed = None;
    let mut levels: Vec<usize> = Vec::new();
    for line in script.lines() {
        let command = line
            .strip_prefix('(')
            .and_then(|line| line.strip_suffix(')'));
        let (command, rest) = command.map_or(("", ""), |c| c.split_once(' ').unwrap_or((c, "")));
        // No script has more levels than characters.
        let count = rest.parse().unwrap_or(1).min(script.len());
        match command {
            "assert" => asserted.push(rest),
            "check-sat" => assumed = None,
            "check-sat-assuming" => {
                let formulas = rest
                    .strip_prefix('(')
                    .and_then(|rest| rest.strip_suffix(')'));
                assumed = formulas.filter(|formulas| !formulas.is_empty());
            }
            "push" => levels.extend(vec![asserted.len(); count]),
            "pop" => {
                let left = levels.len().saturating_sub(count);
                asserted.truncate(levels.get(left).copied().unwrap_or(0));
                levels.truncate(left);
            }
            "reset" | "reset-assertions" => asserted.clear(),
            _ => {}
        }
    }
    asserted.extend(assumed);
    (!asserted.is_empty()).then(|| format!("{OF_ASSERTED}{} true)))\n", asserted.join(" ")))
}

/// Whether the last command of a script asks for the value of the asserted formulas.
fn is_asked(script: &str) -> bool {
    script
        .lines()
        .last()
        .is_some_and(|line| line.starts_with(OF_ASSERTED))
}

/// Whether the run of the script shows the bug. `None` if its output does not tell.
fn shows(finding: &Finding, script: &str, run: &ProgramRun) -> Option<bool> {
    let first = finding.message.lines().find(|line| !line.trim().is_empty());
    Some(match &finding.kind {
        BugKind::Crash(signal) => match run.end {
            ProgramEnd::Signal(other) if other.to_string() == **signal => true,
            ProgramEnd::Signal(_) if is_heap_damage(&run.output) => true,
            // It may be another bug.
            ProgramEnd::Signal(_) => return None,
            _ => false,
        },
        BugKind::Exit(code) => run.end == ProgramEnd::Exit(*code),
        BugKind::Timeout => run.end == ProgramEnd::Timeout,
        BugKind::Memory => run.end != ProgramEnd::Timeout && run.output.contains("memory"),
        BugKind::Rejected => first.is_some_and(|message| has_error(&run.output, message)),
        BugKind::WrongSat
        | BugKind::WrongUnsat
        | BugKind::Contradiction
        | BugKind::Disagreement => {
            // The last check of the run has no note if the run ended there. A wrong answer is that
            // of the last check.
            let mut noted = noted_answers(script);
            let wrong = finding.kind.wrong_answer().map(Answer::name);
            if let Some(last) = noted.last_mut() {
                *last = last.or(wrong);
            }
            let given = answers(&run.output);
            let is_same =
                |(noted, given): (&Option<&str>, &&str)| noted.is_none_or(|n| n == *given);
            let last = noted.iter().rposition(Option::is_some);
            last.is_some_and(|last| last < given.len()) && noted.iter().zip(&given).all(is_same)
        }
        // The last question is the value of the asserted formulas.
        BugKind::WrongModel if is_asked(script) => match run.output.trim_end() {
            output if output.ends_with(" false))") => true,
            output if output.ends_with(" true))") => false,
            _ => return None,
        },
        // The values, cores and other results of the run are not compared with the output.
        _ => return None,
    })
}

/// The answers in an output.
pub(super) fn answers(output: &str) -> Vec<&str> {
    output.lines().map(str::trim).filter(is_answer).collect()
}

/// The answers of the checks in a script, as far as it has them as comments.
pub(super) fn noted_answers(script: &str) -> Vec<Option<&str>> {
    let mut noted = Vec::new();
    for line in script.lines() {
        if is_check(line) {
            noted.push(None);
        } else if let (Some(answer), Some(last)) = (line.strip_prefix("; "), noted.last_mut())
            && is_answer(&answer)
        {
            *last = Some(answer);
        }
    }
    noted
}

/// Whether the program answers a command by `sat`, `unsat` or `unknown`.
pub(super) fn is_check(line: &str) -> bool {
    CHECKS.iter().any(|check| line.starts_with(check))
}

fn is_answer(line: &&str) -> bool {
    matches!(*line, "sat" | "unsat" | "unknown")
}

/// Whether the C library has found that memory is corrupted. Where this shows, and by which signal,
/// depends on what is in memory.
fn is_heap_damage(output: &str) -> bool {
    let found = ["corrupted ", "double free", "free(): ", "malloc(): "];
    let mut lines = output.lines();
    lines.any(|line| found.iter().any(|text| line.starts_with(text)))
}

/// Whether an error in the output has the text of this message, apart from its place.
fn has_error(output: &str, message: &str) -> bool {
    let text = |line: &str| -> String {
        let letters = line.chars().filter(char::is_ascii_alphabetic);
        letters.map(|c| c.to_ascii_lowercase()).collect()
    };
    // Messages of the API begin with the name of the function.
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let wanted = text(match message.split_once(": ") {
        Some((function, rest)) if is_name(function) => rest,
        _ => message,
    });
    let tells = |line: &&str| line.starts_with("(error") || line.starts_with("(:reason-unknown");
    let errors = output.lines().filter(tells);
    !wanted.is_empty() && errors.map(text).any(|error| error.contains(&wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::finding;
    use nix::sys::signal::Signal;

    /// A crash by another signal may be another bug, unless memory is corrupted.
    #[test]
    fn crashes_show_by_their_signals() {
        let crash = finding("crash-SIGSEGV", "00000000", &serde_json::json!({}));
        let shown = |end, output: &str| {
            let output = output.to_owned();
            shows(&crash, "(check-sat)\n", &ProgramRun { end, output })
        };
        let signal = ProgramEnd::Signal;
        assert_eq!(shown(signal(Signal::SIGSEGV), ""), Some(true));
        assert_eq!(shown(signal(Signal::SIGABRT), "sat\n"), None);
        let damage = "sat\ncorrupted size vs. prev_size\n";
        assert_eq!(shown(signal(Signal::SIGABRT), damage), Some(true));
        assert_eq!(shown(ProgramEnd::Exit(1), damage), Some(false));
    }

    #[test]
    fn only_formulas_that_hold_at_the_end_are_asked_for() {
        let script = "(declare-const x Bool)\n(assert x)\n(push 1)\n(assert (not x))\n(pop 1)\n(assert (or x x))\n";
        let asked = |more: &str| value_of_asserted(&format!("{script}{more}"));
        let all = "(get-value ((and x (or x x) true)))\n";
        assert_eq!(asked("(check-sat)\n").as_deref(), Some(all));
        let assumed = "(get-value ((and x (or x x) x (not x) true)))\n";
        let check = "(check-sat)\n(check-sat-assuming (x (not x)))\n; sat\n";
        assert_eq!(asked(check).as_deref(), Some(assumed));
        assert_eq!(asked("(pop 99999999999999)\n"), None);
        assert_eq!(asked("(push 99999999999999)\n").as_deref(), Some(all));
        assert!(is_asked(&format!("{script}{all}")) && !is_asked(script));
    }
}
