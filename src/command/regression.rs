//! `report --regression`: writes scripts that show bugs as tests of the solver's own suite.

use super::issue::{IssueSource, TIME, release_of};
use super::script::{ScriptRunner, run_script};
use super::shows::{answers, is_check, noted_answers};
use crate::exit::Failure;
use crate::judgement::Judgement;
use crate::triage::Finding;
use murxla_executor::{Limits, ProgramEnd};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::wrapper::RegressionLayout;
use murxla_store::{SolverSource, SolverSpec, Store, Version};
use murxla_system::folder;
use murxla_wrappers::WRAPPERS;
use murxla_wrappers::smt2::NEEDS_ARGUMENT;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Writes the script of a finding with the expected answers, in the layout of the solver's suite.
/// Returns the path of the script, or why there is none.
///
/// # Errors
/// The files cannot be written.
pub(super) fn write_test(
    directory: &Path,
    name: &str,
    finding: &Finding,
    source: &IssueSource,
    stop: &AtomicBool,
) -> Result<Result<PathBuf, &'static str>, Failure> {
    let trace = source.trace.as_ref().ok();
    let Some(script) = trace.and_then(|trace| trace.program.as_ref().ok()) else {
        return Ok(Err("there is no script"));
    };
    if !script.shows_bug() {
        return Ok(Err("the script does not show the bug"));
    }
    let solver: Option<SolverSpec> = finding.solver.parse().ok();
    let wrapper = solver
        .as_ref()
        .and_then(|solver| murxla_wrappers::find(&solver.name));
    let (Some(solver), Some(wrapper)) = (solver, wrapper) else {
        return Ok(Err("its solver is not known"));
    };
    let Some(own) = ScriptRunner::find(&solver, release_of(finding).as_ref()) else {
        return Ok(Err("its program is not installed"));
    };
    let right = |text: &str| match finding.observed.kind {
        BugKind::WrongSat => opposite(&script.text, "unsat"),
        BugKind::WrongUnsat => opposite(&script.text, "sat"),
        BugKind::WrongModel => of_model(&own, text, stop),
        _ => of_newest(source, &solver, text, stop).or_else(|| of_others(&solver, text, stop)),
    };
    // Queries are left out if the test fails without them, or with the last one alone.
    let (bare, all) = (
        without_queries(&script.text),
        without_comments(&script.text),
    );
    let last = all.lines().last().filter(|line| is_query(line));
    let with_last = last.map(|query| format!("{bare}{query}\n"));
    let mut is_known = false;
    let mut test = None;
    for text in [Some(bare), with_last, Some(all)].into_iter().flatten() {
        let Some(expected) = right(&text) else {
            continue;
        };
        is_known = true;
        if fails(&own, &text, &expected, stop) {
            test = Some((text, expected));
            break;
        }
    }
    let Some((text, expected)) = test else {
        return Ok(Err(match is_known {
            true => "the script has the right answers",
            false => "the right answers are not known",
        }));
    };
    let write = |path: &Path, text: &str| {
        folder::write(path, text.as_bytes())
            .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", path.display())))
    };
    std::fs::create_dir_all(directory).map_err(|e| {
        Failure::configuration(format!("cannot create {}: {e}", directory.display()))
    })?;
    let path = directory.join(format!("{name}.smt2"));
    match wrapper.constants().scripts.regression_layout {
        RegressionLayout::Comments(start) => {
            let comments: String = expected
                .iter()
                .map(|answer| format!("{start}{answer}\n"))
                .collect();
            write(&path, &(comments + &text))?;
        }
        RegressionLayout::File {
            expected: extension,
            arguments,
        } => {
            write(&path, &text)?;
            let lines = expected.join("\n") + "\n";
            write(&path.with_extension(extension), &lines)?;
            let needed = own.arguments_for(&text).join(" ");
            if let Some(extension) = arguments.filter(|_| !needed.is_empty()) {
                write(&path.with_extension(extension), &(needed + "\n"))?;
            }
        }
    }
    Ok(Ok(path))
}

/// The limits of a run of a script.
fn limits() -> Limits {
    Limits {
        time: TIME,
        ..Limits::default()
    }
}

/// The script without comments, apart from those that name arguments.
fn without_comments(text: &str) -> String {
    let is_kept = |line: &&str| !line.starts_with(';') || line.starts_with(NEEDS_ARGUMENT);
    text.split_inclusive('\n').filter(is_kept).collect()
}

/// Whether a command prints something else than an answer.
fn is_query(line: &str) -> bool {
    line.starts_with("(get-") && !is_check(line)
}

/// The script without comments, and without queries.
fn without_queries(text: &str) -> String {
    let is_kept = |line: &&str| !is_query(line);
    let bare = without_comments(text);
    bare.split_inclusive('\n').filter(is_kept).collect()
}

/// The noted answers, the last one replaced by the right one. `None` if an earlier check has no
/// note.
fn opposite(text: &str, right: &str) -> Option<Vec<String>> {
    let mut noted = noted_answers(text);
    noted.pop()?;
    let mut expected: Option<Vec<String>> = noted
        .into_iter()
        .map(|answer| answer.map(str::to_owned))
        .collect();
    expected.as_mut()?.push(right.to_owned());
    expected
}

/// Whether the test fails: the script ends in another way, has an error, or prints something else.
fn fails(runner: &ScriptRunner, script: &str, expected: &[String], stop: &AtomicBool) -> bool {
    printed(runner, script, stop).is_none_or(|lines| lines != expected)
}

/// The output of a script. `None` if it ends in an error.
fn printed(runner: &ScriptRunner, script: &str, stop: &AtomicBool) -> Option<Vec<String>> {
    let run = run_script(runner, script, &limits(), stop).ok()?;
    if run.end != ProgramEnd::Exit(0) || run.output.contains("(error ") {
        return None;
    }
    // Without queries, only answers count: warnings differ from run to run.
    let has_queries = script.lines().any(is_query);
    let lines = run.output.lines().map(str::trim);
    let is_result = |line: &&str| !line.is_empty() && !line.starts_with(['[', ';']);
    Some(match has_queries {
        true => lines.filter(is_result).map(str::to_owned).collect(),
        false => {
            let answers = answers(&run.output).into_iter();
            answers.map(str::to_owned).collect()
        }
    })
}

/// What a script must print whose only query asks for the value of the asserted formulas: that they
/// are true. `None` if it has no such query.
fn of_model(own: &ScriptRunner, script: &str, stop: &AtomicBool) -> Option<Vec<String>> {
    if script.lines().filter(|line| is_query(line)).count() != 1 {
        return None;
    }
    let mut lines = printed(own, script, stop)?;
    let last = lines.last_mut()?;
    let value = last.strip_suffix(" false))")?;
    *last = format!("{value} true))");
    Some(lines)
}

/// What the newest release that is installed prints, if it does not show the bug. An answer may be
/// `unknown`, which is right, too.
fn of_newest(
    source: &IssueSource,
    solver: &SolverSpec,
    script: &str,
    stop: &AtomicBool,
) -> Option<Vec<String>> {
    let (version, Judgement::DoesNotShow) = source.newest.as_ref()? else {
        return None;
    };
    let runner = runner_of(&solver.name, version)?;
    let lines = printed(&runner, script, stop)?;
    has_all_answers(&lines, script).then_some(lines)
}

/// The answers of the newest releases of other solvers that are installed, if one of them decides
/// all checks and none says something else.
fn of_others(solver: &SolverSpec, script: &str, stop: &AtomicBool) -> Option<Vec<String>> {
    if script.lines().any(is_query) {
        return None;
    }
    let store = Store::from_env().ok()?;
    let others = WRAPPERS
        .iter()
        .filter(|wrapper| wrapper.name() != solver.name);
    let mut right: Option<Vec<String>> = None;
    for other in others {
        let printed = store
            .newest_installed(other.name())
            .and_then(|version| runner_of(other.name(), &version))
            .and_then(|runner| printed(&runner, script, stop));
        let is_decided = |lines: &Vec<String>| {
            has_all_answers(lines, script) && lines.iter().all(|line| line != "unknown")
        };
        match (printed.filter(is_decided), &right) {
            (Some(lines), Some(known)) if lines != *known => return None,
            (Some(lines), None) => right = Some(lines),
            _ => {}
        }
    }
    right
}

/// Whether the lines have an answer for each check.
fn has_all_answers(lines: &[String], script: &str) -> bool {
    let given = answers(&lines.join("\n")).len();
    given == noted_answers(script).len()
}

fn runner_of(solver: &str, version: &Version) -> Option<ScriptRunner> {
    let release = SolverSpec {
        name: solver.to_owned(),
        source: SolverSource::Version(version.clone()),
    };
    ScriptRunner::find(&release, Some(version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_answers_follow_from_the_noted_ones() {
        let script = "; solver: z3\n(check-sat)\n; sat\n(get-model)\n(check-sat)\n; unsat\n";
        let right = opposite(script, "sat").unwrap();
        assert_eq!(right, ["sat", "sat"]);
        assert_eq!(without_queries(script), "(check-sat)\n(check-sat)\n");
        assert_eq!(opposite("(check-sat)\n(check-sat)\n; sat\n", "unsat"), None);
    }

    #[test]
    fn checks_are_no_queries() {
        let script = "; a comment\n(assert a)\n(get-consequences () (a))\n(get-value (a))\n";
        let bare = "(assert a)\n(get-consequences () (a))\n";
        assert_eq!(without_queries(script), bare);
    }
}
