//! `translate --to smt2`: a solver's program accepts the scripts in its dialect, and gives the
//! answers of the trace. `benches/scripts.py` does the same with many more runs.

use crate::common::{Run as _, run, run_with_input, words};
use std::path::Path;
use std::process::Command;

/// What Z3 says when a check has another answer than in the trace, so that there is no model or
/// core, or when a limit of the script ends an optimization.
const NO_RESULT: [&str; 3] = [
    "is not available",
    "out of memory",
    "max. resource limit exceeded",
];

/// What Z3 says instead of an answer when a tactic or an optimizer does not support the formulas.
const NOT_FOR_THIS: [&str; 2] = [
    "tactic failed",
    "unbounded objectives on quantified constraints is not supported",
];

const TRANSLATE: &str = "translate - --to smt2";

/// Runs from seed 1 on.
fn accepted(solver: &str, runs: u64) {
    let path = words(&format!("solvers path --program {solver}")).with_code(0);
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    for seed in 1..=runs {
        let trace = run(["--solver", solver, "--seed", &seed.to_string()]);
        let script = folder.path().join(format!("{seed}.smt2"));
        let line = format!("{TRANSLATE} --output {}", script.display());
        let done = run_with_input(&line, trace.out.as_bytes()).with_code(0);
        let text = std::fs::read_to_string(&script).unwrap();
        for gap in done.err.lines() {
            assert!(gap.starts_with("left out"), "seed {seed}: {gap}");
            assert!(text.contains(&format!("; {gap}\n")), "seed {seed}: {gap}");
        }
        if let Err(error) = agrees(path.out.trim(), &script, &text) {
            wrong.push(format!("seed {seed}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{solver}:\n{}", wrong.join("\n"));
}

/// Runs the program on a script. It must not report an error, and its answers must not contradict
/// those noted in the script.
fn agrees(program: &str, script: &Path, text: &str) -> Result<(), String> {
    let out = Command::new(program).arg("-T:20").arg(script).done().out;
    let is_error = |line: &&str| {
        let mut known = NO_RESULT.iter().chain(&NOT_FOR_THIS);
        line.contains("(error ") && !known.any(|reason| line.contains(reason))
    };
    if let Some(error) = out.lines().find(is_error) {
        return Err(error.to_owned());
    }
    let is_answer = |line: &&str| matches!(*line, "sat" | "unsat" | "unknown");
    let is_check = |line: &str| {
        let checks = ["(check-sat", "(get-consequences ", "(query "];
        checks.iter().any(|check| line.starts_with(check))
    };
    let answer = |line| {
        let mut refusals = NOT_FOR_THIS.iter();
        let is_refusal = refusals.any(|reason| str::contains(line, reason));
        match is_answer(&line) {
            true => Some(line),
            false => is_refusal.then_some("unknown"),
        }
    };
    let given: Vec<&str> = out.lines().filter_map(answer).collect();
    // An action that uses a solver of its own has a check without an answer in the trace.
    let mut noted: Vec<&str> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("; ").filter(is_answer) {
            Some(answer) => *noted.last_mut().unwrap() = answer,
            None if is_check(line) => noted.push("unknown"),
            None => {}
        }
    }
    let differ = |(a, b): (&&str, &&str)| a != b && *a != "unknown" && *b != "unknown";
    match noted.iter().zip(&given).any(differ) {
        true => Err(format!(
            "the trace has {noted:?}, the program answers {given:?}"
        )),
        false => Ok(()),
    }
}

#[test]
fn z3_accepts_its_scripts() {
    accepted("z3", 20);
}

#[test]
fn an_old_release_of_z3_accepts_its_scripts() {
    accepted("z3@4.8.5", 10);
}
