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

/// Searches with a solver of their own are commands of cvc5's language, too, with the options of
/// that solver. cvc5's parser accepts them. A limit of resources has the name that SMT-LIB gives
/// it.
#[test]
fn searches_and_limits_of_cvc5_are_written() {
    let library = words("solvers path cvc5").with_code(0);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.smt2");
    let file = file.to_str().unwrap();
    let start = "# solver: cvc5\n1 new\n2 set-option incremental true\n2 set-option rlimit-per 8000\n\
        2 mk-sort SORT_INT\n   return s1\n3 mk-const s1 \"x\"\n   return t1\n5 mk-value s1 \"0\"\n   return t2\n\
        6 mk-term OP_INT_LT SORT_BOOL 2 t1 t2\n   return t3 s2\n7 assert-formula t3\n";
    for (action, option, command) in [
        (
            "cvc5-get-interpolant t3",
            "(set-option :produce-interpolants true)\n",
            "(get-interpolant found (< x 0))\n",
        ),
        (
            "cvc5-get-abduct t3",
            "(set-option :produce-abducts true)\n",
            "(get-abduct found (< x 0))\n",
        ),
        (
            "cvc5-check-interrupted",
            "(assert (< x 0))\n(set-option :reproducible-resource-limit ",
            "(set-option :reproducible-resource-limit 8000)\n(check-sat)\n",
        ),
    ] {
        let mut written = 0;
        for seed in 1..=8 {
            let trace = format!("{start}{seed} {action}\n");
            let done = run_with_input(TRANSLATE, trace.as_bytes()).with_code(0);
            let limit = "(set-option :reproducible-resource-limit 8000)\n";
            assert!(done.out.contains(limit), "{}", done.out);
            // A grammar is not written.
            if done.err.contains("with a grammar") {
                continue;
            }
            for text in [option, command] {
                assert!(done.out.contains(text), "seed {seed}: {}", done.out);
            }
            std::fs::write(file, &done.out).unwrap();
            let execute = ["execute", "cvc5", library.out.trim(), file];
            let printed = run(execute).with_code(0).out;
            assert!(!printed.contains("(error"), "{printed}\n{}", done.out);
            written += 1;
        }
        assert!(written > 1, "{action}");
    }
}

/// Actions have commands in their arguments, or note them when they run. The program gives the same
/// answers.
#[test]
fn commands_of_actions_are_written() {
    let path = words("solvers path --program z3").with_code(0);
    let start = "# solver: z3\n0 new\n0 mk-sort SORT_BOOL\n  return s1\n0 mk-const s1 \"a\"\n  return t1\n\
        0 mk-const s1 \"b\"\n  return t2\n0 mk-term OP_OR SORT_BOOL 2 t1 t2\n  return t3 s1\n\
        0 mk-term OP_NOT SORT_BOOL 1 t1\n  return t4 s1\n";
    let folder = tempfile::tempdir().unwrap();
    let mut compared = 0;
    for (action, command) in [
        ("z3-solve \"(check-sat)\" 2 t3 t4", "(check-sat)\n"),
        (
            "z3-solve \"(check-sat-using (then simplify smt))\" 2 t3 t4",
            "(check-sat-using (then simplify smt))\n",
        ),
        (
            "z3-solve \"(set-simplifier (then solve-eqs simplify))\" 2 t3 t4",
            "(set-simplifier (then solve-eqs simplify))\n",
        ),
        (
            "z3-tactic \"(using-params simplify :som true)\" 2 t3 t4",
            "(check-sat-using (then (using-params simplify :som true) smt))\n",
        ),
        ("z3-consequences 2 t3 t4", "(get-consequences ("),
        (
            "z3-fixedpoint \":engine spacer :spacer.ctp true\" 3 \"(declare-rel p ())\" \
             \"(rule p)\" \"(query p)\"",
            "(set-option :fp.spacer.ctp true)\n(declare-rel p ())\n(rule p)\n",
        ),
        (
            "z3-fixedpoint \":engine datalog\" 6 \"(declare-rel p (Bool))\" \"(rule (p true))\" \
             \"(declare-var x Bool)\" \"(query (p x))\" \"(rule (p false) again)\" \"(query (p false))\"",
            "(rule (=> (p x) asked!1))\n",
        ),
    ] {
        for seed in 1..=8 {
            let trace = format!("{start}{seed} {action}\n");
            let replay = run_with_input("replay - --verbose", trace.as_bytes()).with_code(0);
            if replay.out.contains("asks for no variable") {
                continue;
            }
            let trace = format!("# solver: z3\n{}", replay.out);
            let done = run_with_input(TRANSLATE, trace.as_bytes());
            let text = done.with_code(0).out;
            assert!(text.contains(command), "seed {seed}: {text}");
            let script = folder.path().join("a.smt2");
            std::fs::write(&script, &text).unwrap();
            agrees(path.out.trim(), &script, &text).unwrap();
            if replay.out.contains("#= solved sat") {
                assert!(text.contains("\n; sat\n"), "seed {seed}: {text}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 8, "{compared}");
}
