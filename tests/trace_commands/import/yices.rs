//! `import` for Yices, whose program has a check with given values.

use super::{import_for, refused};
use crate::common::run_with_input;

const SCRIPT: &str =
    "(set-logic QF_LIRA)(declare-const n Int)(declare-const r Real)(declare-const p Bool)
    (assert (or p (< (to_real n) r)))
    (check-sat-assuming-model (n p) (7 false))
    (get-value (n))
    (set-info :status unsat)
    (check-sat-assuming-model (n r p) ((- 3) (- 3) false))
    (get-unsat-model-interpolant)
    (check-sat)";

/// The command becomes a call with the constants and their values. A query after it is not about
/// the check before it, and neither is an expected answer about the check after it.
#[test]
fn checks_with_given_values() {
    let trace = import_for("yices", SCRIPT).with_code(0).out;
    let calls = |trace: &str| {
        let lines = trace.lines();
        let calls = lines.filter_map(|line| line.split_once(" yices-check-sat-assuming-model "));
        calls.map(|(_, args)| args.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        calls(&trace),
        ["2 t1 t3 2 t7 t8", "3 t1 t2 t3 3 t10 t10 t8"]
    );
    let done = run_with_input("replay - --verbose", trace.as_bytes()).with_code(0);
    for note in [
        "#= solved sat t6 by a given model\n",
        "#= unsat with a given model\n",
        "#= skipped get-value",
        "check-sat\n#= sat\n",
    ] {
        assert!(done.out.contains(note), "{note}\n{}", done.out);
    }
    let back = run_with_input("translate - --to smt2", trace.as_bytes()).with_code(0);
    for line in [
        "; needs the argument --mcsat",
        "(check-sat-assuming-model (n p) (7 false))",
        "(check-sat-assuming-model (n r p) ((- 3) (- 3) false))",
    ] {
        assert!(back.out.lines().any(|l| l == line), "{line}\n{}", back.out);
    }
    let again = import_for("yices", &back.out).with_code(0).out;
    assert_eq!(calls(&again), calls(&trace));
}

/// Replays refuse damaged calls, and imports name the place.
#[test]
fn given_values_are_literals_of_constants() {
    let replay = "replay - --solver yices";
    let trace = import_for("yices", SCRIPT).with_code(0).out;
    let damaged = trace.replace(" 2 t1 t3 2 t7 t8", " 2 t1 t3 1 t7");
    run_with_input(replay, damaged.as_bytes()).fails(4, &["each constant has one value"]);
    for (given, message) in [
        ("(n) (n)", "t1 is not a value"),
        ("(n) ()", "each constant has one value"),
        ("((+ n 1)) (1)", "is not a constant"),
        ("(n) (true)", "t1 and t2 differ in sort"),
    ] {
        let command = format!("(check-sat-assuming-model {given})");
        let script = format!("(set-logic QF_LIA)\n(declare-const n Int)\n{command}");
        let wanted = ["line 3, column 1: ", message];
        run_with_input("import - --solver yices", script.as_bytes()).fails(4, &wanted);
    }
    let advice = "asks the same; add --solver yices, which reads the script";
    run_with_input("import -", SCRIPT.as_bytes()).fails(4, &[advice]);
    refused(
        "(check-sat-assuming-model)",
        "few solvers check with given values",
    );
}
