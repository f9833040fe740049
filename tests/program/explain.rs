//! The hidden assignment in the output of the program: notes of `replay --explain`, comments and
//! definitions of `translate`.

use crate::common::{findings, run, run_with_input};
use std::fs;
use tempfile::TempDir;

/// Runs assert only formulas that the assignment makes true.
const PLANTED: &str = r#"{"runs": {"free": 0, "planted": 1, "refuted": 0}}"#;

/// A trace with an integer, an element, a function and an array; a division by zero, a term with a
/// free variable and a formula of unknown value; and with each action that removes assertions.
const TRACE: &str = "\
    1 new
    2 set-option incremental true
    3 mk-sort SORT_INT
      return s1
    4 mk-sort SORT_UNINTERPRETED _u0
      return s2
    5 mk-sort SORT_FUN s1 s2
      return s3
    6 mk-sort SORT_ARRAY s1 s1
      return s4
    7 mk-const s1 \"x\"
      return t1
    8 mk-const s2 \"a\"
      return t2
    9 mk-const s2 \"b\"
      return t3
   10 mk-const s3 \"f\"
      return t4
   11 mk-const s4 \"m\"
      return t5
   12 mk-value s1 \"0\"
      return t6
   13 mk-term OP_INT_DIV SORT_INT 2 t1 t6
      return t7 s1
   14 mk-term OP_UF_APPLY SORT_UNINTERPRETED 2 t4 t7
      return t8 s2
   15 mk-term OP_UF_APPLY SORT_UNINTERPRETED 2 t4 t1
      return t9 s2
   16 mk-term OP_DISTINCT SORT_BOOL 2 t8 t9
      return t10 s5
   17 mk-var s1 \"v\"
      return t11
   18 mk-term OP_ARRAY_SELECT SORT_INT 2 t5 t11
      return t12 s1
   19 mk-term OP_INT_LT SORT_BOOL 2 t12 t11
      return t13 s5
   20 mk-term OP_EXISTS SORT_BOOL 2 t11 t13
      return t14 s5
   21 mk-term OP_INT_LTE SORT_BOOL 2 t12 t1
      return t15 s5
   22 mk-term OP_FORALL SORT_BOOL 2 t11 t15
      return t16 s5
   23 push 1
   24 assert-formula t14
   25 check-sat
   26 check-sat-assuming 1 t16
   27 reset-assertions
   28 assert-formula t10
   29 check-sat
   30 delete
";

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
            &["unknown", "formulas unknown t16"][..],
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
    assert_eq!(
        translation(""),
        "; (div 4294967295 0) = 2\n\
         (declare-sort _u0 0)\n\
         (declare-const x Int)\n\
         ; x = 4294967295\n\
         (declare-const a _u0)\n\
         ; a = (as @e2 _u0)\n\
         (declare-const b _u0)\n\
         ; b = (as @e0 _u0)\n\
         (declare-fun f (Int) _u0)\n\
         ; (f 2) = (as @e3 _u0)\n\
         ; (f 4294967295) = (as @e1 _u0)\n\
         (declare-const m (Array Int Int))\n\
         ; m = (store (store ((as const (Array Int Int)) (- 74704999981031641492797417082990705974)) (- 8193) (- 15)) 2 16385)\n\
         (push 1)\n\
         (assert (exists ((v Int)) (< (select m v) v)))\n\
         (check-sat)\n\
         (check-sat-assuming ((forall ((v Int)) (<= (select m v) x))))\n\
         (reset-assertions)\n\
         (assert (distinct (f (div x 0)) (f x)))\n\
         (check-sat)\n"
    );
}

#[test]
fn definitions_in_translations() {
    assert_eq!(
        translation("--assigned"),
        "(declare-sort _u0 0)\n\
         (declare-const _u0@0 _u0)\n\
         (declare-const _u0@1 _u0)\n\
         (declare-const _u0@2 _u0)\n\
         (declare-const _u0@3 _u0)\n\
         (assert (distinct _u0@0 _u0@1 _u0@2 _u0@3))\n\
         (assert (= (div 4294967295 0) 2))\n\
         (define-fun x () Int 4294967295)\n\
         (define-fun a () _u0 _u0@2)\n\
         (define-fun b () _u0 _u0@0)\n\
         (define-fun f ((f@0 Int)) _u0 (ite (= f@0 4294967295) _u0@1 _u0@3))\n\
         (declare-const array (Array Int Int))\n\
         ; array = ((as const (Array Int Int)) (- 74704999981031641492797417082990705974))\n\
         (define-fun m () (Array Int Int) (store (store array (- 8193) (- 15)) 2 16385))\n\
         (push 1)\n\
         (assert (exists ((v Int)) (< (select m v) v)))\n\
         (check-sat)\n\
         ; formulas true\n\
         (check-sat-assuming ((forall ((v Int)) (<= (select m v) x))))\n\
         ; formulas unknown t16\n\
         (reset-assertions)\n\
         (assert (distinct _u0@0 _u0@1 _u0@2 _u0@3))\n\
         (assert (= (div 4294967295 0) 2))\n\
         (assert (distinct (f (div x 0)) (f x)))\n\
         (check-sat)\n\
         ; formulas true\n"
    );
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

/// Two mutually recursive functions: `f(5) = g(4) = f(3) + 4 = g(2) + 4 = f(1) + 6 = g(0) + 6 = 7`.
const RECURSION: &str = "\
    1 new
    2 mk-sort SORT_INT
      return s1
    3 mk-sort SORT_FUN s1 s1
      return s2
    4 mk-rec-fun s2 \"f\"
      return t1
    5 mk-rec-fun s2 \"g\"
      return t2
    6 mk-var s1 \"x\"
      return t3
    7 mk-value s1 \"0\"
      return t4
    8 mk-value s1 \"1\"
      return t5
    9 mk-term OP_INT_LTE SORT_BOOL 2 t3 t4
      return t6 s3
   10 mk-term OP_INT_SUB SORT_INT 2 t3 t5
      return t7 s1
   11 mk-term OP_UF_APPLY SORT_INT 2 t1 t7
      return t8 s1
   12 mk-term OP_INT_ADD SORT_INT 2 t8 t3
      return t9 s1
   13 mk-term OP_ITE SORT_INT 3 t6 t5 t9
      return t10 s1
   14 mk-term OP_UF_APPLY SORT_INT 2 t2 t7
      return t11 s1
   15 mk-term OP_ITE SORT_INT 3 t6 t4 t11
      return t12 s1
   16 define-funs-rec 2 t1 t2 2 t3 t3 2 t12 t10
   17 mk-value s1 \"5\"
      return t13
   18 mk-term OP_UF_APPLY SORT_INT 2 t1 t13
      return t14 s1
   19 delete
";

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
