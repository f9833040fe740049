//! The hidden assignment in the output of the program: notes of `replay --explain`, comments and
//! definitions of `translate`.

use crate::common::{expect_data, findings, run, run_with_input};
use std::fs;
use tempfile::TempDir;

/// Runs assert only formulas that the assignment makes true.
const PLANTED: &str = r#"{"runs": {"free": 0, "planted": 1, "refuted": 0}}"#;

/// A trace with an integer, an element, a function and an array; a division by zero, a term with a
/// free variable and a formula of unknown value; and with each action that removes assertions.
const TRACE: &str = include_str!("../../data/explain/run.trace");

/// The comments and commands of a translation after `set-logic`.
fn translation(more: &str) -> String {
    let line = format!("translate - --to smt2 {more}");
    let done = run_with_input(&line, TRACE.as_bytes()).with_code(0);
    let (_, text) = done.out.split_once("(set-logic ALL)\n").unwrap();
    text.to_owned()
}

/// A replay in a child and a replay in the parent both explain each call. The output is a trace.
/// Its replay prints the same output.
#[test]
fn explained_replays() {
    let done = run_with_input("replay --solver toy --explain -", TRACE.as_bytes()).with_code(0);
    let notes = |call: &str| -> Vec<String> {
        let lines = done.out.lines().skip_while(|line| !line.ends_with(call));
        let lines = lines.skip(1).filter(|line| !line.contains("return"));
        let notes = lines.map_while(|line| line.strip_prefix("#= "));
        notes.map(str::to_owned).collect()
    };
    for (call, explained) in [
        ("mk-const s1 \"x\"", &["t1 = 4294967295"][..]),
        ("mk-const s2 \"a\"", &["t2 = (as @e2 _u0)"][..]),
        ("mk-const s2 \"b\"", &["t3 = (as @e0 _u0)"][..]),
        ("mk-const s3 \"f\"", &[][..]),
        (
            "mk-const s4 \"m\"",
            &[
                "t5 = (store (store ((as const (Array Int Int)) (- 74704999981031641492797417082990705974)) (- 8193) (- 15)) 2 16385)",
            ][..],
        ),
        ("mk-value s1 \"0\"", &["t6 = 0"][..]),
        ("mk-term OP_INT_DIV SORT_INT 2 t1 t6", &["t7 = 2"][..]),
        (
            "mk-term OP_UF_APPLY SORT_UNINTERPRETED 2 t4 t7",
            &["t8 = (as @e3 _u0)"][..],
        ),
        (
            "mk-term OP_UF_APPLY SORT_UNINTERPRETED 2 t4 t1",
            &["t9 = (as @e1 _u0)"][..],
        ),
        ("mk-term OP_DISTINCT SORT_BOOL 2 t8 t9", &["t10 = true"][..]),
        ("mk-var s1 \"v\"", &[][..]),
        ("mk-term OP_ARRAY_SELECT SORT_INT 2 t5 t11", &[][..]),
        ("mk-term OP_INT_LT SORT_BOOL 2 t12 t11", &[][..]),
        ("mk-term OP_EXISTS SORT_BOOL 2 t11 t13", &["t14 = true"][..]),
        ("mk-term OP_INT_LTE SORT_BOOL 2 t12 t1", &[][..]),
        (
            "mk-term OP_FORALL SORT_BOOL 2 t11 t15",
            &["t16 unknown"][..],
        ),
        ("assert-formula t14", &["t14 = true"][..]),
        ("check-sat", &["sat", "formulas true"][..]),
        (
            "check-sat-assuming 1 t16",
            &["unknown", "reason-unknown limit", "formulas unknown t16"][..],
        ),
        ("assert-formula t10", &["t10 = true"][..]),
    ] {
        assert_eq!(notes(call), explained, "{call}\n{}", done.out);
    }
    for line in [
        "replay --solver toy --explain -",
        "replay --solver toy --explain --in-process -",
    ] {
        let again = run_with_input(line, done.out.as_bytes()).with_code(0);
        assert_eq!(again.out, done.out);
    }
    let plain = run_with_input("replay --verbose --solver toy -", done.out.as_bytes()).with_code(0);
    assert!(!plain.out.contains(" = "), "{}", plain.out);
}

#[test]
fn comments_in_translations() {
    expect_data("explain/comments.smt2", &translation(""));
}

#[test]
fn definitions_in_translations() {
    expect_data("explain/definitions.smt2", &translation("--assigned"));
    let z3 = run_with_input(
        "translate - --to smt2 --dialect z3 --assigned",
        TRACE.as_bytes(),
    );
    let array = "(define-fun m () (Array Int Int) (store (store ((as const (Array Int Int)) (- 74704999981031641492797417082990705974)) (- 8193) (- 15)) 2 16385))\n";
    assert!(z3.out.contains(array), "{}", z3.out);
}

/// The definitions of the hidden assignment make all assertions true, in every theory.
#[test]
fn definitions_of_the_assignment_satisfy_runs() {
    let folder = TempDir::new().unwrap();
    let profile = folder.path().join("planted.json");
    fs::write(&profile, PLANTED).unwrap();
    let mut checks = 0;
    for seed in 1..=40 {
        let seed = seed.to_string();
        let profile = profile.to_str().unwrap();
        let trace = run(["--solver", "toy", "--seed", &seed, "--profile", profile]).with_code(0);
        let trace = trace.out.as_bytes();
        let explained = run_with_input("replay --explain -", trace).with_code(0);
        let mut groups_with_parameters = String::new();
        for dialect in ["standard", "z3", "cvc5"] {
            let line = format!("translate - --to smt2 --assigned --dialect {dialect}");
            let done = run_with_input(&line, trace);
            // The translation names whatever cannot be written in a dialect.
            let lacks = |what: &str| done.err.contains(what);
            if dialect == "cvc5" && lacks("indexed by arrays")
                || dialect == "z3" && lacks("is not supported by the program of z3")
            {
                continue;
            }
            let script = done.with_code(0).out;
            let of_sorts = ["(declare-sort", "(declare-datatype"];
            let values = |line: &&str| {
                line.starts_with("(declare-") && !of_sorts.iter().any(|s| line.starts_with(s))
            };
            let declared: Vec<&str> = script.lines().filter(values).collect();
            // Elements of parametric sorts such as `(_u1 Int)` have no symbols. Constants of such
            // sorts stay undefined. So do those of a datatype that is declared together with a
            // datatype with parameters, because instances of the latter may be sorts that the trace
            // does not make.
            if dialect == "standard" {
                let groups = script
                    .lines()
                    .filter(|l| l.starts_with("(declare-datatypes"));
                groups_with_parameters = groups.filter(|l| l.contains("(par ")).collect::<String>();
            }
            let has_instances =
                |sort: &str| groups_with_parameters.contains(&format!("({sort} 0)"));
            let sort = |line: &str| {
                line.rsplit(' ')
                    .next()
                    .unwrap()
                    .trim_end_matches(')')
                    .to_owned()
            };
            let stands_in = |line: &&str| {
                ["@", " array", "(_u"].iter().any(|of| line.contains(of))
                    || has_instances(&sort(line))
            };
            assert!(declared.iter().all(stands_in), "{seed}: {declared:?}");
            let told = |text: &str, comment: &str| text.matches(comment).count();
            let truths = told(&explained.out, "#= formulas true\n");
            assert_eq!(
                told(&script, "; formulas true\n"),
                truths,
                "{seed}, {dialect}"
            );
            checks += truths;
        }
    }
    assert!(checks > 60, "{checks}");
}

/// The trace of a wrong answer is translated to a script that shows the wrong answer.
#[test]
fn a_wrong_answer_is_shown() {
    let folder = TempDir::new().unwrap();
    let profile = folder.path().join("planted.json");
    fs::write(&profile, PLANTED).unwrap();
    let out = folder.path().join("results");
    let line = "--solver toy --strategy walk -o bug=wrong-unsat --seed 1 -m 400 -t 30";
    let paths = [
        "--profile",
        profile.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ];
    run(line.split_whitespace().chain(paths)).with_code(1);
    let trace = findings(&out)[0].join("full.trace");
    let trace = trace.to_str().unwrap();
    let done = run(["translate", trace, "--to", "smt2", "--assigned"]).with_code(0);
    assert!(
        done.out.contains("; unsat\n; formulas true\n"),
        "{}",
        done.out
    );
    let done = run(["replay", trace, "--explain"]).with_code(1);
    assert!(
        done.out
            .contains("#= unsat\n#= formulas true\n#= wrong-unsat "),
        "{}",
        done.out
    );
}

/// A trace of Z3 whose optimum is not one: `x = 3` is better than 2.
const OPTIMUM: &str = include_str!("../../../traces/z3/optimum-of-division-5.4.0.trace");

/// A call of one solver with a wrong result: the values of its arguments, the law, and the values
/// that violate it.
#[test]
fn a_failed_check_is_shown() {
    let line = "replay --solver z3@5.4.0 --explain -";
    let done = run_with_input(line, OPTIMUM.as_bytes()).with_code(1);
    for notes in [
        "z3-optimize 1 t5 t1 maximize 0\n#= t5 = true\n#= t1 = ",
        "\n#= law: No model of the formulas has a better",
    ] {
        assert!(done.out.contains(notes), "{}", done.out);
    }
    let values = "\nmaximize _x5: the solver says 0, but _x5 = 1 satisfies the assertions\n";
    assert!(done.err.contains(values), "{}", done.err);
}

/// Two mutually recursive functions: `f(5) = g(4) = f(3) + 4 = g(2) + 4 = f(1) + 6 = g(0) + 6 = 7`.
const RECURSION: &str = include_str!("../../data/explain/recursion.trace");

#[test]
fn recursive_functions() {
    let line = "replay --solver smt2 --explain -";
    let done = run_with_input(line, RECURSION.as_bytes()).with_code(0);
    assert!(done.out.contains("#= t14 = 7\n"), "{}", done.out);
    // A formula cannot be asserted while one of its functions is not yet defined. The toy does not
    // support recursion.
    let early = RECURSION.replace(
        "16 define-funs-rec 2 t1 t2 2 t3 t3 2 t12 t10",
        "16 check-sat",
    );
    let early = early.replace(
        "19 delete",
        "19 mk-term OP_EQUAL SORT_BOOL 2 t14 t4\n return t15 s3\n 20 assert-formula t15",
    );
    run_with_input(line, early.as_bytes()).with_code(4);
    run_with_input("replay --verbose --solver toy -", RECURSION.as_bytes()).with_code(4);
}
