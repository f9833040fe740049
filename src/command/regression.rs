//! `report --regression`: writes scripts that show bugs as tests of the solver's own suite.

use super::bug_replay::Shown;
use super::evidence::{FindingEvidence, TIME};
use super::script::{ScriptRunner, answers, noted_answers, run_script};
use crate::executor::{Limits, ProgramEnd};
use crate::exit::Failure;
use crate::folder;
use crate::store::{SolverSource, SolverSpec};
use crate::triage::Finding;
use murxla_fsm::wrapper::RegressionLayout;
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
    evidence: &FindingEvidence,
    stop: &AtomicBool,
) -> Result<Result<PathBuf, &'static str>, Failure> {
    let trace = evidence.trace.as_ref().ok();
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
    let bare = without_queries(&script.text);
    let expected = match finding.kind.as_str() {
        "wrong-sat" => opposite(&script.text, "unsat"),
        "wrong-unsat" => opposite(&script.text, "sat"),
        _ => of_newest(evidence, &solver, &bare, stop),
    };
    let Some(expected) = expected else {
        return Ok(Err("the right answers are not known"));
    };
    let own = ScriptRunner::find(&solver, &finding.version);
    if !own.is_some_and(|runner| fails(&runner, &bare, &expected, stop)) {
        return Ok(Err("without its queries, the script has the right answers"));
    }
    let write = |path: &Path, text: &str| {
        folder::write(path, text.as_bytes())
            .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", path.display())))
    };
    std::fs::create_dir_all(directory).map_err(|e| {
        Failure::configuration(format!("cannot create {}: {e}", directory.display()))
    })?;
    let path = directory.join(format!("{name}.smt2"));
    match wrapper.regression_layout() {
        RegressionLayout::Comments(start) => {
            let comments: String = expected
                .iter()
                .map(|answer| format!("{start}{answer}\n"))
                .collect();
            write(&path, &(comments + &bare))?;
        }
        RegressionLayout::File(extension) => {
            write(&path, &bare)?;
            write(
                &path.with_extension(extension),
                &(expected.join("\n") + "\n"),
            )?;
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

/// The script without comments, and without commands that print something else than an answer.
fn without_queries(text: &str) -> String {
    let is_kept = |line: &&str| !line.starts_with(';') && !line.starts_with("(get-");
    text.split_inclusive('\n').filter(is_kept).collect()
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

/// Whether the test fails: the script ends in another way, has an error, or other answers.
fn fails(runner: &ScriptRunner, script: &str, expected: &[String], stop: &AtomicBool) -> bool {
    let Ok(run) = run_script(runner, script, &limits(), stop) else {
        return false;
    };
    run.end != ProgramEnd::Exit(0)
        || run.output.contains("(error ")
        || answers(&run.output) != expected
}

/// The answers of the newest release that is installed, if it does not show the bug, and decides
/// all checks.
fn of_newest(
    evidence: &FindingEvidence,
    solver: &SolverSpec,
    script: &str,
    stop: &AtomicBool,
) -> Option<Vec<String>> {
    let (version, Shown::Nothing) = evidence.newest.as_ref()? else {
        return None;
    };
    let release = SolverSpec {
        name: solver.name.clone(),
        source: SolverSource::Version(version.clone()),
    };
    let runner = ScriptRunner::find(&release, &version.to_string())?;
    let run = run_script(&runner, script, &limits(), stop).ok()?;
    let given = answers(&run.output);
    let checks = noted_answers(script).len();
    let is_decided = given.iter().all(|answer| *answer != "unknown");
    let owned = given.iter().map(|answer| (*answer).to_owned());
    (given.len() == checks && is_decided).then(|| owned.collect())
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
}
